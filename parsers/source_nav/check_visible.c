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

/* What the entries of a list have in common, gathered without a branch per question. */
typedef struct nav_gathered {
    uint32_t attributes; /* of all, or-ed */
    uint32_t removals;   /* top bit: some attribute is 0 */
    uint32_t repeats;    /* areas named twice */
} nav_gathered;

static inline void gather(nav_gathered *all, uint32_t *mark, uint32_t serial, uint8_t attribute) {
    all->attributes |= attribute;
    all->removals |= attribute - 1u;
    all->repeats += *mark == serial;
    *mark = serial;
}

static bool is_plain(const nav_gathered *all, const nav_area *area) {
    const bool removes = all->removals >> 31;
    return all->attributes <= COMPLETELY_VISIBLE && all->repeats == 0 &&
           !(removes && area->inherit == 0);
}

/* What leads from an entry's value to the area's row. */
typedef enum nav_lookup { BY_POSITION, BY_DIRECT_INDEX, BY_HASHED_INDEX } nav_lookup;

/* The lookup is a constant at each call, so that the loop, the hottest of all, asks nothing twice.
 * The index is copied: the compiler cannot know that marking leaves it alone. */
static inline bool entries_are_plain(nav_check *c, const nav_area *area, nav_lookup lookup) {
    const nl_index index = c->doc->area_index;
    const uint32_t area_count = c->doc->area_count;
    uint32_t *const marks = c->area_mark;
    const uint32_t serial = ++c->serial;
    const uint8_t *p = nav_bytes(c, area->visible.at);
    nav_gathered all = {0};
    for (uint32_t i = 0; i < area->visible.count; i++, p += NAV_VISIBLE_BYTES) {
        const uint32_t value = nl_load_u32(p + NAV_VISIBLE_AREA_AT);
        const uint32_t row = lookup == BY_POSITION       ? value
                             : lookup == BY_DIRECT_INDEX ? nl_index_find_direct(&index, value)
                                                         : nl_index_find(&index, value);
        if (row >= area_count) return false;
        gather(&all, &marks[row], serial, p[NAV_VISIBLE_BITS_AT]);
    }
    return is_plain(&all, area);
}

/* Where an area has the id 0, which names none, no list is plain. */
static bool list_is_plain(nav_check *c, const nav_area *area) {
    if (c->doc->layout.family == NAV_L4D) return entries_are_plain(c, area, BY_POSITION);
    if (nl_index_find(&c->doc->area_index, 0) != NL_NO_ROW) return false;
    return nl_index_is_direct(&c->doc->area_index) ? entries_are_plain(c, area, BY_DIRECT_INDEX)
                                                   : entries_are_plain(c, area, BY_HASHED_INDEX);
}

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
    if (row != NL_NO_ROW && c->area_mark[row] == c->serial)
        nav_found(entry_place(c, entry), NAV_VISIBLE_DUPLICATE, NAV_VISIBLE_AREA,
                  &(nl_draft){.expected = nl_string("an area that the list has not named yet"),
                              .args = {nl_uint(c->doc->area_ids[row])}});
    if (row != NL_NO_ROW)
        c->area_mark[row] = c->serial;
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
    const uint32_t row = nav_area_row_of(c, id);
    if (id == 0 || !nav_resolves(c)) return;
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
