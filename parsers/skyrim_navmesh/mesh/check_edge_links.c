/* Edge links of a mesh: which edges use them, and what they lead to. */
#include "parsers/skyrim_navmesh/mesh/check_triangles.h"

static void add_use(sky_digest *digest, uint32_t triangle, uint32_t link) {
    sky_link_end *const end = &digest->ends[link];
    if (triangle >= SKY_NO_TRIANGLE) return; /* that there are so many is told */
    digest->uses[digest->use_count++] = (sky_link_use){(uint16_t)triangle, (uint16_t)link};
    if (end->triangle == SKY_NO_TRIANGLE) end->triangle = (uint16_t)triangle;
}

void sky_use_link(sky_mesh_check *m, const sky_tri *t, uint32_t which) {
    const int32_t link = sky_edge(t->p, which);
    if (link < 0 || (uint32_t)link >= m->mesh.links.count) {
        sky_found_edge(
            t, SKYRIM_NVNM_LINK_INDEX, which,
            (nl_draft){.expected = nl_uint(m->mesh.links.count), .args = {[1] = nl_uint(which)}});
        return;
    }
    uint8_t *const use = &m->link_use[link];
    add_use(m->digest, t->index, (uint32_t)link);
    *use |= *use ? SKY_LINK_USED_AGAIN : SKY_LINK_USED;
    if (sky_flags(t->p) & SKY_TRIANGLE_PREFERRED) *use |= SKY_LINK_PREFERRED;
}

static void judge_use(const sky_mesh_check *m, uint32_t link) {
    const uint8_t use = m->link_use[link];
    if (use & SKY_LINK_USED && !(use & SKY_LINK_USED_AGAIN)) return;
    sky_found_in(
        &m->h, SKYRIM_NVNM_LINK_USED,
        (sky_spot){.list = "links",
                   .index = link,
                   .name = "link",
                   .at = m->mesh.links.at + SKY_EDGE_LINK_BYTES * link,
                   .length = SKY_EDGE_LINK_BYTES},
        (nl_draft){.args = {nl_uint(link), nl_string(use ? "more than one edge" : "no edge")}});
}

static void tell_link(const sky_mesh_check *m, uint32_t link, uint32_t id) {
    const sky_check *const c = m->h.c;
    const sky_form_text form = sky_shown(c, id);
    const sky_spot spot = {.list = "links",
                           .index = link,
                           .member = "navmesh",
                           .type = NL_U32LE,
                           .at = m->mesh.links.at + SKY_EDGE_LINK_BYTES * link + 4};
    const nl_draft draft = {.actual = nl_uint(id), .args = {nl_uint(link), nl_string(form.chars)}};
    if (id == 0)
        sky_found_in(&m->h, SKYRIM_NVNM_LINK_NULL, spot, draft);
    else if (sky_names_nothing(c, id))
        sky_found_in(&m->h, SKYRIM_NVNM_MASTER, spot,
                     (nl_draft){.actual = nl_uint(id >> 24),
                                .expected = nl_uint(c->plugin->master_count),
                                .args = {nl_string("linked navmesh"), nl_string(form.chars)}});
    else
        sky_found_in(&m->h, SKYRIM_NVNM_LINK_UNKNOWN, spot, draft);
}

static void judge_link(const sky_mesh_check *m, uint32_t link) {
    sky_check *const c = m->h.c;
    const uint8_t *const p = sky_link(&m->mesh, link);
    const uint32_t type = sky_link_type(p);
    const uint32_t id = sky_link_navmesh(p);
    c->foreign += id != 0 && !sky_is_own(c->plugin, id);
    if (type > SKY_LINK_SWITCHED_PORTAL)
        sky_found_in(&m->h, SKYRIM_NVNM_LINK_TYPE,
                     (sky_spot){.list = "links",
                                .index = link,
                                .member = "type",
                                .type = NL_U32LE,
                                .at = m->mesh.links.at + SKY_EDGE_LINK_BYTES * link},
                     (nl_draft){.actual = nl_uint(type), .args = {nl_uint(link)}});
    if (id == 0 || sky_names_nothing(c, id) ||
        (m->digest->ends[link].target == NL_NO_ROW && sky_is_own_whole(c, id)))
        tell_link(m, link, id);
}

void sky_check_edge_links(const sky_mesh_check *m) {
    if (m->digest->end_count == 0) return;
    for (uint32_t link = 0; link < m->mesh.links.count; link++) {
        judge_link(m, link);
        judge_use(m, link);
    }
}
