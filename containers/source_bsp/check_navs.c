#include <string.h>

#include "containers/source_bsp/checks.h"
#include "core/checked.h"

enum { TF2_NAV_VERSION = 16, TF2_NAV_SUB_VERSION = 2 };

static const char embedded[] = "maps/embed.nav";

/* A navigation mesh in the pakfile while it is checked. */
typedef struct nav {
    uint32_t row;
    bsp_entry entry;
    bsp_shown name;
} nav;

static nav nav_of(const bsp_check *c, uint32_t row) {
    nav n = {.row = row, .entry = bsp_entry_of(c->bytes, c->doc, row)};
    n.name = bsp_show(n.entry.name);
    return n;
}

static bool is_embedded(box_name name) {
    return name.length == sizeof embedded - 1 && box_name_begins(name, embedded);
}

/* ---- The name of the map ---- */

/* Without ".ugc" and a number: the game takes that off the names of workshop maps. */
static uint32_t without_ugc(const char *stem, uint32_t length) {
    uint32_t digits = 0;
    while (digits < length && stem[length - 1 - digits] >= '0' && stem[length - 1 - digits] <= '9')
        digits++;
    const bool is_ugc =
        digits != 0 && length >= digits + 4 && memcmp(stem + length - digits - 4, ".ugc", 4) == 0;
    return is_ugc ? length - digits - 4 : length;
}

/* What the map is called, from the name of the input; no length: that is not the name of a map. */
static box_name map_name(const bsp_check *c) {
    const char *const base = c->job->own_name;
    const box_name name = {(const uint8_t *)base, (uint32_t)strlen(base)};
    if (name.length <= 4 || !box_name_ends(name, ".bsp")) return (box_name){name.chars, 0};
    return (box_name){name.chars, without_ugc(base, name.length - 4)};
}

/* ---- Whether it is found ---- */

/* "NAME.nav", or of a map without a name any file. */
static bool is_of_map(box_name base, box_name map) {
    const box_name stem = {base.chars, base.length - 4};
    return map.length == 0 || box_name_same_folded(stem, map);
}

static bool is_in_maps(box_name name, box_name base) {
    const uint32_t folders = name.length - base.length;
    return (folders == 5 && box_name_begins(name, "maps/")) ||
           (folders == 5 && box_name_begins(name, "maps\\"));
}

/* Counter-Strike: Global Offensive keeps workshop maps in folders of their own. */
static bool is_in_workshop(const bsp_check *c, box_name name) {
    return c->doc->shape.version == BSP_OF_GLOBAL_OFFENSIVE &&
           box_name_begins(name, "maps/workshop/");
}

static bool is_found(const bsp_check *c, box_name name, box_name map) {
    const box_name base = box_name_base(name);
    const bool has_folder = is_in_maps(name, base) || is_in_workshop(c, name);
    return is_embedded(name) || (has_folder && is_of_map(base, map));
}

static void found_name(const bsp_check *c, const nav *n, box_name map) {
    char chars[BSP_SHOWN_BYTES + 16];
    nl_text expected = nl_text_over(chars, sizeof chars);
    nl_put(&expected, "maps/");
    if (map.length != 0)
        nl_put_bytes(&expected, map.chars, map.length);
    else
        nl_put(&expected, "NAME");
    nl_put(&expected, map.length != 0 ? ".nav" : ".nav, with the name of the map");
    const nl_place place = bsp_entry_place(c, n->row, &n->entry, &n->name);
    nl_found(&place, BSP_PZ_NAV_NAME, NL_NO_FIELD,
             &(nl_draft){.length = BSP_ENTRY_BYTES + (uint64_t)n->entry.name.length,
                         .args = {nl_string(n->name.chars), nl_string(expected.chars)}});
}

/* ---- What it says ---- */

static uint32_t sub_version(const bsp_check *c, const nav *n, unsigned head) {
    return head == BSP_NAV_LATE_HEAD_RECORD
               ? nl_load_u32(c->bytes + n->entry.data_at + BSP_NAV_LATE_HEAD_SUB_VERSION_AT)
               : 0;
}

static void check_game(const bsp_check *c, const nav *n, unsigned head) {
    const uint32_t version = bsp_nav_version(c->bytes, &n->entry);
    const uint32_t sub = sub_version(c, n, head);
    const bool is_late = head == BSP_NAV_LATE_HEAD_RECORD;
    if (!is_embedded(n->entry.name)) return;
    if (version == TF2_NAV_VERSION && sub == TF2_NAV_SUB_VERSION) return;
    const nl_place local = bsp_local_place(c, n->row, &n->entry, &n->name);
    const nl_place place = bsp_data_place(local, "nav", &n->entry);
    nl_draft draft = {.args = {nl_string(n->name.chars), nl_uint(version), nl_uint(sub)}};
    if (version == TF2_NAV_VERSION)
        nl_found(&place, BSP_PZ_NAV_EMBED_OLD, BSP_NAV_LATE_HEAD_SUB_VERSION, &draft);
    else
        nl_found(&place, BSP_PZ_NAV_EMBED_OLD,
                 is_late ? BSP_NAV_LATE_HEAD_VERSION : BSP_NAV_HEAD_VERSION, &draft);
}

/* The entry itself makes the map larger than it was when the mesh was saved. */
static void check_size(const bsp_check *c, const nav *n, unsigned head) {
    const bsp_entry *const e = &n->entry;
    const uint64_t own =
        BSP_LOCAL_BYTES + BSP_ENTRY_BYTES + 2 * (uint64_t)e->name.length + e->packed;
    const uint64_t before = c->job->length > own ? c->job->length - own : 0;
    if (bsp_nav_bsp_size(c->bytes, e, head) == before) return;
    const nl_place local = bsp_local_place(c, n->row, e, &n->name);
    const nl_place place = bsp_data_place(local, "nav", e);
    nl_found(&place, BSP_NAV_SIZE_EMBEDDED,
             head == BSP_NAV_LATE_HEAD_RECORD ? BSP_NAV_LATE_HEAD_SIZE : BSP_NAV_HEAD_SIZE,
             &(nl_draft){.expected = nl_uint(before), .args = {nl_string(n->name.chars)}});
}

static void check_head(const bsp_check *c, const nav *n) {
    const bool is_open = n->entry.is_inside && (n->entry.flags & BSP_FLAG_ENCRYPTED) == 0;
    const unsigned head = is_open ? bsp_data_head(c->bytes, &n->entry) : BSP_RECORD_COUNT;
    if (head != BSP_NAV_HEAD_RECORD && head != BSP_NAV_LATE_HEAD_RECORD) return;
    check_game(c, n, head);
    check_size(c, n, head);
}

/* ---- All of them ---- */

/* The first one of the map and the first one for any map; NL_NO_INDEX: none. */
typedef struct found_navs {
    uint32_t named, embedded;
} found_navs;

static void check_both(const bsp_check *c, const found_navs *navs) {
    if (navs->named == NL_NO_INDEX || navs->embedded == NL_NO_INDEX) return;
    const nav one = nav_of(c, navs->named);
    const nav other = nav_of(c, navs->embedded);
    const nl_place place = bsp_entry_place(c, other.row, &other.entry, &other.name);
    nl_found(&place, BSP_PZ_NAV_TWO, NL_NO_FIELD,
             &(nl_draft){.length = BSP_ENTRY_BYTES + (uint64_t)other.entry.name.length,
                         .args = {nl_string(other.name.chars), nl_string(one.name.chars)},
                         .related = {{one.entry.at, BSP_ENTRY_BYTES, "the one that is used"}}});
}

static void check_nav(const bsp_check *c, uint32_t row, box_name map, found_navs *navs) {
    const nav n = nav_of(c, row);
    uint32_t *const first = is_embedded(n.entry.name) ? &navs->embedded : &navs->named;
    if (!is_found(c, n.entry.name, map))
        found_name(c, &n, map);
    else if (*first == NL_NO_INDEX)
        *first = row;
    check_head(c, &n);
}

void bsp_check_navs(const bsp_check *c) {
    const box_name map = map_name(c);
    found_navs navs = {NL_NO_INDEX, NL_NO_INDEX};
    for (uint32_t row = 0; row < c->doc->zip.count; row++)
        if (box_name_ends(bsp_name_of(c->bytes, c->doc, row), ".nav"))
            check_nav(c, row, map, &navs);
    check_both(c, &navs);
}
