#include "parsers/skyrim_navmesh/navi/nvmi.h"

/* ---- NVMI ---- */

/* The stage at which the reader failed is the one that was being read. */
static bool reached(sky_nvmi *entry, const nl_reader *r, sky_nvmi_stage next) {
    if (!nl_ok(r)) return false;
    entry->stage = next;
    entry->end = (uint32_t)r->at;
    return true;
}

static void read_lists(sky_nvmi *entry, nl_reader *r) {
    nl_skip(r, SKY_NVMI_HEAD_BYTES);
    if (!reached(entry, r, SKY_NVMI_LINKS)) return;
    entry->links = sky_read_list(r, SKY_NVMI_LINK_BYTES);
    if (!reached(entry, r, SKY_NVMI_PREFERRED)) return;
    entry->preferred = sky_read_list(r, SKY_NVMI_PREFERRED_LINK_BYTES);
    if (!reached(entry, r, SKY_NVMI_DOORS)) return;
    entry->doors = sky_read_list(r, SKY_NVMI_DOOR_BYTES);
    reached(entry, r, SKY_NVMI_FLAG);
}

static void read_island(sky_nvmi *entry, nl_reader *r) {
    const uint32_t box_at = (uint32_t)r->at;
    nl_skip(r, SKY_ISLAND_BYTES);
    if (!reached(entry, r, SKY_NVMI_TRIANGLES)) return;
    entry->box_at = box_at;
    entry->triangles = sky_read_list(r, SKY_ISLAND_TRIANGLE_BYTES);
    if (!reached(entry, r, SKY_NVMI_VERTICES)) return;
    entry->vertices = sky_read_list(r, SKY_ISLAND_VERTEX_BYTES);
    reached(entry, r, SKY_NVMI_TAIL);
}

sky_nvmi sky_nvmi_of(sky_body body) {
    sky_nvmi entry = {.body = body};
    nl_reader r = sky_reader_over(&body);
    read_lists(&entry, &r);
    entry.flag_at = (uint32_t)r.at;
    const uint8_t flag = nl_u8(&r);
    if (reached(&entry, &r, flag != 0 ? SKY_NVMI_BOX : SKY_NVMI_TAIL) && flag != 0)
        read_island(&entry, &r);
    entry.tail_at = (uint32_t)r.at;
    nl_skip(&r, SKY_NVMI_TAIL_BYTES);
    reached(&entry, &r, SKY_NVMI_WHOLE);
    entry.gap = sky_gap_of(&r);
    return entry;
}

unsigned sky_nvmi_count(sky_nvmi_stage stage) {
    static const unsigned counts[SKY_NVMI_WHOLE] = {
        [SKY_NVMI_LINKS] = SKY_NVMI_LINKS_COUNT,
        [SKY_NVMI_PREFERRED] = SKY_NVMI_PREFERRED_COUNT,
        [SKY_NVMI_DOORS] = SKY_NVMI_DOORS_COUNT,
        [SKY_NVMI_TRIANGLES] = SKY_ISLAND_TRIANGLES_COUNT,
        [SKY_NVMI_VERTICES] = SKY_ISLAND_VERTICES_COUNT,
    };
    return counts[stage];
}

/* ---- NVPP ---- */

static void read_paths(sky_nvpp *paths, nl_reader *r, nl_budget *budget) {
    while (paths->paths_read < paths->path_count && nl_spend(budget, 1)) {
        const sky_list path = sky_read_list(r, SKY_NVPP_STOP_BYTES);
        if (!nl_ok(r)) return;
        paths->last_at = path.at - SKY_COUNT_BYTES;
        paths->ids += path.count;
        paths->paths_read++;
        paths->end = (uint32_t)r->at;
    }
}

sky_nvpp sky_nvpp_of(sky_body body, nl_budget *budget) {
    sky_nvpp paths = {.body = body};
    nl_reader r = sky_reader_over(&body);
    paths.path_count = nl_u32(&r);
    paths.end = (uint32_t)r.at;
    if (nl_ok(&r)) paths.stage = SKY_NVPP_AT_PATHS;
    read_paths(&paths, &r, budget);
    if (nl_ok(&r) && paths.paths_read == paths.path_count) {
        paths.stage = SKY_NVPP_AT_NODES;
        paths.nodes = sky_read_list(&r, SKY_NVPP_NODE_BYTES);
    }
    if (nl_ok(&r) && paths.stage == SKY_NVPP_AT_NODES) {
        paths.stage = SKY_NVPP_WHOLE;
        paths.end = (uint32_t)r.at;
    }
    paths.gap = sky_gap_of(&r);
    return paths;
}
