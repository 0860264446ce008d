/* One NAVM record: its fields, and the parts of its mesh that are not triangles. */
#include "core/sort.h"
#include "parsers/skyrim_navmesh/mesh/checks.h"

uint64_t sky_digest_need(uint64_t navm_bytes) {
    return navm_bytes / SKY_EDGE_LINK_BYTES * sizeof(sky_link_end) + 4 * sizeof(sky_link_end);
}

/* Of each kind of record all that is allocated for one, over the bytes of one: triangles take the
 * most, 18 for 16; links and doors have 8-byte keys while they are compared with the NVMI. */
uint64_t sky_mesh_scratch(uint64_t navm_bytes) {
    return navm_bytes + navm_bytes / 4 + 4096;
}

/* ---- Length ---- */

static const char *part_name(sky_nvnm_stage stage) {
    static const char *const names[SKY_NVNM_WHOLE] = {
        [SKY_NVNM_VERSION_FIELD] = "version",
        [SKY_NVNM_HEAD] = "head",
        [SKY_NVNM_VERTICES] = "vertices",
        [SKY_NVNM_TRIANGLES] = "triangles",
        [SKY_NVNM_LINKS] = "edge links",
        [SKY_NVNM_DOORS] = "door triangles",
        [SKY_NVNM_COVER] = "cover triangles",
        [SKY_NVNM_GRID_HEAD] = "grid header",
        [SKY_NVNM_CELLS] = "grid",
    };
    return names[stage];
}

static uint32_t item_bytes(sky_nvnm_stage stage) {
    static const uint32_t bytes[SKY_NVNM_WHOLE] = {
        [SKY_NVNM_VERTICES] = SKY_VERTEX_BYTES, [SKY_NVNM_TRIANGLES] = SKY_TRIANGLE_BYTES,
        [SKY_NVNM_LINKS] = SKY_EDGE_LINK_BYTES, [SKY_NVNM_DOORS] = SKY_MESH_DOOR_BYTES,
        [SKY_NVNM_COVER] = SKY_COVER_BYTES,     [SKY_NVNM_CELLS] = SKY_GRID_TRIANGLE_BYTES,
    };
    return bytes[stage];
}

/* The lists up to `end`, one of whose counts may be what is wrong. */
static navlint_related lists_before(const sky_mesh_check *m, uint32_t end) {
    return sky_related(&m->h, SKY_NVNM_HEAD_BYTES, end - SKY_NVNM_HEAD_BYTES,
                       "the lists from whose counts that follows");
}

/* Each of these says why the mesh cannot be read to its end, and returns whether it is reported:
 * what else is found in the mesh follows from it. */
static bool report_count(const sky_mesh_check *m) {
    const sky_nvnm *const mesh = &m->mesh;
    const uint32_t at = sky_gap_count_at(&mesh->gap);
    const nl_place place = mesh->stage == SKY_NVNM_CELLS
                               ? sky_item_place(&m->h, "grid", mesh->cells_read, at)
                               : sky_part_place(&m->h, at);
    nl_draft draft = {.expected = nl_uint(mesh->gap.left / item_bytes(mesh->stage)),
                      .relation = NAVLINT_AT_MOST,
                      .args = {nl_string(part_name(mesh->stage)), nl_uint(mesh->gap.need),
                               nl_uint(mesh->gap.left)}};
    if (at > SKY_NVNM_HEAD_BYTES) draft.related[0] = lists_before(m, at);
    return nl_found_cause(&place, SKYRIM_NVNM_COUNT, sky_nvnm_count(mesh->stage), &draft);
}

static bool report_cut(const sky_mesh_check *m) {
    const sky_gap *const gap = &m->mesh.gap;
    const uint32_t length = m->mesh.body.length;
    if (gap->count != 0) return report_count(m);
    sky_found_whole(&m->h, SKYRIM_NVNM_LENGTH,
                    (nl_draft){.actual = nl_uint(length),
                               .expected = nl_uint(length + gap->need - gap->left),
                               .relation = NAVLINT_AT_LEAST,
                               .args = {nl_string(part_name(m->mesh.stage)), nl_uint(gap->left),
                                        nl_uint(gap->need)}});
    return false;
}

static bool report_trailing(const sky_mesh_check *m) {
    const sky_nvnm *const mesh = &m->mesh;
    const nl_place place = sky_part_place(&m->h, mesh->end);
    const uint32_t rest = mesh->body.length - mesh->end;
    const nl_draft draft = {.length = rest,
                            .actual = nl_uint(rest),
                            .expected = nl_uint(0),
                            .related = {lists_before(m, mesh->end)}};
    return nl_found_cause(&place, SKYRIM_NVNM_TRAILING, SKY_REST_CONTENT, &draft);
}

static bool report_divisor(const sky_mesh_check *m) {
    const nl_place place = sky_part_place(&m->h, m->mesh.grid_at);
    const nl_draft draft = {.expected = nl_uint(SKY_MAX_DIVISOR), .relation = NAVLINT_AT_MOST};
    return nl_found_cause(&place, SKYRIM_NVNM_DIVISOR, SKY_GRID_DIVISOR, &draft);
}

static bool report_version(const sky_mesh_check *m) {
    const nl_place place = sky_part_place(&m->h, 0);
    const nl_draft draft = {.expected = nl_uint(SKY_NAVMESH_VERSION)};
    return nl_found_cause(&place, SKYRIM_NVNM_VERSION, SKY_NVNM_HEAD_VERSION, &draft);
}

static bool is_read_to_end(const sky_nvnm *mesh) {
    return mesh->stage == SKY_NVNM_WHOLE && mesh->end == mesh->body.length;
}

static bool report_length(const sky_mesh_check *m) {
    const sky_nvnm *const mesh = &m->mesh;
    if (mesh->stage == SKY_NVNM_WHOLE) return report_trailing(m);
    if (mesh->stage == SKY_NVNM_HEAD && mesh->version != SKY_NAVMESH_VERSION)
        return report_version(m);
    if (mesh->stage == SKY_NVNM_CELLS && mesh->divisor > SKY_MAX_DIVISOR) return report_divisor(m);
    return report_cut(m);
}

/* ---- Head and counts ---- */

static void check_limits(const sky_mesh_check *m) {
    const struct {
        sky_list list;
        unsigned count;
        uint32_t most;
        const char *name;
    } lists[] = {
        {m->mesh.vertices, SKY_NVNM_VERTICES_COUNT, SKY_MAX_VERTICES, "vertices"},
        {m->mesh.triangles, SKY_NVNM_TRIANGLES_COUNT, SKY_MAX_TRIANGLES, "triangles"},
        {m->mesh.links, SKY_NVNM_LINKS_COUNT, SKY_MAX_LINKS, "edge links"},
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (lists[i].list.count > lists[i].most)
            sky_found(sky_count_place(m, lists[i].list), SKYRIM_NVNM_LIMIT, lists[i].count,
                      (nl_draft){.expected = nl_uint(lists[i].most),
                                 .relation = NAVLINT_AT_MOST,
                                 .args = {nl_string(lists[i].name)}});
}

static void check_empty(const sky_mesh_check *m) {
    const sky_nvnm *const mesh = &m->mesh;
    const bool few = mesh->vertices.count < 3;
    if (!few && mesh->triangles.count != 0) return;
    sky_found(sky_count_place(m, few ? mesh->vertices : mesh->triangles), SKYRIM_NVNM_EMPTY,
              few ? SKY_NVNM_VERTICES_COUNT : SKY_NVNM_TRIANGLES_COUNT,
              (nl_draft){.args = {nl_uint(mesh->vertices.count), nl_uint(mesh->triangles.count)}});
}

static void check_threshold(const sky_mesh_check *m) {
    enum { EXTERIOR = 3500, INTERIOR = 5000 };
    const bool exterior = sky_nvnm_parent(&m->mesh).worldspace != 0;
    const uint32_t most = exterior ? EXTERIOR : INTERIOR;
    const uint32_t count = m->mesh.triangles.count;
    if (count <= most || count > SKY_MAX_TRIANGLES) return;
    sky_found(sky_count_place(m, m->mesh.triangles), SKYRIM_NVNM_TRIANGLE_COUNT,
              SKY_NVNM_TRIANGLES_COUNT,
              (nl_draft){.expected = nl_uint(most),
                         .relation = NAVLINT_AT_MOST,
                         .args = {nl_string(exterior ? "exterior" : "interior")}});
}

static void report_marker(const sky_mesh_check *m, uint32_t marker) {
    const sky_form_text is = sky_form(NULL, marker);
    const sky_form_text want = sky_form(NULL, SKY_PATHING_CELL);
    sky_found(sky_part_place(&m->h, 0), SKYRIM_NVNM_CELL_MARKER, SKY_NVNM_HEAD_MARKER,
              (nl_draft){.expected = nl_uint(SKY_PATHING_CELL),
                         .args = {nl_string(is.chars), nl_string(want.chars)}});
}

static void check_head(const sky_mesh_check *m) {
    const uint32_t marker = nl_load_u32(m->mesh.body.bytes + SKY_NVNM_HEAD_MARKER_AT);
    if (marker != SKY_PATHING_CELL) report_marker(m, marker);
    check_limits(m);
}

/* ---- The mesh ---- */

static bool make_scratch(sky_mesh_check *m) {
    nl_arena *const arena = m->h.c->job->arena;
    m->used = NL_NEW_ZEROED(arena, uint8_t, m->mesh.vertices.count);
    m->link_use = NL_NEW_ZEROED(arena, uint8_t, m->mesh.links.count);
    m->cell_of = NL_NEW_ZEROED(arena, uint16_t, m->mesh.triangles.count);
    m->boxes = nl_alloc(arena, m->mesh.triangles.count, sizeof *m->boxes, _Alignof(float));
    return !arena->exhausted;
}

static void fill_digest(const sky_mesh_check *m) {
    sky_digest *const d = m->digest;
    const sky_body *const body = &m->h.body;
    d->is_whole = is_read_to_end(&m->mesh);
    d->has_ways_out = m->mesh.links.count + m->mesh.doors.count != 0;
    d->is_packed = body->packed != NULL;
    if (d->is_packed) d->packed = *body->packed;
    d->offset = body->offset;
    d->length = body->length;
    d->field = m->h.index;
    d->center = SKY_NOWHERE;
    d->vertices = m->mesh.vertices.count;
    d->triangles = m->mesh.triangles.count;
    d->links_at = m->mesh.links.at;
    if (m->mesh.stage > SKY_NVNM_HEAD) d->parent = sky_nvnm_parent(&m->mesh);
}

/* The uses of links stay; how many there are is known when the triangles have been seen. */
static bool check_triangles(sky_mesh_check *m) {
    nl_arena *const kept = &m->h.c->kept;
    sky_digest *const d = m->digest;
    const uint64_t most = m->mesh.links.count ? 3 * (uint64_t)m->mesh.triangles.count : 0;
    d->uses = NL_NEW(kept, sky_link_use, most);
    if (!d->uses) m->h.c->job->arena->exhausted = true;
    if (!d->uses) return false;
    sky_check_triangles(m);
    nl_arena_release(kept, kept->used - (size_t)(most - d->use_count) * sizeof *d->uses);
    return true;
}

/* Tables that were read are checked even if the field ends too soon. */
static bool check_tables(sky_mesh_check *m) {
    const size_t mark = nl_arena_mark(m->h.c->job->arena);
    if (!make_scratch(m)) return false;
    check_head(m);
    if (m->mesh.stage > SKY_NVNM_TRIANGLES) check_empty(m);
    check_threshold(m);
    sky_check_vertices(m);
    sky_locate(m, m->sum);
    sky_check_place(m);
    bool done = true;
    if (m->mesh.stage >= SKY_NVNM_GRID_HEAD && check_triangles(m)) {
        sky_check_edge_links(m);
        sky_check_doors(m);
        sky_check_cover(m);
        if (m->mesh.stage > SKY_NVNM_GRID_HEAD) {
            m->has_cells = sky_check_outline(m);
            sky_check_grid(m);
        }
        done = !m->digest->is_whole || sky_check_entry(m);
    }
    nl_arena_release(m->h.c->job->arena, mark);
    return done && !m->h.c->job->arena->exhausted;
}

static uint64_t records_of(const sky_nvnm *mesh) {
    return (uint64_t)mesh->vertices.count + mesh->triangles.count + mesh->links.count +
           mesh->doors.count + mesh->cover.count + mesh->cells_read;
}

static sky_link_end end_of(const sky_mesh_check *m, uint32_t link) {
    const sky_plugin *const plugin = m->h.c->plugin;
    const uint8_t *const p = sky_link(&m->mesh, link);
    const uint32_t id = sky_link_navmesh(p);
    const uint32_t type = sky_link_type(p);
    const sky_navm *const target = id ? sky_find_navm(plugin, id) : NULL;
    return (sky_link_end){.target = target ? (uint32_t)(target - plugin->navms) : NL_NO_ROW,
                          .triangle = SKY_NO_TRIANGLE,
                          .target_triangle = (int16_t)sky_link_triangle(p),
                          .navmesh = id,
                          .is_portal = type == SKY_LINK_PORTAL,
                          .is_switched = type == SKY_LINK_SWITCHED_PORTAL};
}

/* Of more links than there can be, the number is what is wrong. */
static void keep_links(const sky_mesh_check *m) {
    sky_digest *const d = m->digest;
    for (uint32_t link = 0; link < m->mesh.links.count; link++)
        d->ends[link] = end_of(m, link);
    d->end_count = m->mesh.links.count <= SKY_MAX_LINKS ? m->mesh.links.count : 0;
}

static void keep_doors(const sky_mesh_check *m) {
    sky_digest *const d = m->digest;
    for (; d->door_count < m->mesh.doors.count; d->door_count++) {
        const uint8_t *const p = sky_mesh_door(&m->mesh, d->door_count);
        d->doors[d->door_count] = sky_door_key(sky_door_refr(p), sky_door_triangle(p));
    }
    nl_sort_keys(d->doors, d->door_count);
}

/* What is asked for when all meshes have been seen. The uses of links are found with their
 * triangles. */
static bool keep_ways_out(const sky_mesh_check *m) {
    nl_arena *const arena = &m->h.c->kept;
    sky_digest *const d = m->digest;
    d->ends = NL_NEW(arena, sky_link_end, m->mesh.links.count);
    d->doors = NL_NEW(arena, uint64_t, m->mesh.doors.count);
    if (arena->exhausted) m->h.c->job->arena->exhausted = true;
    if (arena->exhausted) return false;
    keep_links(m);
    keep_doors(m);
    return true;
}

static bool check_mesh(sky_mesh_check *m) {
    sky_check *const c = m->h.c;
    m->mesh = sky_nvnm_of(m->h.body);
    fill_digest(m);
    if (!is_read_to_end(&m->mesh)) {
        sky_locate_part(m);
        nl_follow(c->job->report, report_length(m));
    }
    if (m->mesh.stage < SKY_NVNM_VERTICES) return true;
    return keep_ways_out(m) && nl_spend(c->job->budget, records_of(&m->mesh)) && check_tables(m);
}

/* ---- The record ---- */

/* A record while its fields are gone through. */
typedef struct sky_navm_check {
    sky_payload h;     /* the field */
    uint32_t type;     /* of the field */
    uint32_t row;      /* in plugin->navms */
    uint32_t vertices; /* of the mesh */
    bool has_mesh;
    bool has_vertices; /* it could be read that far */
} sky_navm_check;

static void check_list_length(const sky_navm_check *n) {
    const uint32_t length = n->h.body.length;
    const uint32_t item = n->type == SKY_ONAM ? SKY_NAVM_OBJECT_BYTES : SKY_NAVM_VERTEX_BYTES;
    if (length % item != 0)
        sky_found_type(
            &n->h, SKYRIM_NAVM_LIST_LENGTH, n->type,
            (nl_draft){.actual = nl_uint(length),
                       .expected = nl_string(item == SKY_NAVM_OBJECT_BYTES ? "a multiple of 4"
                                                                           : "a multiple of 2"),
                       .relation = NAVLINT_DESCRIBED,
                       .args = {[1] = nl_uint(item)}});
}

/* Objects that ONAM names. */
static void check_list_objects(const sky_navm_check *n) {
    const sky_body *const body = &n->h.body;
    for (uint32_t i = 0; i < body->length / SKY_NAVM_OBJECT_BYTES; i++)
        if (nl_load_u32(body->bytes + SKY_NAVM_OBJECT_BYTES * (size_t)i) == 0)
            sky_found(sky_item_place(&n->h, "objects", i, SKY_NAVM_OBJECT_BYTES * i),
                      SKYRIM_NAVM_LIST_NULL, SKY_NAVM_OBJECT_FORM_ID,
                      (nl_draft){.args = {nl_uint(i)}});
}

/* Vertices that PNAM and NNAM name. */
static void check_list_vertices(const sky_navm_check *n) {
    const sky_body *const body = &n->h.body;
    nl_draft draft = sky_index_expected(n->vertices, 0);
    draft.args[0] = nl_uint(n->vertices);
    if (!n->has_vertices) return;
    for (uint32_t i = 0; i < body->length / SKY_NAVM_VERTEX_BYTES; i++)
        if (nl_load_u16(body->bytes + SKY_NAVM_VERTEX_BYTES * (size_t)i) >= n->vertices)
            sky_found(sky_item_place(&n->h, "vertices", i, SKY_NAVM_VERTEX_BYTES * i),
                      SKYRIM_NAVM_LIST_VERTEX, SKY_NAVM_VERTEX_VERTEX, draft);
}

static bool take_mesh(sky_navm_check *n) {
    sky_mesh_check m = {.h = n->h, .row = n->row, .digest = &n->h.c->digests[n->row]};
    if (n->has_mesh) {
        sky_found_type(&n->h, SKYRIM_NAVM_GEOMETRY_TWICE, n->type, (nl_draft){0});
        return true;
    }
    n->has_mesh = true;
    const bool done = check_mesh(&m);
    nl_follow(n->h.c->job->report, false);
    n->vertices = m.mesh.vertices.count;
    n->has_vertices = m.mesh.stage >= SKY_NVNM_TRIANGLES;
    return done;
}

static void read_name(const sky_navm_check *n) {
    const sky_body *const body = &n->h.body;
    nl_text name = nl_text_over(n->h.c->navm_name, sizeof n->h.c->navm_name);
    if (body->length != 0) nl_put_bytes(&name, body->bytes, body->length - 1);
}

static bool take_field(sky_navm_check *n) {
    switch (n->type) {
    case SKY_EDID:
        read_name(n);
        return true;
    case SKY_NVNM:
        return take_mesh(n);
    case SKY_ONAM:
        check_list_length(n);
        check_list_objects(n);
        return nl_spend(n->h.c->job->budget, n->h.body.length / SKY_NAVM_OBJECT_BYTES);
    case SKY_PNAM:
    case SKY_NNAM:
        check_list_length(n);
        check_list_vertices(n);
        return nl_spend(n->h.c->job->budget, n->h.body.length / SKY_NAVM_VERTEX_BYTES);
    default:
        sky_found_type(&n->h, SKYRIM_NAVM_FIELD_UNKNOWN, n->type, (nl_draft){0});
        return true;
    }
}

bool sky_check_navm(sky_check *c, uint32_t row, const sky_body *record) {
    const sky_record *const header = &c->plugin->navms[row].record;
    sky_fields fields = sky_fields_of(*record);
    sky_navm_check n = {.h = {.c = c, .record = header}, .row = row};
    sky_field field;
    c->digests[row].is_checked = true;
    while (sky_next_field(&fields, &field)) {
        n.type = field.type;
        n.h.body = field.body;
        n.h.index = field.index;
        if (!nl_spend(c->job->budget, 1) || !take_field(&n)) return false;
    }
    if (!n.has_mesh && fields.fault == SKY_FIELDS_WHOLE)
        sky_found_record(c, header, SKYRIM_NAVM_GEOMETRY_MISSING, (nl_draft){0});
    return true;
}
