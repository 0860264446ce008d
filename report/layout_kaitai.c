/* The records of a format as a Kaitai Struct description (.ksy). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/structure.h"

typedef struct ksy {
    rep_buffer text;
    rep_structure structure;
} ksy;

/* A key and its value, in pieces; the first one "": none. YAML takes a colon and a space in a value
 * for a key's unless it is quoted; no expression has ' in it. */
#define LINE(k, indent, key, ...) put_line(k, indent, key, (const char *const[]){__VA_ARGS__, NULL})

static bool has_colon(const char *const *pieces) {
    for (; *pieces; pieces++)
        if (strstr(*pieces, ": ")) return true;
    return false;
}

static void put_line(ksy *k, int indent, const char *key, const char *const *pieces) {
    const char *const quote = has_colon(pieces) ? "'" : "";
    for (int i = 0; i < indent; i++)
        rep_buffer_text(&k->text, " ");
    REP_PUT(&k->text, key, **pieces ? ": " : ":", quote);
    rep_put(&k->text, pieces);
    REP_PUT(&k->text, quote, "\n");
}

/* A number as text. */
typedef struct digits {
    char chars[16];
} digits;

static digits digits_of(uint32_t number) {
    digits text;
    (void)snprintf(text.chars, sizeof text.chars, "%" PRIu32, number);
    return text;
}

static const char *ksy_type(nl_type type) {
    static const char *const names[NL_TYPE_COUNT] = {
        [NL_U8] = "u1",      [NL_I8] = "s1",      [NL_U16LE] = "u2le", [NL_I16LE] = "s2le",
        [NL_U32LE] = "u4le", [NL_I32LE] = "s4le", [NL_F32LE] = "f4le", [NL_U16BE] = "u2be",
        [NL_U32BE] = "u4be", [NL_F32BE] = "f4be"};
    return names[type];
}

/* ---- Members ---- */

/* Up to two conditions, and that there are bytes left. */
static void put_condition(ksy *k, const rep_part *part, int indent) {
    const char *pieces[10] = {NULL};
    size_t count = 0;
    const bool is_rest = part->scalar == NL_BYTES && rep_is_to_end(part->size);
    const char *const conditions[] = {part->when[0],
                                      part->when[1] == part->when[0] ? NULL : part->when[1],
                                      is_rest ? "not _io.eof" : NULL};
    for (size_t i = 0; i < sizeof conditions / sizeof conditions[0]; i++) {
        if (!conditions[i]) continue;
        pieces[count] = count == 0 ? "(" : " and (";
        pieces[count + 1] = conditions[i];
        pieces[count + 2] = ")";
        count += 3;
    }
    if (count != 0) put_line(k, indent, "if", pieces);
}

static void put_size(ksy *k, const char *size, int indent) {
    if (rep_is_to_end(size))
        LINE(k, indent, "size-eos", "true");
    else if (strcmp(size, NL_TO_NUL) == 0)
        LINE(k, indent, "terminator", "0");
    else
        LINE(k, indent, "size", size);
}

/* Bytes, or what they are. */
static void put_content(ksy *k, const rep_part *part, int indent) {
    const char *const type = part->type[0] ? part->type : ksy_type(part->scalar);
    if (part->bytes) put_size(k, part->bytes, indent);
    if (part->is_packed) LINE(k, indent, "process", "zlib");
    if (part->scalar != NL_BYTES)
        LINE(k, indent, "type", type, part->has_number ? "(_index)" : "");
    else
        put_size(k, part->length ? digits_of(part->length).chars : part->size, indent);
}

static void put_count(ksy *k, const rep_part *part, int indent) {
    const bool is_to_end = rep_is_to_end(part->count);
    if (!part->count) return;
    LINE(k, indent, "repeat", is_to_end ? "eos" : "expr");
    if (!is_to_end) LINE(k, indent, "repeat-expr", part->count);
}

static void put_member(ksy *k, const rep_part *part, int indent) {
    LINE(k, indent, "-orig-id", "\"", part->name, "\"");
    put_content(k, part, indent);
    put_count(k, part, indent);
    put_condition(k, part, indent);
}

/* Those that stand one behind the other. */
static void put_sequence(ksy *k, const rep_parts *parts, int indent) {
    bool is_first = true;
    for (size_t i = 0; i < parts->count; i++) {
        const rep_part *const part = &parts->items[i];
        if (part->kind != NL_IS_RECORD || part->place) continue;
        if (is_first) LINE(k, indent, "seq", "");
        is_first = false;
        LINE(k, indent + 2, "- id", part->id);
        put_member(k, part, indent + 4);
    }
}

/* ---- Instances ---- */

static void put_place(ksy *k, const rep_part *part, int indent) {
    if (part->at == 0)
        LINE(k, indent, "pos", part->place);
    else
        LINE(k, indent, "pos", "(", part->place, ") + ", digits_of(part->at).chars);
}

static void put_ahead(ksy *k, const rep_part *part, int indent) {
    if (part->kind == NL_IS_AHEAD)
        LINE(k, indent, "pos", "_io.pos + ", digits_of(part->at).chars);
    else
        LINE(k, indent, "pos", digits_of(part->at).chars);
    LINE(k, indent, "type", ksy_type(part->scalar));
}

/* Sums go up a list beside the list: "ID_up_to". */
static void put_sum(ksy *k, const rep_part *part, int indent) {
    rep_id up_to;
    const char *const list = part->size;
    (void)snprintf(up_to, sizeof up_to, "%.*s_up_to", REP_ID_CAPACITY - 8, part->id);
    LINE(k, indent, part->id, "");
    LINE(k, indent + 2, "value", list, ".size == 0 ? 0 : ", up_to, "[", list, ".size - 1].sum");
    LINE(k, indent, up_to, "");
    LINE(k, indent + 2, "pos", "0");
    LINE(k, indent + 2, "type", up_to, "(_index)");
    LINE(k, indent + 2, "repeat", "expr");
    LINE(k, indent + 2, "repeat-expr", list, ".size");
}

static bool is_instance(const rep_part *part) {
    return part->kind != NL_IS_NUMBER && (part->kind != NL_IS_RECORD || part->place);
}

static void put_instance(ksy *k, const rep_part *part, int indent) {
    if (part->kind == NL_IS_SUM) {
        put_sum(k, part, indent);
        return;
    }
    LINE(k, indent, part->id, "");
    if (part->kind == NL_IS_LET) LINE(k, indent + 2, "value", part->size);
    if (part->kind == NL_IS_PEEK || part->kind == NL_IS_AHEAD) put_ahead(k, part, indent + 2);
    if (part->kind != NL_IS_RECORD) return;
    put_place(k, part, indent + 2);
    put_member(k, part, indent + 2);
}

static void put_instances(ksy *k, const rep_parts *parts, int indent) {
    bool is_first = true;
    for (size_t i = 0; i < parts->count; i++) {
        if (!is_instance(&parts->items[i])) continue;
        if (is_first) LINE(k, indent, "instances", "");
        is_first = false;
        put_instance(k, &parts->items[i], indent + 2);
    }
}

static void put_number(ksy *k, const char *id, int indent) {
    LINE(k, indent, "params", "");
    LINE(k, indent + 2, "- id", id);
    LINE(k, indent + 4, "type", "s4");
}

static void put_numbers(ksy *k, const rep_parts *parts, int indent) {
    for (size_t i = 0; i < parts->count; i++)
        if (parts->items[i].kind == NL_IS_NUMBER) put_number(k, parts->items[i].id, indent);
}

/* ---- Types ---- */

static void put_parts(ksy *k, rep_parts *parts, int indent) {
    put_numbers(k, parts, indent);
    put_sequence(k, parts, indent);
    put_instances(k, parts, indent);
    k->text.failed |= parts->failed;
    free(parts->items);
}

/* What the sum is up to each item. */
static void put_sum_type(ksy *k, const rep_part *part) {
    rep_id up_to;
    (void)snprintf(up_to, sizeof up_to, "%.*s_up_to", REP_ID_CAPACITY - 8, part->id);
    LINE(k, 2, up_to, "");
    put_number(k, "index", 4);
    LINE(k, 4, "instances", "");
    LINE(k, 6, "before", "");
    LINE(k, 8, "value", "index == 0 ? 0 : _parent.", up_to, "[index - 1].sum.as<s4>");
    LINE(k, 6, "sum", "");
    LINE(k, 8, "value", "before + _parent.", part->size, "[index].", part->field);
}

static void put_sum_types(ksy *k, size_t row) {
    rep_parts parts;
    rep_parts_of_type(&k->structure, row, &parts);
    for (size_t i = 0; i < parts.count; i++)
        if (parts.items[i].kind == NL_IS_SUM) put_sum_type(k, &parts.items[i]);
    k->text.failed |= parts.failed;
    free(parts.items);
}

static void put_type(ksy *k, size_t row, int indent) {
    rep_parts parts;
    rep_parts_of_type(&k->structure, row, &parts);
    put_parts(k, &parts, indent);
}

static void put_record(ksy *k, unsigned record) {
    rep_id id;
    rep_parts parts;
    rep_put_record_id(&k->structure, record, id);
    rep_parts_of_record(&k->structure, record, &parts);
    LINE(k, 2, id, "");
    put_parts(k, &parts, 4);
}

/* Types of the structure, but for the first, which is the file; then records. */
static void put_types(ksy *k) {
    const rep_structure *const s = &k->structure;
    LINE(k, 0, "types", "");
    for (size_t row = rep_row_behind(s, 0); row < s->count; row = rep_row_behind(s, row)) {
        LINE(k, 2, s->rows[row].name, "");
        put_type(k, row, 4);
        put_sum_types(k, row);
    }
    for (size_t row = 0; row < s->count; row++)
        if (rep_is_first_list(s, row)) put_record(k, s->rows[row].index);
}

static void put_head(ksy *k) {
    rep_id id;
    rep_put_id(id, k->structure.format->id);
    rep_buffer_text(&k->text, "# Generated by `navlint layout --format ksy` from its tables.\n");
    LINE(k, 0, "meta", "");
    LINE(k, 2, "id", id);
    LINE(k, 2, "title", k->structure.format->title);
}

navlint_text navlint_layout_kaitai(const navlint_format *format) {
    ksy k = {.structure = rep_structure_of(format)};
    if (!k.structure.rows) return rep_buffer_take(&k.text);
    put_head(&k);
    put_type(&k, 0, 0);
    put_types(&k);
    return rep_buffer_take(&k.text);
}
