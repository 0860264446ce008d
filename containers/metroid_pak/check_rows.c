/* The rows of the resource table, one by one. */
#include "containers/metroid_pak/checks.h"

static void found_offset(const pk_check *c, uint32_t index, unsigned rule, const nl_draft *draft) {
    pk_named named;
    const nl_place place = pk_row_place(c, index, &named);
    nl_found(&place, rule, c->shape->offset, draft);
}

static void check_flag(const pk_check *c, uint32_t index, const pk_row *row) {
    if (row->flag <= 1) return;
    pk_named named;
    const nl_place place = pk_row_place(c, index, &named);
    nl_found(&place, PAK_FLAG, c->shape->flag,
             &(nl_draft){.expected = nl_uint(1), .relation = NAVLINT_AT_MOST});
}

static void check_type(const pk_check *c, uint32_t index, const pk_row *row) {
    bool is_printable = true;
    for (int shift = 0; shift < 32; shift += 8) {
        const uint8_t byte = (uint8_t)(row->type >> shift);
        is_printable = is_printable && byte > ' ' && byte < 0x7F;
    }
    if (is_printable) return;
    char chars[16];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_hex(&text, row->type);
    pk_named named;
    const nl_place place = pk_row_place(c, index, &named);
    nl_found(&place, PAK_TYPE_LETTERS, c->shape->type,
             &(nl_draft){.args = {nl_string(text.chars)}});
}

/* What the game cannot keep, which explains what follows. */
static bool is_out_of_range(const pk_check *c, const pk_row *row) {
    return c->shape->is_confirmed && (row->offset >= PK_OFFSET_LIMIT || row->size >= PK_SIZE_LIMIT);
}

static void check_bounds(const pk_check *c, uint32_t index, const pk_row *row) {
    if (row->fits) return;
    c->job->report->undecoded = true;
    if (is_out_of_range(c, row)) return;
    const bool starts_inside = row->start <= c->doc->data.end;
    const uint64_t most = c->doc->data.end - (starts_inside ? row->start : c->doc->origin);
    pk_named named;
    const nl_place place = pk_row_place(c, index, &named);
    nl_found(
        &place, PAK_BOUNDS, starts_inside ? c->shape->size : c->shape->offset,
        &(nl_draft){.expected = nl_uint(most),
                    .relation = NAVLINT_AT_MOST,
                    .args = {nl_uint(row->size), nl_uint(row->start), nl_uint(c->doc->data.end)}});
    c->job->report->undecoded = true;
}

static void check_aligned(const pk_check *c, uint32_t index, unsigned field, uint32_t value) {
    if (value % c->shape->align == 0) return;
    pk_named named;
    const nl_place place = pk_row_place(c, index, &named);
    const unsigned rule = c->shape->is_sectioned ? PAK_ALIGN_64 : PAK_ALIGN;
    nl_found(&place, rule, field,
             &(nl_draft){.args = {nl_string(pk_field_name(field)), nl_uint(c->shape->align)}});
}

static void check_kept(const pk_check *c, uint32_t index, unsigned field, uint32_t value) {
    const uint32_t limit = field == c->shape->offset ? PK_OFFSET_LIMIT : PK_SIZE_LIMIT;
    if (value < limit) return;
    pk_named named;
    const nl_place place = pk_row_place(c, index, &named);
    nl_found(&place, PAK_RANGE, field,
             &(nl_draft){.expected = nl_uint(limit - c->shape->align),
                         .relation = NAVLINT_AT_MOST,
                         .args = {nl_string(pk_field_name(field))}});
}

/* What no source confirms of the prototype is not asked of it. */
static void check_numbers(const pk_check *c, uint32_t index, const pk_row *row) {
    const pk_shape *const shape = c->shape;
    if (shape->is_confirmed || shape->is_sectioned) {
        check_aligned(c, index, shape->size, row->size);
        check_aligned(c, index, shape->offset, row->offset);
    }
    if (!shape->is_confirmed) return;
    check_kept(c, index, shape->size, row->size);
    check_kept(c, index, shape->offset, row->offset);
}

static void check_start(const pk_check *c, uint32_t index, const pk_row *row) {
    const uint64_t tables_end = c->doc->tables.rows_end;
    if (!c->shape->is_sectioned && row->start < tables_end)
        found_offset(c, index, PAK_EARLY,
                     &(nl_draft){.expected = nl_uint(tables_end), .relation = NAVLINT_AT_LEAST});
    if (index == 0) return;
    const pk_row before = pk_row_at(c->bytes, c->doc, index - 1);
    if (row->offset >= before.offset) return;
    found_offset(c, index, PAK_ORDER,
                 &(nl_draft){.args = {nl_uint(before.offset)},
                             .related = {pk_beside_row(c, index - 1, "the row before")}});
}

void pk_check_rows(pk_check *c) {
    for (uint32_t i = 0; i < c->doc->tables.rows; i++) {
        const pk_row row = pk_row_at(c->bytes, c->doc, i);
        c->packed += row.flag != 0;
        check_flag(c, i, &row);
        check_type(c, i, &row);
        check_bounds(c, i, &row);
        check_numbers(c, i, &row);
        check_start(c, i, &row);
    }
}
