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

/* Whether all four bytes lie between ' ' and 0x7F. With the highest bits out of the way no byte's
 * sum or difference reaches the next. */
static bool is_printable(uint32_t type) {
    const uint32_t highest = 0x80808080;
    const bool is_ascii = (type & highest) == 0;
    return is_ascii && ((type + 0x01010101) & highest) == 0 &&
           (((type | highest) - 0x21212121) & highest) == highest;
}

static void check_type(const pk_check *c, uint32_t index, const pk_row *row) {
    if (is_printable(row->type)) return;
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

static void found_outside(const pk_check *c, uint32_t index, const pk_row *row) {
    const bool starts_inside = row->start <= c->doc->data.end;
    const uint64_t most = c->doc->data.end - (starts_inside ? row->start : c->doc->origin);
    pk_named named;
    const nl_place place = pk_row_place(c, index, &named);
    nl_found(
        &place, PAK_BOUNDS, starts_inside ? c->shape->size : c->shape->offset,
        &(nl_draft){.expected = nl_uint(most),
                    .relation = NAVLINT_AT_MOST,
                    .args = {nl_uint(row->size), nl_uint(row->start), nl_uint(c->doc->data.end)}});
}

/* Of a file that is cut off the first resource that is not all there is the cause of all that start
 * behind the end; where a section is cut off, that is. */
static void check_bounds(pk_check *c, uint32_t index, const pk_row *row) {
    if (row->fits) return;
    navlint_report *const report = c->job->report;
    report->undecoded = true;
    if (is_out_of_range(c, row)) return;
    const bool is_behind = c->first_outside != 0 && row->start >= c->doc->data.end;
    if (is_behind) nl_make_cause(report, c->first_outside);
    nl_follow(report, is_behind || c->doc->explains_bounds);
    found_outside(c, index, row);
    nl_follow(report, false);
    if (c->first_outside == 0) c->first_outside = report->emitted;
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
    if (c->shape->is_sectioned || row->start >= tables_end) return;
    found_offset(c, index, PAK_EARLY,
                 &(nl_draft){.expected = nl_uint(tables_end), .relation = NAVLINT_AT_LEAST});
}

static void check_order(const pk_check *c, uint32_t index, const pk_row *row, uint32_t before) {
    if (row->offset >= before) return;
    found_offset(c, index, PAK_ORDER,
                 &(nl_draft){.args = {nl_uint(before)},
                             .related = {pk_beside_row(c, index - 1, "the row before")}});
}

void pk_check_rows(pk_check *c) {
    uint32_t offset_before = 0;
    for (uint32_t i = 0; i < c->doc->tables.rows; i++) {
        const pk_row row = pk_row_at(c->bytes, c->doc, i);
        c->packed += row.flag != 0;
        c->paths += row.type == PK_PATH;
        c->rooms += row.type == PK_MREA;
        check_flag(c, i, &row);
        check_type(c, i, &row);
        check_bounds(c, i, &row);
        check_numbers(c, i, &row);
        check_start(c, i, &row);
        check_order(c, i, &row, offset_before);
        offset_before = row.offset;
    }
}
