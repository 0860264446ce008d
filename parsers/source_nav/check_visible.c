/* What an area sees: most of the bytes of an analysed mesh, so the usual list is judged in one
 * plain loop, and only a list that is not plain is gone through entry by entry. */
#include "parsers/source_nav/check.h"

enum { NOT_VISIBLE = 0, COMPLETELY_VISIBLE = 3 };

/* Left 4 Dead stores positions in the list of areas instead of ids. Verified on files of
 * sub-version 14; 13 has the same layout; of older ones it is not known, so they are not judged. */
static bool is_judged(const nav_layout *l) {
    return l->family != NAV_L4D || l->sub_version >= 13;
}

static inline uint32_t row_of(const nav_check *c, uint32_t value) {
    if (c->doc->layout.family == NAV_L4D) return value < c->doc->area_count ? value : NL_NO_ROW;
    return nav_area_row_of(c, value);
}

static bool list_is_plain(nav_check *c, const nav_area *area) {
    const uint32_t serial = ++c->serial;
    const bool may_remove = area->inherit != 0;
    const uint8_t *p = nav_bytes(c, area->visible.at);
    uint8_t attributes = 0;
    for (uint32_t i = 0; i < area->visible.count; i++, p += NAV_VISIBLE_BYTES) {
        const uint32_t row = row_of(c, nl_load_u32(p));
        if (row == NL_NO_ROW || c->area_mark[row] == serial || (p[4] == NOT_VISIBLE && !may_remove))
            return false;
        c->area_mark[row] = serial;
        attributes |= p[4];
    }
    return attributes <= COMPLETELY_VISIBLE;
}

static void check_reference(const nav_here *h, const nl_draft *draft, uint32_t row) {
    nav_check *const c = h->check;
    const bool l4d = c->doc->layout.family == NAV_L4D;
    if (row == NL_NO_ROW) {
        if (nav_resolves(c)) nav_found(c, l4d ? NAV_VISIBLE_INDEX : NAV_VISIBLE_UNRESOLVED, draft);
        return;
    }
    if (c->area_mark[row] == c->serial) nav_found(c, NAV_VISIBLE_DUPLICATE, draft);
    c->area_mark[row] = c->serial;
}

static void check_attribute(const nav_here *h, const nl_path *entry, uint32_t at) {
    const uint8_t attribute = *nav_bytes(h->check, at + 4);
    if (attribute > COMPLETELY_VISIBLE)
        nav_found(h->check, NAV_VISIBLE_ATTRIBUTE,
                  &(nl_draft){.path = entry,
                              .member = "attributes",
                              .type = NL_U8,
                              .offset = at + 4,
                              .actual = nl_uint(attribute)});
    if (attribute == NOT_VISIBLE && h->area.inherit == 0)
        nav_found(h->check, NAV_VISIBLE_DELETION,
                  &(nl_draft){.path = entry,
                              .member = "attributes",
                              .type = NL_U8,
                              .offset = at + 4,
                              .actual = nl_uint(nl_load_u32(nav_bytes(h->check, at)))});
}

static void check_list(nav_here *h) {
    nav_check *const c = h->check;
    const nl_path visible = nl_key(&h->path, "visibleAreas");
    c->serial++;
    for (uint32_t i = 0; i < h->area.visible.count; i++) {
        const uint32_t at = h->area.visible.at + NAV_VISIBLE_BYTES * i;
        const uint32_t value = nl_load_u32(nav_bytes(c, at));
        const nl_path entry = nl_item(&visible, i);
        check_reference(h,
                        &(nl_draft){.path = &entry,
                                    .member = "area",
                                    .type = NL_U32LE,
                                    .offset = at,
                                    .actual = nl_uint(value),
                                    .expected = nl_uint(c->doc->area_count)},
                        row_of(c, value));
        check_attribute(h, &entry, at);
    }
}

static void check_inheritance(const nav_here *h) {
    const nav_document *const doc = h->check->doc;
    const uint32_t id = h->area.inherit;
    const uint32_t row = nav_area_row_of(h->check, id);
    if (id == 0 || !nav_resolves(h->check)) return;
    const uint32_t next = row != NL_NO_ROW ? doc->areas[row].inherit : 0;
    if (row != NL_NO_ROW && row != h->index && next == 0) return;
    const unsigned rule = row == NL_NO_ROW  ? NAV_INHERIT_UNRESOLVED
                          : row == h->index ? NAV_INHERIT_SELF
                                            : NAV_INHERIT_CHAIN;
    nav_found(h->check, rule,
              &(nl_draft){.path = &h->path,
                          .member = "inheritVisibilityFrom",
                          .type = NL_U32LE,
                          .offset = h->area.inherit_at,
                          .actual = nl_uint(id),
                          .args = {nl_uint(next)}});
}

void nav_check_visible(nav_here *h) {
    h->check->visible += h->area.visible.count;
    check_inheritance(h);
    if (is_judged(&h->check->doc->layout) && !list_is_plain(h->check, &h->area)) check_list(h);
}
