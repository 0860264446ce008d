/* An NVMI entry computed from its navmesh. What is right in the old one stays as it is, to the last
 * bit and in its order: the Creation Kit's own numbers are not replaced by ours. */
#include "core/sort.h"
#include "parsers/skyrim_navmesh/repair/repair.h"

enum {
    MOST_OUTLINE = 162, /* triangles of an island's outline: no real one has more; README.md */
};

typedef struct sky_making {
    sky_mesh_site m; /* the navmesh */
    const sky_plugin *plugin;
    uint32_t form_id;
    sky_nvmi old;
    bool has_old;  /* it could be read; bytes behind it do not count */
    bool may_lose; /* an old entry that could not, and an outline that cannot be the navmesh's */
    nl_writer out;
} sky_making;

/* ---- Ids ---- */

/* The ids that a list of the entry has to have, with whether each has been written. */
typedef struct sky_wanted {
    uint64_t *keys; /* id in the high half, in the low one 1 for the plain list */
    uint8_t *is_written;
    uint32_t count;
} sky_wanted;

static uint32_t id_of(uint64_t key) {
    return (uint32_t)(key >> 32);
}

/* Whether the entry may name it: another rule has something to say of what may not. */
static bool is_named(const sky_making *e, uint32_t id, bool is_navmesh) {
    const sky_plugin *const p = e->plugin;
    if (id == 0 || sky_is_beyond(p, id)) return false;
    if (!is_navmesh) return true;
    const bool is_lost = p->is_whole && sky_is_own(p, id) && !sky_find_navm(p, id);
    return id != e->form_id && !is_lost;
}

/* Sorts, and leaves one of each id, the preferred one if there are two. */
static void settle(sky_wanted *wanted) {
    uint32_t count = 0;
    nl_sort_keys(wanted->keys, wanted->count);
    for (uint32_t i = 0; i < wanted->count; i++)
        if (count == 0 || id_of(wanted->keys[count - 1]) != id_of(wanted->keys[i]))
            wanted->keys[count++] = wanted->keys[i];
    wanted->count = count;
}

static bool make_wanted(const sky_making *e, uint32_t most, sky_wanted *wanted) {
    nl_arena *const arena = e->m.site.job.arena;
    *wanted = (sky_wanted){NL_NEW(arena, uint64_t, most), NL_NEW_ZEROED(arena, uint8_t, most), 0};
    return wanted->keys && wanted->is_written;
}

static uint32_t place_of(const sky_wanted *wanted, uint64_t key) {
    uint32_t low = 0;
    uint32_t high = wanted->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (wanted->keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether the id is wanted and not there yet; from then on it is. */
static bool take(const sky_wanted *wanted, uint32_t id, uint32_t is_plain) {
    const uint64_t key = (uint64_t)id << 32 | is_plain;
    const uint32_t i = place_of(wanted, key);
    if (i == wanted->count || wanted->keys[i] != key || wanted->is_written[i]) return false;
    wanted->is_written[i] = 1;
    return true;
}

/* ---- Links ---- */

/* Links that some preferred triangle has. */
static uint8_t *preferred_links(const sky_making *e) {
    const sky_nvnm *const mesh = &e->m.mesh;
    uint8_t *const is = NL_NEW_ZEROED(e->m.site.job.arena, uint8_t, mesh->links.count);
    for (uint32_t i = 0; is && i < mesh->triangles.count; i++) {
        const uint8_t *const t = sky_triangle(mesh, i);
        if (!(sky_flags(t) & SKY_TRIANGLE_PREFERRED)) continue;
        for (uint32_t k = 0; k < 3; k++)
            if (sky_is_link(t, k) && sky_edge(t, k) >= 0 &&
                (uint32_t)sky_edge(t, k) < mesh->links.count)
                is[sky_edge(t, k)] = 1;
    }
    return is;
}

static bool want_links(const sky_making *e, sky_wanted *wanted) {
    const sky_nvnm *const mesh = &e->m.mesh;
    const uint8_t *const is_preferred = preferred_links(e);
    if (!is_preferred || !make_wanted(e, mesh->links.count, wanted)) return false;
    for (uint32_t i = 0; i < mesh->links.count; i++) {
        const uint32_t id = sky_link_navmesh(sky_link(mesh, i));
        if (is_named(e, id, true))
            wanted->keys[wanted->count++] = (uint64_t)id << 32 | !is_preferred[i];
    }
    settle(wanted);
    return true;
}

/* One of the two lists: what was in it and stays, then what is new. */
static void write_links(sky_making *e, const sky_wanted *wanted, sky_list old, uint32_t is_plain) {
    const size_t count_at = e->out.at;
    nl_write_u32(&e->out, 0);
    for (uint32_t i = 0; i < old.count; i++) {
        const uint32_t id = sky_id(&e->old.body, old, i);
        if (take(wanted, id, is_plain)) nl_write_u32(&e->out, id);
    }
    for (uint32_t i = 0; i < wanted->count; i++)
        if ((wanted->keys[i] & 1) == is_plain && take(wanted, id_of(wanted->keys[i]), is_plain))
            nl_write_u32(&e->out, id_of(wanted->keys[i]));
    nl_writer count = nl_writer_over(e->out.bytes + count_at, SKY_COUNT_BYTES);
    nl_write_u32(&count, (uint32_t)((e->out.at - count_at) / SKY_ID_BYTES - 1));
}

/* ---- Doors ---- */

static bool want_doors(const sky_making *e, sky_wanted *wanted) {
    const sky_nvnm *const mesh = &e->m.mesh;
    if (!make_wanted(e, mesh->doors.count, wanted)) return false;
    for (uint32_t i = 0; i < mesh->doors.count; i++) {
        const uint32_t id = sky_door_refr(sky_mesh_door(mesh, i));
        if (is_named(e, id, false)) wanted->keys[wanted->count++] = (uint64_t)id << 32;
    }
    settle(wanted);
    return true;
}

static void write_door(sky_making *e, uint32_t id) {
    nl_write_u32(&e->out, SKY_PATHING_DOOR);
    nl_write_u32(&e->out, id);
}

static void write_doors(sky_making *e, const sky_wanted *wanted) {
    nl_write_u32(&e->out, wanted->count);
    for (uint32_t i = 0; i < e->old.doors.count; i++) {
        const uint8_t *const p = sky_item(&e->old.body, e->old.doors, SKY_NVMI_DOOR_BYTES, i);
        const uint32_t id = nl_load_u32(p + SKY_NVMI_DOOR_DOOR_AT);
        if (take(wanted, id, 0)) write_door(e, id);
    }
    for (uint32_t i = 0; i < wanted->count; i++)
        if (take(wanted, id_of(wanted->keys[i]), 0)) write_door(e, id_of(wanted->keys[i]));
}

/* ---- Numbers ---- */

/* The old number at `at` if it is as near as the rules allow, else the new one; the old one also if
 * the new one is none. */
static float kept(const sky_making *e, uint32_t at, double now, double slack) {
    const bool is_there = at + sizeof(float) <= e->old.body.length;
    const float old = is_there ? nl_load_f32(e->old.body.bytes + at) : 0;
    if (!isfinite(now)) return isfinite(old) ? old : 0;
    return is_there && fabs((double)old - now) <= slack ? old : (float)now;
}

static void write_center(sky_making *e) {
    const sky_nvnm *const mesh = &e->m.mesh;
    double sum[3] = {0, 0, 0};
    for (uint32_t i = 0; i < mesh->vertices.count; i++)
        for (uint32_t k = 0; k < 3; k++)
            sum[k] += (double)nl_load_f32(sky_vertex(mesh, i) + 4 * (size_t)k);
    for (uint32_t k = 0; k < 3; k++)
        nl_write_f32(&e->out, kept(e, SKY_NVMI_HEAD_CENTER_X_AT + 4 * k,
                                   sum[k] / (double)mesh->vertices.count, 0.6));
}

static void write_fraction(sky_making *e) {
    const sky_nvnm *const mesh = &e->m.mesh;
    uint32_t preferred = 0;
    for (uint32_t i = 0; i < mesh->triangles.count; i++)
        preferred += (sky_flags(sky_triangle(mesh, i)) & SKY_TRIANGLE_PREFERRED) != 0;
    const double all = (double)mesh->triangles.count;
    nl_write_f32(&e->out, kept(e, SKY_NVMI_HEAD_FRACTION_AT, all > 0 ? (double)preferred / all : 0,
                               preferred ? 1e-4 : 0));
}

/* ---- Island ---- */

static bool is_category(uint32_t category) {
    return category == 0 || category == SKY_CATEGORY_ISLAND || category == SKY_CATEGORY_NOT_EDITED;
}

/* An island if the old entry has the data of one, or cannot be read and says so. */
static bool is_island(const sky_making *e) {
    if (e->has_old) return sky_nvmi_is_island(&e->old);
    return e->old.body.length >= SKY_NVMI_HEAD_BYTES &&
           nl_load_u32(e->old.body.bytes + SKY_NVMI_HEAD_CATEGORY_AT) == SKY_CATEGORY_ISLAND;
}

static uint32_t category_of(const sky_making *e) {
    if (is_island(e)) return SKY_CATEGORY_ISLAND;
    if (e->old.body.length < SKY_NVMI_HEAD_BYTES) return 0;
    const uint32_t old = nl_load_u32(e->old.body.bytes + SKY_NVMI_HEAD_CATEGORY_AT);
    return is_category(old) && old != SKY_CATEGORY_ISLAND ? old : 0;
}

static bool is_inside(sky_point p, sky_box box) {
    const float slack = 0.01F;
    return p.x >= box.min.x - slack && p.x <= box.max.x + slack && p.y >= box.min.y - slack &&
           p.y <= box.max.y + slack && p.z >= box.min.z - slack && p.z <= box.max.z + slack;
}

static bool is_triangle(const uint8_t *p, uint32_t vertices) {
    const uint32_t a = nl_load_u16(p);
    const uint32_t b = nl_load_u16(p + 2);
    const uint32_t c = nl_load_u16(p + 4);
    return a < vertices && b < vertices && c < vertices && a != b && b != c && c != a;
}

/* Whether the old outline can be the navmesh's. */
static bool is_outline_sound(const sky_making *e) {
    const sky_nvmi *const old = &e->old;
    const sky_box bounds = sky_bounds(&e->m.mesh);
    if (!e->has_old || (old->triangles.count == 0) != (old->vertices.count == 0)) return false;
    for (uint32_t i = 0; i < old->vertices.count; i++) {
        const uint8_t *const p = sky_item(&old->body, old->vertices, SKY_ISLAND_VERTEX_BYTES, i);
        if (!is_inside(sky_point_at(p), bounds)) return false;
    }
    for (uint32_t i = 0; i < old->triangles.count; i++) {
        const uint8_t *const p = sky_item(&old->body, old->triangles, SKY_ISLAND_TRIANGLE_BYTES, i);
        if (!is_triangle(p, old->vertices.count)) return false;
    }
    return true;
}

static void write_old_outline(sky_making *e) {
    const sky_nvmi *const old = &e->old;
    const uint32_t at = old->triangles.at - SKY_COUNT_BYTES;
    nl_write_bytes(&e->out, old->body.bytes + at, old->tail_at - at);
}

/* The triangles of the navmesh themselves, if they are no more than an outline may have; else none:
 * an island without is one of many. */
static void write_new_outline(sky_making *e) {
    const sky_nvnm *const mesh = &e->m.mesh;
    bool fits = mesh->triangles.count <= MOST_OUTLINE && mesh->vertices.count <= 3 * MOST_OUTLINE;
    for (uint32_t i = 0; fits && i < mesh->triangles.count; i++)
        fits = is_triangle(sky_triangle(mesh, i) + SKY_TRIANGLE_CORNER_0_AT, mesh->vertices.count);
    if (!fits || mesh->triangles.count == 0) {
        nl_write_u32(&e->out, 0);
        nl_write_u32(&e->out, 0);
        return;
    }
    nl_write_u32(&e->out, mesh->triangles.count);
    for (uint32_t i = 0; i < mesh->triangles.count; i++)
        nl_write_bytes(&e->out, sky_triangle(mesh, i) + SKY_TRIANGLE_CORNER_0_AT,
                       SKY_ISLAND_TRIANGLE_BYTES);
    nl_write_u32(&e->out, mesh->vertices.count);
    nl_write_bytes(&e->out, mesh->body.bytes + mesh->vertices.at,
                   (size_t)mesh->vertices.count * SKY_VERTEX_BYTES);
}

static void write_island(sky_making *e) {
    const uint8_t *const bounds = e->m.mesh.body.bytes + e->m.mesh.grid_at + SKY_GRID_MIN_X_AT;
    nl_write_u8(&e->out, is_island(e));
    if (!is_island(e)) return;
    for (uint32_t i = 0; i < 6; i++) {
        const double bound = (double)nl_load_f32(bounds + 4 * (size_t)i);
        const uint32_t at = e->has_old ? e->old.box_at + 4 * i : UINT32_MAX / 2;
        nl_write_f32(&e->out, kept(e, at, bound, 0.05));
    }
    if (!e->may_lose || is_outline_sound(e))
        write_old_outline(e);
    else
        write_new_outline(e);
}

/* ---- All of it ---- */

static bool write_entry(sky_making *e) {
    sky_wanted links, doors;
    if (!want_links(e, &links) || !want_doors(e, &doors)) return false;
    nl_write_u32(&e->out, e->form_id);
    nl_write_u32(&e->out, category_of(e));
    write_center(e);
    write_fraction(e);
    write_links(e, &links, e->old.links, 1);
    write_links(e, &links, e->old.preferred, 0);
    write_doors(e, &doors);
    write_island(e);
    nl_write_bytes(&e->out, e->m.mesh.body.bytes + SKY_NVNM_HEAD_MARKER_AT,
                   SKY_NVNM_HEAD_BYTES - SKY_NVNM_HEAD_MARKER_AT);
    return nl_writer_ok(&e->out);
}

/* No entry is longer. */
static uint64_t most_bytes(const sky_making *e) {
    const sky_nvnm *const mesh = &e->m.mesh;
    return SKY_NVMI_MIN_BYTES + SKY_ISLAND_BYTES + 2 * SKY_COUNT_BYTES + e->old.body.length +
           (uint64_t)SKY_ID_BYTES * mesh->links.count +
           (uint64_t)SKY_NVMI_DOOR_BYTES * mesh->doors.count +
           MOST_OUTLINE * (SKY_ISLAND_TRIANGLE_BYTES + 3 * SKY_ISLAND_VERTEX_BYTES);
}

/* false if the navmesh cannot say what its entry is. */
static bool make_entry(sky_making *e) {
    const sky_nvnm *const mesh = &e->m.mesh;
    if (!sky_is_read_whole(mesh) || mesh->vertices.count == 0 ||
        nl_load_u32(mesh->body.bytes + SKY_NVNM_HEAD_MARKER_AT) != SKY_PATHING_CELL)
        return false;
    e->has_old = e->old.stage == SKY_NVMI_WHOLE && e->old.body.bytes[e->old.flag_at] <= 1;
    if (!e->has_old && !e->may_lose) return false;
    const uint64_t most = most_bytes(e);
    uint8_t *const bytes = NL_NEW(e->m.site.job.arena, uint8_t, most);
    if (!bytes) return false;
    e->out = nl_writer_over(bytes, (size_t)most);
    return write_entry(e);
}

static bool open_mesh_of(sky_making *e, nl_fixer *fixer, uint32_t form_id) {
    const sky_navm *const navm = form_id ? sky_find_navm(e->plugin, form_id) : NULL;
    const sky_record none = {.type = 0};
    e->form_id = navm ? navm->record.form_id : 0;
    const bool is_live = navm && !sky_is_deleted(&navm->record);
    return sky_mesh_open(fixer, is_live ? &navm->record : &none, &e->m);
}

bool sky_rebuild_entry(sky_site *navi, const sky_field *entry, bool may_lose) {
    sky_making e = {.plugin = navi->plugin, .old = sky_nvmi_of(entry->body), .may_lose = may_lose};
    bool is_done = open_mesh_of(&e, navi->fixer, sky_first_id(&entry->body)) && make_entry(&e);
    if (is_done) {
        const char *const path = sky_path_in(navi, (sky_path){.field = entry->index});
        const sky_bytes old = {sky_start_of(navi, entry), entry->body.length, path};
        is_done = (e.out.at != old.length || memcmp(e.out.bytes, entry->body.bytes, e.out.at)) &&
                  sky_replace(navi, old, e.out.bytes, e.out.at);
    }
    sky_site_close(&e.m.site);
    return is_done;
}

bool sky_entry_of(const sky_site *navi, uint32_t form_id, sky_field *entry) {
    sky_fields fields = sky_fields_of(*sky_data(navi));
    while (sky_next_field(&fields, entry) && nl_fix_spend(navi->fixer, 1))
        if (entry->type == SKY_NVMI &&
            sky_key(navi->plugin, sky_first_id(&entry->body)) == sky_key(navi->plugin, form_id))
            return true;
    return false;
}

/* ---- Doors that go ---- */

static bool forget(const sky_site *navi, const sky_field *field, uint32_t door) {
    const sky_nvmi entry = sky_nvmi_of(field->body);
    const uint32_t base = sky_start_of(navi, field);
    const sky_path count = {.field = field->index, .tail = "doorCount"};
    const sky_number number = {base + entry.doors.at - SKY_COUNT_BYTES, NL_U32LE,
                               sky_path_in(navi, count)};
    for (uint32_t i = 0; i < entry.doors.count; i++) {
        const uint8_t *const p = sky_item(&entry.body, entry.doors, SKY_NVMI_DOOR_BYTES, i);
        const sky_path item = {field->index, "doors", i, NULL};
        const sky_bytes bytes = {base + entry.doors.at + SKY_NVMI_DOOR_BYTES * i,
                                 SKY_NVMI_DOOR_BYTES, sky_path_in(navi, item)};
        if (nl_load_u32(p + SKY_NVMI_DOOR_DOOR_AT) == door)
            return sky_grow(navi, number, -1) && sky_remove(navi, bytes);
    }
    return true;
}

bool sky_forget_door(nl_fixer *fixer, uint32_t navmesh, uint32_t door) {
    const sky_plugin *const plugin = sky_fixed_plugin(fixer);
    sky_site navi;
    sky_field entry;
    bool is_ok = plugin != NULL;
    if (!plugin) return false;
    if (sky_site_open(fixer, &plugin->navi, &navi) && sky_entry_of(&navi, navmesh, &entry))
        is_ok = forget(&navi, &entry, door);
    sky_site_close(&navi);
    return is_ok;
}

/* ---- Entries that are missing ---- */

/* A new field for the navmesh behind what is in the writer; nothing if it is none of those. */
static bool add_field(nl_fixer *fixer, const sky_plugin *plugin, const sky_navm *navm,
                      bool has_ways_out, nl_writer *fields) {
    sky_making e = {.plugin = plugin, .may_lose = true};
    static const uint8_t nothing[1] = {0};
    e.old = sky_nvmi_of((sky_body){.bytes = nothing});
    if (open_mesh_of(&e, fixer, navm->record.form_id) &&
        (e.m.mesh.links.count + e.m.mesh.doors.count != 0) == has_ways_out && make_entry(&e) &&
        e.out.at <= UINT16_MAX) {
        nl_write_u32(fields, SKY_NVMI);
        nl_write_u16(fields, (uint32_t)e.out.at);
        nl_write_bytes(fields, e.out.bytes, e.out.at);
    }
    sky_site_close(&e.m.site);
    return nl_writer_ok(fields);
}

/* Where the entries end: in front of the first field that comes behind them. */
static uint32_t end_of_entries(const sky_site *navi, uint32_t *index) {
    sky_fields fields = sky_fields_of(*sky_data(navi));
    sky_field field;
    while (sky_next_field(&fields, &field)) {
        *index = field.index;
        if (field.type != SKY_EDID && field.type != SKY_NVER && field.type != SKY_NVMI)
            return sky_header_of(&field);
    }
    *index = fields.next;
    return sky_data(navi)->length;
}

static bool has_ways_out(const navlint_finding *finding) {
    return strcmp(finding->rule->code, "SKYRIM_NAVM_NO_NVMI") == 0;
}

/* All those of the finding's rule at once: they would stand at the same place. */
static bool add_missing(sky_site *navi, const navlint_finding *finding, nl_writer *fields) {
    const sky_plugin *const p = navi->plugin;
    sky_field entry;
    for (uint32_t i = 0; i < p->navm_count; i++) {
        const sky_navm *const navm = &p->navms[i];
        if (sky_is_deleted(&navm->record) || sky_entry_of(navi, navm->record.form_id, &entry))
            continue;
        if (!add_field(navi->fixer, p, navm, has_ways_out(finding), fields)) return false;
    }
    return fields->at != 0;
}

bool sky_fix_register(nl_fixer *fixer, const navlint_finding *finding) {
    enum { MOST_BYTES = 1 << 20 };
    const sky_plugin *const plugin = sky_fixed_plugin(fixer);
    sky_site navi;
    if (!plugin) return false;
    bool is_done = sky_site_open(fixer, &plugin->navi, &navi);
    uint8_t *const bytes = is_done ? NL_NEW(navi.job.arena, uint8_t, MOST_BYTES) : NULL;
    nl_writer fields = nl_writer_over(bytes, MOST_BYTES);
    is_done = bytes && add_missing(&navi, finding, &fields);
    if (is_done) {
        uint32_t index = 0;
        const uint32_t at = end_of_entries(&navi, &index);
        const char *const path = sky_path_in(&navi, (sky_path){.field = index});
        is_done = sky_replace(&navi, (sky_bytes){at, 0, path}, bytes, fields.at);
    }
    sky_site_close(&navi);
    return is_done;
}
