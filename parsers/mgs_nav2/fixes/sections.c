/* IslandGraphs and SearchSpace. */
#include "core/checked.h"
#include "parsers/mgs_nav2/fixes/fixes.h"

static bool set_search(const nav2_repair *m, unsigned field, uint64_t value) {
    const nav2_spot spot = {field, m->doc->search.at, {0}};
    return nav2_fix_set(m->fixer, &spot, value);
}

/* Up to the next section. */
bool nav2_fix_search_size(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m) || m.doc->search.at == 0) return false;
    const uint64_t at = m.doc->search.at;
    return set_search(&m, NAV2_SEARCH_HEADER_SIZE, nav2_fix_next_part(&m, at + 1) - at);
}

/* The size of buckets that real files have, or of one layer. */
bool nav2_fix_search_cell(nl_fixer *fixer, const navlint_finding *finding) {
    enum { USUAL_METRES = 10 };
    nav2_repair m;
    return nav2_repair_of(fixer, finding, &m) && m.doc->search.at != 0 &&
           set_search(&m, NAV2_SEARCH_HEADER_SIZE_XZ, USUAL_METRES);
}

/* Zeros between the header and the buckets, or an offset that is wrong. */
bool nav2_fix_search_gap(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m) || !m.doc->search.is_readable) return false;
    const nav2_search *const s = &m.doc->search;
    const uint64_t header_end = (uint64_t)s->at + NAV2_SEARCH_HEADER_BYTES;
    if (s->buckets > header_end && nav2_fix_are_zeros(&m, header_end, s->buckets))
        return nav2_fix_remove_zeros(&m, "/searchSpace/bucketsPadding", header_end, s->buckets);
    return nl_fix_write_expected(fixer, finding);
}

/* The lower height becomes the upper one. */
bool nav2_fix_search_height(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m) || m.number_count == 0) return false;
    const uint64_t at = finding->offset - NAV2_BUCKET_MIN_Y_AT;
    const nav2_spot low = {NAV2_BUCKET_MIN_Y, at, {m.numbers[0]}};
    const nav2_spot high = {NAV2_BUCKET_MAX_Y, at, {m.numbers[0]}};
    return nav2_fix_set(fixer, &low, m.bytes[at + NAV2_BUCKET_MAX_Y_AT]) &&
           nav2_fix_set(fixer, &high, m.bytes[at + NAV2_BUCKET_MIN_Y_AT]);
}

/* The only group there is, if there is one alone. */
bool nav2_fix_search_uid(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m) || m.doc->group_count != 1) return false;
    const nav2_spot uid = {NAV2_ENTRY_UID, finding->offset, {m.numbers[0], m.numbers[1]}};
    return nav2_fix_set(fixer, &uid, m.doc->groups[0].uid);
}
