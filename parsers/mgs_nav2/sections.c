/* What follows the chunks: IslandGraphs (Section2), SearchSpace (NavSystem) and ConnectTileInfo
 * (Section3); and what stands between the parts of a file. */
#include "core/checked.h"
#include "parsers/mgs_nav2/decoder.h"

static const char islands_name[] = "IslandGraphs (Section2)";
static const char search_name[] = "SearchSpace (NavSystem)";
static const char tiles_name[] = "ConnectTileInfo (Section3)";

static void tell_at_field(nav2_reading *r, unsigned rule, nav2_header_field field, nl_draft draft) {
    const nav2_field *const f = &nav2_header_fields[field];
    nav2_tell(r, rule, &(nav2_place){.member = f->name, .type = f->type, .at = f->at}, draft);
}

/* Where a section is; 0 if there is none, or if its `header_bytes` are not in the file. */
static uint32_t find_section(nav2_reading *r, nav2_header_field field, const char *name,
                             uint32_t header_bytes) {
    const uint32_t at = nav2_header_value(r->job->bytes, field);
    const nl_draft draft = {.actual = nl_uint(at), .args = {nl_string(name)}};
    if (at == 0) return 0;
    if (at > r->job->length || header_bytes > r->job->length - at) {
        tell_at_field(r, NAV2_SECTION_RANGE, field, draft);
        return 0;
    }
    if (at % NAV2_ALIGN != 0) tell_at_field(r, NAV2_SECTION_ALIGN, field, draft);
    return at;
}

/* ---- IslandGraphs ---- */

/* One table of an island graph. */
typedef struct nav2_island_table {
    const char *name, *member;
    uint32_t field_at;
    uint32_t bytes;
    uint32_t *at;
} nav2_island_table;

static nav2_place island_field(uint32_t index, uint32_t at, const char *member, uint32_t field_at) {
    return (nav2_place){.list = "islandGraphs",
                        .row = index,
                        .member = member,
                        .type = NL_U16LE,
                        .at = (uint64_t)at + field_at};
}

static bool read_island_table(nav2_reading *r, uint32_t index, const nav2_island *island,
                              const nav2_island_table *table) {
    const uint32_t offset = nl_load_u16(r->job->bytes + island->at + table->field_at);
    const uint32_t end = island->next - island->at;
    *table->at = island->at + offset;
    if (offset >= NAV2_ISLAND_HEADER_BYTES && offset + table->bytes <= end) return true;
    const nav2_place place = island_field(index, island->at, table->member, table->field_at);
    nav2_tell(r, NAV2_ISLAND_BLOCKS, &place,
              (nl_draft){.actual = nl_uint(offset),
                         .expected = nl_uint(end),
                         .args = {nl_uint(index), nl_string(table->name),
                                  nl_uint((uint64_t)offset + table->bytes)}});
    return false;
}

/* The last graph may not say where it ends: that is behind the last place of a side. */
static void find_end(const nav2_reading *r, nav2_island *island) {
    uint32_t most = 0;
    for (uint32_t side = 0; side < NAV2_ISLAND_SIDES; side++) {
        const uint8_t *const p = r->job->bytes + island->sides + 6 * (size_t)side;
        const uint32_t end = (uint32_t)nl_load_u16(p + 2) + nl_load_u16(p + 4);
        if (end > most) most = end;
    }
    const uint64_t end = island->at + nav2_align(island->infos - island->at + 4 * (uint64_t)most);
    if (end < island->next) island->next = (uint32_t)end;
}

static void read_island_tables(nav2_reading *r, uint32_t index, nav2_island *island) {
    const uint32_t n = nl_load_u16(r->job->bytes + island->at + 4);
    const nav2_island_table tables[] = {
        {"nodes", "nodesOffset", 2, NAV2_ISLAND_NODE_BYTES * n, &island->nodes},
        {"links", "linkDataOffset", 6, 0, &island->links},
        {"lower nodes", "lowGraphNodeLinksOffset", 8, 8 * n, &island->low_nodes},
        {"segment counts", "segmentCountsOffset", 10, 2 * n, &island->counts},
        {"sides", "connectSideInfoGroupsOffset", 12, 6 * NAV2_ISLAND_SIDES, &island->sides},
        {"places of the sides", "connectSideInfosOffset", 14, 0, &island->infos},
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (!read_island_table(r, index, island, &tables[i])) return;
    island->node_count = n;
    island->is_readable = true;
    if (nl_load_u16(r->job->bytes + island->at) == 0) find_end(r, island);
}

/* Where the next graph starts; 0 if that cannot be told. The last one may say 0. */
static uint32_t next_island(nav2_reading *r, uint32_t index, uint32_t at, bool is_last) {
    const uint64_t left = r->job->length - at;
    const uint32_t next =
        left >= NAV2_ISLAND_HEADER_BYTES ? nl_load_u16(r->job->bytes + at) : (uint32_t)left;
    if (next >= NAV2_ISLAND_HEADER_BYTES && next <= left) return at + next;
    if (is_last && next == 0 && left >= NAV2_ISLAND_HEADER_BYTES)
        return at + (uint32_t)nl_min(left, UINT16_MAX);
    nav2_place place = island_field(index, at, "nextGraphOffset", 0);
    if (left < NAV2_ISLAND_HEADER_BYTES) {
        place = (nav2_place){.at = at, .length = left};
    }
    nav2_tell(r, NAV2_ISLAND_NEXT, &place,
              (nl_draft){.actual = nl_uint(next), .args = {nl_uint(index)}});
    return 0;
}

static bool read_island_chain(nav2_reading *r, uint32_t at, uint32_t count) {
    nav2_document *const doc = r->doc;
    const uint64_t room = (r->job->length - at) / NAV2_ISLAND_HEADER_BYTES;
    doc->islands = NL_NEW_ZEROED(r->job->arena, nav2_island, nl_min(count, room));
    if (!doc->islands || !nl_spend(r->job->budget, count)) return false;
    doc->islands_at = doc->islands_end = at;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t next = next_island(r, i, doc->islands_end, i + 1 == count);
        if (next == 0) return true;
        nav2_island *const island = &doc->islands[doc->island_count++];
        *island = (nav2_island){.at = doc->islands_end, .next = next};
        read_island_tables(r, i, island);
        doc->islands_end = island->next;
    }
    return true;
}

static bool read_islands(nav2_reading *r) {
    const uint32_t offset = nav2_header_value(r->job->bytes, NAV2_AT_ISLANDS);
    const uint32_t count = nav2_header_value(r->job->bytes, NAV2_AT_ISLAND_COUNT);
    if ((offset != 0) != (count != 0) || count > NAV2_ISLAND_SLOTS)
        tell_at_field(r, NAV2_ISLAND_COUNT, NAV2_AT_ISLAND_COUNT,
                      (nl_draft){.actual = nl_uint(count), .args = {nl_uint(offset)}});
    const uint32_t header_bytes = count != 0 ? NAV2_ISLAND_HEADER_BYTES : 0;
    const uint32_t at = find_section(r, NAV2_AT_ISLANDS, islands_name, header_bytes);
    if (at == 0 || count == 0) return true;
    return read_island_chain(r, at, count);
}

/* ---- SearchSpace ---- */

static nav2_place search_field(const nav2_search *search, const char *member, uint32_t at) {
    return (nav2_place){.list = "searchSpace",
                        .row = NAV2_NO_ITEM,
                        .member = member,
                        .type = NL_U32LE,
                        .at = (uint64_t)search->at + at};
}

/* The product of three 32-bit numbers may leave 64 bits. */
static uint64_t count_buckets(const nav2_search *search) {
    return nl_mul_sat(nl_mul_sat(search->x, search->y), search->z);
}

static bool check_buckets(nav2_reading *r, const nav2_search *search, uint64_t buckets) {
    const uint64_t size = search->end - search->at;
    const uint64_t descs = nl_mul_sat(buckets, NAV2_BUCKET_BYTES);
    const uint64_t from = search->buckets - (uint64_t)search->at;
    const bool fits = search->buckets >= search->at && from >= NAV2_SEARCH_HEADER_BYTES &&
                      from <= size && descs <= size - from && search->entries >= search->at &&
                      search->entries <= search->end;
    if (fits) return true;
    const nav2_place place = search_field(search, "blockCountX", 16);
    nav2_tell(r, NAV2_SEARCH_BLOCKS, &place,
              (nl_draft){.actual = nl_uint(nl_add_sat(descs, NAV2_SEARCH_HEADER_BYTES)),
                         .expected = nl_uint(size),
                         .args = {nl_uint(search->x), nl_uint(search->y), nl_uint(search->z)}});
    return false;
}

/* An offset from the section's start as a place in the file; UINT32_MAX if it has none. */
static uint32_t place_in(const nav2_search *search, uint32_t offset) {
    return (uint32_t)nl_min(UINT32_MAX, (uint64_t)search->at + offset);
}

static void read_search(nav2_reading *r) {
    nav2_search *const search = &r->doc->search;
    const uint32_t at = find_section(r, NAV2_AT_SEARCH, search_name, NAV2_SEARCH_HEADER_BYTES);
    if (at == 0) return;
    const uint8_t *const p = r->job->bytes + at;
    const uint64_t left = r->job->length - at;
    const uint32_t size = nl_load_u32(p + 44);
    *search = (nav2_search){.at = at,
                            .end = at + (uint32_t)nl_min(size, left),
                            .x = nl_load_u32(p + 16),
                            .y = nl_load_u32(p + 20),
                            .z = nl_load_u32(p + 24)};
    search->buckets = place_in(search, nl_load_u32(p + 36));
    search->entries = place_in(search, nl_load_u32(p + 40));
    if (size > left) {
        const nav2_place place = search_field(search, "selfSize", 44);
        nav2_tell(r, NAV2_SEARCH_SIZE, &place,
                  (nl_draft){.actual = nl_uint(size), .expected = nl_uint(left)});
        return;
    }
    const uint64_t buckets = count_buckets(search);
    if (!check_buckets(r, search, buckets)) return;
    search->bucket_count = (uint32_t)buckets;
    search->is_readable = true;
}

/* ---- ConnectTileInfo ---- */

/* One of its three lists. */
typedef struct nav2_tile_list {
    const char *name, *member;
    uint32_t offset_at, count_at;
    uint32_t record_bytes;
    uint32_t *at, *count;
} nav2_tile_list;

static bool read_tile_list(nav2_reading *r, nav2_tiles *tiles, const nav2_tile_list *list) {
    const uint8_t *const p = r->job->bytes + tiles->at;
    const uint64_t from = tiles->at + 2 * (uint64_t)nl_load_u16(p + list->offset_at);
    const uint32_t count = nl_load_u16(p + list->count_at);
    const uint64_t end = from + (uint64_t)count * list->record_bytes;
    if (count == 0) return true;
    if (from >= (uint64_t)tiles->at + NAV2_TILES_HEADER_BYTES && end <= r->job->length) {
        *list->at = (uint32_t)from;
        *list->count = count;
        tiles->end = (uint32_t)nl_max(tiles->end, end);
        return true;
    }
    const nav2_place place = {.list = "connectTileInfo",
                              .row = NAV2_NO_ITEM,
                              .member = list->member,
                              .type = NL_U16LE,
                              .at = (uint64_t)tiles->at + list->offset_at};
    nav2_tell(r, NAV2_TILES_BLOCKS, &place,
              (nl_draft){.actual = nl_uint(count),
                         .expected = nl_uint(r->job->length),
                         .args = {nl_string(list->name), nl_uint(from)}});
    return false;
}

static void read_tiles(nav2_reading *r) {
    nav2_tiles *const tiles = &r->doc->tiles;
    const uint32_t at = find_section(r, NAV2_AT_TILES, tiles_name, NAV2_TILES_HEADER_BYTES);
    if (at == 0) return;
    *tiles = (nav2_tiles){.at = at, .end = at + NAV2_TILES_HEADER_BYTES};
    const nav2_tile_list lists[] = {
        {"groups", "groupsOffset", 0, 6, 6, &tiles->groups, &tiles->group_count},
        {"infos", "infosOffset", 2, 8, 4, &tiles->infos, &tiles->info_count},
        {"nodes", "nodesOffset", 4, 10, 4, &tiles->nodes, &tiles->node_count},
    };
    tiles->is_readable = true;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        tiles->is_readable &= read_tile_list(r, tiles, &lists[i]);
}

bool nav2_read_sections(nav2_reading *r) {
    nav2_document *const doc = r->doc;
    if (!read_islands(r)) return false;
    read_search(r);
    read_tiles(r);
    nl_claim(r->job->report, doc->islands_at, doc->islands_end - doc->islands_at);
    nl_claim(r->job->report, doc->search.at, doc->search.end - doc->search.at);
    nl_claim(r->job->report, doc->tiles.at, doc->tiles.end - doc->tiles.at);
    return true;
}

/* ---- The parts of a file ---- */

typedef struct nav2_part {
    const char *name;
    uint64_t at, end;
    nav2_header_field field; /* of its offset */
    bool is_section;
} nav2_part;

enum { MOST_PARTS = 6 };

typedef struct nav2_parts {
    nav2_part list[MOST_PARTS];
    uint32_t count;
} nav2_parts;

/* Keeps the parts sorted by their places. */
static void add_part(nav2_parts *parts, nav2_part part) {
    if (part.at == part.end) return;
    uint32_t i = parts->count++;
    for (; i > 0 && parts->list[i - 1].at > part.at; i--)
        parts->list[i] = parts->list[i - 1];
    parts->list[i] = part;
}

static nav2_parts parts_of(const nav2_document *doc) {
    const uint64_t descs = 4 + (uint64_t)doc->desc_groups * NAV2_DESCS_OF_GROUP * NAV2_DESC_BYTES;
    const uint64_t descs_end = doc->descs_at != 0 ? doc->descs_at + descs : 0;
    nav2_parts parts = {.count = 0};
    add_part(&parts, (nav2_part){"the header", 0, NAV2_HEADER_BYTES, NAV2_AT_VERSION, false});
    add_part(&parts,
             (nav2_part){"ChunkDescs (Manifest)", doc->descs_at, descs_end, NAV2_AT_DESCS, false});
    add_part(&parts,
             (nav2_part){"the chunks", doc->chunks_at, doc->chain_end, NAV2_AT_CHUNKS, false});
    add_part(&parts,
             (nav2_part){islands_name, doc->islands_at, doc->islands_end, NAV2_AT_ISLANDS, true});
    add_part(&parts,
             (nav2_part){search_name, doc->search.at, doc->search.end, NAV2_AT_SEARCH, true});
    add_part(&parts, (nav2_part){tiles_name, doc->tiles.at, doc->tiles.end, NAV2_AT_TILES, true});
    return parts;
}

static void tell_overlap(nav2_reading *r, const nav2_part *before, const nav2_part *part) {
    const nav2_part *const section = part->is_section ? part : before;
    const nav2_part *const other = part->is_section ? before : part;
    tell_at_field(r, NAV2_SECTION_OVERLAP, section->field,
                  (nl_draft){.actual = nl_uint(section->at),
                             .args = {nl_string(section->name), nl_string(other->name)}});
}

static void check_gap(nav2_reading *r, uint64_t from, uint64_t to) {
    if (to == nav2_align(from)) {
        nav2_check_zeros(r->job, NULL, from, to);
        return;
    }
    nav2_tell(r, NAV2_CHAIN_GAP, &(nav2_place){.at = from, .length = to - from},
              (nl_draft){.actual = nl_uint(to - from), .args = {nl_uint(from)}});
}

/* Descriptors and chunks that stand elsewhere, and sections that are not aligned, have findings of
 * their own. */
static void check_space(nav2_reading *r, const nav2_part *before, const nav2_part *part) {
    if (part->at == nav2_align(before->end))
        nav2_check_zeros(r->job, NULL, before->end, part->at);
    else if (part->is_section && part->at % NAV2_ALIGN == 0)
        check_gap(r, before->end, part->at);
}

static void check_parts(nav2_reading *r, const nav2_parts *parts) {
    const nav2_part *before = &parts->list[0];
    for (uint32_t i = 1; i < parts->count; i++) {
        const nav2_part *const part = &parts->list[i];
        const bool is_section = part->is_section || before->is_section;
        if (part->at < before->end && is_section) tell_overlap(r, before, part);
        if (part->at > before->end) check_space(r, before, part);
        if (part->end > before->end) before = part;
    }
    const uint64_t length = r->job->length;
    const bool has_trail = nav2_header_value(r->job->bytes, NAV2_AT_FILE_SIZE) < length;
    if (before->end >= length || has_trail) return;
    const bool is_odd = length % NAV2_ALIGN != 0 && length - before->end < NAV2_ALIGN;
    if (!is_odd) check_gap(r, before->end, length);
}

void nav2_check_parts(nav2_reading *r) {
    if (r->is_quiet || r->errors != 0) return;
    const nav2_parts parts = parts_of(r->doc);
    check_parts(r, &parts);
    nl_claim(r->job->report, 0, r->job->length); /* what belongs to nothing has a finding */
}
