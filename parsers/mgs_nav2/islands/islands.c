#include "parsers/mgs_nav2/islands/islands.h"

#include "core/checked.h"

/* ---- Records ---- */

nav2_island_node nav2_island_node_of(const uint8_t *bytes, const nav2_island *g, uint32_t index) {
    const uint32_t at = g->nodes + index * NAV2_ISLAND_NODE_BYTES;
    const uint8_t *const p = bytes + at;
    return (nav2_island_node){
        .index = index,
        .at = at,
        .links = (uint64_t)g->links + nl_load_u16(p + NAV2_ISLAND_NODE_LINKS_AT),
        .chunks = p[NAV2_ISLAND_NODE_CHUNKS_AT],
        .inside = p[NAV2_ISLAND_NODE_INSIDE_AT],
        .tiles = nl_load_u16(p + NAV2_ISLAND_NODE_TILES_AT),
    };
}

uint32_t nav2_island_link_bytes(const nav2_island_node *n) {
    return n->chunks * NAV2_ISLAND_CHUNK_LINK_BYTES + n->inside * NAV2_ISLAND_INSIDE_LINK_BYTES +
           n->tiles * NAV2_ISLAND_TILE_LINK_BYTES;
}

uint32_t nav2_end_of_places(const uint8_t *bytes, const nav2_island *g) {
    uint64_t end = 0;
    for (uint32_t side = 0; side < NAV2_ISLAND_SIDES; side++) {
        const uint8_t *const p = bytes + g->sides + side * (size_t)NAV2_CONNECT_SIDE_BYTES;
        const uint32_t start = nl_load_u16(p + NAV2_CONNECT_SIDE_START_AT);
        end = nl_max(end, start + nl_load_u16(p + NAV2_CONNECT_SIDE_COUNT_AT));
    }
    return (uint32_t)end;
}

/* ---- Reading ---- */

/* One table of an island graph. */
typedef struct nav2_island_table {
    const char *name; /* as messages have it */
    unsigned field;   /* its offset */
    uint32_t bytes;
    uint32_t *at;
} nav2_island_table;

static bool read_table(nav2_reading *r, uint32_t index, const nav2_island *island,
                       const nav2_island_table *table) {
    const uint8_t *const header = r->job->bytes + island->at;
    const uint32_t offset = nl_load_u16(header + nav2_fields.fields[table->field].at);
    const uint32_t end = island->next - island->at;
    *table->at = island->at + offset;
    if (offset >= NAV2_ISLAND_HEADER_BYTES && offset + table->bytes <= end) return true;
    if (!nav2_note(r, NAV2_ISLAND_BLOCKS)) return false;
    const nl_place place = nav2_island_place(r->job, index, island->at);
    nl_found(&place, NAV2_ISLAND_BLOCKS, table->field,
             &(nl_draft){.args = {nl_string(table->name), nl_uint((uint64_t)offset + table->bytes),
                                  nl_uint(end)},
                         .related = {nav2_related_field(&place, NAV2_ISLAND_HEADER_NODE_COUNT,
                                                        "the number of nodes"),
                                     nav2_related_field(&place, NAV2_ISLAND_HEADER_NEXT,
                                                        "where the graph ends")}});
    return false;
}

/* The last graph may not say where it ends: that is behind the last place of a side. */
static void find_end(const nav2_reading *r, nav2_island *island) {
    const uint64_t places = nav2_end_of_places(r->job->bytes, island);
    const uint64_t bytes = island->infos - island->at + NAV2_SIDE_PLACE_BYTES * places;
    const uint64_t end = island->at + nav2_align(bytes);
    if (end < island->next) island->next = (uint32_t)end;
}

static void read_tables(nav2_reading *r, uint32_t index, nav2_island *island) {
    const uint8_t *const header = r->job->bytes + island->at;
    const uint32_t n = nl_load_u16(header + NAV2_ISLAND_HEADER_NODE_COUNT_AT);
    const nav2_island_table tables[] = {
        {"nodes", NAV2_ISLAND_HEADER_NODES, NAV2_ISLAND_NODE_BYTES * n, &island->nodes},
        {"links", NAV2_ISLAND_HEADER_LINKS, 0, &island->links},
        {"lower nodes", NAV2_ISLAND_HEADER_LOW_NODES, NAV2_LOW_NODE_BYTES * n, &island->low_nodes},
        {"segment counts", NAV2_ISLAND_HEADER_COUNTS, NAV2_ISLAND_USES_BYTES * n, &island->counts},
        {"sides", NAV2_ISLAND_HEADER_SIDES, NAV2_CONNECT_SIDE_BYTES * NAV2_ISLAND_SIDES,
         &island->sides},
        {"places of the sides", NAV2_ISLAND_HEADER_INFOS, 0, &island->infos},
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (!read_table(r, index, island, &tables[i])) return;
    island->node_count = n;
    island->is_readable = true;
    if (nl_load_u16(header + NAV2_ISLAND_HEADER_NEXT_AT) == 0) find_end(r, island);
}

static const navlint_related island_count = {NAV2_HEADER_ISLAND_COUNT_AT, 1,
                                             "the number of graphs"};

static void found_next(nav2_reading *r, uint32_t index, uint32_t at, uint64_t left) {
    if (!nav2_note(r, NAV2_ISLAND_NEXT)) return;
    if (left >= NAV2_ISLAND_HEADER_BYTES) {
        const nl_place place = nav2_island_place(r->job, index, at);
        nl_found(&place, NAV2_ISLAND_NEXT, NAV2_ISLAND_HEADER_NEXT,
                 &(nl_draft){.expected = nl_uint(NAV2_ISLAND_HEADER_BYTES),
                             .relation = NAVLINT_BETWEEN,
                             .others = {nl_uint(left)},
                             .args = {nl_uint(left)},
                             .related = {island_count}});
        return;
    }
    const nl_place place = nl_place_about(nav2_bytes_place(r->job, at), "island graph", index);
    nl_found(&place, NAV2_ISLAND_NEXT, NL_NO_FIELD,
             &(nl_draft){.length = left,
                         .actual = nl_uint(NAV2_ISLAND_HEADER_BYTES),
                         .args = {nl_uint(left)},
                         .related = {island_count}});
}

/* Where the next graph starts; 0 if that is not known. The last one may say 0. */
static uint32_t next_island(nav2_reading *r, uint32_t index, uint32_t at, bool is_last) {
    const uint64_t left = r->job->length - at;
    const bool has_header = left >= NAV2_ISLAND_HEADER_BYTES;
    const uint8_t *const header = r->job->bytes + at;
    const uint32_t next =
        has_header ? nl_load_u16(header + NAV2_ISLAND_HEADER_NEXT_AT) : (uint32_t)left;
    if (next >= NAV2_ISLAND_HEADER_BYTES && next <= left) return at + next;
    if (is_last && next == 0 && has_header) return at + (uint32_t)nl_min(left, UINT16_MAX);
    found_next(r, index, at, left);
    return 0;
}

static bool read_chain(nav2_reading *r, uint32_t at, uint32_t count) {
    nav2_document *const doc = r->doc;
    const uint64_t room = (r->job->length - at) / NAV2_ISLAND_HEADER_BYTES;
    doc->islands = NL_NEW_ZEROED(r->job->arena, nav2_island, nl_min(count, room));
    if (!doc->islands || !nl_spend(r->job->budget, count)) return false;
    doc->islands_at = doc->islands_end = at;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t next = next_island(r, i, doc->islands_end, i + 1 == count);
        if (next == 0) return true;
        nav2_island *const island = &doc->islands[doc->island_count++];
        *island = (nav2_island){.at = doc->islands_end, .number = i, .next = next};
        read_tables(r, i, island);
        doc->islands_end = island->next;
    }
    return true;
}

bool nav2_read_islands(nav2_reading *r) {
    const uint32_t offset = nl_load_u32(r->job->bytes + NAV2_HEADER_ISLANDS_AT);
    const uint32_t count = r->job->bytes[NAV2_HEADER_ISLAND_COUNT_AT];
    if ((offset != 0) != (count != 0) || count > NAV2_ISLAND_SLOTS)
        nav2_note_header(r, NAV2_ISLAND_COUNT, NAV2_HEADER_ISLAND_COUNT,
                         &(nl_draft){.args = {nl_uint(offset)},
                                     .related = {{NAV2_HEADER_ISLANDS_AT, 4, "their offset"}}});
    nav2_section section = nav2_island_section;
    if (count == 0) section.header_bytes = 0;
    const uint32_t at = nav2_find_section(r, &section);
    if (at == 0 || count == 0) return true;
    return read_chain(r, at, count);
}
