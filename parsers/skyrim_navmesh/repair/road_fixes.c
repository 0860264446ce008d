/* Fixes of the paths between road markers (NVPP): with n markers, path i n + j leads from the
 * marker of index i to that of j and has both on it, so that markers and ends of paths tell each
 * other. */
#include "parsers/skyrim_navmesh/repair/repair.h"

/* NVPP while it is repaired. */
typedef struct sky_roads {
    sky_site *site;
    sky_field field;
    uint32_t base; /* of the payload in the data */
    sky_nvpp paths;
    uint32_t markers;
} sky_roads;

typedef bool (*sky_roads_fn)(sky_roads *r, const navlint_finding *finding);

static bool find_roads(sky_site *site, sky_roads *r) {
    *r = (sky_roads){.site = site};
    if (!sky_field_of(site, SKY_NVPP, &r->field)) return false;
    r->base = sky_start_of(site, &r->field);
    r->paths = sky_nvpp_of(r->field.body, &site->budget);
    r->markers = r->paths.nodes.count;
    return true;
}

/* Whether there is a path for each two markers. */
static bool is_square(const sky_roads *r) {
    return r->paths.stage == SKY_NVPP_WHOLE && r->markers != 0 &&
           r->paths.path_count == (uint64_t)r->markers * r->markers;
}

static uint32_t u32_at(const sky_roads *r, uint32_t at) {
    return nl_load_u32(r->field.body.bytes + at);
}

static uint32_t node_at(const sky_roads *r, uint32_t row) {
    return r->paths.nodes.at + SKY_NVPP_NODE_BYTES * row;
}

/* The navmesh of the marker with this index; 0: there is none. */
static uint32_t marker_of(const sky_roads *r, uint32_t index) {
    if (!nl_fix_spend(r->site->fixer, r->markers)) return 0;
    for (uint32_t row = 0; row < r->markers; row++)
        if (u32_at(r, node_at(r, row) + SKY_NVPP_NODE_INDEX_AT) == index)
            return u32_at(r, node_at(r, row));
    return 0;
}

static sky_list path_of(const sky_roads *r, uint32_t index) {
    uint32_t at = SKY_NVPP_PATHS_BYTES;
    sky_list path = {0, 0};
    if (!nl_fix_spend(r->site->fixer, index)) return path;
    for (uint32_t i = 0; i <= index; i++)
        path = sky_nvpp_path(&r->field.body, &at);
    return path;
}

/* The path that this place is in, its count included. */
static bool path_at(const sky_roads *r, uint32_t at, uint32_t *index, sky_list *path) {
    uint32_t next = SKY_NVPP_PATHS_BYTES;
    if (!nl_fix_spend(r->site->fixer, r->paths.paths_read)) return false;
    for (*index = 0; *index < r->paths.paths_read; ++*index) {
        const uint32_t start = next;
        *path = sky_nvpp_path(&r->field.body, &next);
        if (at >= start && at < next) return true;
    }
    return false;
}

static uint32_t found_at(const sky_roads *r, const navlint_finding *finding) {
    return sky_found_at(r->site, finding) - r->base;
}

static sky_number number_at(const sky_roads *r, uint32_t at, const char *path) {
    return (sky_number){r->base + at, NL_U32LE, path};
}

static const char *item_path(const sky_roads *r, const char *list, uint32_t index,
                             const char *tail) {
    return sky_path_in(r->site, (sky_path){r->field.index, list, index, tail});
}

/* ---- The number of markers ---- */

/* What is left holds them to the byte, and there is a path for each two. */
static bool write_count(sky_roads *r, const navlint_finding *finding) {
    const sky_gap *const gap = &r->paths.gap;
    const uint64_t count = gap->left / SKY_NVPP_NODE_BYTES;
    if (r->paths.stage != SKY_NVPP_AT_NODES || gap->count == 0 ||
        gap->left % SKY_NVPP_NODE_BYTES != 0 || count * count != r->paths.path_count)
        return false;
    const char *const path = nl_fix_path(r->site->fixer, finding->path, "");
    return sky_set(r->site, number_at(r, sky_gap_count_at(gap), path), nl_uint(count));
}

/* ---- Markers ---- */

/* The one index that no marker has. */
static bool free_index(const sky_roads *r, uint32_t *index) {
    uint32_t count = 0;
    if (!nl_fix_spend(r->site->fixer, (uint64_t)r->markers * r->markers)) return false;
    for (uint32_t i = 0; i < r->markers; i++) {
        bool is_free = true;
        for (uint32_t row = 0; row < r->markers; row++)
            is_free &= u32_at(r, node_at(r, row) + SKY_NVPP_NODE_INDEX_AT) != i;
        count += is_free;
        if (is_free) *index = i;
    }
    return count == 1;
}

enum { MOST_MARKERS = 1024 }; /* the game has ten */

static bool write_index(sky_roads *r, const navlint_finding *finding) {
    uint32_t index = 0;
    const uint32_t row = (found_at(r, finding) - r->paths.nodes.at) / SKY_NVPP_NODE_BYTES;
    return r->markers <= MOST_MARKERS && row < r->markers && free_index(r, &index) &&
           sky_set(r->site,
                   number_at(r, node_at(r, row) + SKY_NVPP_NODE_INDEX_AT,
                             item_path(r, "nodes", row, "index")),
                   nl_uint(index));
}

/* A marker is the navmesh on the path from it to itself. */
static bool write_marker(const sky_roads *r, uint32_t row) {
    const uint32_t index = u32_at(r, node_at(r, row) + SKY_NVPP_NODE_INDEX_AT);
    if (index >= r->markers) return false;
    const sky_list path = path_of(r, index * r->markers + index);
    const uint32_t id = path.count ? u32_at(r, path.at) : 0;
    if (id == 0 || id == u32_at(r, node_at(r, row))) return id != 0;
    return sky_set(r->site, number_at(r, node_at(r, row), item_path(r, "nodes", row, "navmesh")),
                   nl_uint(id));
}

static bool write_markers(sky_roads *r, const navlint_finding *finding) {
    (void)finding;
    bool is_ok = is_square(r) && r->markers <= MOST_MARKERS;
    for (uint32_t row = 0; is_ok && row < r->markers; row++)
        is_ok = write_marker(r, row);
    return is_ok;
}

/* ---- Paths ---- */

/* The first stop is the one marker, the last the other one; of a path with one stop, which leads
 * from a marker to itself, also if it names another navmesh. */
static bool write_end(sky_roads *r, const navlint_finding *finding) {
    uint32_t index = 0;
    sky_list path;
    const uint32_t at = found_at(r, finding);
    if (!is_square(r) || !path_at(r, at, &index, &path) || at < path.at) return false;
    const uint32_t stop = (at - path.at) / SKY_NVPP_STOP_BYTES;
    const bool is_first = stop == 0;
    if (!is_first && stop + 1 != path.count) return false;
    if (u32_at(r, at) != 0 && path.count != 1) return false;
    if (path.count == 1 && index / r->markers != index % r->markers) return false;
    const uint32_t id = marker_of(r, is_first ? index / r->markers : index % r->markers);
    const char *const name = nl_fix_path(r->site->fixer, finding->path, "");
    return id != 0 && sky_set(r->site, number_at(r, at, name), nl_uint(id));
}

static bool add_to_count(const sky_roads *r, uint32_t index, sky_list path, int64_t delta) {
    return sky_grow(r->site,
                    number_at(r, path.at - SKY_COUNT_BYTES, item_path(r, "paths", index, "count")),
                    delta);
}

/* A stop between the ends that names nothing. */
static bool remove_stop(sky_roads *r, const navlint_finding *finding) {
    uint32_t index = 0;
    sky_list path;
    const uint32_t at = found_at(r, finding);
    if (r->paths.stage != SKY_NVPP_WHOLE || !path_at(r, at, &index, &path) || at <= path.at ||
        (at - path.at) / SKY_NVPP_STOP_BYTES + 1 >= path.count)
        return false;
    const sky_bytes stop = {r->base + at, SKY_NVPP_STOP_BYTES,
                            nl_fix_path(r->site->fixer, finding->path, "")};
    return add_to_count(r, index, path, -1) && sky_remove(r->site, stop);
}

/* A path from a marker to itself has that marker on it. */
static bool fill_path(sky_roads *r, const navlint_finding *finding) {
    uint32_t index = 0;
    sky_list path;
    uint8_t id[SKY_ID_BYTES];
    if (!is_square(r) || !path_at(r, found_at(r, finding), &index, &path) ||
        index / r->markers != index % r->markers || path.count != 0)
        return false;
    const uint32_t marker = marker_of(r, index / r->markers);
    nl_writer out = nl_writer_over(id, sizeof id);
    nl_write_u32(&out, marker);
    const sky_bytes place = {r->base + path.at, 0, item_path(r, "paths", index, "navmeshes/0")};
    return marker != 0 && add_to_count(r, index, path, 1) &&
           sky_replace(r->site, place, id, sizeof id);
}

/* ---- Rows ---- */

static bool in_roads(nl_fixer *fixer, const navlint_finding *finding, sky_roads_fn fix) {
    const sky_plugin *const plugin = sky_fixed_plugin(fixer);
    sky_site site;
    sky_roads r;
    if (!plugin) return false;
    const bool is_done =
        sky_site_open(fixer, &plugin->navi, &site) && find_roads(&site, &r) && fix(&r, finding);
    sky_site_close(&site);
    return is_done;
}

bool sky_fix_road_count(nl_fixer *fixer, const navlint_finding *finding) {
    return in_roads(fixer, finding, write_count);
}

bool sky_fix_road_index(nl_fixer *fixer, const navlint_finding *finding) {
    return in_roads(fixer, finding, write_index);
}

bool sky_fix_road_marker(nl_fixer *fixer, const navlint_finding *finding) {
    return in_roads(fixer, finding, write_markers);
}

bool sky_fix_road_end(nl_fixer *fixer, const navlint_finding *finding) {
    return in_roads(fixer, finding, write_end);
}

bool sky_fix_road_stop(nl_fixer *fixer, const navlint_finding *finding) {
    return in_roads(fixer, finding, remove_stop);
}

bool sky_fix_empty_road(nl_fixer *fixer, const navlint_finding *finding) {
    return in_roads(fixer, finding, fill_path);
}
