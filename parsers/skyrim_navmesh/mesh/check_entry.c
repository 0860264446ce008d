/* A mesh against its NVMI entry: an entry says nothing that cannot be worked out from the mesh, so
 * a difference means that one of the two is stale. */
#include "core/sort.h"
#include "parsers/skyrim_navmesh/mesh/checks.h"
#include "parsers/skyrim_navmesh/navi/navi.h"

typedef struct sky_comparison {
    const sky_mesh_check *m;
    sky_payload h; /* the entry as a field */
    uint32_t row;  /* of the entry */
    sky_nvmi entry;
} sky_comparison;

static const uint8_t *entry_bytes(const sky_comparison *k, uint32_t at) {
    return k->entry.body.bytes + at;
}

static uint32_t own_id(const sky_comparison *k) {
    return sky_first_id(&k->entry.body);
}

static void found(const sky_comparison *k, unsigned rule, unsigned field, nl_draft draft) {
    sky_found(sky_part_place(&k->h, 0), rule, field, draft);
}

/* The count of a list of the entry. */
static nl_place count_place(const sky_comparison *k, sky_list list) {
    return sky_part_place(&k->h, list.at - SKY_COUNT_BYTES);
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

static void compare(const sky_comparison *k, sky_keys *mesh, sky_keys *entry,
                    sky_differ_fn report) {
    settle(mesh);
    settle(entry);
    uint32_t a = 0;
    uint32_t b = 0;
    while (a < mesh->count || b < entry->count) {
        const uint64_t left = a < mesh->count ? mesh->keys[a] >> 32 : UINT64_MAX;
        const uint64_t right = b < entry->count ? entry->keys[b] >> 32 : UINT64_MAX;
        report(k, left <= right ? &mesh->keys[a] : NULL, right <= left ? &entry->keys[b] : NULL);
        a += left <= right;
        b += right <= left;
    }
}

/* Whether another rule says already why the link is wrong: its navmesh is not there, or lies
 * elsewhere, or has an entry that lists this one, to which there is no answer. */
static bool is_explained(const sky_comparison *k, uint32_t id, bool is_missing) {
    const sky_check *const c = k->m->h.c;
    const uint32_t other = sky_entry_row(c, id);
    if (sky_names_nothing(c, id) || (sky_is_own_whole(c, id) && !sky_find_navm(c->plugin, id)))
        return true;
    if (other == NL_NO_ROW) return false;
    return sky_is_apart(&c->navi->entries[k->row], &c->navi->entries[other]) ||
           (is_missing && sky_entry_links_to(c, other, own_id(k)));
}

/* At the link that the key is of. */
static void found_link(const sky_comparison *k, unsigned rule, uint64_t key, nl_draft draft) {
    const sky_ids ids = key & PLAIN_LIST ? sky_links_of(&k->entry) : sky_preferred_of(&k->entry);
    const uint32_t index = (uint32_t)(key & (PLAIN_LIST - 1));
    sky_found(sky_ids_place(&k->h, &ids, index), rule, ids.field, draft);
}

/* At least one of them is there. */
static uint32_t id_of_either(const uint64_t *of_mesh, const uint64_t *of_entry) {
    const uint64_t *const either = of_mesh ? of_mesh : of_entry;
    return id_of(*either);
}

static void report_link(const sky_comparison *k, const uint64_t *of_mesh,
                        const uint64_t *of_entry) {
    const uint32_t id = id_of_either(of_mesh, of_entry);
    if (of_mesh && of_entry && (*of_mesh & 1) == (*of_entry >> 31 & 1)) return;
    if ((!of_mesh || !of_entry) && is_explained(k, id, !of_entry)) return;
    const sky_form_text form = sky_form(k->m->h.c->plugin, id);
    nl_draft draft = {.args = {nl_string(form.chars)}};
    if (!of_mesh) {
        found_link(k, SKYRIM_NVMI_LINKS_EXTRA, *of_entry, draft);
    } else if (!of_entry) {
        sky_found(count_place(k, k->entry.links), SKYRIM_NVMI_LINKS_MISSING, SKY_NVMI_LINKS_COUNT,
                  draft);
    } else {
        draft.args[1] = nl_string(*of_mesh & 1 ? "no" : "a");
        draft.args[2] = nl_string(*of_entry & PLAIN_LIST ? "plain" : "preferred");
        found_link(k, SKYRIM_NVMI_PREFERRED_STALE, *of_entry, draft);
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
    compare(k, &a, &b, report_link);
    return true;
}

static void report_door(const sky_comparison *k, const uint64_t *of_mesh,
                        const uint64_t *of_entry) {
    const uint32_t id = id_of_either(of_mesh, of_entry);
    const sky_ids doors = sky_doors_of(&k->entry);
    const sky_form_text form = sky_form(k->m->h.c->plugin, id);
    const nl_draft draft = {.args = {nl_string(form.chars)}};
    if (of_mesh && of_entry) return;
    if (of_mesh)
        sky_found(count_place(k, doors.list), SKYRIM_NVMI_DOORS_MISSING, SKY_NVMI_DOORS_COUNT,
                  draft);
    else
        sky_found(sky_ids_place(&k->h, &doors, (uint32_t)*of_entry), SKYRIM_NVMI_DOORS_EXTRA,
                  doors.field, draft);
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
        add(&b,
            nl_load_u32(sky_item(&k->entry.body, k->entry.doors, SKY_NVMI_DOOR_BYTES, i) +
                        SKY_NVMI_DOOR_DOOR_AT),
            i);
    compare(k, &a, &b, report_door);
    return true;
}

/* ---- Numbers ---- */

static const char *const axes[3] = {"x", "y", "z"};

/* What has a finding of its own is not compared. */
static void compare_fraction(const sky_comparison *k) {
    const double triangles = (double)k->m->mesh.triangles.count;
    const double expected = triangles > 0 ? (double)k->m->preferred / triangles : 0;
    const double actual = (double)nl_load_f32(entry_bytes(k, SKY_NVMI_HEAD_FRACTION_AT));
    const bool is_odd =
        !(actual >= 0 && actual <= 1) || (actual <= 0 && k->entry.preferred.count != 0);
    if (is_odd || fabs(actual - expected) <= 1e-4) return;
    found(k, SKYRIM_NVMI_FRACTION_STALE, SKY_NVMI_HEAD_FRACTION,
          (nl_draft){.expected = nl_real(expected),
                     .args = {nl_uint(k->m->preferred), nl_uint(k->m->mesh.triangles.count)}});
}

static void compare_center(const sky_comparison *k) {
    const uint32_t vertices = k->m->mesh.vertices.count;
    if (!k->m->is_finite || vertices == 0 || !sky_is_center_sound(&k->entry)) return;
    for (uint32_t i = 0; i < 3; i++) {
        const uint8_t *const p = entry_bytes(k, SKY_NVMI_HEAD_CENTER_X_AT + 4 * i);
        const double expected = k->m->sum[i] / (double)vertices;
        if (fabs((double)nl_load_f32(p) - expected) > 0.6)
            found(k, SKYRIM_NVMI_CENTER_STALE, SKY_NVMI_HEAD_CENTER_X + i,
                  (nl_draft){.expected = nl_real(expected), .args = {nl_string(axes[i])}});
    }
}

static void compare_box(const sky_comparison *k) {
    const uint8_t *const bounds = k->m->mesh.body.bytes + k->m->mesh.grid_at + SKY_GRID_MIN_X_AT;
    if (!sky_nvmi_is_island(&k->entry) || !sky_is_box_sound(&k->entry)) return;
    for (uint32_t i = 0; i < 6; i++) {
        const double actual = (double)nl_load_f32(entry_bytes(k, k->entry.box_at + 4 * i));
        const double expected = (double)nl_load_f32(bounds + 4 * i);
        if (isfinite(expected) && fabs(actual - expected) > 0.05)
            sky_found(sky_part_place(&k->h, k->entry.box_at), SKYRIM_NVMI_BOX_STALE,
                      SKY_ISLAND_MIN_X + i,
                      (nl_draft){.expected = nl_real(expected),
                                 .related = {sky_related(
                                     &k->m->h, k->m->mesh.grid_at + SKY_GRID_MIN_X_AT + 4 * i,
                                     sizeof(float), "the bound")},
                                 .args = {nl_string(axes[i % 3])}});
    }
}

/* The field in which two places differ. */
static unsigned different_field(sky_parent a, sky_parent b) {
    if (a.worldspace != b.worldspace) return SKY_NVMI_TAIL_WORLDSPACE;
    if (a.worldspace == 0) return SKY_NVMI_TAIL_CELL;
    return a.y != b.y ? SKY_NVMI_TAIL_GRID_Y : SKY_NVMI_TAIL_GRID_X;
}

/* The message has both places, so the value is left out. */
static void compare_parent(const sky_comparison *k) {
    const sky_check *const c = k->m->h.c;
    const sky_parent a = sky_nvnm_parent(&k->m->mesh);
    const sky_parent b = sky_nvmi_parent(&k->entry);
    const uint32_t id = b.worldspace ? b.worldspace : b.cell;
    if (a.worldspace == b.worldspace && a.cell == b.cell) return;
    if (id == 0 || sky_names_nothing(c, id)) return; /* that has a finding of its own */
    const sky_form_text mesh = sky_parent_shown(c, a);
    const sky_form_text entry = sky_parent_shown(c, b);
    nl_place place = sky_part_place(&k->h, k->entry.tail_at);
    place.bytes = NULL;
    sky_found(place, SKYRIM_NVMI_PARENT_STALE, different_field(a, b),
              (nl_draft){.related = {sky_related(&k->m->h, SKY_NVNM_HEAD_WORLDSPACE_AT,
                                                 SKY_NVNM_HEAD_BYTES - SKY_NVNM_HEAD_WORLDSPACE_AT,
                                                 "where the navmesh says it lies")},
                         .args = {nl_string(entry.chars), nl_string(mesh.chars)}});
}

bool sky_check_entry(const sky_mesh_check *m) {
    sky_check *const c = m->h.c;
    const uint32_t row = sky_entry_row(c, c->plugin->navms[m->row].record.form_id);
    if (row == NL_NO_ROW) return true;
    const sky_payload h = sky_entry_payload(c, row);
    const sky_comparison k = {m, h, row, sky_nvmi_of(h.body)};
    compare_parent(&k);
    compare_center(&k);
    compare_fraction(&k);
    compare_box(&k);
    return nl_spend(c->job->budget, (uint64_t)k.entry.links.count + k.entry.preferred.count +
                                        k.entry.doors.count) &&
           compare_links(&k) && compare_doors(&k);
}
