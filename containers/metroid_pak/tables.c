#include "containers/metroid_pak/tables.h"

#include "core/checked.h"

enum { WORD_BYTES = 4 };

/* ---- Dialects ---- */

#define LONG_ROW                                                                                   \
    .row = PK_LONG_ROW_RECORD, .flag = PK_LONG_ROW_FLAG, .type = PK_LONG_ROW_TYPE,                 \
    .id = PK_LONG_ROW_ID, .size = PK_LONG_ROW_SIZE, .offset = PK_LONG_ROW_OFFSET,                  \
    .has_long_ids = true

const pk_shape pk_shapes[PK_DIALECT_COUNT] = {
    [PK_PRIME] = {.dialect = "prime",
                  .version = "3.5",
                  .holding = 1 << PK_IS_OPEN | 1 << PK_IS_PRIME,
                  .align = 32,
                  .is_confirmed = true,
                  .row = PK_ROW_RECORD,
                  .flag = PK_ROW_FLAG,
                  .type = PK_ROW_TYPE,
                  .id = PK_ROW_ID,
                  .size = PK_ROW_SIZE,
                  .offset = PK_ROW_OFFSET,
                  .name_type = PK_NAME_TYPE,
                  .name_id = PK_NAME_ID,
                  .name_length = PK_NAME_LENGTH,
                  .text = PK_NAME_TEXT},
    [PK_PROTOTYPE] = {.dialect = "corruption-prototype",
                      .version = "3.5",
                      .holding = 1 << PK_IS_OPEN | 1 << PK_IS_PROTOTYPE | 1 << PK_HAS_LONG_IDS,
                      .align = 32,
                      LONG_ROW,
                      .name_type = PK_LONG_NAME_TYPE,
                      .name_id = PK_LONG_NAME_ID,
                      .name_length = PK_LONG_NAME_LENGTH,
                      .text = PK_LONG_NAME_TEXT},
    [PK_CORRUPTION] = {.dialect = "corruption",
                       .version = "2",
                       .holding = 1 << PK_IS_SECTIONED | 1 << PK_HAS_LONG_IDS,
                       .align = 64,
                       .is_sectioned = true,
                       LONG_ROW,
                       .name_type = PK_LABELLED_TYPE,
                       .name_id = PK_LABELLED_ID,
                       .name_length = NL_NO_FIELD,
                       .text = PK_LABEL_TEXT},
};

/* ---- One record ---- */

static const uint8_t *field_at(const uint8_t *record, unsigned field) {
    return record + pk_fields.fields[field].at;
}

static uint64_t id_at(const uint8_t *p, bool is_long) {
    const uint64_t first = nl_load_u32be(p);
    return is_long ? first << 32 | nl_load_u32be(p + WORD_BYTES) : first;
}

/* Bytes of a name's fields in front of the text, or (version 2) behind it. */
static uint32_t head_bytes(const pk_shape *shape) {
    if (shape->is_sectioned) return PK_LABELLED_BYTES;
    return shape->has_long_ids ? PK_LONG_NAME_TEXT_AT : PK_NAME_TEXT_AT;
}

static uint64_t open_name_end(const uint8_t *bytes, const pk_shape *shape, pk_span window) {
    const uint64_t head = head_bytes(shape);
    if (window.end - window.at < head) return 0;
    const uint64_t text = nl_load_u32be(field_at(bytes + window.at, shape->name_length));
    return text <= window.end - window.at - head ? window.at + head + text : 0;
}

static uint64_t label_end(const uint8_t *bytes, pk_span window) {
    const size_t left = (size_t)(window.end - window.at);
    const uint8_t *const nul = left != 0 ? memchr(bytes + window.at, 0, left) : NULL;
    if (!nul) return 0;
    const uint64_t end = (uint64_t)(nul - bytes) + 1;
    return window.end - end >= PK_LABELLED_BYTES ? end + PK_LABELLED_BYTES : 0;
}

uint64_t pk_name_end(const uint8_t *bytes, const pk_shape *shape, pk_span window) {
    return shape->is_sectioned ? label_end(bytes, window) : open_name_end(bytes, shape, window);
}

pk_name pk_read_name(const uint8_t *bytes, const pk_shape *shape, uint64_t at) {
    pk_name name = {.at = at, .text_at = at + head_bytes(shape)};
    if (shape->is_sectioned) {
        name.text_at = at;
        name.text_bytes = (uint32_t)strlen((const char *)bytes + at);
        name.at = at + name.text_bytes + 1;
    } else {
        name.text_bytes = nl_load_u32be(field_at(bytes + at, shape->name_length));
    }
    name.type = nl_load_u32be(field_at(bytes + name.at, shape->name_type));
    name.id = id_at(field_at(bytes + name.at, shape->name_id), shape->has_long_ids);
    return name;
}

pk_name pk_name_at(const uint8_t *bytes, const pk_document *doc, uint32_t index) {
    return pk_read_name(bytes, doc->tables.shape, doc->name_at[index]);
}

static pk_row short_row(const uint8_t *p) {
    return (pk_row){.flag = nl_load_u32be(p + PK_ROW_FLAG_AT),
                    .type = nl_load_u32be(p + PK_ROW_TYPE_AT),
                    .id = nl_load_u32be(p + PK_ROW_ID_AT),
                    .size = nl_load_u32be(p + PK_ROW_SIZE_AT),
                    .offset = nl_load_u32be(p + PK_ROW_OFFSET_AT)};
}

static pk_row long_row(const uint8_t *p) {
    return (pk_row){.flag = nl_load_u32be(p + PK_LONG_ROW_FLAG_AT),
                    .type = nl_load_u32be(p + PK_LONG_ROW_TYPE_AT),
                    .id = id_at(p + PK_LONG_ROW_ID_AT, true),
                    .size = nl_load_u32be(p + PK_LONG_ROW_SIZE_AT),
                    .offset = nl_load_u32be(p + PK_LONG_ROW_OFFSET_AT)};
}

static pk_row read_row(const uint8_t *bytes, const pk_tables *tables, uint32_t index) {
    const bool is_long = tables->shape->has_long_ids;
    const uint64_t stride = is_long ? PK_LONG_ROW_BYTES : PK_ROW_BYTES;
    const uint64_t at = tables->rows_at + index * stride;
    pk_row row = is_long ? long_row(bytes + at) : short_row(bytes + at);
    row.at = at;
    return row;
}

pk_row pk_row_at(const uint8_t *bytes, const pk_document *doc, uint32_t index) {
    pk_row row = read_row(bytes, &doc->tables, index);
    row.start = doc->origin + row.offset;
    row.end = row.start + row.size;
    row.fits = row.end <= doc->data.end;
    return row;
}

/* ---- The tables ---- */

static bool read_count(const uint8_t *bytes, pk_span window, uint32_t *count) {
    if (window.end - window.at < WORD_BYTES) return false;
    *count = nl_load_u32be(bytes + window.at);
    return true;
}

/* Past the names; true if all are there. */
static bool walk_names(const uint8_t *bytes, pk_tables *t) {
    if (!read_count(bytes, t->names_in, &t->stated_names)) {
        t->loss = PK_NO_NAME_COUNT;
        return false;
    }
    t->names_end = t->names_in.at + WORD_BYTES;
    while (t->names < t->stated_names) {
        const pk_span left = {t->names_end, t->names_in.end};
        const uint64_t end = pk_name_end(bytes, t->shape, left);
        if (end == 0) break;
        t->names_end = end;
        t->names++;
    }
    if (t->names < t->stated_names) t->loss = PK_NAMES_CUT;
    return t->loss == PK_WHOLE;
}

static void find_rows(const uint8_t *bytes, pk_tables *t) {
    if (!read_count(bytes, t->rows_in, &t->stated_rows)) {
        t->loss = PK_NO_ROW_COUNT;
        return;
    }
    const uint64_t stride = pk_fields.records[t->shape->row].bytes;
    t->rows_at = t->rows_in.at + WORD_BYTES;
    t->rows = (uint32_t)nl_min(t->stated_rows, (t->rows_in.end - t->rows_at) / stride);
    t->rows_end = t->rows_at + t->rows * stride;
    if (t->rows < t->stated_rows) t->loss = PK_ROWS_CUT;
}

pk_tables pk_open_tables(const uint8_t *bytes, size_t length, const pk_shape *shape) {
    pk_tables t = {.shape = shape, .names_in = {PK_HEAD_BYTES, length}};
    if (!walk_names(bytes, &t)) return t;
    t.rows_in = (pk_span){t.names_end, length};
    find_rows(bytes, &t);
    return t;
}

pk_tables pk_section_tables(const uint8_t *bytes, const pk_span *sections) {
    pk_tables t = {.shape = &pk_shapes[PK_CORRUPTION], .names_in = sections[PK_STRG]};
    t.rows_in = sections[PK_RSHD];
    if (walk_names(bytes, &t)) find_rows(bytes, &t);
    return t;
}

uint32_t pk_likely_rows(const uint8_t *bytes, size_t length, const pk_tables *tables) {
    uint32_t likely = 0;
    for (uint32_t i = 0; i < tables->rows && tables->loss == PK_WHOLE; i++) {
        const pk_row row = read_row(bytes, tables, i);
        likely += row.offset % 32 == 0 && row.offset >= tables->rows_end &&
                  (uint64_t)row.offset + row.size <= length;
    }
    return likely;
}

/* How far the tables can be followed. */
static int reach_of(const pk_tables *tables) {
    return tables->loss == PK_WHOLE ? INT32_MAX : (int)tables->loss;
}

pk_tables pk_best_tables(const uint8_t *bytes, size_t length) {
    const pk_tables prime = pk_open_tables(bytes, length, &pk_shapes[PK_PRIME]);
    const uint32_t likely = pk_likely_rows(bytes, length, &prime);
    if (prime.loss == PK_WHOLE && likely == prime.rows) return prime;
    const pk_tables other = pk_open_tables(bytes, length, &pk_shapes[PK_PROTOTYPE]);
    const uint32_t other_likely = pk_likely_rows(bytes, length, &other);
    const bool is_other =
        other_likely != likely ? other_likely > likely : reach_of(&other) > reach_of(&prime);
    return is_other ? other : prime;
}

pk_span pk_table_fill(const pk_document *doc) {
    const bool is_sectioned = doc->tables.shape->is_sectioned;
    return (pk_span){doc->tables.rows_end, is_sectioned ? doc->tables.rows_in.end : doc->data.at};
}

/* ---- Sections ---- */

static const char section_tags[PK_SECTION_COUNT][5] = {"STRG", "RSHD", "DATA"};

bool pk_is_sectioned(const uint8_t *bytes, size_t length) {
    if (length < PK_FIRST_SECTION_AT) return false;
    bool is_so = nl_load_u32be(bytes + PK_HEADER_BYTES) == PK_SECTION_COUNT;
    for (int i = 0; i < PK_SECTION_COUNT; i++)
        is_so =
            is_so && memcmp(bytes + PK_SECTIONS_AT + i * PK_SECTION_BYTES, section_tags[i], 4) == 0;
    return is_so;
}

bool pk_find_sections(const uint8_t *bytes, size_t length, pk_span *sections) {
    uint64_t at = PK_FIRST_SECTION_AT;
    bool are_whole = true;
    for (int i = 0; i < PK_SECTION_COUNT; i++) {
        const uint8_t *const row = bytes + PK_SECTIONS_AT + i * PK_SECTION_BYTES;
        const uint64_t end = at + nl_load_u32be(row + PK_SECTION_SIZE_AT);
        sections[i] = (pk_span){nl_min(at, length), nl_min(end, length)};
        are_whole = are_whole && end <= length;
        at = end;
    }
    return are_whole;
}
