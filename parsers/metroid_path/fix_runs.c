/* Fixes of runs: regions and points have their items behind one another. */
#include "parsers/metroid_path/fixes.h"

/* A list whose items have holders, and the holders' fields about it. */
typedef struct mp_hold {
    mp_section items, holders;
    unsigned start, count;
} mp_hold;

static const mp_hold nodes = {MP_NODES, MP_REGIONS, MP_REGION_NODE_START, MP_REGION_NODE_COUNT};
static const mp_hold links = {MP_LINKS, MP_REGIONS, MP_REGION_LINK_START, MP_REGION_LINK_COUNT};
static const mp_hold point_links = {MP_POINT_LINKS, MP_GRAPH_POINTS, MP_POINT_LINK_START,
                                    MP_POINT_LINK_COUNT};
static const mp_hold point_costs = {MP_POINT_COSTS, MP_GRAPH_POINTS, MP_POINT_COST_START,
                                    MP_POINT_LINK_COUNT};

static uint32_t word_of(const mp_patch *p, const mp_hold *h, uint32_t holder, unsigned field) {
    return mp_word(mp_fix_record(p, h->holders, holder), mp_fields.fields[field].at);
}

/* ---- First items ---- */

/* If the counts add up to what is there, runs follow each other: then one start alone is right. */
static bool set_start(nl_fixer *fixer, const navlint_finding *finding, const mp_hold *h) {
    mp_patch p;
    uint64_t sum = 0;
    uint32_t start = 0;
    if (!mp_fix_begin(fixer, finding, &p) || !mp_fix_is_in(&p, h->holders)) return false;
    for (uint32_t i = 0; i < mp_fix_count(&p, h->holders); i++) {
        if (i == p.index) start = (uint32_t)sum;
        sum += word_of(&p, h, i, h->count);
    }
    return sum == mp_fix_count(&p, h->items) && start != word_of(&p, h, p.index, h->start) &&
           mp_fix_set_word(&p, h->holders, p.index, h->start, start);
}

bool mp_fix_node_start(nl_fixer *fixer, const navlint_finding *finding) {
    return set_start(fixer, finding, &nodes);
}

bool mp_fix_link_start(nl_fixer *fixer, const navlint_finding *finding) {
    return set_start(fixer, finding, &links);
}

bool mp_fix_point_link_start(nl_fixer *fixer, const navlint_finding *finding) {
    return set_start(fixer, finding, &point_links);
}

bool mp_fix_point_cost_start(nl_fixer *fixer, const navlint_finding *finding) {
    return set_start(fixer, finding, &point_costs);
}

/* ---- Items that go ---- */

/* Items [first, first + count), which belong to one holder or to none. */
typedef struct mp_gone {
    uint32_t first, count;
} mp_gone;

static bool add_to(const mp_patch *p, const mp_hold *h, uint32_t holder, unsigned field,
                   int64_t delta) {
    const navlint_field place = mp_fix_field(p, h->holders, holder, field);
    return nl_fix_add(p->fixer, &place, delta);
}

/* Runs behind start as much earlier. */
static bool move_starts(const mp_patch *p, const mp_hold *h, mp_gone gone) {
    bool is_ok = true;
    for (uint32_t i = 0; is_ok && i < mp_fix_count(p, h->holders); i++)
        if (word_of(p, h, i, h->start) > gone.first)
            is_ok = add_to(p, h, i, h->start, -(int64_t)gone.count);
    return is_ok;
}

static bool remove_items(const mp_patch *p, const mp_hold *h, mp_gone gone) {
    const uint32_t stride = mp_stride_of(p->doc->layout, h->items);
    const navlint_field count = mp_fix_count_field(p, h->items);
    const navlint_field items =
        nl_fix_place(nl_fix_path(p->fixer, "/", mp_sections[h->items].list),
                     mp_record_at(p->doc, h->items, gone.first), (uint64_t)gone.count * stride);
    return items.path && nl_fix_add(p->fixer, &count, -(int64_t)gone.count) &&
           nl_fix_remove(p->fixer, &items) && move_starts(p, h, gone);
}

/* The holder of an item; NL_NO_INDEX: none. */
static uint32_t holder_of(const mp_patch *p, const mp_hold *h, uint32_t item) {
    const uint32_t count = mp_fix_count(p, h->holders);
    for (uint32_t i = 0; nl_fix_spend(p->fixer, 1) && i < count; i++) {
        const uint32_t start = word_of(p, h, i, h->start);
        if (item >= start && item - start < word_of(p, h, i, h->count)) return i;
    }
    return NL_NO_INDEX;
}

uint32_t mp_fix_owner(const mp_patch *p, unsigned start_field, unsigned count_field,
                      uint32_t item) {
    const mp_hold h = {MP_NODES, MP_REGIONS, start_field, count_field};
    return holder_of(p, &h, item);
}

/* ---- Loose items ---- */

/* From the first that no holder has to the next that one has. */
static bool remove_loose(nl_fixer *fixer, const navlint_finding *finding, const mp_hold *h) {
    mp_patch p;
    if (!mp_fix_begin(fixer, finding, &p) || !mp_fix_is_in(&p, h->items)) return false;
    const uint32_t first = p.index;
    uint32_t end = mp_fix_count(&p, h->items);
    if (holder_of(&p, h, first) != NL_NO_INDEX) return false;
    for (uint32_t i = 0; i < mp_fix_count(&p, h->holders); i++) {
        const uint32_t start = word_of(&p, h, i, h->start);
        if (word_of(&p, h, i, h->count) != 0 && start > first && start < end) end = start;
    }
    const mp_gone gone = {first, end - first};
    return remove_items(&p, h, gone) &&
           mp_fix_refill(&p, -(int64_t)gone.count * mp_stride_of(p.doc->layout, h->items));
}

bool mp_fix_loose_nodes(nl_fixer *fixer, const navlint_finding *finding) {
    return remove_loose(fixer, finding, &nodes);
}

bool mp_fix_loose_links(nl_fixer *fixer, const navlint_finding *finding) {
    return remove_loose(fixer, finding, &links);
}

bool mp_fix_loose_point_links(nl_fixer *fixer, const navlint_finding *finding) {
    return remove_loose(fixer, finding, &point_links);
}

/* ---- Links ---- */

bool mp_fix_remove_link(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    if (!mp_fix_begin(fixer, finding, &p) || !mp_fix_is_in(&p, MP_LINKS)) return false;
    const uint32_t region = holder_of(&p, &links, p.index);
    return region != NL_NO_INDEX && remove_items(&p, &links, (mp_gone){p.index, 1}) &&
           add_to(&p, &links, region, links.count, -1) && mp_fix_refill(&p, -MP_LINK_BYTES);
}

/* The cost of a link of a point: its number in the list of costs. */
static bool find_cost(const mp_patch *p, uint32_t link, uint32_t *point, uint32_t *cost) {
    *point = holder_of(p, &point_links, link);
    if (*point == NL_NO_INDEX) return false;
    const uint32_t nth = link - word_of(p, &point_links, *point, point_links.start);
    const uint64_t at = (uint64_t)word_of(p, &point_costs, *point, point_costs.start) + nth;
    *cost = (uint32_t)at;
    return at < mp_fix_count(p, MP_POINT_COSTS);
}

bool mp_fix_remove_point_link(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    uint32_t point, cost;
    return mp_fix_begin(fixer, finding, &p) && mp_fix_is_in(&p, MP_POINT_LINKS) &&
           find_cost(&p, p.index, &point, &cost) &&
           remove_items(&p, &point_links, (mp_gone){p.index, 1}) &&
           remove_items(&p, &point_costs, (mp_gone){cost, 1}) &&
           add_to(&p, &point_links, point, point_links.count, -1) &&
           mp_fix_refill(&p, -2 * MP_WORD_BYTES);
}

/* The distance of the two points. */
bool mp_fix_point_cost(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    if (!mp_fix_begin(fixer, finding, &p) || !mp_fix_is_in(&p, MP_POINT_COSTS)) return false;
    const uint64_t costs_at = p.doc->lists[MP_POINT_COSTS].at;
    const uint32_t point = holder_of(&p, &point_costs, p.index);
    if (point == NL_NO_INDEX || finding->offset < costs_at) return false;
    const uint64_t link = (uint64_t)word_of(&p, &point_links, point, point_links.start) +
                          (p.index - word_of(&p, &point_costs, point, point_costs.start));
    if (link >= mp_fix_count(&p, MP_POINT_LINKS)) return false;
    const uint32_t other = nl_load_u32be(mp_fix_record(&p, MP_POINT_LINKS, (uint32_t)link));
    if (other >= mp_fix_count(&p, MP_GRAPH_POINTS)) return false;
    const mp_vector way = mp_minus(mp_vector_at(mp_fix_record(&p, MP_GRAPH_POINTS, other)),
                                   mp_vector_at(mp_fix_record(&p, MP_GRAPH_POINTS, point)));
    return mp_fix_set_float(&p, MP_POINT_COSTS, p.index, MP_POINT_COST_COST,
                            mp_root(mp_dot(way, way)));
}
