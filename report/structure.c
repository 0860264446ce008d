#include "report/structure.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

rep_structure rep_structure_of(const navlint_format *format) {
    rep_structure s = {.format = format, .layout = format ? format->layout : NULL};
    const nl_structure *const structure = s.layout ? s.layout->structure : NULL;
    if (!structure) return s;
    s.rows = structure->rows;
    s.count = structure->count;
    return s;
}

void rep_put(rep_buffer *buffer, const char *const *pieces) {
    for (; *pieces; pieces++)
        rep_buffer_text(buffer, *pieces);
}

/* ---- Names ---- */

void rep_put_id(rep_id id, const char *name) {
    size_t at = 0;
    for (char before = '_'; *name != '\0' && at + 2 < REP_ID_CAPACITY; before = *name++) {
        const bool is_plain = isalnum((unsigned char)*name);
        const bool starts_word = isupper((unsigned char)*name) && islower((unsigned char)before);
        if ((!is_plain || starts_word) && at != 0 && id[at - 1] != '_') id[at++] = '_';
        if (is_plain) id[at++] = (char)tolower((unsigned char)*name);
    }
    id[at] = '\0';
}

static void put_text(rep_id out, const char *text) {
    (void)snprintf(out, REP_ID_CAPACITY, "%s", text);
}

static void put_number(rep_id id, unsigned same) {
    const size_t length = strlen(id);
    if (same != 0) (void)snprintf(id + length, REP_ID_CAPACITY - length, "_%u", same + 1);
}

/* Records may have the name of another one. */
void rep_put_record_id(const rep_structure *s, unsigned record, rep_id id) {
    const nl_record *const records = s->layout->records;
    unsigned same = 0;
    for (unsigned i = 0; i < record; i++)
        same += strcmp(records[i].name, records[record].name) == 0;
    rep_put_id(id, records[record].name);
    put_number(id, same);
}

/* Whether it has the number of one of a list. */
static bool is_numbered(const char *name) {
    const size_t length = strlen(name);
    return length > 2 && strcmp(name + length - 2, "/N") == 0;
}

bool rep_is_to_end(const char *size) {
    return size && strcmp(size, NL_TO_END) == 0;
}

/* What `path` has beyond that of the type around it; "" if it is not below that. */
static const char *path_below(const char *path, const char *around) {
    const size_t length = strlen(around);
    if (strncmp(path, around, length) != 0) return "";
    return path[length] == '/' ? path + length + 1 : path + strlen(path);
}

static void name_list(rep_id name, const char *path, const char *around) {
    put_text(name, path_below(path, around));
    if (is_numbered(name)) name[strlen(name) - 2] = '\0';
}

/* What is counted at the top is counted through the whole file. */
static void name_group(rep_id name, const char *path, const char *around) {
    const char *const below = path_below(path, around);
    const bool is_of_file = *around == '\0' && is_numbered(below);
    (void)snprintf(name, REP_ID_CAPACITY, "%s%s", is_of_file ? "/" : "", below);
}

/* ---- Parts ---- */

/* The parts of a type on their way, and what rows have said of the next one. */
typedef struct building {
    const rep_structure *s;
    rep_parts *parts;
    const char *path;   /* of the type */
    const char *place;  /* NULL: behind the last one */
    const char *bytes;  /* of the type */
    const char *name;   /* NULL: what follows from its path */
    const char *packed; /* the name of a packed one; NULL: it is not */
} building;

/* Room for one more; NULL if memory ran out. */
static rep_part *new_part(rep_parts *parts) {
    if (parts->count == parts->capacity) {
        const size_t capacity = 2 * parts->capacity + 16;
        rep_part *const items = realloc(parts->items, capacity * sizeof *items);
        parts->failed |= !items;
        if (!items) return NULL;
        parts->items = items;
        parts->capacity = capacity;
    }
    return &parts->items[parts->count++];
}

static bool has_id(const rep_parts *parts, const char *id) {
    for (size_t i = 0; i < parts->count; i++)
        if (strcmp(parts->items[i].id, id) == 0) return true;
    return false;
}

/* The id follows from `label`; where an earlier part has it already, it has a number. */
static void add(building *b, const rep_part *part, const char *label) {
    rep_id id;
    rep_put_id(id, label);
    for (unsigned same = 1; has_id(b->parts, id); same++) {
        rep_put_id(id, label);
        put_number(id, same);
    }
    rep_part *const added = new_part(b->parts);
    if (!added) return;
    *added = *part;
    put_text(added->id, id);
}

static const char *meaning(const building *b, unsigned when) {
    return when == NL_ALWAYS ? NULL : b->s->layout->structure->meanings[when];
}

static const char *when_of(const building *b, const nl_structure_row *row, unsigned record) {
    return row->when ? row->when : meaning(b, b->s->layout->records[record].when);
}

static void add_field(building *b, const nl_field *f, rep_part part) {
    const bool is_bytes = f->type == NL_BYTES;
    const size_t length = strlen(part.name);
    if (f->type == NL_NO_TYPE || (is_bytes && f->length == 0)) return;
    (void)snprintf(part.name + length, REP_ID_CAPACITY - length, "%s%s", length ? "/" : "",
                   f->name ? f->name : "");
    part.scalar = (nl_type)f->type;
    part.length = is_bytes ? f->length : 0;
    part.at = f->at;
    part.when[1] = meaning(b, f->when);
    add(b, &part, part.name);
}

/* Fields whose length the file says have rows of their own. */
static void add_fields(building *b, unsigned record, const rep_part *part) {
    size_t count = 0;
    const nl_field *const fields = nl_fields_of(b->s->layout, record, &count);
    for (size_t i = 0; i < count; i++)
        add_field(b, &fields[i], *part);
}

static void add_put(building *b, const nl_structure_row *row) {
    rep_part part = {
        .kind = NL_IS_RECORD, .place = b->place, .when = {when_of(b, row, row->index)}};
    put_text(part.name, path_below(b->s->layout->records[row->index].path, b->path));
    add_fields(b, row->index, &part);
}

/* The field that a record of one value is. */
static const nl_field *value_of(const rep_structure *s, unsigned record) {
    size_t count = 0;
    const nl_field *const fields = nl_fields_of(s->layout, record, &count);
    return count == 1 && fields->is_value ? fields : NULL;
}

static void add_list(building *b, const nl_structure_row *row) {
    const nl_field *const value = value_of(b->s, row->index);
    rep_part part = {.kind = NL_IS_RECORD,
                     .count = row->size,
                     .place = b->place,
                     .record = row->index,
                     .scalar = value ? (nl_type)value->type : NL_NO_TYPE,
                     .when = {when_of(b, row, row->index)}};
    name_list(part.name, b->s->layout->records[row->index].path, b->path);
    if (b->name) put_text(part.name, b->name);
    if (!value) rep_put_record_id(b->s, row->index, part.type);
    add(b, &part, part.name);
}

static bool knows_number(const rep_structure *s, size_t row) {
    const size_t behind = rep_row_behind(s, row);
    for (; row < behind; row++)
        if (s->rows[row].kind == NL_IS_NUMBER) return true;
    return false;
}

static void add_group(building *b, const nl_structure_row *row) {
    const size_t type = rep_row_of_type(b->s, row->name);
    const char *const path = type < b->s->count ? b->s->rows[type].path : "";
    rep_part part = {.kind = NL_IS_RECORD,
                     .count = row->size,
                     .place = b->place,
                     .bytes = b->bytes,
                     .is_packed = b->packed != NULL,
                     .has_number = knows_number(b->s, type),
                     .when = {row->when}};
    put_text(part.type, row->name);
    if (row->size)
        name_list(part.name, path, b->path);
    else
        name_group(part.name, path, b->path);
    if (b->name || b->packed) put_text(part.name, b->packed ? b->packed : b->name);
    const bool has_name = row->size || b->name || b->packed;
    add(b, &part, has_name && strlen(part.name) > 1 ? part.name : row->name);
}

static void add_bytes(building *b, const nl_structure_row *row) {
    const nl_field *const f = &b->s->layout->fields[row->index];
    rep_part part = {.kind = NL_IS_RECORD,
                     .scalar = NL_BYTES,
                     .size = row->size,
                     .place = b->place,
                     .when = {when_of(b, row, f->record), meaning(b, f->when)}};
    put_text(part.name, f->name);
    add(b, &part, f->name);
}

static void add_value(building *b, const nl_structure_row *row) {
    const rep_part part = {.kind = row->kind,
                           .scalar = (nl_type)row->type,
                           .at = row->at,
                           .size = row->size,
                           .field = row->path};
    add(b, &part, row->name);
}

/* Whether the row says more of the next one. */
static bool says_more(const nl_structure_row *row) {
    return row->kind >= NL_IS_PLACE && row->kind <= NL_IS_NAME;
}

static bool note(building *b, const nl_structure_row *row) {
    if (row->kind == NL_IS_PLACE) b->place = row->size;
    if (row->kind == NL_IS_SIZE) b->bytes = row->size;
    if (row->kind == NL_IS_NAME) b->name = row->name;
    if (row->kind == NL_IS_PACKED) b->packed = b->s->layout->fields[row->index].name;
    return says_more(row);
}

static void add_row(building *b, const nl_structure_row *row) {
    if (note(b, row)) return;
    if (row->kind == NL_IS_RECORD)
        add_put(b, row);
    else if (row->kind == NL_IS_LIST)
        add_list(b, row);
    else if (row->kind == NL_IS_GROUP)
        add_group(b, row);
    else if (row->kind == NL_IS_BYTES)
        add_bytes(b, row);
    else
        add_value(b, row);
    *b = (building){.s = b->s, .parts = b->parts, .path = b->path};
}

void rep_parts_of_type(const rep_structure *s, size_t row, rep_parts *parts) {
    const size_t behind = rep_row_behind(s, row);
    building b = {.s = s, .parts = parts, .path = s->rows[row].path};
    *parts = (rep_parts){0};
    for (row++; row < behind; row++)
        add_row(&b, &s->rows[row]);
}

void rep_parts_of_record(const rep_structure *s, unsigned record, rep_parts *parts) {
    building b = {.s = s, .parts = parts, .path = ""};
    *parts = (rep_parts){0};
    add_fields(&b, record, &(rep_part){.kind = NL_IS_RECORD});
}

/* ---- Rows ---- */

size_t rep_row_of_type(const rep_structure *s, const char *name) {
    size_t row = 0;
    while (row < s->count &&
           (s->rows[row].kind != NL_IS_TYPE || strcmp(s->rows[row].name, name) != 0))
        row++;
    return row;
}

size_t rep_row_behind(const rep_structure *s, size_t row) {
    if (row < s->count) row++;
    while (row < s->count && s->rows[row].kind != NL_IS_TYPE)
        row++;
    return row;
}

size_t rep_row_of_group(const rep_structure *s, size_t type) {
    size_t row = 0;
    while (row < s->count &&
           (s->rows[row].kind != NL_IS_GROUP || rep_row_of_type(s, s->rows[row].name) != type))
        row++;
    return row;
}

size_t rep_row_of_owner(const rep_structure *s, size_t row) {
    while (row > 0 && s->rows[row].kind != NL_IS_TYPE)
        row--;
    return row;
}

bool rep_is_sized(const rep_structure *s, size_t group) {
    while (group > 0 && says_more(&s->rows[group - 1]))
        if (s->rows[--group].kind == NL_IS_SIZE) return true;
    return false;
}

bool rep_is_first_list(const rep_structure *s, size_t row) {
    const nl_structure_row *const rows = s->rows;
    if (rows[row].kind != NL_IS_LIST || value_of(s, rows[row].index)) return false;
    for (size_t i = 0; i < row; i++)
        if (rows[i].kind == NL_IS_LIST && rows[i].index == rows[row].index) return false;
    return true;
}
