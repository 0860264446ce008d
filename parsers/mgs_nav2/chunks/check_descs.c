/* ChunkDescs (Manifest): each descriptor against the chunk that it is for. */
#include "parsers/mgs_nav2/chunks/chunks.h"

/* One descriptor. */
typedef struct nav2_desc {
    const nav2_check *c;
    uint32_t index;
    uint64_t at;
    uint32_t uid, offset, type, size;
} nav2_desc;

static nav2_desc desc_at(const nav2_check *c, uint32_t index) {
    const uint64_t at =
        (uint64_t)c->doc->descs_at + NAV2_MANIFEST_BYTES + (uint64_t)index * NAV2_DESC_BYTES;
    const uint8_t *const p = c->bytes + at;
    const uint32_t word = nl_load_u32(p + NAV2_DESC_TYPE_AND_SIZE_AT);
    return (nav2_desc){.c = c,
                       .index = index,
                       .at = at,
                       .uid = nl_load_u32(p + NAV2_DESC_CHUNK_UID_AT),
                       .offset = nl_load_u32(p + NAV2_DESC_DATA_OFFSET_AT),
                       .type = word & 0xFF,
                       .size = word >> 8};
}

static nl_place place_of(const nav2_desc *d) {
    return nl_place_about(nl_place_in(nav2_file_place(d->c->job), "chunkDescs", d->index, d->at),
                          "descriptor", d->index);
}

static void found(const nav2_desc *d, unsigned rule, unsigned field, nl_draft draft) {
    const nl_place place = place_of(d);
    nl_found(&place, rule, field, &draft);
}

static uint32_t with_size(const nav2_desc *d, uint32_t size) {
    return d->type | (size & 0xFFFFFF) << 8;
}

/* Where the descriptors reach into the chunks, writing one changes what the others are compared
 * with: there is no fix. */
static navlint_fix fix_of(const nav2_desc *d, unsigned field, uint32_t value) {
    const bool is_apart =
        d->at >= NAV2_HEADER_BYTES && d->at + NAV2_DESC_BYTES <= d->c->doc->chunks_at;
    const nl_place place = place_of(d);
    return is_apart ? nav2_fix_of(&place, field, value) : (navlint_fix){.length = 0};
}

static void check_size(const nav2_desc *d, const nav2_chunk *chunk) {
    const uint32_t size = chunk->end - chunk->at;
    if (d->size == size) return;
    const bool is_cut = size > UINT16_MAX && d->size == (size & 0xFFFF);
    const uint32_t word = with_size(d, size);
    found(d, is_cut ? NAV2_O2N_DESC_SIZE : NAV2_DESC_SIZE, NAV2_DESC_TYPE_AND_SIZE,
          (nl_draft){.expected = nl_uint(word),
                     .args = {nl_uint(d->size), nl_uint(size)},
                     .related = {{chunk->at + NAV2_CHUNK_HEADER_NEXT_AT, 4, "the chunk's length"}},
                     .fix = fix_of(d, NAV2_DESC_TYPE_AND_SIZE, word)});
}

static uint32_t uid_at(const nav2_desc *d, const nav2_chunk *chunk) {
    return nl_load_u32(d->c->bytes + chunk->at + NAV2_CHUNK_HEADER_UID_AT);
}

/* If the chunk's uid is of another tile than the file, which is reported with the chunk,
 * and the descriptor is not, the descriptor is right. */
static void check_uid(const nav2_desc *d, const nav2_chunk *chunk) {
    const uint32_t uid = uid_at(d, chunk);
    const uint32_t tile = nav2_tile_of(d->c->doc->uid);
    const bool is_reported = nav2_tile_of(uid) != tile && nav2_tile_of(d->uid) == tile;
    if (d->uid == uid || is_reported) return;
    found(d, NAV2_DESC_UID, NAV2_DESC_CHUNK_UID,
          (nl_draft){.expected = nl_uint(uid),
                     .related = {{chunk->at + NAV2_CHUNK_HEADER_UID_AT, 4, "the chunk's uid"}},
                     .fix = fix_of(d, NAV2_DESC_CHUNK_UID, uid)});
}

/* The header of the chunk whose data the descriptor leads to, if a chunk of a group is there. */
static const nav2_chunk *chunk_at(const nav2_desc *d) {
    if (d->offset < NAV2_HEADER_BYTES || d->offset >= d->c->job->length) return NULL;
    const uint8_t *const header = d->c->bytes + d->offset - NAV2_CHUNK_HEADER_BYTES;
    const uint32_t uid = nl_load_u32(header + NAV2_CHUNK_HEADER_UID_AT);
    const uint32_t type = nl_load_u32(header + NAV2_CHUNK_HEADER_TYPE_AT);
    const nav2_group *const group = nav2_group_of(d->c->doc, nav2_number_of(uid));
    if (!group || type >= NAV2_KINDS || group->chunks[type].payload != d->offset) return NULL;
    return &group->chunks[type];
}

/* Whether place and size are those of a chunk of the descriptor's type, and only the uid is not. */
static bool has_other_uid(const nav2_desc *d) {
    const nav2_chunk *const chunk = chunk_at(d);
    return chunk && chunk->at != 0 && nav2_number_of(uid_at(d, chunk)) != nav2_number_of(d->uid) &&
           nl_load_u32(d->c->bytes + chunk->at + NAV2_CHUNK_HEADER_TYPE_AT) == d->type &&
           d->size == chunk->end - chunk->at;
}

static void check_target(const nav2_desc *d, const nav2_group *group) {
    const nav2_chunk *const chunk = &group->chunks[d->type];
    check_uid(d, chunk);
    if (chunk->payload != 0 && d->offset != chunk->payload)
        found(d, NAV2_DESC_TARGET, NAV2_DESC_DATA_OFFSET,
              (nl_draft){.expected = nl_uint(chunk->payload),
                         .args = {nl_uint(nav2_number_of(group->uid)),
                                  nl_string(nav2_kind_names[d->type])}});
    check_size(d, chunk);
}

static bool is_described(uint32_t type) {
    return type == NAV2_GRAPH || type == NAV2_MESH || type == NAV2_SEGGRAPH;
}

/* The group has no chunk of the descriptor's type: another one may be where it leads to. */
static void check_other_type(const nav2_desc *d) {
    static const char *const texts[NAV2_KINDS] = {
        "it leads to a NavigationGraph (NavWorld)", "it leads to a NavmeshChunk",
        "it leads to a chunk of type 2", "it leads to a SegmentGraph",
        "it leads to a SegmentChunk"};
    if (d->offset < NAV2_HEADER_BYTES + NAV2_CHUNK_HEADER_BYTES) return;
    const uint8_t *const header = d->c->bytes + d->offset - NAV2_CHUNK_HEADER_BYTES;
    const uint32_t type = nl_load_u32(header + NAV2_CHUNK_HEADER_TYPE_AT);
    const bool is_chunk =
        nl_load_u32(header + NAV2_CHUNK_HEADER_UID_AT) == d->uid &&
        nl_load_u32(header + NAV2_CHUNK_HEADER_DATA_AT) == NAV2_CHUNK_HEADER_BYTES;
    if (!is_chunk || type == d->type || type >= NAV2_KINDS) return;
    found(d, NAV2_DESC_TYPE, NAV2_DESC_TYPE_AND_SIZE,
          (nl_draft){.args = {nl_uint(d->type), nl_string(texts[type])}});
}

/* described: a bit for each type, per group. false if the descriptor is of no chunk, or of one that
 * has another. */
static bool check_desc(const nav2_desc *d, uint8_t *described) {
    const nav2_check *const c = d->c;
    const nav2_group *const group = nav2_group_of(c->doc, nav2_number_of(d->uid));
    const uint32_t number = nav2_number_of(d->uid);
    if (!is_described(d->type)) {
        found(d, NAV2_DESC_TYPE, NAV2_DESC_TYPE_AND_SIZE,
              (nl_draft){
                  .args = {nl_uint(d->type), nl_string("only types 0, 1 and 3 have descriptors")}});
        return false;
    }
    if (group && has_other_uid(d)) {
        check_uid(d, chunk_at(d));
        return false;
    }
    if (d->offset >= c->job->length) {
        found(d, NAV2_DESC_RANGE, NAV2_DESC_DATA_OFFSET, nav2_below(c->job->length));
    } else if (!group || group->chunks[d->type].at == 0) {
        if (group)
            check_other_type(d);
        else if (c->doc->has_chain)
            found(d, NAV2_DESC_GROUP, NAV2_DESC_CHUNK_UID,
                  (nl_draft){.args = {nl_uint(number), nl_string(nav2_kind_names[d->type])}});
    } else {
        check_target(d, group);
    }
    if (!group) return false;
    uint8_t *const bits = &described[group - c->doc->groups];
    const bool is_twice = *bits >> d->type & 1;
    if (is_twice)
        found(d, NAV2_DESC_TWICE, NAV2_DESC_CHUNK_UID,
              (nl_draft){.args = {nl_uint(number), nl_string(nav2_kind_names[d->type])}});
    *bits = (uint8_t)(*bits | 1u << d->type);
    return !is_twice;
}

/* ---- Order ---- */

static uint32_t rank_of(const nav2_desc *d) {
    const uint32_t ranks[] = {0, 2, 3, 1};
    return (d->type < 4 ? ranks[d->type] : 4) << 15 | nav2_number_of(d->uid);
}

static void check_order(const nav2_check *c) {
    const uint32_t count = NAV2_DESCS_OF_GROUP * c->doc->desc_groups;
    uint32_t before = 0;
    for (uint32_t i = 0; i < count; i++) {
        const nav2_desc d = desc_at(c, i);
        const uint32_t rank = rank_of(&d);
        if (rank >= before) {
            before = rank;
            continue;
        }
        const bool named = count == NAV2_DESCS_OF_GROUP && i == 2 && d.type == NAV2_SEGGRAPH &&
                           desc_at(c, 1).type == NAV2_MESH && desc_at(c, 0).type == NAV2_GRAPH;
        const nl_draft draft = {.args = {nl_uint(d.type), nl_uint(nav2_number_of(d.uid))}};
        const nav2_desc wrong = desc_at(c, named ? 1 : i);
        found(&wrong, named ? NAV2_O2N_DESC_ORDER : NAV2_DESC_ORDER, NAV2_DESC_TYPE_AND_SIZE,
              draft);
        return;
    }
}

void nav2_check_descs(const nav2_check *c) {
    const uint32_t count = NAV2_DESCS_OF_GROUP * c->doc->desc_groups;
    const size_t mark = nl_arena_mark(c->job->arena);
    uint8_t *const described = NL_NEW_ZEROED(c->job->arena, uint8_t, c->doc->group_count);
    if (c->doc->descs_at == 0 || !described || !nl_spend(c->budget, count)) return;
    nav2_list(c, c->doc->has_odd_descs);
    bool all = true;
    for (uint32_t i = 0; i < count; i++) {
        const nav2_desc d = desc_at(c, i);
        all &= check_desc(&d, described);
    }
    if (all) check_order(c);
    nav2_list(c, false);
    nl_arena_release(c->job->arena, mark);
}
