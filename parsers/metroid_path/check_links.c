/* Links: who is named, and whether the edge that they lead across is really there. */
#include <string.h>

#include "core/quick.h"
#include "parsers/metroid_path/check_edges.h"
#include "parsers/metroid_path/checks.h"
#include "parsers/metroid_path/plain_link.h"

static uint32_t region_of(const mp_check *c, uint32_t link) {
    return mp_word(mp_record_of(c, MP_LINKS, link), MP_LINK_REGION_AT);
}

/* ---- Numbers ---- */

static bool has_region(const mp_link *link) {
    return link->region < mp_count(link->c, MP_REGIONS);
}

static void found_region(const mp_link *link) {
    const uint32_t regions = mp_count(link->c, MP_REGIONS);
    mp_found_link(link, PATH_LINK_REGION_RANGE, MP_LINK_REGION,
                  &(nl_draft){.expected = nl_uint(regions - 1),
                              .relation = NAVLINT_AT_MOST,
                              .args = {nl_uint(regions)}});
}

/* Whether both numbers name something. Every owner of a link counts its node from its own first. */
static bool check_numbers(const mp_link_run *r, const mp_link *link) {
    const bool has_node = !r->row->has_nodes || link->node < r->row->nodes;
    const bool leads_somewhere = has_region(link);
    if (!has_node)
        mp_found_link(link, PATH_LINK_NODE_RANGE, MP_LINK_NODE,
                      &(nl_draft){.expected = nl_uint(r->row->nodes - 1),
                                  .relation = NAVLINT_AT_MOST,
                                  .args = {nl_uint(r->row->nodes)}});
    if (!leads_somewhere && r->row->owns_links) found_region(link);
    if (!has_node || !leads_somewhere) r->c->links_sound = false;
    return has_node && leads_somewhere;
}

static bool check_self(const mp_link_run *r, const mp_link *link) {
    if (link->region != r->owner) return true;
    r->c->links_sound = false;
    mp_found_link(link, PATH_LINK_SELF, MP_LINK_REGION, &(nl_draft){0});
    return false;
}

/* Regions that lead to each other are in the same groups since the first of the two did. */
static void join(const mp_link_run *r, uint32_t other) {
    mp_check *const c = r->c;
    uint64_t *const word = &r->joined[other / 64];
    const uint64_t bit = (uint64_t)1 << other % 64;
    if ((*word & bit) != 0) return;
    *word |= bit;
    if (other < r->owner && mp_is_joined(c, other, r->owner)) return;
    for (int kind = 0; kind < MP_KINDS; kind++)
        if ((r->row->types & mp_kind_mask(kind)) && (c->rows[other].types & mp_kind_mask(kind)))
            nl_groups_join(&c->groups[kind], r->owner, other);
}

/* ---- Repetitions ---- */

/* Links whose edges are in order have no repetition, which is nearly always so. Rough: no rule asks
 * for the order. */
static inline void note_order(mp_link_run *r, const uint8_t *link, bool is_first) {
    const uint64_t key = mp_link_key(link);
    r->is_sorted &= is_first || key > r->last_key;
    r->last_key = key;
}

enum { MOST_ON_NODE = 16 };

/* Each node remembers the last link on it, each link the one before on the same node. */
static void check_repetition(const mp_link_run *r, const mp_link *link) {
    mp_check *const c = r->c;
    uint32_t *const last = &c->last_link[r->row->node_start + link->node];
    uint32_t prior = *last;
    c->prior_link[link->index] = prior;
    *last = link->index + 1;
    for (int i = 0; i < MOST_ON_NODE && prior != 0; i++) {
        if (region_of(c, prior - 1) == link->region) {
            mp_found_link(link, PATH_LINK_DUP, MP_LINK_REGION, &(nl_draft){0});
            return;
        }
        prior = c->prior_link[prior - 1];
    }
}

static mp_link read_link(const mp_link_run *r, uint32_t index) {
    const uint8_t *const p = mp_record_of(r->c, MP_LINKS, index);
    return (mp_link){r->c,
                     index,
                     r->owner,
                     mp_word(p, MP_LINK_NODE_AT),
                     mp_word(p, MP_LINK_REGION_AT),
                     (double)nl_load_f32be(p + MP_LINK_WIDTH_AT),
                     (double)nl_load_f32be(p + MP_LINK_INVERSE_AT)};
}

static void check_repetitions(const mp_link_run *r) {
    if (NL_QUICK_ROUGH(r->is_sorted) || !r->row->owns_nodes) return;
    memset(&r->c->last_link[r->row->node_start], 0, r->row->nodes * sizeof(uint32_t));
    for (uint32_t i = 0; i < r->row->links; i++) {
        const mp_link link = read_link(r, r->row->link_start + i);
        if (link.node < r->row->nodes) check_repetition(r, &link);
    }
}

/* ---- All links ---- */

static void look_at_other(mp_link_run *r, const mp_link *link) {
    if (link->region == r->other) return;
    r->other = link->region;
    r->is_matched = false;
    r->other_ring = mp_nodes_of(r->c, &r->c->rows[link->region]);
}

static void check_link(mp_link_run *r, const mp_link *link) {
    if (!check_numbers(r, link) || !r->row->owns_links) return;
    look_at_other(r, link);
    if (check_self(r, link) && r->joined) join(r, link->region);
    if (r->row->has_nodes) mp_check_crossing(r, link);
}

/* A first link to a region, whose edge has been found. */
static void enter(mp_link_run *r, uint32_t region, uint32_t edge) {
    r->other = region;
    r->other_ring = mp_nodes_of(r->c, &r->c->rows[region]);
    r->matched = edge;
    r->is_matched = true;
    r->c->tries_left--;
    if (r->joined) join(r, region);
}

/* Whether there is nothing to say about the link, which is then done with. The slow way finds the
 * edge of a first link at its first try, too. */
static bool pass_plain(mp_link_run *r, const uint8_t *link) {
    if (NL_QUICK_ROUGH(mp_link_goes_on(r, link))) {
        r->matched = mp_edge_before(r->other_ring.count, r->matched);
        return true;
    }
    if (!r->row->owns_links || r->c->tries_left == 0) return false;
    const uint32_t edge = mp_edge_across(r, link);
    if (!NL_QUICK_ROUGH(edge != NL_NO_INDEX)) return false;
    enter(r, mp_word(link, MP_LINK_REGION_AT), edge);
    return true;
}

static void check_run(mp_check *c, uint32_t region) {
    mp_row *const row = &c->rows[region];
    mp_link_run r = {.c = c, .row = row, .owner = region, .is_sorted = true};
    const uint8_t *p = mp_record_of(c, MP_LINKS, row->link_start);
    r.ring = mp_nodes_of(c, row);
    r.joined = c->joined ? &c->joined[(uint64_t)region * c->row_words] : NULL;
    r.other = UINT32_MAX; /* none */
    for (uint32_t i = 0; i < row->links; i++, p += MP_LINK_BYTES) {
        note_order(&r, p, i == 0);
        if (pass_plain(&r, p)) continue;
        const mp_link link = read_link(&r, row->link_start + i);
        check_link(&r, &link);
    }
    if (row->owns_links) check_repetitions(&r);
}

/* ---- Links that no region owns ---- */

static bool are_all_owned(const mp_check *c) {
    uint64_t owned = 0;
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++)
        owned += c->rows[i].owns_links ? c->rows[i].links : 0;
    return owned == mp_count(c, MP_LINKS);
}

static void mark_owned(const mp_check *c) {
    memset(c->marks, 0, mp_count(c, MP_LINKS));
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++)
        if (c->rows[i].owns_links) memset(c->marks + c->rows[i].link_start, 1, c->rows[i].links);
}

/* A run that is shared in part has links that are no other region's: the game follows them. */
static void check_rest_of_run(mp_check *c, uint32_t region) {
    const mp_link_run r = {.c = c, .row = &c->rows[region], .owner = region};
    for (uint32_t i = 0; i < r.row->links; i++) {
        const mp_link link = read_link(&r, r.row->link_start + i);
        if (c->marks[link.index]) continue;
        c->marks[link.index] = 1;
        if (!has_region(&link)) found_region(&link);
        if (mp_has_geometry(c)) (void)mp_check_width(&link);
    }
}

static bool check_shared_runs(mp_check *c) {
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        const mp_row *const row = &c->rows[i];
        if (!row->has_links || row->owns_links) continue;
        if (!nl_spend(c->job->budget, row->links)) return false;
        check_rest_of_run(c, i);
    }
    return true;
}

/* Of the others only the floats are judged. */
static bool check_unowned(mp_check *c) {
    if (NL_QUICK(are_all_owned(c))) return true;
    mark_owned(c);
    if (!check_shared_runs(c)) return false;
    for (uint32_t i = 0; i < mp_count(c, MP_LINKS) && mp_has_geometry(c); i++)
        if (!c->marks[i]) (void)mp_check_link_floats(c, i);
    return true;
}

/* ---- There and back ---- */

static bool all_lead_back(const mp_check *c) {
    for (uint32_t a = 0; a < mp_count(c, MP_REGIONS); a++)
        for (uint32_t word = 0; word < c->row_words; word++) {
            uint64_t bits = c->joined[(uint64_t)a * c->row_words + word];
            for (; bits != 0; bits &= bits - 1)
                if (!mp_is_joined(c, word * 64 + (uint32_t)__builtin_ctzll(bits), a)) return false;
        }
    return true;
}

/* One finding for all of them. */
static void check_ways_back(mp_check *c) {
    uint32_t count = 0;
    uint32_t first = 0;
    uint32_t from = 0;
    if (!c->joined || !c->links_sound || NL_QUICK(all_lead_back(c))) return;
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++)
        for (uint32_t k = 0; k < c->rows[i].links; k++) {
            const uint32_t link = c->rows[i].link_start + k;
            if (mp_is_joined(c, region_of(c, link), i) || count++ != 0) continue;
            first = link;
            from = i;
        }
    if (count == 0) return;
    const uint32_t to = region_of(c, first);
    const nl_place place = mp_place_of(c, MP_LINKS, first);
    nl_found(&place, PATH_LINK_RECIPROCAL, MP_LINK_REGION,
             &(nl_draft){.args = {nl_uint(from), nl_uint(to), nl_uint(count)},
                         .related = {mp_beside(c, MP_REGIONS, to, MP_REGION_LINK_COUNT,
                                               "the links of the region that it leads to")}});
}

bool mp_check_links(mp_check *c) {
    for (int kind = 0; kind < MP_KINDS; kind++)
        nl_groups_clear(&c->groups[kind]);
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        const mp_row *const row = &c->rows[i];
        if (!row->has_links || row->links == 0) continue;
        if (!nl_spend(c->job->budget, (uint64_t)row->links * MP_LINK_BYTES)) return false;
        check_run(c, i);
    }
    if (!check_unowned(c)) return false;
    check_ways_back(c);
    return true;
}
