/* Fixes of areas and of what they hold. */
#include <string.h>

#include "parsers/source_nav/fixes.h"

/* ---- Ids ---- */

bool nav_fix_area_id(nl_fixer *fixer, const navlint_finding *finding) {
    const nav_document *const doc = nav_fix_document(fixer);
    uint32_t row;
    if (!doc || !nav_fix_index(finding->path, "/areas/", &row) || row >= doc->area_count ||
        !nl_fix_spend(fixer, doc->area_count))
        return false;
    const uint32_t id = nav_fix_free_id(doc->area_ids, doc->area_count, row);
    return id != 0 && nav_fix_write(fixer, finding, id);
}

static uint32_t spot_row(const nav_document *doc, uint64_t at) {
    uint32_t row = 0;
    while (row < doc->spot_count && doc->spot_at[row] != at)
        row++;
    return row;
}

bool nav_fix_spot_id(nl_fixer *fixer, const navlint_finding *finding) {
    const nav_document *const doc = nav_fix_document(fixer);
    if (!doc || !nl_fix_spend(fixer, 2 * (uint64_t)doc->spot_count)) return false;
    const uint32_t row = spot_row(doc, finding->offset);
    const uint32_t id =
        row < doc->spot_count ? nav_fix_free_id(doc->spot_ids, doc->spot_count, row) : 0;
    return id != 0 && nav_fix_write(fixer, finding, id);
}

/* ---- Corners ---- */

/* Two of the numbers of an area's corners. */
typedef struct corner_pair {
    unsigned a, b; /* NAV_CORNERS_... */
} corner_pair;

static bool write_corner(nl_fixer *fixer, const nav_area *area, unsigned to, unsigned from) {
    const nl_job *const job = nav_fix_job(fixer);
    const navlint_field field = nl_fix_field_at(fixer, to, area->corners_at, &area->index);
    return field.path &&
           nl_fix_replace(fixer, &field, job->bytes + area->corners_at + nav_fields.fields[from].at,
                          4);
}

static bool exchange(nl_fixer *fixer, const nav_area *area, corner_pair pair) {
    return write_corner(fixer, area, pair.a, pair.b) && write_corner(fixer, area, pair.b, pair.a);
}

/* The area is mirrored: its sides change places, and so do the heights on them. */
bool nav_fix_corners(nl_fixer *fixer, const navlint_finding *finding) {
    static const corner_pair along_x[] = {{NAV_CORNERS_WEST, NAV_CORNERS_EAST},
                                          {NAV_CORNERS_NORTH_WEST_Z, NAV_CORNERS_NORTH_EAST_Z},
                                          {NAV_CORNERS_SOUTH_WEST_Z, NAV_CORNERS_SOUTH_EAST_Z}};
    static const corner_pair along_y[] = {{NAV_CORNERS_NORTH, NAV_CORNERS_SOUTH},
                                          {NAV_CORNERS_NORTH_WEST_Z, NAV_CORNERS_SOUTH_WEST_Z},
                                          {NAV_CORNERS_NORTH_EAST_Z, NAV_CORNERS_SOUTH_EAST_Z}};
    const nav_document *const doc = nav_fix_document(fixer);
    uint32_t row;
    if (!doc || !nav_fix_index(finding->path, "/areas/", &row) || row >= doc->area_count)
        return false;
    nav_area area;
    nav_area_at(nav_fix_job(fixer), doc, row, &area);
    const bool is_x = strcmp(finding->field, nav_fields.fields[NAV_CORNERS_EAST].name) == 0;
    const corner_pair *const pairs = is_x ? along_x : along_y;
    return exchange(fixer, &area, pairs[0]) && exchange(fixer, &area, pairs[1]) &&
           exchange(fixer, &area, pairs[2]);
}

/* ---- Encounter paths ---- */

/* What the game takes any other value for. */
bool nav_fix_path_direction(nl_fixer *fixer, const navlint_finding *finding) {
    enum { EAST = 1 };
    return nav_fix_write(fixer, finding, EAST);
}

typedef struct path_spots {
    uint8_t bytes[UINT8_MAX * NAV_PATH_SPOT_BYTES];
    uint32_t count;
} path_spots;

static void put_spot(path_spots *spots, uint32_t at, const uint8_t *spot) {
    memcpy(spots->bytes + at * NAV_PATH_SPOT_BYTES, spot, NAV_PATH_SPOT_BYTES);
}

/* Those that are seen at the same time keep their order. */
static void sort_spots(path_spots *spots) {
    for (uint32_t i = 1; i < spots->count; i++) {
        uint8_t spot[NAV_PATH_SPOT_BYTES];
        memcpy(spot, spots->bytes + i * NAV_PATH_SPOT_BYTES, sizeof spot);
        uint32_t at = i;
        for (; at > 0 && spots->bytes[(at - 1) * NAV_PATH_SPOT_BYTES + NAV_PATH_SPOT_T_AT] >
                             spot[NAV_PATH_SPOT_T_AT];
             at--)
            put_spot(spots, at, spots->bytes + (at - 1) * NAV_PATH_SPOT_BYTES);
        put_spot(spots, at, spot);
    }
}

/* "/areas/1/encounterPaths/0/spots" of what is below it; NULL if there is none. */
static const char *list_of_spots(nl_fixer *fixer, const char *path) {
    const char *const item = strstr(path, "/spots/");
    return item ? nl_fix_cut_path(fixer, path, item + strlen("/spots")) : NULL;
}

bool nav_fix_spot_order(nl_fixer *fixer, const navlint_finding *finding) {
    const nav_document *const doc = nav_fix_document(fixer);
    const char *const list = list_of_spots(fixer, finding->path);
    navlint_field all;
    path_spots spots;
    if (!doc || !list || !nav_holds(&doc->layout, NAV_WITH_PATHS) ||
        !nl_fix_find_record(fixer, list, &all) || all.length > sizeof spots.bytes)
        return false;
    memcpy(spots.bytes, nav_fix_job(fixer)->bytes + all.offset, (size_t)all.length);
    spots.count = (uint32_t)(all.length / NAV_PATH_SPOT_BYTES);
    sort_spots(&spots);
    return nl_fix_replace(fixer, &all, spots.bytes, all.length);
}

/* ---- Approach areas ---- */

/* The first that there is room for stay. */
bool nav_fix_approach_count(nl_fixer *fixer, const navlint_finding *finding) {
    const uint64_t count = finding->actual.as.uint;
    const navlint_field field = nl_fix_field_of(finding);
    if (count <= NAV_MAX_APPROACH) return false;
    const navlint_field excess = nl_fix_place(finding->path,
                                              finding->offset + NAV_APPROACH_LIST_BYTES +
                                                  (uint64_t)NAV_MAX_APPROACH * NAV_APPROACH_BYTES,
                                              (count - NAV_MAX_APPROACH) * NAV_APPROACH_BYTES);
    return nl_fix_add(fixer, &field, NAV_MAX_APPROACH - (int64_t)count) &&
           nl_fix_remove(fixer, &excess);
}
