/* Door and cover triangles of a mesh. */
#include <string.h>

#include "core/quick.h"
#include "core/sort.h"
#include "parsers/skyrim_navmesh/mesh/checks.h"

/* ---- Doors ---- */

/* One door entry. */
typedef struct sky_door_entry {
    const sky_mesh_check *m;
    uint32_t index;
    uint32_t id;
    int32_t triangle;
} sky_door_entry;

static nl_place entry_place(const sky_door_entry *d) {
    const uint32_t at = d->m->mesh.doors.at + SKY_MESH_DOOR_BYTES * d->index;
    const nl_place place = sky_item_place(&d->m->h, "doors", d->index, at);
    return sky_on_triangle(d->m, place, d->triangle);
}

static void found_door(const sky_door_entry *d, unsigned rule, unsigned field, nl_draft draft) {
    const sky_form_text form = sky_form(d->m->h.c->plugin, d->id);
    draft.args[0] = nl_uint(d->index);
    draft.args[1] = nl_string(form.chars);
    sky_found(entry_place(d), rule, field, draft);
}

/* Returns whether the triangle exists. */
static bool check_triangle(const sky_door_entry *d) {
    const sky_nvnm *const mesh = &d->m->mesh;
    const bool exists = d->triangle >= 0 && (uint32_t)d->triangle < mesh->triangles.count;
    nl_draft draft = sky_index_expected(mesh->triangles.count, 0);
    draft.args[2] = nl_uint(mesh->triangles.count);
    if (!exists)
        found_door(d, SKYRIM_NVNM_DOOR_TRIANGLE, SKY_MESH_DOOR_TRIANGLE, draft);
    else if (!(sky_flags(sky_triangle(mesh, (uint32_t)d->triangle)) & SKY_TRIANGLE_DOOR))
        found_door(d, SKYRIM_NVNM_DOOR_FLAG, SKY_MESH_DOOR_TRIANGLE,
                   (nl_draft){.expected = nl_string("a triangle with the flag Door"),
                              .related = {sky_triangle_bytes(d->m, (uint32_t)d->triangle)}});
    return exists;
}

static void report_master(const sky_door_entry *d) {
    sky_found_odd_id(d->m->h.c, entry_place(d),
                     &(sky_odd_id){SKYRIM_NVNM_MASTER, SKY_MESH_DOOR_DOOR, d->id, "door"});
}

/* The reference that the entry names: one with a teleport. */
static void check_reference(const sky_door_entry *d) {
    sky_check *const c = d->m->h.c;
    c->foreign += d->id != 0 && !sky_is_own(c->plugin, d->id);
    if (d->id == 0) {
        found_door(d, SKYRIM_NVNM_DOOR_NULL, SKY_MESH_DOOR_DOOR, (nl_draft){0});
    } else if (sky_names_nothing(c, d->id)) {
        report_master(d);
    } else if (sky_is_own_whole(c, d->id)) {
        const sky_door *const door = sky_find_door(c->plugin, d->id);
        if (!door || !door->has_teleport)
            found_door(d, SKYRIM_NVNM_DOOR_REFERENCE, SKY_MESH_DOOR_DOOR, (nl_draft){0});
    }
}

/* Returns the triangle; UINT64_MAX if it does not exist. */
static uint64_t check_door(const sky_mesh_check *m, uint32_t index) {
    const uint8_t *const p = sky_mesh_door(&m->mesh, index);
    const sky_door_entry d = {m, index, sky_door_refr(p), sky_door_triangle(p)};
    if (nl_load_u32(p + SKY_MESH_DOOR_MARKER_AT) != SKY_PATHING_DOOR)
        sky_found_door_marker(entry_place(&d), SKYRIM_NVNM_DOOR_MARKER, SKY_MESH_DOOR_MARKER,
                              index);
    check_reference(&d);
    return check_triangle(&d) ? (uint64_t)d.triangle : UINT64_MAX;
}

/* Flagged triangles have doors. Doors on others are reported one by one. */
static void check_door_count(const sky_mesh_check *m, uint64_t *triangles) {
    const uint32_t count = m->mesh.doors.count;
    uint32_t used = 0; /* flagged ones that doors name */
    nl_sort_keys(triangles, count);
    for (uint32_t i = 0; i < count && triangles[i] != UINT64_MAX; i++) {
        if (i != 0 && triangles[i] == triangles[i - 1]) continue;
        const uint8_t *const t = sky_triangle(&m->mesh, (uint32_t)triangles[i]);
        used += (sky_flags(t) & SKY_TRIANGLE_DOOR) != 0;
    }
    const bool all_exist = count == 0 || triangles[count - 1] != UINT64_MAX;
    if (!all_exist || m->doors == used) return;
    sky_found(sky_count_place(m, m->mesh.doors), SKYRIM_NVNM_DOOR_COUNT, SKY_NVNM_DOORS_COUNT,
              (nl_draft){.args = {nl_uint(m->doors), nl_uint(used)}});
}

void sky_check_doors(const sky_mesh_check *m) {
    nl_arena *const arena = m->h.c->job->arena;
    const size_t mark = nl_arena_mark(arena);
    uint64_t *const keys = NL_NEW(arena, uint64_t, m->mesh.doors.count);
    if (!keys) return;
    for (uint32_t i = 0; i < m->mesh.doors.count; i++)
        keys[i] = check_door(m, i);
    check_door_count(m, keys);
    nl_arena_release(arena, mark);
}

/* ---- Cover ---- */

static void found_cover(const sky_mesh_check *m, unsigned rule, uint32_t index) {
    const int32_t triangle = sky_cover_triangle(&m->mesh, index);
    const bool is_index = rule == SKYRIM_NVNM_COVER_INDEX;
    nl_draft draft = is_index ? sky_index_expected(m->mesh.triangles.count, 0) : (nl_draft){0};
    draft.args[0] = nl_uint(index);
    draft.args[1] = nl_int(triangle);
    draft.args[2] = nl_uint(m->mesh.triangles.count);
    if (rule == SKYRIM_NVNM_COVER_FLAGS)
        draft.related[0] = sky_triangle_bytes(m, (uint32_t)triangle);
    const nl_place place =
        sky_item_place(&m->h, "cover", index, m->mesh.cover.at + SKY_COVER_BYTES * index);
    sky_found(sky_on_triangle(m, place, triangle), rule, SKY_COVER_TRIANGLE, draft);
}

/* The grid's marks are lent: true where the list names the triangle. */
static void check_each_cover(const sky_mesh_check *m) {
    const uint32_t triangles = m->mesh.triangles.count;
    for (uint32_t i = 0; i < m->mesh.cover.count; i++) {
        const int32_t id = sky_cover_triangle(&m->mesh, i);
        if (id < 0 || (uint32_t)id >= triangles) {
            found_cover(m, SKYRIM_NVNM_COVER_INDEX, i);
            continue;
        }
        if (m->cell_of[id])
            found_cover(m, SKYRIM_NVNM_COVER_TWICE, i);
        else if (!(sky_cover_flags(sky_triangle(&m->mesh, (uint32_t)id)) & SKY_COVER_VALUES))
            found_cover(m, SKYRIM_NVNM_COVER_FLAGS, i);
        m->cell_of[id] = 1;
    }
    for (uint32_t i = 0; i < triangles; i++) {
        const sky_tri t = sky_tri_of(m, i);
        if ((sky_cover_flags(t.p) & SKY_COVER_VALUES) && !m->cell_of[i])
            sky_found_tri(&t, SKYRIM_NVNM_COVER_MISSING, SKY_TRIANGLE_COVER_FLAGS, (nl_draft){0});
    }
    memset(m->cell_of, 0, triangles * sizeof *m->cell_of);
}

/* As many as are flagged, in order, all of them flagged: then the list is right. */
void sky_check_cover(const sky_mesh_check *m) {
    const sky_list cover = m->mesh.cover;
    bool plain = cover.count == m->covers;
    int32_t before = -1;
    for (uint32_t i = 0; i < cover.count && plain; i++) {
        const int32_t id = sky_cover_triangle(&m->mesh, i);
        plain = id > before && (uint32_t)id < m->mesh.triangles.count &&
                (sky_cover_flags(sky_triangle(&m->mesh, (uint32_t)id)) & SKY_COVER_VALUES);
        before = id;
    }
    if (!NL_QUICK_ROUGH(plain)) check_each_cover(m); /* rough: they may come in any order */
}
