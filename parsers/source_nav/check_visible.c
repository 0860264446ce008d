/* What an area sees: most of the bytes of an analysed mesh. A quick pass asks whether anything is
 * odd in a list; only then a second one locates and reports it. */
#include "core/quick.h"
#include "parsers/source_nav/check_absent.h"
#include "parsers/source_nav/checks.h"

enum { NOT_VISIBLE = 0, COMPLETELY_VISIBLE = 3 };

/* Left 4 Dead stores positions in the list of areas instead of ids. Verified on files of
 * sub-version 14; 13 has the same layout; of older ones it is not known, so they are not checked.
 */
static bool is_known(const nav_layout *l) {
    return l->family != NAV_L4D || l->sub_version >= 13;
}

static uint32_t row_of(const nav_check *c, uint32_t value) {
    if (c->doc->layout.family == NAV_L4D) return value < c->doc->area_count ? value : NL_NO_ROW;
    return nav_area_row_of(c, value);
}

/* ---- Marks ---- */

/* Whether an entry's value leads to the area's mark itself: a position, or an id that is looked up
 * directly. Other ids lead to the area's row first. */
static bool is_mark_by_value(const nav_document *doc) {
    return doc->layout.family == NAV_L4D || nl_index_is_direct(&doc->area_index);
}

static uint32_t *mark_of(const nav_check *c, uint32_t value, uint32_t row) {
    return &c->area_mark[is_mark_by_value(c->doc) ? value : row];
}

/* Ids that no area has are marked as such, so that no list need look for their rows. Nor is there
 * an area with the id 0, whatever areas say. */
static void mark_absent(const nav_check *c) {
    const nl_index *const index = &c->doc->area_index;
    const uint32_t nobody = nl_index_find(index, 0);
    for (uint32_t i = 0; i < c->area_mark_count && nl_index_is_direct(index); i++)
        c->area_mark[i] = index->slots[i] != 0 ? NAV_NOT_NAMED : NAV_NO_AREA;
    if (nobody != NL_NO_ROW) *mark_of(c, 0, nobody) = NAV_NO_AREA;
}

bool nav_make_area_marks(nav_check *c) {
    const nav_document *const doc = c->doc;
    const bool is_by_id = doc->layout.family != NAV_L4D && nl_index_is_direct(&doc->area_index);
    if (!nav_holds(&doc->layout, NAV_WITH_VISIBLE)) return true;
    c->area_mark_count = is_by_id ? doc->area_index.slot_count : doc->area_count;
    c->area_mark = NL_NEW_ZEROED(c->job->arena, uint32_t, c->area_mark_count);
    if (!c->area_mark) return false;
    if (doc->layout.family != NAV_L4D) mark_absent(c);
    return true;
}

/* ---- The quick pass ---- */

/* The attributes of a list, gathered without a branch per question. */
typedef struct nav_gathered {
    uint32_t attributes; /* of all, or-ed */
    uint32_t removals;   /* top bit: some attribute is 0 */
} nav_gathered;

static inline void gather(nav_gathered *all, uint8_t attribute) {
    all->attributes |= attribute;
    all->removals |= attribute - 1u;
}

static bool is_plain(const nav_gathered *all, const nav_area *area) {
    const bool removes = all->removals >> 31;
    return all->attributes <= COMPLETELY_VISIBLE && !(removes && area->inherit == 0);
}

/* Each entry names an area, and one that the list has not named before. is_by_value: a constant at
 * each call, so that the loop, the hottest of all, asks nothing twice. What it looks at is copied:
 * the compiler cannot know that marking leaves it alone. */
static inline __attribute__((always_inline)) bool
entries_are_plain(nav_check *c, const nav_area *area, bool is_by_value) {
    uint32_t *const marks = c->area_mark;
    const uint32_t mark_count = c->area_mark_count;
    const uint32_t serial = ++c->serial;
    const uint8_t *p = nav_bytes(c, area->visible.at);
    const uint8_t *const end = p + (size_t)NAV_VISIBLE_BYTES * area->visible.count;
    nav_gathered all = {0};
    for (; p != end; p += NAV_VISIBLE_BYTES) {
        const uint32_t value = nl_load_u32(p + NAV_VISIBLE_AREA_AT);
        const uint32_t at = is_by_value ? value : nl_index_find(&c->doc->area_index, value);
        if (at >= mark_count || marks[at] >= serial) return false;
        marks[at] = serial;
        gather(&all, p[NAV_VISIBLE_BITS_AT]);
    }
    return is_plain(&all, area);
}

static bool list_is_plain(nav_check *c, const nav_area *area) {
    return is_mark_by_value(c->doc) ? entries_are_plain(c, area, true)
                                    : entries_are_plain(c, area, false);
}

/* ---- One entry ---- */

/* An entry of the visible set. */
typedef struct nav_entry {
    const nav_area *area; /* that sees */
    uint32_t index;
    uint32_t at;
} nav_entry;

static nl_place entry_place(const nav_check *c, const nav_entry *entry) {
    return nl_place_in(nav_area_place(c, entry->area->index, 0), "visibleAreas", entry->index,
                       entry->at);
}

/* A position in the list of areas that is none. */
static void found_index(const nav_check *c, const nav_entry *entry) {
    const uint32_t count = c->doc->area_count;
    nav_found(entry_place(c, entry), NAV_VISIBLE_INDEX, NAV_VISIBLE_AREA,
              &(nl_draft){.expected = nl_uint(count - 1),
                          .relation = NAVLINT_AT_MOST,
                          .args = {nl_uint(count)}});
}

static void found_unresolved(const nav_check *c, const nav_entry *entry, uint32_t id) {
    const nl_place place = entry_place(c, entry);
    nav_found_absent_area(c, &place, &(nav_reference){NAV_VISIBLE_UNRESOLVED, NAV_VISIBLE_AREA, id},
                          &(nl_draft){.expected = nl_string("the id of an area of this file")});
}

static void check_reference(const nav_check *c, const nav_entry *entry) {
    const uint32_t value = nl_load_u32(nav_bytes(c, entry->at + NAV_VISIBLE_AREA_AT));
    const uint32_t row = row_of(c, value);
    uint32_t *const mark = row != NL_NO_ROW ? mark_of(c, value, row) : NULL;
    if (mark && *mark == c->serial)
        nav_found(entry_place(c, entry), NAV_VISIBLE_DUPLICATE, NAV_VISIBLE_AREA,
                  &(nl_draft){.expected = nl_string("an area that the list has not named yet"),
                              .args = {nl_uint(c->doc->area_ids[row])}});
    if (mark)
        *mark = c->serial;
    else if (nav_resolves(c) && c->doc->layout.family == NAV_L4D)
        found_index(c, entry);
    else if (nav_resolves(c))
        found_unresolved(c, entry, value);
}

static void found_deletion(const nav_check *c, const nav_entry *entry, uint32_t id) {
    const nav_area *const area = entry->area;
    const nl_place place = entry_place(c, entry);
    nav_found_repeated(c, &place, &(nav_reference){NAV_VISIBLE_DELETION, NAV_VISIBLE_BITS, 0},
                       area->index,
                       &(nl_draft){.expected = nl_uint(NOT_VISIBLE + 1),
                                   .relation = NAVLINT_BETWEEN,
                                   .others = {nl_uint(COMPLETELY_VISIBLE)},
                                   .args = {nl_uint(id)},
                                   .related = {{area->inherit_at, NAV_INHERITANCE_BYTES,
                                                "nothing is inherited"}}});
}

static void check_attribute(const nav_check *c, const nav_entry *entry) {
    const uint8_t *const p = nav_bytes(c, entry->at);
    const uint8_t attribute = p[NAV_VISIBLE_BITS_AT];
    if (attribute > COMPLETELY_VISIBLE)
        nav_found(
            entry_place(c, entry), NAV_VISIBLE_ATTRIBUTE, NAV_VISIBLE_BITS,
            &(nl_draft){.expected = nl_uint(COMPLETELY_VISIBLE), .relation = NAVLINT_AT_MOST});
    if (attribute == NOT_VISIBLE && entry->area->inherit == 0)
        found_deletion(c, entry, nl_load_u32(p + NAV_VISIBLE_AREA_AT));
}

static void check_list(nav_check *c, const nav_area *area) {
    c->serial++;
    for (uint32_t i = 0; i < area->visible.count; i++) {
        const nav_entry entry = {area, i, area->visible.at + NAV_VISIBLE_BYTES * i};
        check_reference(c, &entry);
        check_attribute(c, &entry);
    }
}

static navlint_related related_inheritance(const nav_check *c, uint32_t row) {
    nav_area other;
    nav_area_at(c->job, c->doc, row, &other);
    return (navlint_related){other.inherit_at, NAV_INHERITANCE_BYTES, "that area inherits too"};
}

static void check_inheritance(const nav_check *c, const nav_area *area) {
    const nav_document *const doc = c->doc;
    const uint32_t id = area->inherit;
    if (id == 0 || !nav_resolves(c)) return;
    const uint32_t row = nav_area_row_of(c, id);
    const uint32_t next = row != NL_NO_ROW ? doc->areas[row].inherit : 0;
    const bool is_own = id == area->id; /* also if another area has that id too */
    if (row != NL_NO_ROW && !is_own && next == 0) return;
    const unsigned rule = row == NL_NO_ROW ? NAV_INHERIT_UNRESOLVED
                          : is_own         ? NAV_INHERIT_SELF
                                           : NAV_INHERIT_CHAIN;
    nl_draft draft = {.expected = nl_string("another area, which inherits nothing itself"),
                      .args = {nl_uint(next)}};
    if (row != NL_NO_ROW && !is_own) draft.related[0] = related_inheritance(c, row);
    nav_found(nav_area_place(c, area->index, area->inherit_at), rule, NAV_INHERITANCE_AREA, &draft);
}

void nav_check_visible(nav_check *c, const nav_area *area) {
    c->visible += area->visible.count;
    check_inheritance(c, area);
    if (is_known(&c->doc->layout) && !NL_QUICK(list_is_plain(c, area))) check_list(c, area);
}
