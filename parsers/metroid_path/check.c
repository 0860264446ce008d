/* Document to findings: the order of the checks, what is true of the file as a whole, the facts. */
#include "core/checked.h"
#include "parsers/metroid_path/checks.h"

/* ---- The file as a whole ---- */

/* Where the number of records of a section stands, at offset `at`. */
static nl_place count_place(const mp_check *c, uint64_t at) {
    nl_place place = nl_place_of(c->job->report, c->bytes);
    place.at = at;
    return place;
}

static void found_count(const mp_check *c, unsigned rule, mp_section section,
                        const nl_draft *draft) {
    const nl_place place = count_place(c, c->doc->lists[section].at - MP_WORD_BYTES);
    nl_found(&place, rule, mp_sections[section].count, draft);
}

/* Whether the section is there, be it empty. */
static bool has_section(const mp_check *c, mp_section section) {
    return c->doc->lists[section].at != 0;
}

/* There are no regions. */
static void check_leftover(const mp_check *c) {
    const mp_section left = mp_count(c, MP_NODES) != 0 ? MP_NODES : MP_LINKS;
    if (mp_count(c, left) == 0)
        found_count(c, PATH_EMPTY, MP_REGIONS, &(nl_draft){0});
    else
        found_count(
            c, PATH_EMPTY_LEFTOVER, left,
            &(nl_draft){.expected = nl_uint(0),
                        .args = {nl_string(mp_count(c, left) == 1 ? mp_sections[left].subject
                                                                  : mp_sections[left].records)}});
}

static void check_point_count(const mp_check *c) {
    if (!mp_has_geometry(c) && mp_count(c, MP_GRAPH_POINTS) != 0)
        found_count(c, PATH_POINTS_V7, MP_GRAPH_POINTS, &(nl_draft){0});
    if (c->doc->point_word <= INT32_MAX) return;
    const nl_place place = count_place(c, c->doc->end - MP_WORD_BYTES);
    nl_found(&place, PATH_POINTS_NEGATIVE, MP_POINT_LIST_COUNT,
             &(nl_draft){.expected = nl_uint(0)});
}

static void check_counts(const mp_check *c) {
    const uint32_t regions = mp_count(c, MP_REGIONS);
    if (regions > MP_MOST_REGIONS)
        found_count(c, PATH_REGION_LIMIT, MP_REGIONS,
                    &(nl_draft){.expected = nl_uint(MP_MOST_REGIONS),
                                .relation = NAVLINT_AT_MOST,
                                .args = {nl_uint(regions)}});
    if (has_section(c, MP_REGIONS) && regions == 0 && !c->doc->loss.happened) check_leftover(c);
    const bool is_reported = !c->doc->loss.happened && c->doc->tail == MP_TAIL_OTHER;
    if (has_section(c, MP_OCTREE) && mp_count(c, MP_OCTREE) == 0 && !is_reported)
        found_count(c, PATH_NO_OCTREE, MP_OCTREE,
                    &(nl_draft){.expected = nl_uint(1), .relation = NAVLINT_AT_LEAST});
    check_point_count(c);
}

/* ---- Facts ---- */

/* "1: 30, 2: 4": how many regions have each value of a mask. */
static void state_masks(const mp_check *c, const char *name, int which) {
    const uint32_t *const masks = c->masks[which];
    char chars[512];
    nl_text text = nl_text_over(chars, sizeof chars);
    for (uint32_t value = 0; value < c->mask_ends[which]; value++) {
        if (masks[value] == 0) continue;
        if (text.length != 0) nl_put(&text, ", ");
        nl_put_uint(&text, value);
        nl_put(&text, ": ");
        nl_put_uint(&text, masks[value]);
    }
    nl_fact(c->job->report, name, nl_string(text.chars));
}

/* Groups of regions that creatures of the kind can use. */
static void state_groups(const mp_check *c, const char *name, int kind) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++)
        count += (c->rows[i].types & mp_kind_mask(kind)) != 0 && c->groups[kind].parent[i] == i;
    nl_fact(c->job->report, name, nl_uint(count));
}

static void state_facts(const mp_check *c) {
    static const struct {
        const char *name;
        mp_section section;
    } counts[] = {{"nodes", MP_NODES},
                  {"links", MP_LINKS},
                  {"regions", MP_REGIONS},
                  {"lookups", MP_LOOKUPS},
                  {"octreeNodes", MP_OCTREE}};
    navlint_report *const report = c->job->report;
    nl_fact(report, "version", nl_uint(nl_load_u32be(c->bytes)));
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        nl_fact(report, counts[i].name, nl_uint(mp_count(c, counts[i].section)));
    nl_fact(report, "octreeLeaves", nl_uint(c->leaves));
    state_masks(c, "indexMasks", 0);
    state_masks(c, "typeMasks", 1);
    if (c->joined) {
        state_groups(c, "groundComponents", 0);
        state_groups(c, "flyerComponents", 1);
    }
    if (!c->doc->has_points) return;
    nl_fact(report, "points", nl_uint(mp_count(c, MP_GRAPH_POINTS)));
    nl_fact(report, "pointLinks", nl_uint(mp_count(c, MP_POINT_LINKS)));
}

/* ---- All of it ---- */

static bool make_tables(mp_check *c) {
    nl_arena *const arena = c->job->arena;
    const uint64_t nodes = mp_count(c, MP_NODES);
    const uint64_t links = mp_count(c, MP_LINKS);
    const uint64_t regions = mp_count(c, MP_REGIONS);
    const uint64_t octants = mp_count(c, MP_OCTREE);
    const uint64_t points = mp_count(c, MP_GRAPH_POINTS);
    const uint64_t things = nl_max(regions, points);
    const uint64_t marked =
        nl_max(nl_max(nodes, links), nl_max(regions, nl_max(octants, mp_count(c, MP_POINT_LINKS))));
    c->row_words = (uint32_t)(regions / 64 + 1);
    c->rows = NL_NEW_ZEROED(arena, mp_row, regions);
    c->marks = NL_NEW(arena, uint8_t, marked);
    c->last_link = NL_NEW(arena, uint32_t, nodes);
    c->prior_link = NL_NEW(arena, uint32_t, links);
    for (int kind = 0; kind < MP_KINDS; kind++)
        c->groups[kind] = (mp_groups){NL_NEW(arena, uint32_t, regions), (uint32_t)regions};
    c->point_groups = (mp_groups){NL_NEW(arena, uint32_t, points), (uint32_t)points};
    c->next = NL_NEW(arena, uint32_t, things);
    c->members = NL_NEW_ZEROED(arena, uint64_t, things / 64 + 2);
    c->heights = NL_NEW(arena, uint32_t, octants);
    c->stack = NL_NEW(arena, uint32_t, 2 * octants);
    c->queries = NL_NEW(arena, uint32_t, MP_QUERIES * regions);
    if (regions <= MP_MOST_REGIONS)
        c->joined = NL_NEW_ZEROED(arena, uint64_t, regions * c->row_words);
    return !arena->exhausted;
}

static uint64_t records_of(const mp_document *doc) {
    uint64_t records = 0;
    for (int section = 0; section < MP_SECTION_COUNT; section++)
        records += doc->lists[section].count;
    return records;
}

void mp_check_document(nl_job *job, const void *document) {
    uint32_t masks[MP_MASKS][MP_MASK_VALUES];
    mp_check c = {.job = job, .bytes = job->bytes, .doc = document, .masks = masks};
    mp_finder finder = {.tries_left = 4096 + 2 * records_of(c.doc)};
    c.map = (mp_map){job->report, job->bytes, document, &finder};
    c.indexes_sound = c.nodes_sound = c.links_sound = true;
    c.lookups_sound = c.tree_sound = c.points_sound = true;
    c.tries_left = 4096 + 4 * ((uint64_t)mp_count(&c, MP_NODES) + mp_count(&c, MP_LINKS));
    if (!nl_spend(job->budget, records_of(c.doc)) || !make_tables(&c)) return;
    check_counts(&c);
    mp_check_regions(&c);
    mp_check_runs(&c);
    mp_check_rings(&c);
    if (!mp_check_links(&c)) return;
    mp_check_octree(&c);
    mp_check_boxes(&c);
    if (!mp_check_leaves(&c)) return;
    if (!mp_check_points(&c)) return;
    mp_check_maps(&c);
    state_facts(&c);
}

/* A region of at least 80 bytes takes 112 of its row, 8 of the groups, 4 of the lists, 36 of the
 * queries and a mark: 161. A node of 24 takes 5, a link of 16 too, an octree node of 80 takes 13, a
 * point of 28 takes 9, a link of points at most 1 for 4. Never more than 161/80 < 9/4 of the input;
 * the constant holds the document and the alignment. The pairs of up to MP_MOST_REGIONS regions
 * take at most 72 bytes a region, also where the file ends before its bitmaps. */
uint64_t mp_arena_bound(uint64_t input_bytes) {
    const uint64_t most_pairs = (uint64_t)MP_MOST_REGIONS * (MP_MOST_REGIONS / 64 + 1) * 8;
    return input_bytes / 4 * 9 + nl_min(input_bytes, most_pairs) + 4096;
}
