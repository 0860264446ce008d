/* Ladders, and the lists of them in the areas: both ends must know each other. */
#include "parsers/source_nav/check.h"

enum { BOTTOM = NAV_LADDER_AREAS - 1 };

static uint32_t ladder_at(const nav_check *c, uint32_t row) {
    return c->doc->ladders.at + row * c->doc->layout.ladder_bytes;
}

static uint32_t ladder_area_at(const nav_check *c, uint32_t row, int which) {
    const uint32_t areas = c->doc->layout.ladder_bytes - 4u * NAV_LADDER_AREAS;
    return ladder_at(c, row) + areas + 4 * (uint32_t)which;
}

static uint32_t ladder_area(const nav_check *c, uint32_t row, int which) {
    return nl_load_u32(nav_bytes(c, ladder_area_at(c, row, which)));
}

/* ---- The lists in an area ---- */

/* Notes that the area lists the ladder, at those of the ladder's ends that are this area. Returns
 * whether any is. */
static bool meet(nav_here *h, uint32_t row, bool up) {
    nav_check *const c = h->check;
    unsigned met = 0;
    for (int i = up ? BOTTOM : 0; i < (up ? NAV_LADDER_AREAS : BOTTOM); i++)
        if (ladder_area(c, row, i) == h->area.id) met |= 1u << i;
    c->ladder_seen[row] = (uint8_t)(c->ladder_seen[row] | met);
    return met != 0;
}

static void check_listed(nav_here *h, const nl_draft *draft, uint32_t row, bool up) {
    nav_check *const c = h->check;
    if (c->ladder_mark[row] == c->serial) nav_found(c, NAV_AREA_LADDER_DUPLICATE, draft);
    c->ladder_mark[row] = c->serial;
    if (meet(h, row, up)) return;
    nl_draft other = *draft;
    if (up) other.expected = nl_uint(ladder_area(c, row, BOTTOM));
    other.related[0] =
        (navlint_related){ladder_at(c, row), c->doc->layout.ladder_bytes, "the ladder"};
    nav_found(c, up ? NAV_AREA_LADDER_BOTTOM : NAV_AREA_LADDER_TOP, &other);
}

static void check_list(nav_here *h, const nl_path *path, bool up) {
    nav_check *const c = h->check;
    const nav_list list = h->area.ladders[up ? 0 : 1];
    c->serial++;
    for (uint32_t i = 0; i < list.count; i++) {
        const uint32_t at = list.at + NAV_LADDER_ID_BYTES * i;
        const uint32_t id = nl_load_u32(nav_bytes(c, at));
        const uint32_t row = id ? nl_index_find(&c->doc->ladder_index, id) : NL_NO_ROW;
        const nl_path item = nl_item(path, i);
        const nl_draft draft = {.path = &item,
                                .field = "ladderId",
                                .type = NL_U32LE,
                                .offset = at,
                                .actual = nl_uint(id),
                                .expected = nl_string("the id of a ladder of this file")};
        if (row != NL_NO_ROW)
            check_listed(h, &draft, row, up);
        else
            nav_found(c, id ? NAV_AREA_LADDER_UNRESOLVED : NAV_AREA_LADDER_ZERO, &draft);
    }
}

void nav_check_area_ladders(nav_here *h) {
    if (!h->check->doc->ladders_complete) return;
    const nl_path ladders = nl_key(&h->path, "ladders");
    const nl_path up = nl_key(&ladders, "up");
    const nl_path down = nl_key(&ladders, "down");
    check_list(h, &up, true);
    check_list(h, &down, false);
}

/* ---- The ladders ---- */

typedef struct nav_ladder {
    const nav_check *check;
    uint32_t row;
    uint32_t at;
    nl_path path; /* /ladders/N */
} nav_ladder;

static void check_ladder_id(const nav_ladder *l) {
    const nav_document *const doc = l->check->doc;
    const uint32_t id = doc->ladder_ids[l->row];
    const uint32_t first = nl_index_find(&doc->ladder_index, id);
    nl_draft draft = {
        .path = &l->path, .member = "id", .type = NL_U32LE, .offset = l->at, .actual = nl_uint(id)};
    if (id == 0) nav_found(l->check, NAV_LADDER_ID_ZERO, &draft);
    if (first == l->row) return;
    draft.related[0] = (navlint_related){ladder_at(l->check, first), 4, "first used here"};
    nav_found(l->check, NAV_LADDER_ID_DUPLICATE, &draft);
}

static void check_size(const nav_ladder *l, const char *member, uint32_t at) {
    const double value = (double)nl_load_f32(nav_bytes(l->check, at));
    if (!nav_check_finite(l->check, &l->path, member, at) || value > 0) return;
    nav_found(l->check, NAV_LADDER_SIZE,
              &(nl_draft){.path = &l->path,
                          .member = member,
                          .type = NL_F32LE,
                          .offset = at,
                          .actual = nl_real(value),
                          .expected = nl_string("more than 0"),
                          .args = {nl_string(member)}});
}

static void check_ends(const nav_ladder *l) {
    static const char *const members[] = {"top/x",    "top/y",    "top/z",
                                          "bottom/x", "bottom/y", "bottom/z"};
    bool finite = true;
    for (uint32_t i = 0; i < 6; i++)
        finite &=
            nav_check_finite(l->check, &l->path, members[i], l->at + NAV_LADDER_TOP_AT + 4 * i);
    const uint32_t top_at = l->at + NAV_LADDER_TOP_AT + 8;
    const double top = (double)nl_load_f32(nav_bytes(l->check, top_at));
    const double bottom =
        (double)nl_load_f32(nav_bytes(l->check, l->at + NAV_LADDER_BOTTOM_AT + 8));
    if (finite && top <= bottom)
        nav_found(l->check, NAV_LADDER_ORDER,
                  &(nl_draft){.path = &l->path,
                              .member = "top/z",
                              .type = NL_F32LE,
                              .offset = top_at,
                              .actual = nl_real(top),
                              .expected = nl_real(bottom)});
}

static void check_direction(const nav_ladder *l) {
    const uint32_t at = l->at + NAV_LADDER_DIRECTION_AT;
    const uint32_t direction = nl_load_u32(nav_bytes(l->check, at));
    if (direction >= NAV_DIRECTIONS)
        nav_found(l->check, NAV_LADDER_DIRECTION,
                  &(nl_draft){.path = &l->path,
                              .member = "direction",
                              .type = NL_U32LE,
                              .offset = at,
                              .actual = nl_uint(direction),
                              .expected = nl_string("0 to 3")});
}

static void found_area(const nav_ladder *l, unsigned rule, int which) {
    nav_found(l->check, rule,
              &(nl_draft){.path = &l->path,
                          .member = nav_ladder_area_names[which],
                          .type = NL_U32LE,
                          .offset = ladder_area_at(l->check, l->row, which),
                          .actual = nl_uint(ladder_area(l->check, l->row, which)),
                          .expected = nl_string("the id of an area that lists the ladder")});
}

static void check_area_of(const nav_ladder *l, int which) {
    const nav_check *const c = l->check;
    const uint32_t id = ladder_area(c, l->row, which);
    if (id == 0) return;
    if (nav_area_row_of(c, id) == NL_NO_ROW)
        found_area(l, NAV_LADDER_AREA_UNRESOLVED, which);
    else if (c->doc->layout.has_ladder_ids && !(c->ladder_seen[l->row] >> which & 1))
        found_area(l, which == BOTTOM ? NAV_LADDER_BOTTOM_ONE_SIDED : NAV_LADDER_TOP_ONE_SIDED,
                   which);
}

/* The area behind the top does not count: the loader asks for one of the other three. */
static void check_areas(const nav_ladder *l) {
    uint32_t tops = 0;
    for (int i = 0; i < 3; i++)
        tops |= ladder_area(l->check, l->row, i);
    if (tops == 0) found_area(l, NAV_LADDER_NO_TOP, 0);
    if (ladder_area(l->check, l->row, BOTTOM) == 0) found_area(l, NAV_LADDER_NO_BOTTOM, BOTTOM);
    for (int i = 0; i < NAV_LADDER_AREAS; i++)
        check_area_of(l, i);
}

void nav_check_ladders(nav_check *c) {
    const nl_path ladders = nl_key(NULL, "ladders");
    if (!c->doc->ladders_complete) return;
    for (uint32_t i = 0; i < c->doc->ladders.count; i++) {
        const nav_ladder ladder = {c, i, ladder_at(c, i), nl_item(&ladders, i)};
        c->subject = "ladder";
        c->subject_id = c->doc->ladder_ids[i];
        check_ladder_id(&ladder);
        check_size(&ladder, "width", ladder.at + NAV_LADDER_WIDTH_AT);
        check_size(&ladder, "length", ladder.at + NAV_LADDER_LENGTH_AT);
        check_ends(&ladder);
        check_direction(&ladder);
        check_areas(&ladder);
    }
    c->subject = NULL;
}
