/* The records of a format as a Kaitai Struct description (.ksy). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/structure.h"

enum { TEXT_CAPACITY = 512 };

typedef struct ksy {
    rep_buffer text;
    rep_structure structure;
} ksy;

/* YAML takes a colon and a space in a value for a key's unless it is quoted; no expression has ' in
 * it. */
static void line(ksy *k, int indent, const char *name, const char *value) {
    const char *const quote = strstr(value, ": ") ? "'" : "";
    const char *const pieces[] = {name, *value ? ": " : ":", quote, value, quote, "\n"};
    char spaces[16];
    (void)snprintf(spaces, sizeof spaces, "%*s", indent, "");
    rep_buffer_text(&k->text, spaces);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++)
        rep_buffer_text(&k->text, pieces[i]);
}

static const char *ksy_type(nl_type type) {
    static const char *const names[NL_TYPE_COUNT] = {
        [NL_U8] = "u1",      [NL_I8] = "s1",      [NL_U16LE] = "u2le", [NL_I16LE] = "s2le",
        [NL_U32LE] = "u4le", [NL_I32LE] = "s4le", [NL_F32LE] = "f4le", [NL_U16BE] = "u2be",
        [NL_U32BE] = "u4be", [NL_F32BE] = "f4be"};
    return names[type];
}

/* ---- Members ---- */

static void add_condition(char text[TEXT_CAPACITY], const char *when) {
    const size_t length = strlen(text);
    if (when)
        (void)snprintf(text + length, TEXT_CAPACITY - length, "%s(%s)", length ? " and " : "",
                       when);
}

static void put_condition(ksy *k, const rep_part *part, int indent) {
    char text[TEXT_CAPACITY] = "";
    add_condition(text, part->when[0]);
    if (part->when[1] != part->when[0]) add_condition(text, part->when[1]);
    if (part->scalar == NL_BYTES && rep_is_to_end(part->size)) add_condition(text, "not _io.eof");
    if (text[0] != '\0') line(k, indent, "if", text);
}

static void put_size(ksy *k, const char *size, int indent) {
    if (rep_is_to_end(size))
        line(k, indent, "size-eos", "true");
    else if (strcmp(size, NL_TO_NUL) == 0)
        line(k, indent, "terminator", "0");
    else
        line(k, indent, "size", size);
}

static void put_type_of(ksy *k, const rep_part *part, int indent) {
    char text[TEXT_CAPACITY];
    const char *const type = part->type[0] ? part->type : ksy_type(part->scalar);
    (void)snprintf(text, sizeof text, "%s%s", type, part->has_number ? "(_index)" : "");
    line(k, indent, "type", text);
}

/* Bytes, or what they are. */
static void put_content(ksy *k, const rep_part *part, int indent) {
    char digits[16];
    (void)snprintf(digits, sizeof digits, "%" PRIu32, part->length);
    if (part->bytes) put_size(k, part->bytes, indent);
    if (part->is_packed) line(k, indent, "process", "zlib");
    if (part->scalar == NL_BYTES)
        put_size(k, part->length ? digits : part->size, indent);
    else
        put_type_of(k, part, indent);
}

static void put_count(ksy *k, const rep_part *part, int indent) {
    const bool is_to_end = rep_is_to_end(part->count);
    if (!part->count) return;
    line(k, indent, "repeat", is_to_end ? "eos" : "expr");
    if (!is_to_end) line(k, indent, "repeat-expr", part->count);
}

static void put_member(ksy *k, const rep_part *part, int indent) {
    char name[REP_ID_CAPACITY + 2];
    (void)snprintf(name, sizeof name, "\"%s\"", part->name);
    line(k, indent, "-orig-id", name);
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
        if (is_first) line(k, indent, "seq", "");
        is_first = false;
        line(k, indent + 2, "- id", part->id);
        put_member(k, part, indent + 4);
    }
}

/* ---- Instances ---- */

static void put_place(ksy *k, const rep_part *part, int indent) {
    char place[TEXT_CAPACITY];
    (void)snprintf(place, sizeof place, "%s", part->place);
    if (part->at != 0)
        (void)snprintf(place, sizeof place, "(%s) + %" PRIu32, part->place, part->at);
    line(k, indent, "pos", place);
}

static void put_ahead(ksy *k, const rep_part *part, int indent) {
    char place[TEXT_CAPACITY];
    const char *const from = part->kind == NL_IS_AHEAD ? "_io.pos + " : "";
    (void)snprintf(place, sizeof place, "%s%" PRIu32, from, part->at);
    line(k, indent, "pos", place);
    line(k, indent, "type", ksy_type(part->scalar));
}

/* Sums go up a list beside the list: "ID_up_to". */
static void put_sum(ksy *k, const rep_part *part, int indent) {
    char text[TEXT_CAPACITY];
    (void)snprintf(text, sizeof text, "%s.size == 0 ? 0 : %s_up_to[%s.size - 1].sum", part->size,
                   part->id, part->size);
    line(k, indent, part->id, "");
    line(k, indent + 2, "value", text);
    (void)snprintf(text, sizeof text, "%s_up_to", part->id);
    line(k, indent, text, "");
    (void)snprintf(text, sizeof text, "%s_up_to(_index)", part->id);
    line(k, indent + 2, "pos", "0");
    line(k, indent + 2, "type", text);
    line(k, indent + 2, "repeat", "expr");
    (void)snprintf(text, sizeof text, "%s.size", part->size);
    line(k, indent + 2, "repeat-expr", text);
}

static bool is_instance(const rep_part *part) {
    return part->kind != NL_IS_NUMBER && (part->kind != NL_IS_RECORD || part->place);
}

static void put_instance(ksy *k, const rep_part *part, int indent) {
    if (part->kind == NL_IS_SUM) {
        put_sum(k, part, indent);
        return;
    }
    line(k, indent, part->id, "");
    if (part->kind == NL_IS_LET) line(k, indent + 2, "value", part->size);
    if (part->kind == NL_IS_PEEK || part->kind == NL_IS_AHEAD) put_ahead(k, part, indent + 2);
    if (part->kind != NL_IS_RECORD) return;
    put_place(k, part, indent + 2);
    put_member(k, part, indent + 2);
}

static void put_instances(ksy *k, const rep_parts *parts, int indent) {
    bool is_first = true;
    for (size_t i = 0; i < parts->count; i++) {
        if (!is_instance(&parts->items[i])) continue;
        if (is_first) line(k, indent, "instances", "");
        is_first = false;
        put_instance(k, &parts->items[i], indent + 2);
    }
}

static void put_number(ksy *k, const char *id, int indent) {
    line(k, indent, "params", "");
    line(k, indent + 2, "- id", id);
    line(k, indent + 4, "type", "s4");
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
    char text[TEXT_CAPACITY];
    (void)snprintf(text, sizeof text, "%s_up_to", part->id);
    line(k, 2, text, "");
    put_number(k, "index", 4);
    line(k, 4, "instances", "");
    line(k, 6, "before", "");
    (void)snprintf(text, sizeof text, "index == 0 ? 0 : _parent.%s_up_to[index - 1].sum.as<s4>",
                   part->id);
    line(k, 8, "value", text);
    line(k, 6, "sum", "");
    (void)snprintf(text, sizeof text, "before + _parent.%s[index].%s", part->size, part->field);
    line(k, 8, "value", text);
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
    line(k, 2, id, "");
    put_parts(k, &parts, 4);
}

/* Types of the structure, but for the first, which is the file; then records. */
static void put_types(ksy *k) {
    const rep_structure *const s = &k->structure;
    line(k, 0, "types", "");
    for (size_t row = rep_row_behind(s, 0); row < s->count; row = rep_row_behind(s, row)) {
        line(k, 2, s->rows[row].name, "");
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
    line(k, 0, "meta", "");
    line(k, 2, "id", id);
    line(k, 2, "title", k->structure.format->title);
}

navlint_text navlint_layout_kaitai(const navlint_format *format) {
    ksy k = {.structure = rep_structure_of(format)};
    if (!k.structure.rows) return rep_buffer_take(&k.text);
    put_head(&k);
    put_type(&k, 0, 0);
    put_types(&k);
    return rep_buffer_take(&k.text);
}
