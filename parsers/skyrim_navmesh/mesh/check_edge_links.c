/* The edge links of a mesh: whether edges use them, and what they lead to. */
#include "parsers/skyrim_navmesh/mesh/checks.h"

static void check_use(const sky_mesh_check *m, uint32_t link) {
    const uint8_t use = m->link_use[link];
    if (use & SKY_LINK_USED && !(use & SKY_LINK_USED_AGAIN)) return;
    sky_found(
        sky_link_place(m, link), SKYRIM_NVNM_LINK_USED, SKY_EDGE_LINK_ITSELF,
        (nl_draft){.length = SKY_EDGE_LINK_BYTES,
                   .args = {nl_uint(link), nl_string(use ? "more than one edge" : "no edge")}});
}

/* A navmesh that is not there. */
static void report_navmesh(const sky_mesh_check *m, uint32_t link, uint32_t id) {
    const sky_plugin *const plugin = m->h.c->plugin;
    const sky_form_text form = sky_form(plugin, id);
    if (sky_names_nothing(m->h.c, id))
        sky_found_odd_id(
            m->h.c, sky_link_place(m, link),
            &(sky_odd_id){SKYRIM_NVNM_MASTER, SKY_EDGE_LINK_NAVMESH, id, "linked navmesh"});
    else
        sky_found(sky_link_place(m, link),
                  id == 0 ? SKYRIM_NVNM_LINK_NULL : SKYRIM_NVNM_LINK_UNKNOWN, SKY_EDGE_LINK_NAVMESH,
                  (nl_draft){.args = {nl_uint(link), nl_string(form.chars)}});
}

static void check_link(const sky_mesh_check *m, uint32_t link) {
    sky_check *const c = m->h.c;
    const uint8_t *const p = sky_link(&m->mesh, link);
    const uint32_t id = sky_link_navmesh(p);
    c->foreign += id != 0 && !sky_is_own(c->plugin, id);
    if (sky_link_type(p) > SKY_LINK_SWITCHED_PORTAL)
        sky_found(sky_link_place(m, link), SKYRIM_NVNM_LINK_TYPE, SKY_EDGE_LINK_TYPE,
                  (nl_draft){.expected = nl_uint(SKY_LINK_SWITCHED_PORTAL),
                             .relation = NAVLINT_AT_MOST,
                             .args = {nl_uint(link)}});
    if (id == 0 || sky_names_nothing(c, id) ||
        (m->digest->ends[link].target == NL_NO_ROW && sky_is_own_whole(c, id)))
        report_navmesh(m, link, id);
}

void sky_check_edge_links(const sky_mesh_check *m) {
    if (m->digest->end_count == 0) return;
    for (uint32_t link = 0; link < m->mesh.links.count; link++) {
        check_link(m, link);
        check_use(m, link);
    }
}
