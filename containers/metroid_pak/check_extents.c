/* The rows together: which bytes they share, which nobody has, which id comes twice. */
#include "containers/metroid_pak/checks.h"
#include "core/checked.h"

/* ---- Bytes ---- */

static void found_overlap(void *context, const box_extent *earlier, const box_extent *later) {
    const pk_check *const c = context;
    if (earlier->start == later->start && earlier->end == later->end) return;
    const pk_row first = pk_row_at(c->bytes, c->doc, earlier->row);
    const pk_row second = pk_row_at(c->bytes, c->doc, later->row);
    const bool is_navigation = first.type == PK_PATH || second.type == PK_PATH;
    char name[PK_FILE_NAME_BYTES];
    pk_put_file_name(name, &first, c->shape);
    pk_named named;
    const nl_place place = pk_row_place(c, later->row, &named);
    nl_found(&place, is_navigation ? PAK_OVERLAP_PATH : PAK_OVERLAP, c->shape->offset,
             &(nl_draft){.args = {nl_uint(nl_min(earlier->end, later->end) - later->start),
                                  nl_string(name)},
                         .related = {pk_beside_row(c, earlier->row, "the row of the other one")}});
}

static void found_gap(void *context, uint64_t start, uint64_t end, uint32_t row) {
    (void)row;
    const nl_place place = pk_file_place(context, start);
    nl_found(&place, PAK_GAP, NL_NO_FIELD,
             &(nl_draft){.length = end - start, .args = {nl_uint(end - start)}});
}

/* Returns whether all of them lie in the file. */
static bool collect(pk_check *c) {
    bool all_fit = true;
    for (uint32_t i = 0; i < c->doc->tables.rows; i++) {
        const pk_row row = pk_row_at(c->bytes, c->doc, i);
        all_fit = all_fit && row.fits;
        if (row.fits && row.size != 0)
            c->extents[c->extent_count++] = (box_extent){row.start, row.end, i};
    }
    return all_fit;
}

void pk_check_extents(pk_check *c) {
    const bool all_fit = collect(c);
    if (!box_sort_extents(c->extents, c->extent_count, c->job->budget)) return;
    box_each_overlap(c->extents, c->extent_count, found_overlap, c);
    if (!c->doc->is_whole || !all_fit) return; /* what is lost may have the rest */
    const box_extent whole = {c->doc->data.at, c->job->length, 0};
    box_each_gap(c->extents, c->extent_count, whole, found_gap, c);
    nl_claim(c->job->report, whole.start, whole.end - whole.start);
}

/* ---- Ids ---- */

static bool have_same_id(void *context, uint32_t first_row, uint32_t row) {
    (void)context, (void)first_row, (void)row;
    return true; /* the hash is the id */
}

/* What of the two is not the same; NULL: nothing. */
static const char *difference(const pk_check *c, const pk_row *first, const pk_row *other) {
    enum { BYTES_PER_STEP = 16 };
    if (first->type != other->type) return "type";
    if ((first->flag != 0) != (other->flag != 0)) return "packing";
    if (first->size != other->size) return "size";
    if (!first->fits || !other->fits || first->start == other->start) return NULL;
    if (!nl_spend(c->job->budget, first->size / BYTES_PER_STEP + 1)) return NULL;
    const bool are_equal =
        memcmp(c->bytes + first->start, c->bytes + other->start, first->size) == 0;
    return are_equal ? NULL : "content";
}

static void judge_twin(void *context, uint32_t first_row, uint32_t row) {
    pk_check *const c = context;
    const pk_row first = pk_row_at(c->bytes, c->doc, first_row);
    const pk_row other = pk_row_at(c->bytes, c->doc, row);
    c->paths -= other.type == PK_PATH;
    c->rooms -= other.type == PK_MREA;
    const char *const what = difference(c, &first, &other);
    if (!what) return;
    pk_named named;
    const nl_place place = pk_row_place(c, row, &named);
    nl_found(&place, PAK_DUP, c->shape->id,
             &(nl_draft){.args = {nl_uint(first_row), nl_string(what)},
                         .related = {pk_beside_row(c, first_row, "the first of this id")}});
}

void pk_check_ids(pk_check *c) {
    const uint32_t rows = c->doc->tables.rows;
    for (uint32_t i = 0; i < rows; i++)
        c->ids[i] = (box_hashed){pk_row_at(c->bytes, c->doc, i).id, i};
    const box_twins twins = {have_same_id, judge_twin, c};
    (void)box_each_twin(c->ids, rows, c->job->budget, &twins);
}
