/* The records of a format as a pattern for ImHex (.hexpat). */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/structure.h"

/* One pattern on its way. */
typedef struct hexpat {
    rep_buffer text;
    rep_structure structure;
    size_t type;      /* the row of the type that is written, or that lists the record which is */
    unsigned records; /* between that type and what is written: 1 in a record, else 0 */
} hexpat;

#define PUT(h, ...) REP_PUT(&(h)->text, __VA_ARGS__)

static void put_count(hexpat *h, uint64_t count) {
    char digits[24];
    (void)snprintf(digits, sizeof digits, "%" PRIu64, count);
    rep_buffer_text(&h->text, digits);
}

/* ---- Names ---- */

/* Words of the language that a name may be, too: such a name gets _ behind it. */
static bool is_word(const char *name, size_t length) {
    static const char *const words[] = {"be",     "in",      "le",       "out",    "this",
                                        "null",   "from",    "match",    "parent", "padding",
                                        "import", "section", "reference"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == length && memcmp(words[i], name, length) == 0) return true;
    return false;
}

static void put_name(hexpat *h, const char *name, size_t length) {
    rep_buffer_append(&h->text, name, length);
    if (is_word(name, length)) PUT(h, "_");
}

static void put_id(hexpat *h, const char *id) {
    put_name(h, id, strlen(id));
}

/* snake_case becomes SnakeCase. */
static void put_type_name(hexpat *h, const char *id) {
    for (bool starts = true; *id != '\0'; id++) {
        const char letter = starts ? (char)toupper((unsigned char)*id) : *id;
        starts = *id == '_';
        if (!starts) rep_buffer_append(&h->text, &letter, 1);
    }
}

static const char *scalar_name(nl_type type) {
    static const char *const names[NL_TYPE_COUNT] = {
        [NL_U8] = "u8",     [NL_I8] = "s8",       [NL_U16LE] = "u16",   [NL_I16LE] = "s16",
        [NL_U32LE] = "u32", [NL_I32LE] = "s32",   [NL_F32LE] = "float", [NL_U16BE] = "u16",
        [NL_U32BE] = "u32", [NL_F32BE] = "float", [NL_BYTES] = "u8"};
    return names[type];
}

/* ---- Places ---- */

static size_t type_around(const rep_structure *s, size_t type) {
    const size_t group = rep_row_of_group(s, type);
    return group < s->count ? rep_row_of_owner(s, group) : 0;
}

/* How many types are around, up to the one that is the file's. */
static unsigned levels_to_root(const hexpat *h) {
    unsigned levels = h->records;
    for (size_t type = h->type; type != 0; type = type_around(&h->structure, type))
        levels++;
    return levels;
}

/* How many, up to the one with the innermost sized group around; 0: there is none. */
static unsigned levels_to_bounds(const hexpat *h) {
    unsigned levels = 0;
    for (size_t type = h->type; type != 0; type = type_around(&h->structure, type)) {
        levels++;
        if (rep_is_sized(&h->structure, rep_row_of_group(&h->structure, type))) return levels;
    }
    return 0;
}

static void put_parents(hexpat *h, unsigned levels) {
    for (unsigned i = 0; i < levels; i++)
        PUT(h, "parent.");
}

/* Where the bytes of the innermost sized type around start, or end. */
static void put_bound(hexpat *h, const char *bound, const char *of_file) {
    const unsigned levels = levels_to_bounds(h);
    put_parents(h, levels);
    PUT(h, levels ? bound : of_file);
}

static void put_end(hexpat *h) {
    put_bound(h, "content_end", "sizeof($)");
}

/* ---- Expressions ---- */

static bool is_name_byte(char byte) {
    return isalnum((unsigned char)byte) || byte == '_';
}

static bool is_same(const char *word, size_t length, const char *other) {
    return strlen(other) == length && memcmp(word, other, length) == 0;
}

/* Returns the bytes of the expression that are written by this. */
static size_t put_word(hexpat *h, const char *word) {
    size_t length = 0;
    while (is_name_byte(word[length]))
        length++;
    if (is_same(word, length, "_root")) {
        put_parents(h, levels_to_root(h));
        return length + 1;
    }
    if (is_same(word, length, "not")) {
        PUT(h, "!");
        return length + 1;
    }
    if (is_same(word, length, "_parent"))
        PUT(h, "parent");
    else if (is_same(word, length, "and") || is_same(word, length, "or"))
        PUT(h, word[0] == 'a' ? "&&" : "||");
    else
        put_name(h, word, length);
    return length;
}

static void put_expression(hexpat *h, const char *text) {
    while (*text != '\0') {
        if (is_name_byte(*text)) {
            text += put_word(h, text);
        } else {
            rep_buffer_append(&h->text, text, 1);
            text++;
        }
    }
}

static void put_term(hexpat *h, const char *expression) {
    PUT(h, "(");
    put_expression(h, expression);
    PUT(h, ")");
}

/* ---- Members ---- */

/* Up to two conditions, and that there are bytes left. Returns whether there is one. */
static bool put_condition(hexpat *h, const rep_part *part) {
    const bool is_rest = part->scalar == NL_BYTES && rep_is_to_end(part->size);
    const char *const first = part->when[0] ? part->when[0] : part->when[1];
    const char *const second = part->when[1] == first ? NULL : part->when[1];
    if (!first && !is_rest) return false;
    PUT(h, "if (");
    if (first && (second || is_rest))
        put_term(h, first);
    else if (first)
        put_expression(h, first);
    if (second) PUT(h, " && ");
    if (second) put_term(h, second);
    if (is_rest) PUT(h, first ? " && $ < " : "$ < ");
    if (is_rest) put_end(h);
    PUT(h, ") ");
    return true;
}

static void put_list_count(hexpat *h, const char *count) {
    PUT(h, "[");
    if (rep_is_to_end(count)) {
        PUT(h, "while($ < ");
        put_end(h);
        PUT(h, ")");
    } else {
        put_expression(h, count);
    }
    PUT(h, "]");
}

static void put_byte_count(hexpat *h, const rep_part *part) {
    PUT(h, "[");
    if (part->length != 0) {
        put_count(h, part->length);
    } else if (rep_is_to_end(part->size)) {
        put_end(h);
        PUT(h, " - $");
    } else if (strcmp(part->size, NL_TO_NUL) != 0) {
        put_expression(h, part->size);
    }
    PUT(h, "]");
}

static void put_place(hexpat *h, const rep_part *part) {
    if (!part->place) return;
    PUT(h, " @ ");
    if (levels_to_bounds(h) != 0) put_bound(h, "content_at + ", "");
    put_term(h, part->place);
    if (part->at == 0) return;
    PUT(h, " + ");
    put_count(h, part->at);
}

static void put_attribute(hexpat *h, const char *attribute, bool *has_some) {
    PUT(h, *has_some ? ", " : " [[", attribute);
    *has_some = true;
}

static bool is_text(const rep_part *part) {
    return part->scalar == NL_BYTES && part->size && strcmp(part->size, NL_TO_NUL) == 0;
}

/* Without a name, members are shown as those of what is around; "N" are items of what is around.
 * Bytes are shown as one. */
static void put_attributes(hexpat *h, const rep_part *part) {
    bool has_some = false;
    const bool is_inline = part->name[0] == '\0' || strcmp(part->name, "N") == 0;
    const bool is_id = strcmp(part->name, part->id) == 0 && !is_word(part->id, strlen(part->id));
    const bool is_named = part->name[0] != '\0' && !is_id;
    if (is_inline) put_attribute(h, "inline", &has_some);
    if (part->scalar == NL_BYTES && !is_text(part)) put_attribute(h, "sealed", &has_some);
    if (is_named) put_attribute(h, "name(\"", &has_some);
    if (is_named) PUT(h, part->name, "\")");
    if (has_some) PUT(h, "]]");
}

static void put_declared_type(hexpat *h, const rep_part *part) {
    if (part->type[0])
        put_type_name(h, part->type);
    else
        PUT(h, is_text(part) ? "char" : scalar_name(part->scalar));
    PUT(h, " ");
}

static void put_declaration(hexpat *h, const rep_part *part) {
    put_declared_type(h, part);
    put_id(h, part->id);
    if (part->count) put_list_count(h, part->count);
    if (part->scalar == NL_BYTES) put_byte_count(h, part);
    put_place(h, part);
    put_attributes(h, part);
    PUT(h, ";\n");
}

/* ---- Sized members ---- */

#define LINE "        "

static void put_size(hexpat *h, const char *bytes) {
    PUT(h, LINE "content_at = $;\n" LINE "content_end = ");
    if (rep_is_to_end(bytes)) {
        put_end(h);
    } else {
        PUT(h, "$ + ");
        put_term(h, bytes);
    }
    PUT(h, ";\n" LINE);
}

static void put_packed(hexpat *h, const rep_part *part) {
    PUT(h, LINE "u8 ");
    put_id(h, part->id);
    PUT(h, "[");
    put_expression(h, part->bytes);
    PUT(h, "] [[sealed, name(\"", part->name, "\")]];\n");
    PUT(h, LINE "std::mem::Section unpacked = std::mem::create_section(\"", part->id, "\");\n");
    PUT(h, LINE "hex::dec::zlib_decompress(", part->id, ", unpacked, 15);\n");
    PUT(h, LINE "content_at = 0;\n");
    PUT(h, LINE "content_end = std::mem::get_section_size(unpacked);\n" LINE);
    put_type_name(h, part->type);
    PUT(h, " ", part->type, "_of_", part->id, " @ 0 in unpacked [[inline]];\n");
}

static void put_sized(hexpat *h, const rep_part *part) {
    PUT(h, "{\n");
    if (part->is_packed) {
        put_packed(h, part);
    } else {
        put_size(h, part->bytes);
        put_declaration(h, part);
        PUT(h, LINE "$ = content_end;\n");
    }
    PUT(h, "    }\n");
}

static void put_member(hexpat *h, const rep_part *part) {
    const bool is_conditional = put_condition(h, part);
    if (part->bytes && !is_conditional) PUT(h, "if (true) ");
    if (part->bytes)
        put_sized(h, part);
    else
        put_declaration(h, part);
}

/* ---- Values ---- */

static const rep_part *part_with_id(const rep_parts *parts, const char *id) {
    for (size_t i = 0; i < parts->count; i++)
        if (strcmp(parts->items[i].id, id) == 0) return &parts->items[i];
    return NULL;
}

static uint32_t place_of_field(const rep_structure *s, unsigned record, const char *id) {
    size_t count = 0;
    const nl_field *const fields = nl_fields_of(s->layout, record, &count);
    for (size_t i = 0; i < count; i++) {
        rep_id field;
        rep_put_id(field, fields[i].name ? fields[i].name : "");
        if (strcmp(field, id) == 0) return fields[i].at;
    }
    return 0;
}

static void put_sum(hexpat *h, const rep_parts *parts, const rep_part *part) {
    const rep_part *const list = part_with_id(parts, part->size);
    if (!list) return;
    PUT(h, "u128 ", part->id, " = sum_of_bytes(addressof(", list->id, ") + ");
    put_count(h, place_of_field(&h->structure, list->record, part->field));
    PUT(h, ", ");
    put_expression(h, list->count);
    PUT(h, ", ");
    put_count(h, h->structure.layout->records[list->record].bytes);
    PUT(h, ");\n");
}

static void put_let(hexpat *h, const rep_part *part) {
    PUT(h, "u128 ");
    put_id(h, part->id);
    PUT(h, " = ");
    put_expression(h, part->size);
    PUT(h, ";\n");
}

static void put_ahead(hexpat *h, const rep_part *part) {
    PUT(h, scalar_name(part->scalar), " ", part->id, " @ ");
    if (part->kind == NL_IS_AHEAD) PUT(h, "$ + ");
    put_count(h, part->at);
    PUT(h, " [[hidden]];\n");
}

/* ---- Types ---- */

static bool has_sized(const rep_parts *parts) {
    for (size_t i = 0; i < parts->count; i++)
        if (parts->items[i].bytes) return true;
    return false;
}

static void put_part(hexpat *h, const rep_parts *parts, const rep_part *part) {
    PUT(h, "    ");
    if (part->kind == NL_IS_RECORD)
        put_member(h, part);
    else if (part->kind == NL_IS_NUMBER)
        PUT(h, "u128 ", part->id, " = std::core::array_index();\n");
    else if (part->kind == NL_IS_SUM)
        put_sum(h, parts, part);
    else if (part->kind == NL_IS_LET)
        put_let(h, part);
    else
        put_ahead(h, part);
}

static void put_struct(hexpat *h, const char *id, rep_parts *parts) {
    PUT(h, "\nstruct ");
    put_type_name(h, id);
    PUT(h, " {\n");
    if (has_sized(parts)) PUT(h, "    u128 content_at = 0;\n    u128 content_end = 0;\n");
    for (size_t i = 0; i < parts->count; i++)
        put_part(h, parts, &parts->items[i]);
    PUT(h, "};\n");
    h->text.failed |= parts->failed;
    free(parts->items);
}

/* list: the row that lists it. */
static void put_record(hexpat *h, size_t list) {
    rep_id id;
    rep_parts parts;
    const unsigned record = h->structure.rows[list].index;
    h->type = rep_row_of_owner(&h->structure, list);
    h->records = 1;
    rep_put_record_id(&h->structure, record, id);
    rep_parts_of_record(&h->structure, record, &parts);
    put_struct(h, id, &parts);
}

/* Types are written from the last to the first, those that a type has before the type: one that it
 * has and that is in front of it in the table is not known yet. */
static void put_unknown(hexpat *h, size_t type) {
    const nl_structure_row *const rows = h->structure.rows;
    for (size_t row = type; row < rep_row_behind(&h->structure, type); row++) {
        if (rows[row].kind != NL_IS_GROUP) continue;
        if (rep_row_of_type(&h->structure, rows[row].name) > type) continue;
        PUT(h, "\nusing ");
        put_type_name(h, rows[row].name);
        PUT(h, ";\n");
    }
}

static void put_type(hexpat *h, size_t type) {
    rep_parts parts;
    h->type = type;
    h->records = 0;
    put_unknown(h, type);
    rep_parts_of_type(&h->structure, type, &parts);
    put_struct(h, h->structure.rows[type].name, &parts);
}

static void put_types(hexpat *h) {
    const rep_structure *const s = &h->structure;
    for (size_t row = 0; row < s->count; row++)
        if (rep_is_first_list(s, row)) put_record(h, row);
    for (size_t row = s->count; row > 0; row--)
        if (s->rows[row - 1].kind == NL_IS_TYPE) put_type(h, row - 1);
}

/* ---- All of it ---- */

static bool has_kind(const rep_structure *s, nl_structure_kind kind) {
    for (size_t i = 0; i < s->count; i++)
        if (s->rows[i].kind == kind) return true;
    return false;
}

static bool is_big_endian(const nl_layout *layout) {
    for (size_t i = 0; i < layout->field_count; i++)
        if (layout->fields[i].type >= NL_U16BE && layout->fields[i].type <= NL_F32BE) return true;
    return false;
}

/* Limits of ImHex's own are lower than what real files have. */
static void put_head(hexpat *h) {
    const rep_structure *const s = &h->structure;
    PUT(h, "// Generated by `navlint layout --format hexpat` from its tables.\n");
    PUT(h, "#pragma description ", s->format->title, "\n");
    PUT(h, "#pragma endian ", is_big_endian(s->layout) ? "big" : "little", "\n");
    PUT(h, "#pragma array_limit 0x1000000\n#pragma pattern_limit 0x10000000\n");
    PUT(h, "#pragma eval_depth 1024\n");
    if (has_kind(s, NL_IS_NUMBER)) PUT(h, "\nimport std.core;");
    if (has_kind(s, NL_IS_PACKED) || has_kind(s, NL_IS_SUM)) PUT(h, "\nimport std.mem;");
    if (has_kind(s, NL_IS_PACKED)) PUT(h, "\nimport hex.dec;");
    if (has_kind(s, NL_IS_NUMBER) || has_kind(s, NL_IS_PACKED)) PUT(h, "\n");
}

static void put_sum_function(hexpat *h) {
    PUT(h, "\nfn sum_of_bytes(u128 at, u128 count, u128 stride) {\n"
           "    u128 sum = 0;\n"
           "    for (u128 i = 0, i < count, i = i + 1) {\n"
           "        sum = sum + std::mem::read_unsigned(at + i * stride, 1);\n"
           "    }\n"
           "    return sum;\n"
           "};\n");
}

navlint_text navlint_layout_hexpat(const navlint_format *format) {
    hexpat h = {.structure = rep_structure_of(format)};
    if (!h.structure.rows) return rep_buffer_take(&h.text);
    put_head(&h);
    if (has_kind(&h.structure, NL_IS_SUM)) put_sum_function(&h);
    put_types(&h);
    PUT(&h, "\nFile file @ 0x00 [[inline]];\n");
    return rep_buffer_take(&h.text);
}
