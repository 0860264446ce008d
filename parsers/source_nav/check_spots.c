/* Hiding spots, encounter paths and approach areas: what the analysis found out about tactics. */
#include "parsers/source_nav/check.h"

enum {
    USUAL_SPOTS = 4, /* one a corner */
    GOLDSRC_SPOT_FLAGS = 0x07,
    SOURCE_SPOT_FLAGS = 0x0F,
    HIGHEST_TRAVERSE_TYPE = 9, /* the enum's own count stands for "none" */
};

/* ---- Hiding spots ---- */

static void check_spot_flags(const nav_here *h, const nl_path *spot, uint32_t at) {
    const bool goldsrc = h->check->doc->header.version <= NAV_NEWEST_GOLDSRC;
    const uint8_t known = goldsrc ? GOLDSRC_SPOT_FLAGS : SOURCE_SPOT_FLAGS;
    const uint8_t flags = *nav_bytes(h->check, at);
    const nl_draft draft = {.path = spot,
                            .member = "flags",
                            .type = NL_U8,
                            .offset = at,
                            .actual = nl_uint(flags),
                            .expected = nl_uint(known)};
    if (flags & ~known) nav_found(h->check, NAV_SPOT_FLAGS, &draft);
    if (flags == 0 && !goldsrc) nav_found(h->check, NAV_SPOT_NO_FLAGS, &draft);
}

static void check_spot_place(const nav_here *h, const nl_path *spot, uint32_t at) {
    static const char *const axes[] = {"position/x", "position/y", "position/z"};
    const nav_area_row *const box = &h->check->doc->areas[h->index];
    bool finite = true;
    for (uint32_t i = 0; i < 3; i++)
        finite &= nav_check_finite(h->check, spot, axes[i], at + 4 * i);
    const float x = nl_load_f32(nav_bytes(h->check, at));
    const float y = nl_load_f32(nav_bytes(h->check, at + 4));
    const bool inside =
        x >= box->west - 1 && x <= box->east + 1 && y >= box->north - 1 && y <= box->south + 1;
    if (finite && !inside)
        nav_found(h->check, NAV_SPOT_OUTSIDE,
                  &(nl_draft){.path = spot,
                              .member = "position",
                              .offset = at,
                              .length = 12,
                              .args = {nl_real((double)x), nl_real((double)y)}});
}

void nav_check_spots(nav_here *h) {
    const nav_layout *const l = &h->check->doc->layout;
    const nl_path spots = nl_key(&h->path, "hidingSpots");
    if (h->area.spots.count > USUAL_SPOTS)
        nav_found(h->check, NAV_SPOT_COUNT,
                  &(nl_draft){.path = &h->path,
                              .member = "hidingSpotCount",
                              .type = NL_U8,
                              .offset = h->area.spots.at - 1,
                              .actual = nl_uint(h->area.spots.count),
                              .expected = nl_string("0 to 4")});
    for (uint32_t i = 0; i < h->area.spots.count; i++) {
        const uint32_t at = h->area.spots.at + l->spot_bytes * i;
        const nl_path spot = nl_item(&spots, i);
        check_spot_place(h, &spot, at + (l->has_spot_ids ? 4 : 0));
        if (l->has_spot_ids) check_spot_flags(h, &spot, at + 16);
    }
}

/* ---- Encounter paths ---- */

typedef struct nav_path_head {
    uint32_t at;
    uint32_t from, to;
    uint8_t from_direction, to_direction;
    uint8_t spot_count;
} nav_path_head;

static nav_path_head path_head(const nav_check *c, uint32_t at) {
    const uint8_t *const p = nav_bytes(c, at);
    return (nav_path_head){at, nl_load_u32(p), nl_load_u32(p + 5), p[4], p[9], p[10]};
}

/* Whether this area is connected to `row` in `direction` (checked to be 0 to 3). */
static bool is_adjacent(const nav_here *h, uint32_t row, uint8_t direction) {
    const uint32_t mark = h->check->edge_mark[row];
    return mark >> 4 == h->index + 1 && (mark >> direction & 1);
}

/* What telling a plain path looks at, copied once for all paths of an area: the compiler cannot
 * know that marking a spot leaves it alone. */
typedef struct nav_view {
    nl_index areas;
    nl_index spots;
    const uint32_t *edge_mark;
    uint32_t *spot_mark;
    uint32_t owner; /* what the mark of an area connected to this one holds above its directions */
} nav_view;

static nav_view view_of(const nav_here *h) {
    const nav_check *const c = h->check;
    return (nav_view){c->doc->area_index, c->doc->spot_index, c->edge_mark, c->spot_mark,
                      h->index + 1};
}

/* Connected to this area in this direction, so it exists; an area with the id 0 is no area. */
static inline bool end_is_plain(const nav_view *v, uint32_t id, uint8_t direction) {
    const uint32_t row = nl_index_find(&v->areas, id);
    if (row == NL_NO_ROW || id == 0 || direction >= NAV_DIRECTIONS) return false;
    const uint32_t mark = v->edge_mark[row];
    return mark >> 4 == v->owner && (mark >> direction & 1);
}

/* Nothing to say about the spots: each exists, none twice, in order. The marks of a list that is
 * not plain are left as they are; the list is then judged again under a new serial. */
static inline bool spots_are_plain(const nav_view *v, const uint8_t *p, uint32_t count,
                                   uint32_t serial) {
    uint8_t previous = 0;
    for (const uint8_t *const end = p + NAV_PATH_SPOT_BYTES * count; p != end;
         p += NAV_PATH_SPOT_BYTES) {
        const uint32_t row = nl_index_find(&v->spots, nl_load_u32(p));
        if (row == NL_NO_ROW || v->spot_mark[row] == serial || p[4] < previous) return false;
        v->spot_mark[row] = serial;
        previous = p[4];
    }
    return true;
}

static inline bool path_is_plain(const nav_view *v, const nav_path_head *head, const uint8_t *spots,
                                 uint32_t serial) {
    return end_is_plain(v, head->from, head->from_direction) &&
           end_is_plain(v, head->to, head->to_direction) && head->from != head->to &&
           spots_are_plain(v, spots, head->spot_count, serial);
}

/* One end of a path that is not plain. */
typedef struct nav_path_end {
    const char *area_member;
    const char *direction_member;
    const char *word; /* "comes from", "leads to" */
    uint32_t at;
    uint32_t id;
    uint8_t direction;
} nav_path_end;

static void check_end(const nav_here *h, const nl_path *path, const nav_path_end *end) {
    const uint32_t row = nav_area_row_of(h->check, end->id);
    const bool has_direction = end->direction < NAV_DIRECTIONS;
    const nl_draft area = {.path = path,
                           .member = end->area_member,
                           .type = NL_U32LE,
                           .offset = end->at,
                           .actual = nl_uint(end->id),
                           .expected = nl_string("the id of an adjacent area"),
                           .args = {nl_string(end->word)}};
    if (!has_direction)
        nav_found(h->check, NAV_PATH_DIRECTION,
                  &(nl_draft){.path = path,
                              .member = end->direction_member,
                              .type = NL_U8,
                              .offset = end->at + 4,
                              .actual = nl_uint(end->direction),
                              .expected = nl_string("0 to 3")});
    if (row == NL_NO_ROW && nav_resolves(h->check))
        nav_found(h->check, NAV_PATH_AREA, &area);
    else if (row != NL_NO_ROW && has_direction && !is_adjacent(h, row, end->direction))
        nav_found(h->check, NAV_PATH_NOT_ADJACENT, &area);
}

static void check_path_spot(nav_check *c, const nl_path *spot, uint32_t at, uint8_t previous) {
    const uint32_t id = nl_load_u32(nav_bytes(c, at));
    const uint32_t row = nl_index_find(&c->doc->spot_index, id);
    const uint8_t t = *nav_bytes(c, at + 4);
    const nl_draft draft = {
        .path = spot,
        .member = "spotId",
        .type = NL_U32LE,
        .offset = at,
        .actual = nl_uint(id),
        .expected = nl_string("the id of another hiding spot of this file"),
    };
    if (row == NL_NO_ROW && nav_resolves(c))
        nav_found(c, id == 0 ? NAV_PATH_SPOT_NULL : NAV_PATH_SPOT_UNRESOLVED, &draft);
    if (row != NL_NO_ROW && c->spot_mark[row] == c->serial)
        nav_found(c, NAV_PATH_SPOT_DUPLICATE, &draft);
    if (row != NL_NO_ROW) c->spot_mark[row] = c->serial;
    if (t < previous)
        nav_found(c, NAV_PATH_SPOT_ORDER,
                  &(nl_draft){.path = spot,
                              .member = "t",
                              .type = NL_U8,
                              .offset = at + 4,
                              .actual = nl_uint(t),
                              .expected = nl_string("not less than the one before"),
                              .args = {nl_uint(previous)}});
}

static void check_path_spots(nav_check *c, const nl_path *path, const nav_path_head *head) {
    const nl_path spots = nl_key(path, "spots");
    uint8_t previous = 0;
    c->serial++;
    for (uint32_t i = 0; i < head->spot_count; i++) {
        const uint32_t at = head->at + NAV_PATH_BYTES + NAV_PATH_SPOT_BYTES * i;
        const nl_path spot = nl_item(&spots, i);
        check_path_spot(c, &spot, at, previous);
        previous = *nav_bytes(c, at + 4);
    }
}

static void check_path(nav_here *h, const nl_path *path, const nav_path_head *head) {
    check_end(h, path,
              &(nav_path_end){"fromArea", "fromDirection", "comes from", head->at, head->from,
                              head->from_direction});
    check_end(h, path,
              &(nav_path_end){"toArea", "toDirection", "leads to", head->at + 5, head->to,
                              head->to_direction});
    if (head->from == head->to)
        nav_found(h->check, NAV_PATH_SAME_AREA,
                  &(nl_draft){.path = path,
                              .member = "toArea",
                              .type = NL_U32LE,
                              .offset = head->at + 5,
                              .actual = nl_uint(head->to),
                              .expected = nl_string("another area")});
    check_path_spots(h->check, path, head);
}

/* Versions 1 and 2 carry positions instead of references; the loaders skip them. */
static void count_old_paths(nav_here *h) {
    uint32_t at = h->area.paths.at;
    for (uint32_t i = 0; i < h->area.paths.count; i++) {
        const uint8_t spot_count = *nav_bytes(h->check, at + NAV_OLD_PATH_BYTES - 1);
        at += NAV_OLD_PATH_BYTES + (uint32_t)NAV_OLD_PATH_SPOT_BYTES * spot_count;
        h->check->path_spots += spot_count;
    }
}

static void check_new_paths(nav_here *h) {
    nav_check *const c = h->check;
    const nl_path paths = nl_key(&h->path, "encounterPaths");
    const nav_view view = view_of(h);
    uint32_t at = h->area.paths.at;
    uint32_t serial = c->serial;
    for (uint32_t i = 0; i < h->area.paths.count; i++) {
        const nav_path_head head = path_head(c, at);
        const uint32_t spots_at = at + NAV_PATH_BYTES;
        if (!path_is_plain(&view, &head, nav_bytes(c, spots_at), ++serial)) {
            const nl_path path = nl_item(&paths, i);
            c->serial = serial;
            check_path(h, &path, &head);
            serial = c->serial;
        }
        at = spots_at + (uint32_t)NAV_PATH_SPOT_BYTES * head.spot_count;
        c->path_spots += head.spot_count;
    }
    c->serial = serial;
}

void nav_check_paths(nav_here *h) {
    h->check->paths += h->area.paths.count;
    if (h->check->doc->layout.has_old_paths)
        count_old_paths(h);
    else
        check_new_paths(h);
}

/* ---- Approach areas ---- */

/* One record as it stands in the file. */
typedef struct nav_approach {
    uint32_t here, previous, next;
    uint8_t previous_to_here, here_to_next;
} nav_approach;

static nav_approach approach_at(const nav_check *c, uint32_t at) {
    const uint8_t *const p = nav_bytes(c, at);
    return (nav_approach){nl_load_u32(p), nl_load_u32(p + 4), nl_load_u32(p + 9), p[8], p[13]};
}

static bool area_exists(const nav_check *c, uint32_t id) {
    return nav_area_row_of(c, id) != NL_NO_ROW;
}

static bool approach_is_plain(const nav_check *c, const nav_approach *a) {
    return area_exists(c, a->here) && area_exists(c, a->next) &&
           (a->previous == 0 || area_exists(c, a->previous)) &&
           a->previous_to_here <= HIGHEST_TRAVERSE_TYPE && a->here_to_next <= HIGHEST_TRAVERSE_TYPE;
}

static void check_approach_area(const nav_check *c, const nl_path *record, const char *member,
                                uint32_t at) {
    const uint32_t id = nl_load_u32(nav_bytes(c, at));
    if (!area_exists(c, id) && nav_resolves(c))
        nav_found(c, NAV_APPROACH_AREA,
                  &(nl_draft){.path = record,
                              .member = member,
                              .type = NL_U32LE,
                              .offset = at,
                              .actual = nl_uint(id),
                              .expected = nl_string("the id of an area of this file"),
                              .args = {nl_string(member)}});
}

static void check_traverse_type(const nav_check *c, const nl_path *record, const char *member,
                                uint32_t at) {
    const uint8_t how = *nav_bytes(c, at);
    if (how > HIGHEST_TRAVERSE_TYPE)
        nav_found(c, NAV_APPROACH_HOW,
                  &(nl_draft){.path = record,
                              .member = member,
                              .type = NL_U8,
                              .offset = at,
                              .actual = nl_uint(how),
                              .expected = nl_uint(HIGHEST_TRAVERSE_TYPE)});
}

static void check_approach_record(const nav_check *c, const nl_path *record, uint32_t at) {
    const nav_approach approach = approach_at(c, at);
    if (approach_is_plain(c, &approach)) return;
    check_approach_area(c, record, "here", at);
    if (approach.previous != 0) check_approach_area(c, record, "previous", at + 4);
    check_approach_area(c, record, "next", at + 9);
    check_traverse_type(c, record, "previousToHere", at + 8);
    check_traverse_type(c, record, "hereToNext", at + 13);
}

void nav_check_approach(nav_here *h) {
    const nav_list list = h->area.approach;
    const nl_path approach = nl_key(&h->path, "approachAreas");
    h->check->approach += list.count;
    if (list.count > NAV_MAX_APPROACH)
        nav_found(h->check, NAV_APPROACH_COUNT,
                  &(nl_draft){.path = &h->path,
                              .member = "approachCount",
                              .type = NL_U8,
                              .offset = list.at - 1,
                              .actual = nl_uint(list.count),
                              .expected = nl_uint(NAV_MAX_APPROACH)});
    for (uint32_t i = 0; i < list.count; i++) {
        const nl_path record = nl_item(&approach, i);
        check_approach_record(h->check, &record, list.at + NAV_APPROACH_BYTES * i);
    }
}
