/* Fixes of one mesh: counts, edges, edge links, doors, cover. */
#include "parsers/skyrim_navmesh/repair/repair.h"

/* ---- Values of triangles ---- */

static const char *triangle_path(const sky_mesh_site *m, uint32_t triangle, const char *tail) {
    return sky_path_in(&m->site, (sky_path){m->field.index, "triangles", triangle, tail});
}

static uint32_t triangle_at(const sky_mesh_site *m, uint32_t triangle) {
    return m->base + m->mesh.triangles.at + SKY_TRIANGLE_BYTES * triangle;
}

static bool set_flags(const sky_mesh_site *m, uint32_t triangle, uint32_t flags) {
    const sky_number number = {triangle_at(m, triangle) + SKY_TRIANGLE_FLAGS_AT, NL_U16LE,
                               triangle_path(m, triangle, "flags")};
    return sky_set(&m->site, number, nl_uint(flags));
}

static sky_number edge_of(const sky_mesh_site *m, uint32_t triangle, uint32_t which) {
    static const char *const names[3] = {"edges/0", "edges/1", "edges/2"};
    return (sky_number){triangle_at(m, triangle) + SKY_TRIANGLE_EDGE_0_AT + 2 * which, NL_I16LE,
                        triangle_path(m, triangle, names[which])};
}

static bool set_edge(const sky_mesh_site *m, uint32_t triangle, uint32_t which, int32_t edge) {
    if (sky_edge(sky_triangle(&m->mesh, triangle), which) == edge) return true;
    return sky_set(&m->site, edge_of(m, triangle, which), nl_int(edge));
}

static bool found_triangle(const sky_mesh_site *m, const navlint_finding *finding,
                           uint32_t *triangle) {
    return sky_found_item(m, finding, m->mesh.triangles, SKY_TRIANGLE_BYTES, triangle);
}

static bool has_triangle(const sky_mesh_site *m, int32_t triangle) {
    return triangle >= 0 && (uint32_t)triangle < m->mesh.triangles.count;
}

/* ---- Counts ---- */

/* Whether the mesh can be read to its end with this count. */
static bool is_count(const sky_body *body, uint8_t *copy, uint32_t at, uint32_t count) {
    nl_writer out = nl_writer_over(copy + at, SKY_COUNT_BYTES);
    sky_body other = *body;
    nl_write_u32(&out, count);
    other.bytes = copy;
    const sky_nvnm mesh = sky_nvnm_of(other);
    return sky_is_read_whole(&mesh) && mesh.divisor != 0;
}

/* The one count with which everything behind it can be read to the last byte. false if there is
 * none, or more than one. */
static bool write_count(sky_mesh_site *m, const navlint_finding *finding) {
    enum { MOST_TRIES = 1 << 16, STEPS_A_TRY = 16 };
    const sky_body *const body = &m->field.body;
    const uint32_t at = sky_found_at(&m->site, finding) - m->base;
    uint8_t *const copy = NL_NEW(m->site.job.arena, uint8_t, body->length);
    const uint64_t most = finding->expected.kind == NAVLINT_UINT ? finding->expected.as.uint : 0;
    uint32_t count = 0;
    uint32_t fitting = 0;
    if (!copy || at + SKY_COUNT_BYTES > body->length) return false;
    memcpy(copy, body->bytes, body->length);
    for (uint32_t i = 0; i <= most && i < MOST_TRIES && fitting < 2; i++) {
        if (!nl_fix_spend(m->site.fixer, STEPS_A_TRY)) return false;
        if (!is_count(body, copy, at, i)) continue;
        fitting++;
        count = i;
    }
    const sky_number number = {m->base + at, NL_U32LE,
                               nl_fix_path(m->site.fixer, finding->path, "")};
    return fitting == 1 && sky_set(&m->site, number, nl_uint(count));
}

bool sky_fix_mesh_count(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, write_count);
}

/* ---- Edges ---- */

static uint32_t next_corner(uint32_t which) {
    return which == 2 ? 0 : which + 1;
}

static bool has_edge(const uint8_t *triangle, uint32_t which, uint32_t a, uint32_t b) {
    const uint32_t from = sky_corner(triangle, which);
    const uint32_t to = sky_corner(triangle, next_corner(which));
    return (from == a && to == b) || (from == b && to == a);
}

/* The other side of an edge: a triangle, and which of its edges. */
typedef struct sky_other_side {
    uint32_t triangle, which;
    uint32_t count; /* of such triangles */
} sky_other_side;

static sky_other_side other_side(const sky_mesh_site *m, uint32_t triangle, uint32_t which) {
    if (!nl_fix_spend(m->site.fixer, m->mesh.triangles.count)) return (sky_other_side){0, 0, 0};
    const uint8_t *const t = sky_triangle(&m->mesh, triangle);
    const uint32_t a = sky_corner(t, which);
    const uint32_t b = sky_corner(t, next_corner(which));
    sky_other_side side = {0, 0, 0};
    for (uint32_t i = 0; i < m->mesh.triangles.count && side.count < 2; i++) {
        const uint8_t *const other = sky_triangle(&m->mesh, i);
        for (uint32_t k = 0; k < 3; k++)
            if (i != triangle && !sky_is_link(other, k) && has_edge(other, k, a, b))
                side = (sky_other_side){i, k, side.count + 1};
    }
    return side;
}

/* Whether the edge says something that no triangle can be meant by. */
static bool leads_nowhere(const sky_mesh_site *m, uint32_t triangle, int32_t edge) {
    return edge < 0 || (uint32_t)edge >= m->mesh.triangles.count || (uint32_t)edge == triangle;
}

/* Both sides of an edge lead to each other. The far side is written if it led nowhere, or to this
 * triangle already. */
static bool join(const sky_mesh_site *m, uint32_t triangle, uint32_t which,
                 const sky_other_side *side) {
    const int32_t back = sky_edge(sky_triangle(&m->mesh, side->triangle), side->which);
    if (!leads_nowhere(m, side->triangle, back) && (uint32_t)back != triangle) return false;
    return set_edge(m, triangle, which, (int32_t)side->triangle) &&
           set_edge(m, side->triangle, side->which, (int32_t)triangle);
}

bool sky_join_edges(const sky_mesh_site *m, uint32_t triangle) {
    const uint8_t *const t = sky_triangle(&m->mesh, triangle);
    sky_other_side sides[3];
    bool is_joined[3] = {false, false, false};
    for (uint32_t k = 0; k < 3; k++) {
        if (sky_is_link(t, k)) continue;
        sides[k] = other_side(m, triangle, k);
        is_joined[k] = sides[k].count == 1;
        if (is_joined[k] && !join(m, triangle, k, &sides[k])) return false;
    }
    for (uint32_t k = 0; k < 3; k++) {
        const int32_t edge = sky_edge(t, k);
        bool is_free = leads_nowhere(m, triangle, edge);
        if (sky_is_link(t, k) || is_joined[k]) continue;
        for (uint32_t i = 0; i < 3; i++)
            is_free |= is_joined[i] && sides[i].triangle == (uint32_t)edge;
        if (!is_free) continue; /* corners do not say better */
        if (!set_edge(m, triangle, k, -1)) return false;
    }
    return true;
}

static bool write_edges(sky_mesh_site *m, const navlint_finding *finding) {
    uint32_t triangle = 0;
    return found_triangle(m, finding, &triangle) && sky_join_edges(m, triangle);
}

bool sky_fix_edges(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, write_edges);
}

/* The edge is no link any more, and leads where its corners say. */
static bool clear_link(const sky_mesh_site *m, uint32_t triangle, uint32_t which) {
    const uint32_t flags = sky_flags(sky_triangle(&m->mesh, triangle));
    const sky_other_side side = other_side(m, triangle, which);
    const bool is_joined =
        side.count == 1 &&
        leads_nowhere(m, side.triangle,
                      sky_edge(sky_triangle(&m->mesh, side.triangle), side.which));
    if (!set_flags(m, triangle, flags & ~(1u << which))) return false;
    return is_joined ? join(m, triangle, which, &side) : set_edge(m, triangle, which, -1);
}

static bool clear_found_link(sky_mesh_site *m, const navlint_finding *finding) {
    uint32_t triangle = 0;
    if (!found_triangle(m, finding, &triangle)) return false;
    const uint32_t at =
        sky_found_at(&m->site, finding) - triangle_at(m, triangle) - SKY_TRIANGLE_EDGE_0_AT;
    return at <= 4 && clear_link(m, triangle, at / 2);
}

bool sky_fix_link_index(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, clear_found_link);
}

static bool clear_unknown(sky_mesh_site *m, const navlint_finding *finding) {
    uint32_t triangle = 0;
    return found_triangle(m, finding, &triangle) &&
           set_flags(m, triangle, sky_flags(sky_triangle(&m->mesh, triangle)) & SKY_TRIANGLE_KNOWN);
}

bool sky_fix_unknown_flags(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, clear_unknown);
}

/* The corners 1 and 2 change places; so do the edges 0 and 2, which are links with bits 0 and 2 of
 * the flags. Cover belongs to edges: a triangle that has some is left alone. */
static bool turn(sky_mesh_site *m, const navlint_finding *finding) {
    uint8_t turned[SKY_TRIANGLE_BYTES];
    uint32_t triangle = 0;
    if (!found_triangle(m, finding, &triangle)) return false;
    const uint8_t *const t = sky_triangle(&m->mesh, triangle);
    const uint32_t flags = sky_flags(t);
    if (sky_cover_flags(t) != 0) return false;
    nl_writer out = nl_writer_over(turned, sizeof turned);
    nl_write_u16(&out, sky_corner(t, 0));
    nl_write_u16(&out, sky_corner(t, 2));
    nl_write_u16(&out, sky_corner(t, 1));
    nl_write_u16(&out, (uint32_t)sky_edge(t, 2) & 0xFFFF);
    nl_write_u16(&out, (uint32_t)sky_edge(t, 1) & 0xFFFF);
    nl_write_u16(&out, (uint32_t)sky_edge(t, 0) & 0xFFFF);
    nl_write_u16(&out, (flags & ~5u) | (flags & 1) << 2 | (flags >> 2 & 1));
    nl_write_u16(&out, 0);
    const sky_bytes old = {triangle_at(m, triangle), SKY_TRIANGLE_BYTES,
                           triangle_path(m, triangle, NULL)};
    return sky_replace(&m->site, old, turned, sizeof turned);
}

bool sky_fix_turn(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, turn);
}

/* ---- Edge links ---- */

static sky_number link_number(const sky_mesh_site *m, uint32_t link, uint32_t at, nl_type type,
                              const char *tail) {
    const sky_path path = {m->field.index, "links", link, tail};
    return (sky_number){m->base + m->mesh.links.at + SKY_EDGE_LINK_BYTES * link + at, type,
                        sky_path_in(&m->site, path)};
}

static bool found_link(const sky_mesh_site *m, const navlint_finding *finding, uint32_t *link) {
    return sky_found_item(m, finding, m->mesh.links, SKY_EDGE_LINK_BYTES, link);
}

static bool write_portal(sky_mesh_site *m, const navlint_finding *finding) {
    uint32_t link = 0;
    return found_link(m, finding, &link) &&
           sky_set(&m->site, link_number(m, link, SKY_EDGE_LINK_TYPE_AT, NL_U32LE, "type"),
                   nl_uint(SKY_LINK_PORTAL));
}

bool sky_fix_link_type(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, write_portal);
}

static bool count_less(const sky_mesh_site *m, sky_list list, const char *name) {
    const sky_path path = {.field = m->field.index, .tail = name};
    const sky_number count = {m->base + list.at - SKY_COUNT_BYTES, NL_U32LE,
                              sky_path_in(&m->site, path)};
    return sky_grow(&m->site, count, -1);
}

/* Edges that are links behind this one count one less; with nl_fix_add, so that links can go
 * together. */
static bool renumber(const sky_mesh_site *m, uint32_t triangle, uint32_t link) {
    const uint8_t *const t = sky_triangle(&m->mesh, triangle);
    for (uint32_t k = 0; k < 3; k++) {
        const int32_t edge = sky_edge(t, k);
        if (!sky_is_link(t, k) || edge < (int32_t)link || (uint32_t)edge >= m->mesh.links.count)
            continue;
        if (edge == (int32_t)link ? !clear_link(m, triangle, k)
                                  : !sky_grow(&m->site, edge_of(m, triangle, k), -1))
            return false;
    }
    return true;
}

bool sky_remove_link(const sky_mesh_site *m, uint32_t link) {
    const sky_path path = {m->field.index, "links", link, NULL};
    if (!nl_fix_spend(m->site.fixer, m->mesh.triangles.count)) return false;
    for (uint32_t i = 0; i < m->mesh.triangles.count; i++)
        if (!renumber(m, i, link)) return false;
    const sky_bytes record = {m->base + m->mesh.links.at + SKY_EDGE_LINK_BYTES * link,
                              SKY_EDGE_LINK_BYTES, sky_path_in(&m->site, path)};
    return count_less(m, m->mesh.links, "linkCount") && sky_remove(&m->site, record);
}

static bool remove_found_link(sky_mesh_site *m, const navlint_finding *finding) {
    uint32_t link = 0;
    return found_link(m, finding, &link) && sky_remove_link(m, link);
}

bool sky_fix_remove_link(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, remove_found_link);
}

static bool is_used(const sky_mesh_site *m, uint32_t link) {
    if (!nl_fix_spend(m->site.fixer, m->mesh.triangles.count)) return true;
    for (uint32_t i = 0; i < m->mesh.triangles.count; i++) {
        const uint8_t *const t = sky_triangle(&m->mesh, i);
        for (uint32_t k = 0; k < 3; k++)
            if (sky_is_link(t, k) && sky_edge(t, k) == (int32_t)link) return true;
    }
    return false;
}

static bool remove_unused(sky_mesh_site *m, const navlint_finding *finding) {
    uint32_t link = 0;
    return found_link(m, finding, &link) && !is_used(m, link) && sky_remove_link(m, link);
}

bool sky_fix_unused_link(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, remove_unused);
}

/* The first triangle of `from` that uses the link; -1: none. */
static int32_t user_of(const sky_nvnm *from, uint32_t link) {
    for (uint32_t i = 0; i < from->triangles.count; i++) {
        const uint8_t *const t = sky_triangle(from, i);
        for (uint32_t k = 0; k < 3; k++)
            if (sky_is_link(t, k) && sky_edge(t, k) == (int32_t)link) return (int32_t)i;
    }
    return -1;
}

/* The triangle of `far` that has a link to triangle `triangle` of the navmesh `own`. -1: none, or
 * several. */
static int32_t answering(const sky_nvnm *far, uint32_t own, int32_t triangle) {
    int32_t found = -1;
    for (uint32_t link = 0; link < far->links.count; link++) {
        const uint8_t *const p = sky_link(far, link);
        if (sky_link_navmesh(p) != own || sky_link_triangle(p) != triangle) continue;
        const int32_t user = user_of(far, link);
        if (user < 0 || user == found) continue;
        if (found >= 0) return -1;
        found = user;
    }
    return found;
}

/* The triangle from which the other navmesh leads back to the one that has the link. */
static bool write_target(sky_mesh_site *m, const navlint_finding *finding) {
    uint32_t link = 0;
    sky_mesh_site far;
    if (!found_link(m, finding, &link)) return false;
    const uint32_t id = sky_link_navmesh(sky_link(&m->mesh, link));
    const sky_navm *const navm = sky_find_navm(m->site.plugin, id);
    const sky_record none = {.type = 0};
    const int32_t user = user_of(&m->mesh, link);
    int32_t target = -1;
    if (sky_mesh_open(m->site.fixer, navm && user >= 0 ? &navm->record : &none, &far) &&
        sky_is_read_whole(&far.mesh))
        target = answering(&far.mesh, m->site.record.form_id, user);
    sky_site_close(&far.site);
    return target >= 0 &&
           sky_set(&m->site, link_number(m, link, SKY_EDGE_LINK_TRIANGLE_AT, NL_I16LE, "triangle"),
                   nl_int(target));
}

bool sky_fix_link_triangle(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, write_target);
}

/* ---- Doors ---- */

static bool found_door(const sky_mesh_site *m, const navlint_finding *finding, uint32_t *door) {
    return sky_found_item(m, finding, m->mesh.doors, SKY_MESH_DOOR_BYTES, door);
}

static uint32_t door_at(const sky_mesh_site *m, uint32_t door) {
    return m->base + m->mesh.doors.at + SKY_MESH_DOOR_BYTES * door;
}

/* The triangle that the door's own reference names (XNDP). */
static bool write_door_triangle(sky_mesh_site *m, const navlint_finding *finding) {
    uint32_t door = 0;
    if (!found_door(m, finding, &door)) return false;
    const sky_plugin *const p = m->site.plugin;
    const sky_door *const refr = sky_find_door(p, sky_door_refr(sky_mesh_door(&m->mesh, door)));
    if (!refr || !refr->has_place || refr->place_bytes != SKY_XNDP_BYTES ||
        sky_key(p, refr->place_navmesh) != sky_key(p, m->site.record.form_id) ||
        !has_triangle(m, refr->place_triangle))
        return false;
    const sky_path path = {m->field.index, "doors", door, "triangle"};
    const sky_number number = {door_at(m, door) + SKY_MESH_DOOR_TRIANGLE_AT, NL_I16LE,
                               sky_path_in(&m->site, path)};
    return sky_set(&m->site, number, nl_int(refr->place_triangle));
}

bool sky_fix_door_triangle(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, write_door_triangle);
}

static bool flag_door(sky_mesh_site *m, const navlint_finding *finding) {
    uint32_t door = 0;
    if (!found_door(m, finding, &door)) return false;
    const int32_t triangle = sky_door_triangle(sky_mesh_door(&m->mesh, door));
    return has_triangle(m, triangle) &&
           set_flags(m, (uint32_t)triangle,
                     sky_flags(sky_triangle(&m->mesh, (uint32_t)triangle)) | SKY_TRIANGLE_DOOR);
}

bool sky_fix_door_flag(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, flag_door);
}

/* Whether a door other than `but` is on the triangle. */
static bool has_door(const sky_mesh_site *m, uint32_t triangle, uint32_t but) {
    for (uint32_t i = 0; i < m->mesh.doors.count; i++)
        if (i != but && sky_door_triangle(sky_mesh_door(&m->mesh, i)) == (int32_t)triangle)
            return true;
    return false;
}

static bool unflag(const sky_mesh_site *m, uint32_t triangle) {
    const uint32_t flags = sky_flags(sky_triangle(&m->mesh, triangle));
    return !(flags & SKY_TRIANGLE_DOOR) ||
           set_flags(m, triangle, flags & ~(uint32_t)SKY_TRIANGLE_DOOR);
}

static bool unflag_all(sky_mesh_site *m, const navlint_finding *finding) {
    enum { MOST_DOORS = 4096 };
    (void)finding;
    if (m->mesh.doors.count > MOST_DOORS ||
        !nl_fix_spend(m->site.fixer, (uint64_t)m->mesh.doors.count * m->mesh.triangles.count))
        return false;
    for (uint32_t i = 0; i < m->mesh.triangles.count; i++)
        if (!has_door(m, i, UINT32_MAX) && !unflag(m, i)) return false;
    return true;
}

bool sky_fix_door_flags(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, unflag_all);
}

/* Whether the navmesh lists the reference once more. */
static bool is_listed_again(const sky_mesh_site *m, uint32_t door) {
    const uint32_t id = sky_door_refr(sky_mesh_door(&m->mesh, door));
    for (uint32_t i = 0; i < m->mesh.doors.count; i++)
        if (i != door && sky_door_refr(sky_mesh_door(&m->mesh, i)) == id) return true;
    return false;
}

/* Out of the navmesh, and out of its entry; a triangle that is left without a door has no flag. */
static bool remove_door(const sky_mesh_site *m, uint32_t door) {
    const int32_t triangle = sky_door_triangle(sky_mesh_door(&m->mesh, door));
    const sky_path path = {m->field.index, "doors", door, NULL};
    const sky_bytes record = {door_at(m, door), SKY_MESH_DOOR_BYTES, sky_path_in(&m->site, path)};
    if (has_triangle(m, triangle) && !has_door(m, (uint32_t)triangle, door) &&
        !unflag(m, (uint32_t)triangle))
        return false;
    if (!is_listed_again(m, door) && !sky_forget_door(m->site.fixer, m->site.record.form_id,
                                                      sky_door_refr(sky_mesh_door(&m->mesh, door))))
        return false;
    return count_less(m, m->mesh.doors, "doorCount") && sky_remove(&m->site, record);
}

static bool remove_found_door(sky_mesh_site *m, const navlint_finding *finding) {
    uint32_t door = 0;
    return found_door(m, finding, &door) && remove_door(m, door);
}

bool sky_fix_remove_door(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, remove_found_door);
}

/* ---- Cover ---- */

/* Into the list, in its order. */
static bool list_cover(sky_mesh_site *m, const navlint_finding *finding) {
    uint32_t triangle = 0;
    uint32_t i = 0;
    if (!found_triangle(m, finding, &triangle)) return false;
    while (i < m->mesh.cover.count && sky_cover_triangle(&m->mesh, i) < (int32_t)triangle)
        i++;
    const uint8_t id[2] = {(uint8_t)triangle, (uint8_t)(triangle >> 8)};
    const sky_path item = {m->field.index, "cover", i, NULL};
    const sky_path path = {.field = m->field.index, .tail = "coverCount"};
    const sky_bytes place = {m->base + m->mesh.cover.at + SKY_COVER_BYTES * i, 0,
                             sky_path_in(&m->site, item)};
    const sky_number count = {m->base + m->mesh.cover.at - SKY_COUNT_BYTES, NL_U32LE,
                              sky_path_in(&m->site, path)};
    return sky_grow(&m->site, count, 1) && sky_replace(&m->site, place, id, sizeof id);
}

bool sky_fix_cover(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, list_cover);
}

/* ---- FormIDs of no master ---- */

static sky_parent parent_by_groups(const sky_navm *navm, sky_parent old) {
    if (old.worldspace != 0)
        old.worldspace = navm->world_id;
    else
        old.cell = navm->cell_id;
    return old;
}

/* Link and door go; where the navmesh lies is what the groups around it say. */
static bool replace_odd_id(sky_mesh_site *m, const navlint_finding *finding) {
    uint32_t index = 0;
    if (found_link(m, finding, &index)) return sky_remove_link(m, index);
    return found_door(m, finding, &index) && remove_door(m, index);
}

bool sky_fix_odd_id(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, replace_odd_id) || sky_fix_place(fixer, finding);
}

/* ---- Where the mesh lies ---- */

static void put_parent(uint8_t bytes[8], sky_parent parent) {
    nl_writer out = nl_writer_over(bytes, 8);
    nl_write_u32(&out, parent.worldspace);
    if (parent.worldspace == 0) {
        nl_write_u32(&out, parent.cell);
        return;
    }
    nl_write_u16(&out, (uint32_t)parent.y & 0xFFFF);
    nl_write_u16(&out, (uint32_t)parent.x & 0xFFFF);
}

/* The coordinates of the CELL record; those that are there if it cannot be read. */
static void read_grid(nl_fixer *fixer, const sky_record *cell, sky_parent *parent) {
    sky_site site;
    sky_cell_facts facts = {0};
    if (sky_site_open(fixer, cell, &site)) sky_read_cell(sky_data(&site), &facts);
    sky_site_close(&site);
    if (!facts.has_grid || facts.x < INT16_MIN || facts.x > INT16_MAX || facts.y < INT16_MIN ||
        facts.y > INT16_MAX)
        return;
    parent->x = (int16_t)facts.x;
    parent->y = (int16_t)facts.y;
}

/* The navmesh's entry, if there is one, says the same. */
static bool write_entry_place(nl_fixer *fixer, const sky_plugin *plugin, uint32_t form_id,
                              const uint8_t parent[8]) {
    sky_site navi;
    sky_field entry;
    bool is_done = true;
    if (sky_site_open(fixer, &plugin->navi, &navi) && sky_entry_of(&navi, form_id, &entry)) {
        const sky_nvmi n = sky_nvmi_of(entry.body);
        const uint32_t at = n.tail_at + SKY_NVMI_TAIL_WORLDSPACE_AT;
        const sky_path path = {.field = entry.index, .tail = "worldspace"};
        const sky_bytes old = {sky_start_of(&navi, &entry) + at, 8, sky_path_in(&navi, path)};
        if (n.stage == SKY_NVMI_WHOLE && memcmp(entry.body.bytes + at, parent, 8) != 0)
            is_done = sky_replace(&navi, old, parent, 8);
    }
    sky_site_close(&navi);
    return is_done;
}

static bool write_place(sky_mesh_site *m, const navlint_finding *finding) {
    uint8_t bytes[8];
    const sky_plugin *const p = m->site.plugin;
    const sky_navm *const navm = sky_find_navm(p, m->site.record.form_id);
    (void)finding;
    if (m->mesh.stage < SKY_NVNM_VERTICES || !navm || !navm->is_placed) return false;
    sky_parent parent = parent_by_groups(navm, sky_nvnm_parent(&m->mesh));
    if (parent.worldspace == 0 && parent.cell == 0) return false;
    if (parent.worldspace != 0 && navm->cell != NL_NO_ROW)
        read_grid(m->site.fixer, &p->cells[navm->cell].record, &parent);
    put_parent(bytes, parent);
    const sky_path path = {.field = m->field.index, .tail = "worldspace"};
    const sky_bytes old = {m->base + SKY_NVNM_HEAD_WORLDSPACE_AT, sizeof bytes,
                           sky_path_in(&m->site, path)};
    return sky_replace(&m->site, old, bytes, sizeof bytes) &&
           write_entry_place(m->site.fixer, p, m->site.record.form_id, bytes);
}

bool sky_fix_place(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_mesh(fixer, finding, write_place);
}
