/* A mesh against its NVMI entry: an entry says nothing that cannot be worked out from the mesh, so
 * a difference means that one of the two is stale. */
#include "core/sort.h"
#include "parsers/skyrim_navmesh/check_payload.h"

typedef struct sky_comparison {
    const sky_mesh_check *m;
    uint32_t row; /* of the entry */
    sky_nvmi entry;
} sky_comparison;

static void found(const sky_comparison *k, unsigned rule, sky_spot spot, nl_draft draft) {
    sky_found_in_entry(k->m->h.c, k->row, rule, spot, draft);
}

static const uint8_t *entry_bytes(const sky_comparison *k, uint32_t at) {
    return k->entry.body.bytes + at;
}

static uint32_t own_id(const sky_comparison *k) {
    return nl_load_u32(entry_bytes(k, 0));
}

/* ---- Lists ---- */

/* Keys are the id in the high half; in the low one, of the mesh: 0 if a link starts at a preferred
 * triangle, else 1; of the entry: whether the id stands in the plain list, and where. */
typedef struct sky_keys {
    uint64_t *keys;
    uint32_t count;
} sky_keys;

#define PLAIN_LIST ((uint64_t)1 << 31)

static uint32_t id_of(uint64_t key) {
    return (uint32_t)(key >> 32);
}

static void add(sky_keys *keys, uint32_t id, uint64_t low) {
    if (id != 0) keys->keys[keys->count++] = (uint64_t)id << 32 | low;
}

/* Sorts, and leaves one key for each id. */
static void settle(sky_keys *keys) {
    uint32_t count = 0;
    nl_sort_keys(keys->keys, keys->count);
    for (uint32_t i = 0; i < keys->count; i++)
        if (count == 0 || id_of(keys->keys[count - 1]) != id_of(keys->keys[i]))
            keys->keys[count++] = keys->keys[i];
    keys->count = count;
}

/* Says what only one of the two has, or has otherwise. */
typedef void (*sky_differ_fn)(const sky_comparison *k, const uint64_t *of_mesh,
                              const uint64_t *of_entry);

static void compare(const sky_comparison *k, sky_keys *mesh, sky_keys *entry, sky_differ_fn tell) {
    settle(mesh);
    settle(entry);
    uint32_t a = 0;
    uint32_t b = 0;
    while (a < mesh->count || b < entry->count) {
        const uint64_t left = a < mesh->count ? mesh->keys[a] >> 32 : UINT64_MAX;
        const uint64_t right = b < entry->count ? entry->keys[b] >> 32 : UINT64_MAX;
        tell(k, left <= right ? &mesh->keys[a] : NULL, right <= left ? &entry->keys[b] : NULL);
        a += left <= right;
        b += right <= left;
    }
}

static sky_spot link_spot(const sky_comparison *k, uint64_t key) {
    const bool plain = key & PLAIN_LIST;
    const sky_list list = plain ? k->entry.links : k->entry.preferred;
    const uint32_t index = (uint32_t)(key & (PLAIN_LIST - 1));
    return (sky_spot){.list = plain ? "links" : "preferredLinks",
                      .index = index,
                      .name = "navmesh",
                      .type = NL_U32LE,
                      .at = list.at + SKY_ID_BYTES * index};
}

/* Whether another rule says already why the link is wrong: its navmesh is not there, or lies
 * elsewhere, or has an entry that lists this one, to which there is no answer. */
static bool is_told(const sky_comparison *k, uint32_t id, bool is_missing) {
    const sky_check *const c = k->m->h.c;
    const uint32_t other = sky_entry_row(c, id);
    if (sky_names_nothing(c, id) || (sky_is_own_whole(c, id) && !sky_find_navm(c->plugin, id)))
        return true;
    if (other == NL_NO_ROW) return false;
    return sky_is_apart(&c->navi->entries[k->row], &c->navi->entries[other]) ||
           (is_missing && sky_entry_links_to(c, other, own_id(k)));
}

static void tell_link(const sky_comparison *k, const uint64_t *of_mesh, const uint64_t *of_entry) {
    const uint32_t id = id_of(of_mesh ? *of_mesh : *of_entry);
    if (of_mesh && of_entry && (*of_mesh & 1) == (*of_entry >> 31 & 1)) return;
    if ((!of_mesh || !of_entry) && is_told(k, id, !of_entry)) return;
    const sky_form_text form = sky_shown(k->m->h.c, id);
    const sky_spot count = {.member = "linkCount", .type = NL_U32LE, .at = k->entry.links.at - 4};
    nl_draft draft = {.actual = nl_uint(id), .args = {nl_string(form.chars)}};
    if (!of_mesh) {
        found(k, SKYRIM_NVMI_LINKS_EXTRA, link_spot(k, *of_entry), draft);
    } else if (!of_entry) {
        draft.actual = nl_uint(k->entry.links.count);
        found(k, SKYRIM_NVMI_LINKS_MISSING, count, draft);
    } else {
        draft.args[1] = nl_string(*of_mesh & 1 ? "no" : "a");
        draft.args[2] = nl_string(*of_entry & PLAIN_LIST ? "plain" : "preferred");
        found(k, SKYRIM_NVMI_PREFERRED_STALE, link_spot(k, *of_entry), draft);
    }
}

static bool compare_links(const sky_comparison *k) {
    nl_arena *const arena = k->m->h.c->job->arena;
    const sky_nvnm *const mesh = &k->m->mesh;
    const sky_nvmi *const entry = &k->entry;
    sky_keys a = {NL_NEW(arena, uint64_t, mesh->links.count), 0};
    sky_keys b = {NL_NEW(arena, uint64_t, (uint64_t)entry->links.count + entry->preferred.count),
                  0};
    if (arena->exhausted) return false;
    for (uint32_t i = 0; i < mesh->links.count; i++) {
        const uint32_t id = sky_link_navmesh(sky_link(mesh, i));
        if (id != own_id(k)) add(&a, id, !(k->m->link_use[i] & SKY_LINK_PREFERRED));
    }
    for (uint32_t i = 0; i < entry->links.count; i++)
        if (sky_id(&entry->body, entry->links, i) != own_id(k))
            add(&b, sky_id(&entry->body, entry->links, i), PLAIN_LIST | i);
    for (uint32_t i = 0; i < entry->preferred.count; i++)
        if (sky_id(&entry->body, entry->preferred, i) != own_id(k))
            add(&b, sky_id(&entry->body, entry->preferred, i), i);
    compare(k, &a, &b, tell_link);
    return true;
}

static void tell_door(const sky_comparison *k, const uint64_t *of_mesh, const uint64_t *of_entry) {
    const uint32_t id = id_of(of_mesh ? *of_mesh : *of_entry);
    if (of_mesh && of_entry) return;
    const sky_form_text form = sky_shown(k->m->h.c, id);
    if (of_mesh) {
        found(k, SKYRIM_NVMI_DOORS_MISSING,
              (sky_spot){.member = "doorCount", .type = NL_U32LE, .at = k->entry.doors.at - 4},
              (nl_draft){.actual = nl_uint(k->entry.doors.count), .args = {nl_string(form.chars)}});
        return;
    }
    const uint32_t index = (uint32_t)*of_entry;
    found(k, SKYRIM_NVMI_DOORS_EXTRA,
          (sky_spot){.list = "doors",
                     .index = index,
                     .member = "door",
                     .type = NL_U32LE,
                     .at = k->entry.doors.at + SKY_NVMI_DOOR_BYTES * index + 4},
          (nl_draft){.actual = nl_uint(id), .args = {nl_string(form.chars)}});
}

static bool compare_doors(const sky_comparison *k) {
    nl_arena *const arena = k->m->h.c->job->arena;
    const sky_nvnm *const mesh = &k->m->mesh;
    sky_keys a = {NL_NEW(arena, uint64_t, mesh->doors.count), 0};
    sky_keys b = {NL_NEW(arena, uint64_t, k->entry.doors.count), 0};
    if (arena->exhausted) return false;
    for (uint32_t i = 0; i < mesh->doors.count; i++)
        add(&a, sky_door_refr(sky_mesh_door(mesh, i)), 0);
    for (uint32_t i = 0; i < k->entry.doors.count; i++)
        add(&b, nl_load_u32(entry_bytes(k, k->entry.doors.at + SKY_NVMI_DOOR_BYTES * i + 4)), i);
    compare(k, &a, &b, tell_door);
    return true;
}

/* ---- Numbers ---- */

static void compare_fraction(const sky_comparison *k) {
    const double triangles = (double)k->m->mesh.triangles.count;
    const double expected = triangles > 0 ? (double)k->m->preferred / triangles : 0;
    const double actual = (double)nl_load_f32(entry_bytes(k, 20));
    const bool is_told_alone =
        !(actual >= 0 && actual <= 1) || (actual <= 0 && k->entry.preferred.count != 0);
    if (is_told_alone || fabs(actual - expected) <= 1e-4) return;
    found(k, SKYRIM_NVMI_FRACTION_STALE,
          (sky_spot){.member = "preferredFraction", .type = NL_F32LE, .at = 20},
          (nl_draft){.actual = nl_real(actual),
                     .expected = nl_real(expected),
                     .args = {nl_uint(k->m->preferred), nl_uint(k->m->mesh.triangles.count)}});
}

static void compare_center(const sky_comparison *k) {
    static const char *const members[3] = {"center/x", "center/y", "center/z"};
    const uint32_t vertices = k->m->mesh.vertices.count;
    if (!k->m->is_finite || vertices == 0 || !sky_is_center_sound(&k->entry)) return;
    for (uint32_t i = 0; i < 3; i++) {
        const double actual = (double)nl_load_f32(entry_bytes(k, 8 + 4 * i));
        const double expected = k->m->sum[i] / (double)vertices;
        if (fabs(actual - expected) <= 0.6) continue;
        found(k, SKYRIM_NVMI_CENTER_STALE,
              (sky_spot){.member = members[i], .type = NL_F32LE, .at = 8 + 4 * i},
              (nl_draft){.actual = nl_real(actual), .expected = nl_real(expected)});
    }
}

static void compare_box(const sky_comparison *k) {
    static const char *const members[6] = {"island/min/x", "island/min/y", "island/min/z",
                                           "island/max/x", "island/max/y", "island/max/z"};
    const uint8_t *const bounds = k->m->mesh.body.bytes + k->m->mesh.grid_at + 12;
    if (!sky_nvmi_is_island(&k->entry) || !sky_is_box_sound(&k->entry)) return;
    for (uint32_t i = 0; i < 6; i++) {
        const uint32_t at = k->entry.box_at + 4 * i;
        const double actual = (double)nl_load_f32(entry_bytes(k, at));
        const double expected = (double)nl_load_f32(bounds + 4 * i);
        if (!isfinite(expected) || fabs(actual - expected) <= 0.05) continue;
        found(k, SKYRIM_NVMI_BOX_STALE,
              (sky_spot){.member = members[i], .type = NL_F32LE, .at = at},
              (nl_draft){.actual = nl_real(actual), .expected = nl_real(expected)});
    }
}

static void compare_parent(const sky_comparison *k) {
    const sky_parent a = sky_nvnm_parent(&k->m->mesh);
    const sky_parent b = sky_nvmi_parent(&k->entry);
    const uint32_t id = b.worldspace ? b.worldspace : b.cell;
    if (a.worldspace == b.worldspace && a.cell == b.cell) return;
    if (id == 0 || sky_names_nothing(k->m->h.c, id)) return; /* told by itself */
    const sky_form_text mesh = sky_parent_shown(k->m->h.c, a);
    const sky_form_text entry = sky_parent_shown(k->m->h.c, b);
    const bool world = a.worldspace != b.worldspace;
    const bool grid = !world && a.worldspace != 0;
    const bool y = grid && a.y != b.y;
    const uint32_t at = k->entry.tail_at + (world ? 4 : grid && !y ? 10 : 8);
    found(k, SKYRIM_NVMI_PARENT_STALE,
          (sky_spot){.member = world   ? "worldspace"
                               : !grid ? "cell"
                               : y     ? "gridY"
                                       : "gridX",
                     .type = grid ? NL_I16LE : NL_U32LE,
                     .at = at},
          (nl_draft){.args = {nl_string(entry.chars), nl_string(mesh.chars)}});
}

bool sky_compare_entry(const sky_mesh_check *m) {
    sky_check *const c = m->h.c;
    const uint32_t row = sky_entry_row(c, c->plugin->navms[m->row].record.form_id);
    if (row == NL_NO_ROW) return true;
    const sky_comparison k = {m, row, sky_nvmi_of(sky_entry_body(c->navi, row))};
    compare_parent(&k);
    compare_center(&k);
    compare_fraction(&k);
    compare_box(&k);
    return nl_spend(c->job->budget, (uint64_t)k.entry.links.count + k.entry.preferred.count +
                                        k.entry.doors.count) &&
           compare_links(&k) && compare_doors(&k);
}
