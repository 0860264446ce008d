/* Every value of NVER, NVMI, NVPP, NVSI and NVNM in the order of the bytes. */
#include "parsers/skyrim_navmesh/dump_payload.h"

#include "core/budget.h"
#include "parsers/skyrim_navmesh/mesh/mesh.h"
#include "parsers/skyrim_navmesh/navi/navi.h"

/* A field on its way to a visitor. */
typedef struct sky_dumping {
    nl_dump *dump;
    const sky_body *body;
    const nl_path *path; /* of the field */
} sky_dumping;

static void put_record(const sky_dumping *d, unsigned record, uint32_t at) {
    (void)nl_dump_record(d->dump, d->path, record, d->body->offset + at);
}

static void put_field(const sky_dumping *d, const nl_path *path, unsigned field, uint32_t at) {
    nl_dump_field(d->dump, path, field, d->body->offset + at);
}

/* What could not be followed. */
static void put_rest(const sky_dumping *d, uint32_t at) {
    const nl_path path = nl_key(d->path, "rest");
    if (at < d->body->length)
        nl_dump_bytes(d->dump, &path, d->body->offset + at, d->body->length - at);
}

/* A list with its count in front. */
typedef struct sky_counted {
    unsigned count; /* the count's field */
    const char *key;
    unsigned item; /* number of its records */
} sky_counted;

static void put_items(const sky_dumping *d, const nl_path *outer, const sky_counted *kind,
                      sky_list list) {
    const uint64_t stride = d->dump->layout->records[kind->item].bytes;
    nl_dump_rows(d->dump, outer, kind->key, kind->item,
                 (nl_rows){d->body->offset + list.at, list.count, stride});
}

static void put_list(const sky_dumping *d, const nl_path *outer, const sky_counted *kind,
                     sky_list list) {
    put_field(d, outer, kind->count, list.at - SKY_COUNT_BYTES);
    put_items(d, outer, kind, list);
}

/* A record with worldspace, and cell or grid, of which the worldspace decides. */
static void put_located(const sky_dumping *d, unsigned record, uint32_t at, uint32_t parent_at) {
    const uint32_t worldspace = nl_load_u32(d->body->bytes + parent_at);
    d->dump->holding = 1u << (worldspace ? SKY_IF_EXTERIOR : SKY_IF_INTERIOR);
    put_record(d, record, at);
}

/* ---- NVMI ---- */

static void dump_island(const sky_dumping *d, const sky_nvmi *entry) {
    static const sky_counted triangles = {SKY_ISLAND_TRIANGLES_COUNT, "island/triangles",
                                          SKY_ISLAND_TRIANGLE_RECORD};
    static const sky_counted vertices = {SKY_ISLAND_VERTICES_COUNT, "island/vertices",
                                         SKY_ISLAND_VERTEX_RECORD};
    put_record(d, SKY_ISLAND_RECORD, entry->box_at);
    if (entry->stage > SKY_NVMI_TRIANGLES) put_list(d, d->path, &triangles, entry->triangles);
    if (entry->stage > SKY_NVMI_VERTICES) put_list(d, d->path, &vertices, entry->vertices);
}

static uint32_t nvmi_rest(const sky_dumping *d, const sky_nvmi *entry) {
    if (entry->gap.count == 0) return entry->end;
    put_field(d, d->path, sky_nvmi_count(entry->stage), (uint32_t)entry->gap.at - SKY_COUNT_BYTES);
    return (uint32_t)entry->gap.at;
}

static void dump_nvmi(const sky_dumping *d) {
    static const sky_counted links = {SKY_NVMI_LINKS_COUNT, "links", SKY_NVMI_LINK_RECORD};
    static const sky_counted preferred = {SKY_NVMI_PREFERRED_COUNT, "preferredLinks",
                                          SKY_NVMI_PREFERRED_LINK_RECORD};
    static const sky_counted doors = {SKY_NVMI_DOORS_COUNT, "doors", SKY_NVMI_DOOR_RECORD};
    const sky_nvmi entry = sky_nvmi_of(*d->body);
    if (entry.stage > SKY_NVMI_HEAD) put_record(d, SKY_NVMI_HEAD_RECORD, 0);
    if (entry.stage > SKY_NVMI_LINKS) put_list(d, d->path, &links, entry.links);
    if (entry.stage > SKY_NVMI_PREFERRED) put_list(d, d->path, &preferred, entry.preferred);
    if (entry.stage > SKY_NVMI_DOORS) put_list(d, d->path, &doors, entry.doors);
    if (entry.stage > SKY_NVMI_FLAG) put_record(d, SKY_NVMI_FLAG_RECORD, entry.flag_at);
    if (sky_nvmi_is_island(&entry)) dump_island(d, &entry);
    if (entry.stage == SKY_NVMI_WHOLE)
        put_located(d, SKY_NVMI_TAIL_RECORD, entry.tail_at,
                    entry.tail_at + SKY_NVMI_TAIL_WORLDSPACE_AT);
    put_rest(d, nvmi_rest(d, &entry));
}

/* ---- NVPP ---- */

static const sky_counted stops = {SKY_NVPP_PATH_COUNT, "navmeshes", SKY_NVPP_STOP_RECORD};

static uint32_t nvpp_rest(const sky_dumping *d, const sky_nvpp *paths) {
    const nl_path list = nl_key(d->path, "paths");
    const nl_path item = nl_item(&list, paths->paths_read);
    if (paths->gap.count == 0) return paths->end;
    const uint32_t count_at = (uint32_t)paths->gap.at - SKY_COUNT_BYTES;
    if (paths->stage == SKY_NVPP_AT_PATHS)
        put_field(d, &item, SKY_NVPP_PATH_COUNT, count_at);
    else
        put_field(d, d->path, SKY_NVPP_NODES_COUNT, count_at);
    return (uint32_t)paths->gap.at;
}

static void dump_nvpp(const sky_dumping *d) {
    static const sky_counted nodes = {SKY_NVPP_NODES_COUNT, "nodes", SKY_NVPP_NODE_RECORD};
    nl_budget budget = nl_budget_of(d->body->length);
    const sky_nvpp paths = sky_nvpp_of(*d->body, &budget);
    const nl_path list = nl_key(d->path, "paths");
    uint32_t at = SKY_NVPP_PATHS_BYTES;
    if (paths.stage > SKY_NVPP_AT_COUNT) put_record(d, SKY_NVPP_PATHS_RECORD, 0);
    for (uint32_t i = 0; i < paths.paths_read && !d->dump->stopped; i++) {
        const nl_path item = nl_item(&list, i);
        put_list(d, &item, &stops, sky_nvpp_path(d->body, &at));
    }
    if (paths.stage == SKY_NVPP_WHOLE) put_list(d, d->path, &nodes, paths.nodes);
    put_rest(d, nvpp_rest(d, &paths));
}

/* ---- NVNM ---- */

static void dump_cells(const sky_dumping *d, const sky_nvnm *mesh) {
    static const sky_counted triangles = {SKY_GRID_CELL_COUNT, "triangles",
                                          SKY_GRID_TRIANGLE_RECORD};
    const nl_path list = nl_key(d->path, "grid");
    uint32_t at = mesh->cells_at;
    for (uint32_t i = 0; i < mesh->cells_read && !d->dump->stopped; i++) {
        const nl_path item = nl_item(&list, i);
        put_list(d, &item, &triangles, sky_grid_cell(d->body, &at));
    }
}

static uint32_t nvnm_rest(const sky_dumping *d, const sky_nvnm *mesh) {
    const nl_path list = nl_key(d->path, "grid");
    const nl_path item = nl_item(&list, mesh->cells_read);
    const bool is_cell = mesh->stage == SKY_NVNM_CELLS;
    if (mesh->gap.count == 0) return mesh->end;
    put_field(d, is_cell ? &item : d->path, sky_nvnm_count(mesh->stage),
              (uint32_t)mesh->gap.at - SKY_COUNT_BYTES);
    return (uint32_t)mesh->gap.at;
}

static void dump_lists(const sky_dumping *d, const sky_nvnm *mesh) {
    static const sky_counted vertices = {SKY_NVNM_VERTICES_COUNT, "vertices", SKY_VERTEX_RECORD};
    static const sky_counted triangles = {SKY_NVNM_TRIANGLES_COUNT, "triangles",
                                          SKY_TRIANGLE_RECORD};
    static const sky_counted links = {SKY_NVNM_LINKS_COUNT, "links", SKY_EDGE_LINK_RECORD};
    static const sky_counted doors = {SKY_NVNM_DOORS_COUNT, "doors", SKY_MESH_DOOR_RECORD};
    static const sky_counted cover = {SKY_NVNM_COVER_COUNT, "cover", SKY_COVER_RECORD};
    if (mesh->stage > SKY_NVNM_VERTICES) put_list(d, d->path, &vertices, mesh->vertices);
    if (mesh->stage > SKY_NVNM_TRIANGLES) put_list(d, d->path, &triangles, mesh->triangles);
    if (mesh->stage > SKY_NVNM_LINKS) put_list(d, d->path, &links, mesh->links);
    if (mesh->stage > SKY_NVNM_DOORS) put_list(d, d->path, &doors, mesh->doors);
    if (mesh->stage > SKY_NVNM_COVER) put_list(d, d->path, &cover, mesh->cover);
}

static void dump_nvnm(const sky_dumping *d) {
    const sky_nvnm mesh = sky_nvnm_of(*d->body);
    if (mesh.stage == SKY_NVNM_HEAD) put_field(d, d->path, SKY_NVNM_HEAD_VERSION, 0);
    if (mesh.stage > SKY_NVNM_HEAD)
        put_located(d, SKY_NVNM_HEAD_RECORD, 0, SKY_NVNM_HEAD_WORLDSPACE_AT);
    dump_lists(d, &mesh);
    if (mesh.stage > SKY_NVNM_GRID_HEAD) {
        put_record(d, SKY_GRID_RECORD, mesh.grid_at);
        dump_cells(d, &mesh);
    }
    put_rest(d, nvnm_rest(d, &mesh));
}

/* ---- Fields ---- */

/* A field that is nothing but a list: its length is the count. */
static void dump_list(const sky_dumping *d, const char *key, unsigned item) {
    const sky_counted kind = {.key = key, .item = item};
    const uint32_t bytes = d->dump->layout->records[item].bytes;
    const sky_list list = {d->body->length / bytes, 0};
    put_items(d, d->path, &kind, list);
    put_rest(d, list.count * bytes);
}

static void dump_version(const sky_dumping *d) {
    const bool is_whole = d->body->length >= SKY_NVER_BYTES;
    if (is_whole) put_record(d, SKY_NVER_RECORD, 0);
    put_rest(d, is_whole ? SKY_NVER_BYTES : 0);
}

bool sky_dump_payload(nl_dump *dump, const sky_field *field, const nl_path *path) {
    const sky_dumping d = {dump, &field->body, path};
    switch (field->type) {
    case SKY_NVER:
        dump_version(&d);
        return true;
    case SKY_NVMI:
        dump_nvmi(&d);
        return true;
    case SKY_NVPP:
        dump_nvpp(&d);
        return true;
    case SKY_NVSI:
        dump_list(&d, "deleted", SKY_NVSI_RECORD);
        return true;
    case SKY_NVNM:
        dump_nvnm(&d);
        return true;
    case SKY_ONAM:
        dump_list(&d, "objects", SKY_NAVM_OBJECT_RECORD);
        return true;
    case SKY_PNAM:
    case SKY_NNAM:
        dump_list(&d, "vertices", SKY_NAVM_VERTEX_RECORD);
        return true;
    default:
        return false;
    }
}

void sky_dump_bare_nvmi(nl_dump *dump) {
    const sky_body body = {.bytes = dump->bytes, .length = (uint32_t)dump->length};
    const sky_dumping d = {dump, &body, NULL};
    dump_nvmi(&d);
}
