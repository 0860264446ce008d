/* ConnectTileInfo (Section3): places at which named tiles join. No file with one has been seen. */
#include "parsers/mgs_nav2/findings.h"

/* A range: how many, and from where on. */
typedef struct nav2_tile_range {
    uint32_t count, start;
} nav2_tile_range;

static nav2_tile_range range_at(const nav2_check *c, uint64_t at) {
    const uint32_t value = nl_load_u16(c->bytes + at);
    return (nav2_tile_range){value & 0x1F, value >> 5};
}

/* A record of one of the lists, and what it should lead to. */
typedef struct nav2_tile_record {
    const char *table, *name, *member;
    uint32_t index;
    uint64_t at; /* of the member */
} nav2_tile_record;

static void check_reference(const nav2_check *c, const nav2_tile_record *r, const char *target,
                            uint32_t number, uint32_t count) {
    const nav2_place place = {.list = "connectTileInfo",
                              .row = NAV2_NO_ITEM,
                              .table = r->table,
                              .index = r->index,
                              .member = r->member,
                              .type = NL_U16LE,
                              .at = r->at};
    if (number < count) return;
    nav2_found(c->job->report, NAV2_TILES_REFERENCE, &place,
               (nl_draft){.actual = nl_uint(number),
                          .expected = nl_uint(count),
                          .args = {nl_string(r->name), nl_uint(r->index), nl_string(target)}});
}

static void check_range(const nav2_check *c, const nav2_tile_record *r, const char *target,
                        uint32_t count) {
    const nav2_tile_range range = range_at(c, r->at);
    if (range.count != 0) check_reference(c, r, target, range.start + range.count - 1, count);
}

static void check_node(const nav2_check *c, const nav2_group *group, uint32_t index) {
    const uint64_t at = c->doc->tiles.nodes + 4 * (uint64_t)index;
    const nav2_tile_record node = {"nodes", "node", "navigationGraphNode", index, at};
    const nav2_tile_record face = {"nodes", "node", "faceAndSide", index, at + 2};
    if (group->chunks[NAV2_GRAPH].is_readable)
        check_reference(c, &node, "NavigationGraph node", nl_load_u16(c->bytes + at),
                        group->graph.node_count);
    if (group->chunks[NAV2_MESH].is_readable)
        check_reference(c, &face, "face", nl_load_u16(c->bytes + at + 2) & 0x3FFF,
                        group->mesh.face_count);
}

static void check_info(const nav2_check *c, uint32_t index) {
    const nav2_tiles *const t = &c->doc->tiles;
    const uint64_t at = t->infos + 4 * (uint64_t)index;
    const uint32_t number = nl_load_u16(c->bytes + at);
    const nav2_group *const group = nav2_group_of(c->doc, number);
    const nav2_tile_record id = {"infos", "info", "dataChunkId", index, at};
    const nav2_tile_record range = {"infos", "info", "nodeRange", index, at + 2};
    const nav2_tile_range nodes = range_at(c, at + 2);
    if (!group && nav2_expects_group(c->doc))
        check_reference(c, &id, "group", number,
                        c->doc->row_count < number ? c->doc->row_count : 0);
    check_range(c, &range, "node", t->node_count);
    if (!group || nodes.start + nodes.count > t->node_count) return;
    if (!nl_spend(c->budget, nodes.count)) return;
    for (uint32_t i = 0; i < nodes.count; i++)
        check_node(c, group, nodes.start + i);
}

void nav2_check_tiles(const nav2_check *c) {
    const nav2_tiles *const t = &c->doc->tiles;
    if (!t->is_readable || !nl_spend(c->budget, (uint64_t)t->group_count + t->info_count)) return;
    for (uint32_t i = 0; i < t->group_count; i++) {
        const nav2_tile_record range = {"groups", "group", "infoRange", i,
                                        t->groups + 6 * (uint64_t)i + 4};
        check_range(c, &range, "info", t->info_count);
    }
    for (uint32_t i = 0; i < t->info_count; i++)
        check_info(c, i);
}
