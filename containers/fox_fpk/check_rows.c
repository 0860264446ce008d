/* Rows of entries and references: where they lead. */
#include "containers/fox_fpk/checks.h"

/* Where a range stands in its row. */
typedef struct row_part {
    unsigned rule;
    unsigned field; /* of its offset */
} row_part;

/* The end of a range behind that of a pack that is cut off follows from the cut. */
static bool is_behind_cut(const fpk_check *c, fpk_range range) {
    const uint64_t said = c->doc->said_bytes;
    return c->doc->is_cut && range.at >= c->doc->tables_end && range.at <= said &&
           range.length <= said - range.at;
}

/* The half that the fault shows in, and what it can be at most, or at least. field: of the offset;
 * its upper half, the length and that one's upper half follow (fields.def). */
static nl_draft draft_of(const fpk_check *c, fpk_range range, unsigned *field) {
    const bool is_early = range.at < c->doc->tables_end;
    const bool is_late = range.at > c->job->length;
    const uint64_t number = is_early || is_late ? range.at : range.length;
    const uint64_t most = is_late ? c->job->length : c->job->length - range.at;
    const bool is_high = number > UINT32_MAX;
    if (is_early)
        return (nl_draft){.actual = nl_uint(number),
                          .expected = nl_uint(c->doc->tables_end),
                          .relation = NAVLINT_AT_LEAST};
    *field += (is_late ? 0u : 2u) + (is_high ? 1u : 0u);
    return (nl_draft){.actual = nl_uint(is_high ? number >> 32 : number),
                      .expected = nl_uint(is_high ? 0 : most),
                      .relation = is_high ? NAVLINT_EQUAL : NAVLINT_AT_MOST};
}

static bool check_bounds(fpk_row row, fpk_range range, row_part part) {
    const fpk_check *const c = row.check;
    if (fpk_is_inside(c->job, c->doc, range)) return true;
    nl_draft draft = draft_of(c, range, &part.field);
    const navlint_value args[] = {nl_uint(range.at), nl_uint(range.length),
                                  nl_uint(c->doc->tables_end), nl_uint(c->job->length)};
    memcpy(draft.args, args, sizeof args);
    nl_follow(c->job->report, is_behind_cut(c, range));
    fpk_found(row, part.rule, part.field, &draft);
    nl_follow(c->job->report, false);
    return false;
}

static void check_data(fpk_check *c, uint32_t index) {
    const fpk_row row = fpk_entry(c, index);
    const fpk_range data = fpk_data_of(c->job, index);
    const row_part part = {FPK_DATA_BOUNDS, FPK_ENTRY_DATA_AT};
    if (!check_bounds(row, data, part)) return;
    c->enciphered += fpk_is_enciphered(c->job, data);
    if (data.at % FPK_UNIT == 0) return;
    fpk_found(row, FPK_ALIGN, FPK_ENTRY_DATA_AT,
              &(nl_draft){.args = {nl_string("the offset of its file"), nl_uint(FPK_UNIT)}});
}

static void keep_name(fpk_check *c, box_name name, uint32_t index) {
    const uint64_t hash = box_hash(box_no_hash, name.chars, name.length, false);
    c->names[c->name_count++] = (box_hashed){hash, index};
}

static bool check_entry(fpk_check *c, uint32_t index) {
    const row_part part = {FPK_NAME_BOUNDS, FPK_ENTRY_NAME_AT};
    const fpk_range range = fpk_name_of(c->job, index);
    const fpk_row row = fpk_entry(c, index);
    check_data(c, index);
    if (!check_bounds(row, range, part)) return true;
    fpk_check_name(row, range);
    if (range.length > FPK_LONGEST_NAME) return true;
    const box_name name = fpk_name_at(c->job, range);
    keep_name(c, name, index);
    if (!fpk_is_mesh(row, name)) return fpk_check_digest(row, FPK_NAME_MD5);
    c->meshes++;
    fpk_check_mesh(row);
    return fpk_check_digest(row, FPK_NAV_MD5);
}

static void check_reference(const fpk_check *c, uint32_t index) {
    const row_part part = {FPK_NAME_BOUNDS, FPK_REFERENCE_NAME_AT};
    const fpk_range range = fpk_reference_name_of(c->job, c->doc, index);
    const fpk_row row = fpk_reference(c, index);
    if (check_bounds(row, range, part)) fpk_check_name(row, range);
}

bool fpk_check_rows(fpk_check *c) {
    if (!nl_spend(c->job->budget, (uint64_t)c->doc->entry_count + c->doc->reference_count))
        return false;
    for (uint32_t i = 0; i < c->doc->entry_count; i++)
        if (!check_entry(c, i)) return false;
    for (uint32_t i = 0; i < c->doc->reference_count; i++)
        check_reference(c, i);
    return true;
}
