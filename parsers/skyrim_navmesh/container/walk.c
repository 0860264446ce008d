#include "parsers/skyrim_navmesh/container/walk.h"

sky_walk sky_walk_over(const uint8_t *bytes, uint64_t length, uint64_t from) {
    sky_walk w = {.r = nl_reader_over(bytes, (size_t)length), .end = length};
    nl_skip(&w.r, (size_t)from);
    return w;
}

/* Leaves the groups that end here. */
static void leave(sky_walk *w) {
    while (w->depth > 0 && w->r.at == w->open[w->depth - 1].end) {
        w->depth--;
        w->r.length = (size_t)(w->depth == 0 ? w->end : w->open[w->depth - 1].end);
    }
}

static sky_step enter(sky_walk *w, const uint8_t *p) {
    const uint64_t at = w->r.at - SKY_GROUP_BYTES;
    const uint32_t bytes = nl_load_u32(p + SKY_GROUP_SIZE_AT);
    w->group = (sky_group){.at = at,
                           .end = at + bytes,
                           .number = w->group_count,
                           .label = nl_load_u32(p + SKY_GROUP_LABEL_AT),
                           .type = nl_load_u32(p + SKY_GROUP_KIND_AT),
                           .bytes = bytes};
    if (bytes < SKY_GROUP_BYTES || bytes - SKY_GROUP_BYTES > nl_left(&w->r)) {
        w->r.at = (size_t)at;
        return SKY_STEP_BROKEN;
    }
    w->group_count++;
    w->is_too_deep = w->depth == SKY_GROUP_DEPTH;
    if (w->is_too_deep) {
        nl_skip(&w->r, bytes - SKY_GROUP_BYTES);
    } else {
        w->open[w->depth++] = w->group;
        w->r.length = (size_t)w->group.end;
    }
    return SKY_STEP_GROUP;
}

sky_step sky_next_slowly(sky_walk *w) {
    if (w->r.at == w->r.length) leave(w);
    if (w->r.at == w->end) return SKY_STEP_END;
    if (nl_left(&w->r) < SKY_HEADER_BYTES) return SKY_STEP_BROKEN;
    const uint64_t at = w->r.at;
    const uint8_t *const p = nl_take(&w->r, SKY_HEADER_BYTES);
    if (nl_load_u32(p) == SKY_GRUP) return enter(w, p);
    w->r.at = (size_t)at;
    if (w->depth == 0 ||
        nl_load_u32(p + SKY_HEADER_DATA_SIZE_AT) > nl_left(&w->r) - SKY_HEADER_BYTES)
        return SKY_STEP_BROKEN;
    return sky_next(w);
}
