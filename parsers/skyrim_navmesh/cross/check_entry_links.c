/* Links of NVMI entries that are not answered, once the navmeshes show of which type they are. */
#include "parsers/skyrim_navmesh/cross/cross.h"
#include "parsers/skyrim_navmesh/mesh/mesh.h"
#include "parsers/skyrim_navmesh/navi/navi.h"

/* Whether all edge links of the entry's navmesh that lead to this one are portals that can be
 * closed. */
static bool is_switched(const sky_check *c, const sky_entry *entry, uint32_t id) {
    const sky_navm *const navm = sky_find_navm(c->plugin, entry->form_id);
    if (!navm) return false;
    const sky_digest *const d = &c->digests[navm - c->plugin->navms];
    uint32_t switched = 0;
    for (uint32_t i = 0; i < d->end_count; i++) {
        if (d->ends[i].navmesh != id) continue;
        if (!d->ends[i].is_switched) return false;
        switched++;
    }
    return switched != 0;
}

/* The steps of looking through the edge links of a navmesh. */
static bool spend(const sky_check *c, uint32_t form_id) {
    enum { LINKS_OF_STEP = 8 };
    const sky_navm *const navm = form_id ? sky_find_navm(c->plugin, form_id) : NULL;
    const uint32_t links = navm ? c->digests[navm - c->plugin->navms].end_count : 0;
    return nl_spend(c->job->budget, 1 + links / LINKS_OF_STEP);
}

/* That the other navmesh has no link back to this one: its edge link says so already. */
static bool is_reported(const sky_check *c, const sky_entry *entry, uint32_t id) {
    const sky_navm *const own = sky_find_navm(c->plugin, entry->form_id);
    const sky_navm *const other = sky_find_navm(c->plugin, id);
    if (!own || !other) return false;
    const sky_digest *const d = &c->digests[other - c->plugin->navms];
    for (uint32_t i = 0; i < d->end_count; i++)
        if (d->ends[i].target == (uint32_t)(own - c->plugin->navms)) return false;
    return d->is_whole;
}

static void check_link(sky_check *c, uint32_t row, uint32_t number) {
    const sky_entry *const entry = &c->navi->entries[row];
    const uint32_t id = c->navi->links[entry->first + number];
    if (!sky_is_one_way(c, row, number)) return;
    if (!is_switched(c, entry, id))
        sky_found_entry_link(c, row, SKYRIM_NVMI_LINK_ONE_WAY, number, "");
    else if (!is_reported(c, entry, id))
        sky_found_entry_link(c, row, SKYRIM_NVMI_LINK_SWITCHED, number, "");
}

static bool check_links(sky_check *c, uint32_t row) {
    const sky_entry *const entry = &c->navi->entries[row];
    for (uint32_t i = 0; i < entry->links + entry->preferred; i++) {
        if (!spend(c, entry->form_id) || !spend(c, c->navi->links[entry->first + i])) return false;
        check_link(c, row, i);
    }
    return true;
}

/* That the entry's own navmesh is not there is reported: its links lead from nowhere. */
static bool has_navmesh(const sky_check *c, const sky_entry *entry) {
    return !sky_names_nothing(c, entry->form_id) && !sky_is_lost(c, entry->form_id);
}

bool sky_check_entry_links(sky_check *c) {
    if (!c->navi) return true;
    for (uint32_t row = 0; row < c->navi->count; row++) {
        const sky_entry *const entry = &c->navi->entries[row];
        if (entry->is_one_way && has_navmesh(c, entry) && !check_links(c, row)) return false;
    }
    return true;
}
