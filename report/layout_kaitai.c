/* The records of a format as a Kaitai Struct description (.ksy). */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/fields.h"
#include "core/structure.h"
#include "report/report.h"

enum { ID_CAPACITY = 96, TEXT_CAPACITY = 256, MOST_MEMBERS = 128 };

typedef struct ksy {
    rep_buffer text;
    const navlint_format *format;
    const nl_layout *layout;
    const nl_structure *structure;
} ksy;

static void line(ksy *k, int indent, const char *name, const char *value) {
    char text[TEXT_CAPACITY];
    (void)snprintf(text, sizeof text, "%*s%s:%s%s\n", indent, "", name, *value ? " " : "", value);
    rep_buffer_text(&k->text, text);
}

/* ---- Names ---- */

/* camelCase/x becomes camel_case_x. */
static void put_id(char id[ID_CAPACITY], const char *name) {
    size_t at = 0;
    for (; *name != '\0' && at + 2 < ID_CAPACITY; name++) {
        if (isupper((unsigned char)*name) && at != 0) id[at++] = '_';
        id[at++] = isalnum((unsigned char)*name) ? (char)tolower((unsigned char)*name) : '_';
    }
    id[at] = '\0';
}

static void number_id(char id[ID_CAPACITY], unsigned same) {
    const size_t length = strlen(id);
    if (same != 0) (void)snprintf(id + length, ID_CAPACITY - length, "_%u", same + 1);
}

/* Records may have the name of another one. */
static void put_record_id(const ksy *k, char id[ID_CAPACITY], unsigned record) {
    unsigned same = 0;
    for (unsigned i = 0; i < record; i++)
        same += strcmp(k->layout->records[i].name, k->layout->records[record].name) == 0;
    put_id(id, k->layout->records[record].name);
    number_id(id, same);
}

/* The path of a record below that of a type, without the number of an item: "connections/north". */
static void put_path(char path[ID_CAPACITY], const char *record, const char *type) {
    const char *const below = record + strlen(type);
    (void)snprintf(path, ID_CAPACITY, "%s", *below == '/' ? below + 1 : below);
    const size_t length = strlen(path);
    if (length >= 2 && strcmp(path + length - 2, "/N") == 0) path[length - 2] = '\0';
}

/* ---- Members ---- */

typedef struct member {
    char name[ID_CAPACITY]; /* in a dump: "nwCorner/x" */
    char type[ID_CAPACITY]; /* "" for bytes */
    uint32_t length;        /* of bytes; 0: `size` says */
    const char *size;
    const char *count;   /* how often; NULL: once */
    const char *when[3]; /* all of them must hold; NULL: nothing to hold */
} member;

/* Those of one type. */
typedef struct members {
    const ksy *k;
    const char *path; /* of the type */
    size_t count;
    member items[MOST_MEMBERS];
} members;

static void add(members *list, const member *m) {
    if (list->count < MOST_MEMBERS) list->items[list->count++] = *m;
}

static const char *meaning(const ksy *k, unsigned when) {
    return when == NL_ALWAYS ? NULL : k->structure->meanings[when];
}

static const char *record_when(const ksy *k, const nl_structure_row *row) {
    return row->when ? row->when : meaning(k, k->layout->records[row->index].when);
}

static const char *ksy_type(nl_type type) {
    static const char *const names[NL_TYPE_COUNT] = {
        [NL_U8] = "u1",      [NL_I8] = "s1",      [NL_U16LE] = "u2le", [NL_I16LE] = "s2le",
        [NL_U32LE] = "u4le", [NL_I32LE] = "s4le", [NL_F32LE] = "f4le", [NL_U16BE] = "u2be",
        [NL_U32BE] = "u4be", [NL_F32BE] = "f4be"};
    return names[type];
}

static void name_field(const char *path, const char *name, char out[ID_CAPACITY]) {
    (void)snprintf(out, ID_CAPACITY, "%s%s%s", path, *path ? "/" : "", name ? name : "");
}

/* Fields whose length the file says have rows of their own. */
static void add_fields(members *w, unsigned record, const char *path, const char *when) {
    size_t count = 0;
    const nl_field *const fields = nl_fields_of(w->k->layout, record, &count);
    for (size_t i = 0; i < count; i++) {
        const nl_field *const f = &fields[i];
        const bool is_bytes = f->type == NL_BYTES;
        member m = {.when = {when, meaning(w->k, f->when)}};
        if (f->type == NL_NO_TYPE || (is_bytes && f->length == 0)) continue;
        name_field(path, f->name, m.name);
        (void)snprintf(m.type, sizeof m.type, "%s", is_bytes ? "" : ksy_type((nl_type)f->type));
        m.length = is_bytes ? f->length : 0;
        add(w, &m);
    }
}

static const nl_field *value_of(const ksy *k, unsigned record) {
    size_t count = 0;
    const nl_field *const fields = nl_fields_of(k->layout, record, &count);
    return count == 1 && fields->is_value ? fields : NULL;
}

static void add_list(members *w, const nl_structure_row *row) {
    const nl_field *const value = value_of(w->k, row->index);
    member m = {.count = row->size, .when = {record_when(w->k, row)}};
    put_path(m.name, w->k->layout->records[row->index].path, w->path);
    if (value)
        (void)snprintf(m.type, sizeof m.type, "%s", ksy_type((nl_type)value->type));
    else
        put_record_id(w->k, m.type, row->index);
    add(w, &m);
}

static const char *path_of_type(const ksy *k, const char *name) {
    for (size_t i = 0; i < k->structure->count; i++)
        if (k->structure->rows[i].kind == NL_IS_TYPE &&
            strcmp(k->structure->rows[i].name, name) == 0)
            return k->structure->rows[i].path;
    return "";
}

static void add_group(members *w, const nl_structure_row *row) {
    member m = {.count = row->size, .when = {row->when}};
    put_path(m.name, path_of_type(w->k, row->name), w->path);
    (void)snprintf(m.type, sizeof m.type, "%s", row->name);
    add(w, &m);
}

static void add_bytes(members *w, const nl_structure_row *row) {
    const nl_field *const f = &w->k->layout->fields[row->index];
    const char *const when =
        row->when ? row->when : meaning(w->k, w->k->layout->records[f->record].when);
    member m = {.size = row->size, .when = {when, meaning(w->k, f->when)}};
    if (strcmp(row->size, NL_TO_END) == 0) m.when[2] = "not _io.eof";
    (void)snprintf(m.name, sizeof m.name, "%s", f->name);
    add(w, &m);
}

static void add_put(members *w, const nl_structure_row *row) {
    char path[ID_CAPACITY];
    put_path(path, w->k->layout->records[row->index].path, w->path);
    add_fields(w, row->index, path, record_when(w->k, row));
}

static void add_row(members *list, const nl_structure_row *row) {
    if (row->kind == NL_IS_RECORD) add_put(list, row);
    if (row->kind == NL_IS_LIST) add_list(list, row);
    if (row->kind == NL_IS_GROUP) add_group(list, row);
    if (row->kind == NL_IS_BYTES) add_bytes(list, row);
}

/* ---- Writing ---- */

static void put_condition(ksy *k, const member *m, int indent) {
    char text[TEXT_CAPACITY] = "";
    for (unsigned i = 0; i < 3; i++) {
        const size_t length = strlen(text);
        if (!m->when[i] || (i == 1 && m->when[1] == m->when[0])) continue;
        (void)snprintf(text + length, sizeof text - length, "%s(%s)", length ? " and " : "",
                       m->when[i]);
    }
    if (text[0] != '\0') line(k, indent, "if", text);
}

static void put_size(ksy *k, const member *m, int indent) {
    char digits[16];
    (void)snprintf(digits, sizeof digits, "%" PRIu32, m->length);
    if (m->length != 0) {
        line(k, indent, "size", digits);
    } else if (strcmp(m->size, NL_TO_END) == 0) {
        line(k, indent, "size-eos", "true");
    } else if (strcmp(m->size, NL_TO_NUL) == 0) {
        line(k, indent, "terminator", "0");
    } else {
        line(k, indent, "size", m->size);
    }
}

/* Two with one name have numbers. */
static void put_member_id(const members *list, size_t index, char id[ID_CAPACITY]) {
    unsigned same = 0;
    for (size_t i = 0; i < index; i++)
        same += strcmp(list->items[i].name, list->items[index].name) == 0;
    put_id(id, list->items[index].name);
    number_id(id, same);
}

static void put_member(ksy *k, const members *list, size_t index, int indent) {
    char id[ID_CAPACITY];
    char name[ID_CAPACITY + 2];
    const member *const m = &list->items[index];
    put_member_id(list, index, id);
    (void)snprintf(name, sizeof name, "\"%s\"", m->name);
    line(k, indent, "- id", id);
    line(k, indent + 2, "-orig-id", name);
    if (m->type[0] == '\0')
        put_size(k, m, indent + 2);
    else
        line(k, indent + 2, "type", m->type);
    if (m->count) line(k, indent + 2, "repeat", "expr");
    if (m->count) line(k, indent + 2, "repeat-expr", m->count);
    put_condition(k, m, indent + 2);
}

static void put_members(ksy *k, const members *list, int indent) {
    line(k, indent, "seq", "");
    for (size_t i = 0; i < list->count; i++)
        put_member(k, list, i, indent + 2);
}

/* The members of the type whose row is at `row`. Returns the row behind it. */
static size_t put_type(ksy *k, size_t row, int indent) {
    const nl_structure_row *const rows = k->structure->rows;
    members list = {.k = k, .path = rows[row].path};
    for (row++; row < k->structure->count && rows[row].kind != NL_IS_TYPE; row++)
        add_row(&list, &rows[row]);
    put_members(k, &list, indent);
    return row;
}

static void put_value(ksy *k, const nl_structure_row *row) {
    char digits[16];
    (void)snprintf(digits, sizeof digits, "%" PRIu32, row->at);
    line(k, 2, row->name, "");
    if (row->kind == NL_IS_LET) {
        line(k, 4, "value", row->size);
        return;
    }
    line(k, 4, "pos", digits);
    line(k, 4, "type", ksy_type((nl_type)row->type));
}

static void put_values(ksy *k) {
    line(k, 0, "instances", "");
    for (size_t i = 0; i < k->structure->count; i++) {
        const nl_structure_row *const row = &k->structure->rows[i];
        if (row->kind == NL_IS_LET || row->kind == NL_IS_PEEK) put_value(k, row);
    }
}

/* A record that is listed, unless an earlier row lists it or it is one value. */
static void put_record(ksy *k, size_t row) {
    char id[ID_CAPACITY];
    const nl_structure_row *const rows = k->structure->rows;
    members list = {.k = k, .path = ""};
    if (rows[row].kind != NL_IS_LIST || value_of(k, rows[row].index)) return;
    for (size_t i = 0; i < row; i++)
        if (rows[i].kind == NL_IS_LIST && rows[i].index == rows[row].index) return;
    put_record_id(k, id, rows[row].index);
    line(k, 2, id, "");
    add_fields(&list, rows[row].index, "", NULL);
    put_members(k, &list, 4);
}

/* Types of the structure, but for the first, which is the file; then records. */
static void put_types(ksy *k, size_t row) {
    line(k, 0, "types", "");
    while (row < k->structure->count) {
        line(k, 2, k->structure->rows[row].name, "");
        row = put_type(k, row, 4);
    }
    for (size_t i = 0; i < k->structure->count; i++)
        put_record(k, i);
}

static void put_head(ksy *k) {
    char id[ID_CAPACITY];
    put_id(id, k->format->id);
    rep_buffer_text(&k->text, "# Generated by `navlint layout --format ksy` from its tables.\n");
    line(k, 0, "meta", "");
    line(k, 2, "id", id);
    line(k, 2, "title", k->format->title);
}

navlint_text navlint_layout_kaitai(const navlint_format *format) {
    ksy k = {.format = format, .layout = format ? format->layout : NULL};
    k.structure = k.layout ? k.layout->structure : NULL;
    if (!k.structure) return rep_buffer_take(&k.text);
    put_head(&k);
    const size_t behind_file = put_type(&k, 0, 0);
    put_values(&k);
    put_types(&k, behind_file);
    return rep_buffer_take(&k.text);
}
