/* Rows of entries and references: where they lead. */
#include "containers/fox_fpk/checks.h"

/* Where a range stands in its row. */
typedef struct row_part {
    unsigned rule;
    unsigned field;
} row_part;

/* The end of a range behind that of a pack that is cut off follows from the cut. */
static bool is_behind_cut(const fpk_check *c, fpk_range range) {
    const uint64_t said = c->doc->said_bytes;
    return c->doc->is_cut && range.at >= c->doc->tables_end && range.at <= said &&
           range.length <= said - range.at;
}

static bool check_bounds(const fpk_check *c, const fpk_spot *spot, fpk_range range, row_part part) {
    if (fpk_is_inside(c->job, c->doc, range)) return true;
    nl_follow(c->job->report, is_behind_cut(c, range));
    nl_found(&spot->place, part.rule, part.field,
             &(nl_draft){.actual = nl_uint(range.at),
                         .args = {nl_uint(range.at), nl_uint(range.length),
                                  nl_uint(c->doc->tables_end), nl_uint(c->job->length)}});
    nl_follow(c->job->report, false);
    return false;
}

static void check_data(fpk_check *c, const fpk_spot *spot, uint32_t index) {
    const fpk_range data = fpk_data_of(c->job, index);
    const row_part part = {FPK_DATA_BOUNDS, FPK_ENTRY_DATA_AT};
    if (!check_bounds(c, spot, data, part)) return;
    c->enciphered += fpk_is_enciphered(c->job, data);
    if (data.at % FPK_UNIT == 0) return;
    nl_found(&spot->place, FPK_ALIGN, FPK_ENTRY_DATA_AT,
             &(nl_draft){.args = {nl_string("the offset of its file"), nl_uint(FPK_UNIT)}});
}

static void keep_name(fpk_check *c, box_name name, uint32_t index) {
    const uint64_t hash = box_hash(box_no_hash, name.chars, name.length, false);
    c->names[c->name_count++] = (box_hashed){hash, index};
}

static bool check_entry(fpk_check *c, uint32_t index) {
    fpk_spot spot;
    const row_part part = {FPK_NAME_BOUNDS, FPK_ENTRY_NAME_AT};
    const fpk_range range = fpk_name_of(c->job, index);
    fpk_spot_entry(&spot, c, index);
    check_data(c, &spot, index);
    if (!check_bounds(c, &spot, range, part)) return true;
    fpk_check_name(c, &spot, range, FPK_ENTRY_NAME_SIZE);
    if (range.length > FPK_LONGEST_NAME) return true;
    const box_name name = fpk_name_at(c->job, range);
    keep_name(c, name, index);
    if (box_name_ends(name, ".nav2")) {
        c->meshes++;
        fpk_check_mesh(c, &spot, index);
    }
    return fpk_check_digest(c, &spot, index);
}

static void check_reference(const fpk_check *c, uint32_t index) {
    fpk_spot spot;
    const row_part part = {FPK_NAME_BOUNDS, FPK_REFERENCE_NAME_AT};
    const fpk_range range = fpk_reference_name_of(c->job, c->doc, index);
    fpk_spot_reference(&spot, c, index);
    if (check_bounds(c, &spot, range, part))
        fpk_check_name(c, &spot, range, FPK_REFERENCE_NAME_SIZE);
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
