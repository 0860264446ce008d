#include "parsers/mgs_nav2/place.h"

const nav2_field nav2_header_fields[NAV2_HEADER_FIELDS + 1] = {
    [NAV2_AT_VERSION] = {"version", NL_U32LE, NAVLINT_PLAIN, 0x00},
    [NAV2_AT_FILE_SIZE] = {"fileSize", NL_U32LE, NAVLINT_PLAIN, 0x04},
    [NAV2_AT_CHUNKS] = {"chunksOffset", NL_U32LE, NAVLINT_REFERENCE, 0x08},
    [NAV2_AT_CHUNK_COUNT] = {"chunkCount", NL_U32LE, NAVLINT_COUNT, 0x0C},
    [NAV2_AT_SEARCH] = {"searchSpaceOffset", NL_U32LE, NAVLINT_REFERENCE, 0x10},
    [NAV2_AT_UID] = {"fileUid", NL_U32LE, NAVLINT_PLAIN, 0x14},
    [NAV2_AT_ISLANDS] = {"islandGraphsOffset", NL_U32LE, NAVLINT_REFERENCE, 0x18},
    [NAV2_AT_UNKNOWN_1C] = {"unknown1C", NL_U32LE, NAVLINT_PLAIN, 0x1C},
    [NAV2_AT_ORIGIN_X] = {"origin/x", NL_F32LE, NAVLINT_PLAIN, 0x20},
    [NAV2_AT_ORIGIN_Y] = {"origin/y", NL_F32LE, NAVLINT_PLAIN, 0x24},
    [NAV2_AT_ORIGIN_Z] = {"origin/z", NL_F32LE, NAVLINT_PLAIN, 0x28},
    [NAV2_AT_TILES] = {"connectTileInfoOffset", NL_U32LE, NAVLINT_REFERENCE, 0x2C},
    [NAV2_AT_PAD_30] = {"padding30", NL_U32LE, NAVLINT_PLAIN, 0x30},
    [NAV2_AT_DESCS] = {"chunkDescsOffset", NL_U32LE, NAVLINT_REFERENCE, 0x34},
    [NAV2_AT_DESCS_SIZE] = {"chunkDescsDataSize", NL_U32LE, NAVLINT_PLAIN, 0x38},
    [NAV2_AT_PAD_3C] = {"padding3C", NL_U32LE, NAVLINT_PLAIN, 0x3C},
    [NAV2_AT_PAD_40] = {"padding40", NL_U32LE, NAVLINT_PLAIN, 0x40},
    [NAV2_AT_DIVISOR_X] = {"denominator/x", NL_U16LE, NAVLINT_PLAIN, 0x44},
    [NAV2_AT_DIVISOR_Y] = {"denominator/y", NL_U16LE, NAVLINT_PLAIN, 0x46},
    [NAV2_AT_DIVISOR_Z] = {"denominator/z", NL_U16LE, NAVLINT_PLAIN, 0x48},
    [NAV2_AT_WEIGHT_DIVISOR] = {"weightDenominator", NL_U16LE, NAVLINT_PLAIN, 0x4A},
    [NAV2_AT_FLAGS] = {"featureFlags", NL_U8, NAVLINT_PLAIN, 0x4C},
    [NAV2_AT_ISLAND_COUNT] = {"islandGraphCount", NL_U8, NAVLINT_COUNT, 0x4D},
    [NAV2_AT_UNKNOWN_4E] = {"unknown4E", NL_U8, NAVLINT_PLAIN, 0x4E},
    [NAV2_AT_PAD_4F] = {"padding4F", NL_U8, NAVLINT_PLAIN, 0x4F},
};

uint32_t nav2_header_value(const uint8_t *bytes, nav2_header_field field) {
    const uint8_t *const p = bytes + nav2_header_fields[field].at;
    switch (nl_type_bytes(nav2_header_fields[field].type)) {
    case 1:
        return *p;
    case 2:
        return nl_load_u16(p);
    default:
        return nl_load_u32(p);
    }
}

void nav2_found(navlint_report *report, unsigned rule, const nav2_place *place, nl_draft draft) {
    const nl_path list = nl_key(NULL, place->list);
    const nl_path row = nl_item(&list, place->row);
    const nl_path *const outer = place->row == NAV2_NO_ITEM ? &list : &row;
    const nl_path table = nl_key(outer, place->table);
    const nl_path index = nl_item(&table, place->index);
    const nl_path sub = nl_key(&index, place->sub);
    const nl_path sub_index = nl_item(&sub, place->sub_index);
    if (place->list) draft.path = outer;
    if (place->table) draft.path = place->index == NAV2_NO_ITEM ? &table : &index;
    if (place->sub) draft.path = place->sub_index == NAV2_NO_ITEM ? &sub : &sub_index;
    draft.member = place->member;
    draft.type = place->type;
    draft.offset = place->at;
    draft.length = place->length;
    nl_emit(report, rule, &draft);
}

void nav2_found_header(const nl_job *job, unsigned rule, nav2_header_field field, nl_draft draft) {
    const nav2_field *const f = &nav2_header_fields[field];
    if (draft.actual.kind == NAVLINT_NO_VALUE)
        draft.actual = nl_uint(nav2_header_value(job->bytes, field));
    nav2_found(job->report, rule, &(nav2_place){.member = f->name, .type = f->type, .at = f->at},
               draft);
}

static bool are_zeros(const uint8_t *bytes, uint64_t from, uint64_t to) {
    uint8_t all = 0;
    for (uint64_t i = from; i < to; i++)
        all |= bytes[i];
    return all == 0;
}

void nav2_check_zeros(const nl_job *job, const nav2_chunk *chunk, uint64_t from, uint64_t to) {
    if (are_zeros(job->bytes, from, to)) return;
    while (job->bytes[from] == 0)
        from++;
    while (job->bytes[to - 1] == 0)
        to--;
    const uint64_t length = to - from;
    nav2_place place = {.at = from, .length = length};
    if (chunk) {
        place.list = "chunks";
        place.row = chunk->number;
    }
    nav2_found(job->report, NAV2_PADDING, &place,
               (nl_draft){.actual = nl_uint(length),
                          .args = {nl_uint(from)},
                          .fix = {.offset = from, .length = (size_t)length}});
}
