/* ConnectTileInfo (Section3): places at which named tiles join. No file with one has been seen. */
#include "core/checked.h"
#include "parsers/mgs_nav2/islands/islands.h"

static nl_place tiles_place(const nl_job *job, const nav2_tiles *tiles) {
    return nl_place_in(nav2_file_place(job), "connectTileInfo", NL_NO_INDEX, tiles->at);
}

/* ---- Reading ---- */

/* One of its three lists. */
typedef struct nav2_tile_list {
    const char *name;
    unsigned offset, count_field; /* fields of the header */
    uint32_t record_bytes;
    uint32_t *at, *count;
} nav2_tile_list;

static bool read_list(nav2_reading *r, nav2_tiles *tiles, const nav2_tile_list *list) {
    const uint8_t *const p = r->job->bytes + tiles->at;
    const nl_field *const fields = nav2_fields.fields;
    const uint64_t from = tiles->at + 2 * (uint64_t)nl_load_u16(p + fields[list->offset].at);
    const uint32_t count = nl_load_u16(p + fields[list->count_field].at);
    const uint64_t end = from + (uint64_t)count * list->record_bytes;
    if (count == 0) return true;
    if (from >= (uint64_t)tiles->at + NAV2_TILES_HEADER_BYTES && end <= r->job->length) {
        *list->at = (uint32_t)from;
        *list->count = count;
        tiles->end = (uint32_t)nl_max(tiles->end, end);
        return true;
    }
    if (!nav2_note(r, NAV2_TILES_BLOCKS)) return false;
    const nl_place place = tiles_place(r->job, tiles);
    nl_found(
        &place, NAV2_TILES_BLOCKS, list->offset,
        &(nl_draft){
            .args = {nl_string(list->name), nl_uint(count), nl_uint(from), nl_uint(r->job->length)},
            .related = {nav2_related_field(&place, list->count_field, "how many there are")}});
    return false;
}

void nav2_read_tiles(nav2_reading *r) {
    nav2_tiles *const tiles = &r->doc->tiles;
    const uint32_t at = nav2_find_section(r, &nav2_tiles_section);
    if (at == 0) return;
    *tiles = (nav2_tiles){.at = at, .end = at + NAV2_TILES_HEADER_BYTES, .is_readable = true};
    const nav2_tile_list lists[] = {
        {"groups", NAV2_TILES_HEADER_GROUPS, NAV2_TILES_HEADER_GROUP_COUNT, NAV2_TILES_GROUP_BYTES,
         &tiles->groups, &tiles->group_count},
        {"infos", NAV2_TILES_HEADER_INFOS, NAV2_TILES_HEADER_INFO_COUNT, NAV2_TILES_INFO_BYTES,
         &tiles->infos, &tiles->info_count},
        {"nodes", NAV2_TILES_HEADER_NODES, NAV2_TILES_HEADER_NODE_COUNT, NAV2_TILES_NODE_BYTES,
         &tiles->nodes, &tiles->node_count},
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        tiles->is_readable &= read_list(r, tiles, &lists[i]);
}

/* ---- Checking ---- */

/* A range: how many, and from where on. */
typedef struct nav2_tile_range {
    uint32_t count, start;
} nav2_tile_range;

static nav2_tile_range range_at(const nav2_check *c, uint64_t at) {
    const uint32_t value = nl_load_u16(c->bytes + at);
    return (nav2_tile_range){value & 0x1F, value >> 5};
}

/* A record of one of the lists, and its field that leads to something. */
typedef struct nav2_tile_record {
    const char *list, *name;
    uint32_t index;
    uint64_t at; /* of the record, in the file */
    unsigned field;
    const char *target; /* what the field leads to */
} nav2_tile_record;

static void check_reference(const nav2_check *c, const nav2_tile_record *record, uint32_t number,
                            uint32_t count) {
    if (number < count) return;
    const nl_place place = nl_place_about(
        nl_place_in(tiles_place(c->job, &c->doc->tiles), record->list, record->index, record->at),
        record->name, record->index);
    nl_found(&place, NAV2_TILES_REFERENCE, record->field,
             &(nl_draft){.args = {nl_string(record->target), nl_uint(number), nl_uint(count)}});
}

static void check_range(const nav2_check *c, const nav2_tile_record *record, uint32_t count) {
    const nav2_tile_range range = range_at(c, record->at + nav2_fields.fields[record->field].at);
    if (range.count != 0) check_reference(c, record, range.start + range.count - 1, count);
}

static void check_node(const nav2_check *c, const nav2_group *group, uint32_t index) {
    const uint64_t at = c->doc->tiles.nodes + NAV2_TILES_NODE_BYTES * (uint64_t)index;
    const uint8_t *const p = c->bytes + at;
    nav2_tile_record record = {"nodes", "ConnectTileInfo node", index,
                               at,      NAV2_TILES_NODE_NODE,   "NavigationGraph node"};
    if (group->chunks[NAV2_GRAPH].is_readable)
        check_reference(c, &record, nl_load_u16(p + NAV2_TILES_NODE_NODE_AT),
                        group->graph.node_count);
    record.field = NAV2_TILES_NODE_FACE;
    record.target = "face";
    if (group->chunks[NAV2_MESH].is_readable)
        check_reference(c, &record, nl_load_u16(p + NAV2_TILES_NODE_FACE_AT) & 0x3FFF,
                        group->mesh.face_count);
}

static void check_info(const nav2_check *c, uint32_t index) {
    const nav2_tiles *const t = &c->doc->tiles;
    const uint64_t at = t->infos + NAV2_TILES_INFO_BYTES * (uint64_t)index;
    const uint32_t number = nl_load_u16(c->bytes + at + NAV2_TILES_INFO_GROUP_AT);
    const nav2_group *const group = nav2_group_of(c->doc, number);
    const nav2_tile_record id = {"infos", "ConnectTileInfo info", index,
                                 at,      NAV2_TILES_INFO_GROUP,  "group"};
    const nav2_tile_record range = {"infos", "ConnectTileInfo info", index,
                                    at,      NAV2_TILES_INFO_RANGE,  "node"};
    const nav2_tile_range nodes = range_at(c, at + NAV2_TILES_INFO_RANGE_AT);
    if (!group && nav2_expects_group(c->doc))
        check_reference(c, &id, number, c->doc->row_count < number ? c->doc->row_count : 0);
    check_range(c, &range, t->node_count);
    if (!group || nodes.start + nodes.count > t->node_count) return;
    if (!nl_spend(c->budget, nodes.count)) return;
    for (uint32_t i = 0; i < nodes.count; i++)
        check_node(c, group, nodes.start + i);
}

void nav2_check_tiles(const nav2_check *c) {
    const nav2_tiles *const t = &c->doc->tiles;
    if (!t->is_readable || !nl_spend(c->budget, (uint64_t)t->group_count + t->info_count)) return;
    nav2_list(c, t->is_odd);
    for (uint32_t i = 0; i < t->group_count; i++) {
        const uint64_t at = t->groups + NAV2_TILES_GROUP_BYTES * (uint64_t)i;
        check_range(c,
                    &(nav2_tile_record){"groups", "ConnectTileInfo group", i, at,
                                        NAV2_TILES_GROUP_RANGE, "info"},
                    t->info_count);
    }
    for (uint32_t i = 0; i < t->info_count; i++)
        check_info(c, i);
    nav2_list(c, false);
}
