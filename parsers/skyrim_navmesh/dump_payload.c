/* Every value of NVER, NVMI, NVPP, NVSI and NVNM in the order of the bytes. */
#include "core/budget.h"
#include "parsers/skyrim_navmesh/check.h"
#include "parsers/skyrim_navmesh/navi/nvmi.h"
#include "parsers/skyrim_navmesh/mesh/nvnm.h"

typedef struct sky_put {
    nl_dump *dump;
    const sky_body *body;
    const nl_path *path; /* of the field */
} sky_put;

/* A value at a fixed place of a record. */
typedef struct sky_value {
    const char *name; /* NULL ends the list */
    nl_type type;
    navlint_role role;
    uint32_t at;
} sky_value;

static void put(const sky_put *p, const nl_path *record, const sky_value *value, uint32_t at) {
    const nl_path path = nl_key(record, value->name);
    nl_dump_value(p->dump, &path, value->type, value->role, p->body->offset + at + value->at);
}

static void put_all(const sky_put *p, const nl_path *record, const sky_value *values, uint32_t at) {
    for (; values->name; values++)
        put(p, record, values, at);
}

static void put_one(const sky_put *p, const char *name, nl_type type, navlint_role role,
                    uint32_t at) {
    const sky_value value = {name, type, role, 0};
    put(p, p->path, &value, at);
}

static void put_count(const sky_put *p, const char *name, uint32_t at) {
    put_one(p, name, NL_U32LE, NAVLINT_COUNT, at);
}

static void put_id(const sky_put *p, const char *name, uint32_t at) {
    put_one(p, name, NL_U32LE, NAVLINT_REFERENCE, at);
}

/* What could not be followed. */
static void put_rest(const sky_put *p, uint32_t at) {
    const nl_path path = nl_key(p->path, "rest");
    if (at < p->body->length)
        nl_dump_bytes(p->dump, &path, p->body->offset + at, p->body->length - at);
}

/* A list of records with these values. */
typedef struct sky_table {
    const char *name;
    const sky_value *values;
    uint32_t record_bytes;
} sky_table;

static void put_table(const sky_put *p, const sky_table *table, sky_list list) {
    const nl_path path = nl_key(p->path, table->name);
    for (uint32_t i = 0; i < list.count && !p->dump->stopped; i++) {
        const nl_path item = nl_item(&path, i);
        put_all(p, &item, table->values, list.at + table->record_bytes * i);
    }
}

/* A list whose items are the values. */
static void put_items(const sky_put *p, const nl_path *parent, const char *name, nl_type type,
                      sky_list list) {
    const nl_path path = nl_key(parent, name);
    const uint32_t bytes = (uint32_t)nl_type_bytes(type);
    for (uint32_t i = 0; i < list.count && !p->dump->stopped; i++) {
        const nl_path item = nl_item(&path, i);
        nl_dump_value(p->dump, &item, type, NAVLINT_REFERENCE,
                      p->body->offset + list.at + bytes * i);
    }
}

#define END                                                                                        \
    { NULL, NL_NO_TYPE, NAVLINT_PLAIN, 0 }

static const sky_value point_values[] = {{"x", NL_F32LE, NAVLINT_PLAIN, 0},
                                         {"y", NL_F32LE, NAVLINT_PLAIN, 4},
                                         {"z", NL_F32LE, NAVLINT_PLAIN, 8},
                                         END};

static void put_place(const sky_put *p, uint32_t at) {
    put_id(p, "worldspace", at);
    if (nl_load_u32(p->body->bytes + at) == 0) {
        put_id(p, "cell", at + 4);
        return;
    }
    put_one(p, "gridY", NL_I16LE, NAVLINT_PLAIN, at + 4);
    put_one(p, "gridX", NL_I16LE, NAVLINT_PLAIN, at + 6);
}

/* ---- NVMI ---- */

static const sky_value nvmi_head[] = {{"navmesh", NL_U32LE, NAVLINT_IDENTITY, 0},
                                      {"category", NL_U32LE, NAVLINT_PLAIN, 4},
                                      {"center/x", NL_F32LE, NAVLINT_PLAIN, 8},
                                      {"center/y", NL_F32LE, NAVLINT_PLAIN, 12},
                                      {"center/z", NL_F32LE, NAVLINT_PLAIN, 16},
                                      {"preferredFraction", NL_F32LE, NAVLINT_PLAIN, 20},
                                      END};

static const sky_value nvmi_door[] = {
    {"marker", NL_U32LE, NAVLINT_PLAIN, 0}, {"door", NL_U32LE, NAVLINT_REFERENCE, 4}, END};

static const sky_value island_box[] = {{"island/min/x", NL_F32LE, NAVLINT_PLAIN, 0},
                                       {"island/min/y", NL_F32LE, NAVLINT_PLAIN, 4},
                                       {"island/min/z", NL_F32LE, NAVLINT_PLAIN, 8},
                                       {"island/max/x", NL_F32LE, NAVLINT_PLAIN, 12},
                                       {"island/max/y", NL_F32LE, NAVLINT_PLAIN, 16},
                                       {"island/max/z", NL_F32LE, NAVLINT_PLAIN, 20},
                                       END};

static const sky_value island_triangle[] = {{"vertices/0", NL_U16LE, NAVLINT_REFERENCE, 0},
                                            {"vertices/1", NL_U16LE, NAVLINT_REFERENCE, 2},
                                            {"vertices/2", NL_U16LE, NAVLINT_REFERENCE, 4},
                                            END};

static const sky_table nvmi_doors = {"doors", nvmi_door, SKY_NVMI_DOOR_BYTES};
static const sky_table island_triangles = {"island/triangles", island_triangle,
                                           SKY_NVMI_TRIANGLE_BYTES};
static const sky_table island_vertices = {"island/vertices", point_values, SKY_POINT_BYTES};

static void dump_island(const sky_put *p, const sky_nvmi *entry) {
    if (entry->stage > SKY_NVMI_BOX) put_all(p, p->path, island_box, entry->box_at);
    if (entry->stage > SKY_NVMI_TRIANGLES) {
        put_count(p, "island/triangleCount", entry->triangles.at - 4);
        put_table(p, &island_triangles, entry->triangles);
    }
    if (entry->stage > SKY_NVMI_VERTICES) {
        put_count(p, "island/vertexCount", entry->vertices.at - 4);
        put_table(p, &island_vertices, entry->vertices);
    }
}

/* The count of a list that does not fit; false if that is not where the entry ends. */
static bool put_lone_count(const sky_put *p, const char *name, const sky_gap *gap) {
    if (!name || gap->count == 0) return false;
    put_count(p, name, (uint32_t)gap->at - 4);
    return true;
}

static uint32_t nvmi_rest(const sky_put *p, const sky_nvmi *entry) {
    static const char *const names[SKY_NVMI_WHOLE + 1] = {
        [SKY_NVMI_LINKS] = "linkCount",
        [SKY_NVMI_PREFERRED] = "preferredLinkCount",
        [SKY_NVMI_DOORS] = "doorCount",
        [SKY_NVMI_TRIANGLES] = "island/triangleCount",
        [SKY_NVMI_VERTICES] = "island/vertexCount",
    };
    return put_lone_count(p, names[entry->stage], &entry->gap) ? (uint32_t)entry->gap.at
                                                               : entry->end;
}

static void dump_nvmi(const sky_put *p) {
    const sky_nvmi entry = sky_nvmi_of(*p->body);
    if (entry.stage > SKY_NVMI_HEAD) put_all(p, p->path, nvmi_head, 0);
    if (entry.stage > SKY_NVMI_LINKS) {
        put_count(p, "linkCount", entry.links.at - 4);
        put_items(p, p->path, "links", NL_U32LE, entry.links);
    }
    if (entry.stage > SKY_NVMI_PREFERRED) {
        put_count(p, "preferredLinkCount", entry.preferred.at - 4);
        put_items(p, p->path, "preferredLinks", NL_U32LE, entry.preferred);
    }
    if (entry.stage > SKY_NVMI_DOORS) {
        put_count(p, "doorCount", entry.doors.at - 4);
        put_table(p, &nvmi_doors, entry.doors);
    }
    if (entry.stage > SKY_NVMI_FLAG) put_one(p, "hasIsland", NL_U8, NAVLINT_PLAIN, entry.flag_at);
    if (sky_nvmi_is_island(&entry)) dump_island(p, &entry);
    if (entry.stage == SKY_NVMI_WHOLE) {
        put_one(p, "marker", NL_U32LE, NAVLINT_PLAIN, entry.tail_at);
        put_place(p, entry.tail_at + 4);
    }
    put_rest(p, nvmi_rest(p, &entry));
}

/* ---- NVPP ---- */

static const sky_value nvpp_node[] = {
    {"navmesh", NL_U32LE, NAVLINT_REFERENCE, 0}, {"index", NL_U32LE, NAVLINT_IDENTITY, 4}, END};
static const sky_table nvpp_nodes = {"nodes", nvpp_node, SKY_NVPP_NODE_BYTES};
static const sky_value path_count = {"count", NL_U32LE, NAVLINT_COUNT, 0};

static uint32_t nvpp_rest(const sky_put *p, const sky_nvpp *paths) {
    const nl_path list = nl_key(p->path, "paths");
    const nl_path item = nl_item(&list, paths->paths_read);
    if (paths->gap.count == 0) return paths->end;
    if (paths->stage == SKY_NVPP_PATHS)
        put(p, &item, &path_count, (uint32_t)paths->gap.at - 4);
    else
        put_count(p, "nodeCount", (uint32_t)paths->gap.at - 4);
    return (uint32_t)paths->gap.at;
}

static void dump_nvpp(const sky_put *p) {
    nl_budget budget = nl_budget_of(p->body->length);
    const sky_nvpp paths = sky_nvpp_of(*p->body, &budget);
    const nl_path list = nl_key(p->path, "paths");
    uint32_t at = SKY_NVPP_PATHS_AT;
    if (paths.stage > SKY_NVPP_PATH_COUNT) put_count(p, "pathCount", 0);
    for (uint32_t i = 0; i < paths.paths_read && !p->dump->stopped; i++) {
        const nl_path item = nl_item(&list, i);
        const uint32_t count_at = at;
        const sky_list ids = sky_nvpp_path(p->body, &at);
        put(p, &item, &path_count, count_at);
        put_items(p, &item, "navmeshes", NL_U32LE, ids);
    }
    if (paths.stage == SKY_NVPP_WHOLE) {
        put_count(p, "nodeCount", paths.nodes.at - 4);
        put_table(p, &nvpp_nodes, paths.nodes);
    }
    put_rest(p, nvpp_rest(p, &paths));
}

/* ---- NVNM ---- */

static const sky_value nvnm_triangle[] = {{"vertices/0", NL_U16LE, NAVLINT_REFERENCE, 0},
                                          {"vertices/1", NL_U16LE, NAVLINT_REFERENCE, 2},
                                          {"vertices/2", NL_U16LE, NAVLINT_REFERENCE, 4},
                                          {"edges/0", NL_I16LE, NAVLINT_REFERENCE, 6},
                                          {"edges/1", NL_I16LE, NAVLINT_REFERENCE, 8},
                                          {"edges/2", NL_I16LE, NAVLINT_REFERENCE, 10},
                                          {"flags", NL_U16LE, NAVLINT_PLAIN, 12},
                                          {"coverFlags", NL_U16LE, NAVLINT_PLAIN, 14},
                                          END};

static const sky_value nvnm_link[] = {{"type", NL_U32LE, NAVLINT_PLAIN, 0},
                                      {"navmesh", NL_U32LE, NAVLINT_REFERENCE, 4},
                                      {"triangle", NL_I16LE, NAVLINT_REFERENCE, 8},
                                      END};

static const sky_value nvnm_door[] = {{"triangle", NL_I16LE, NAVLINT_REFERENCE, 0},
                                      {"marker", NL_U32LE, NAVLINT_PLAIN, 2},
                                      {"door", NL_U32LE, NAVLINT_REFERENCE, 6},
                                      END};

static const sky_value nvnm_grid[] = {
    {"gridDivisor", NL_U32LE, NAVLINT_COUNT, 0},   {"gridStep/x", NL_F32LE, NAVLINT_PLAIN, 4},
    {"gridStep/y", NL_F32LE, NAVLINT_PLAIN, 8},    {"bounds/min/x", NL_F32LE, NAVLINT_PLAIN, 12},
    {"bounds/min/y", NL_F32LE, NAVLINT_PLAIN, 16}, {"bounds/min/z", NL_F32LE, NAVLINT_PLAIN, 20},
    {"bounds/max/x", NL_F32LE, NAVLINT_PLAIN, 24}, {"bounds/max/y", NL_F32LE, NAVLINT_PLAIN, 28},
    {"bounds/max/z", NL_F32LE, NAVLINT_PLAIN, 32}, END};

static const sky_table vertices = {"vertices", point_values, SKY_POINT_BYTES};
static const sky_table triangles = {"triangles", nvnm_triangle, SKY_TRIANGLE_BYTES};
static const sky_table links = {"links", nvnm_link, SKY_EDGE_LINK_BYTES};
static const sky_table doors = {"doors", nvnm_door, SKY_DOOR_TRIANGLE_BYTES};
static const sky_value cell_count = {"count", NL_U32LE, NAVLINT_COUNT, 0};

static void put_counted(const sky_put *p, const char *count, const sky_table *table,
                        sky_list list) {
    put_count(p, count, list.at - 4);
    put_table(p, table, list);
}

static void dump_cells(const sky_put *p, const sky_nvnm *mesh) {
    const nl_path list = nl_key(p->path, "grid");
    uint32_t at = mesh->cells_at;
    for (uint32_t i = 0; i < mesh->cells_read && !p->dump->stopped; i++) {
        const nl_path item = nl_item(&list, i);
        const uint32_t count_at = at;
        const sky_list ids = sky_grid_cell(p->body, &at);
        put(p, &item, &cell_count, count_at);
        put_items(p, &item, "triangles", NL_I16LE, ids);
    }
}

static uint32_t nvnm_rest(const sky_put *p, const sky_nvnm *mesh) {
    static const char *const names[SKY_NVNM_WHOLE + 1] = {
        [SKY_NVNM_VERTICES] = "vertexCount", [SKY_NVNM_TRIANGLES] = "triangleCount",
        [SKY_NVNM_LINKS] = "linkCount",      [SKY_NVNM_DOORS] = "doorCount",
        [SKY_NVNM_COVER] = "coverCount",
    };
    const nl_path list = nl_key(p->path, "grid");
    const nl_path item = nl_item(&list, mesh->cells_read);
    if (put_lone_count(p, names[mesh->stage], &mesh->gap)) return (uint32_t)mesh->gap.at;
    if (mesh->stage != SKY_NVNM_CELLS || mesh->gap.count == 0) return mesh->end;
    put(p, &item, &cell_count, (uint32_t)mesh->gap.at - 4);
    return (uint32_t)mesh->gap.at;
}

static void dump_nvnm(const sky_put *p) {
    const sky_nvnm mesh = sky_nvnm_of(*p->body);
    if (mesh.stage > SKY_NVNM_VERSION_FIELD) put_one(p, "version", NL_U32LE, NAVLINT_PLAIN, 0);
    if (mesh.stage > SKY_NVNM_HEAD) {
        put_one(p, "marker", NL_U32LE, NAVLINT_PLAIN, 4);
        put_place(p, 8);
    }
    if (mesh.stage > SKY_NVNM_VERTICES) put_counted(p, "vertexCount", &vertices, mesh.vertices);
    if (mesh.stage > SKY_NVNM_TRIANGLES)
        put_counted(p, "triangleCount", &triangles, mesh.triangles);
    if (mesh.stage > SKY_NVNM_LINKS) put_counted(p, "linkCount", &links, mesh.links);
    if (mesh.stage > SKY_NVNM_DOORS) put_counted(p, "doorCount", &doors, mesh.doors);
    if (mesh.stage > SKY_NVNM_COVER) {
        put_count(p, "coverCount", mesh.cover.at - 4);
        put_items(p, p->path, "cover", NL_I16LE, mesh.cover);
    }
    if (mesh.stage > SKY_NVNM_GRID_HEAD) {
        put_all(p, p->path, nvnm_grid, mesh.grid_at);
        dump_cells(p, &mesh);
    }
    put_rest(p, nvnm_rest(p, &mesh));
}

/* ---- Fields ---- */

static void dump_list(const sky_put *p, const char *name, nl_type type) {
    const uint32_t bytes = (uint32_t)nl_type_bytes(type);
    const sky_list list = {p->body->length / bytes, 0};
    put_items(p, p->path, name, type, list);
    put_rest(p, list.count * bytes);
}

static void dump_version(const sky_put *p) {
    if (p->body->length >= 4) put_one(p, "version", NL_U32LE, NAVLINT_PLAIN, 0);
    put_rest(p, p->body->length >= 4 ? 4 : 0);
}

bool sky_dump_payload(nl_dump *dump, const sky_field *field, const nl_path *path) {
    const sky_put p = {dump, &field->body, path};
    switch (field->type) {
    case SKY_NVER:
        dump_version(&p);
        return true;
    case SKY_NVMI:
        dump_nvmi(&p);
        return true;
    case SKY_NVPP:
        dump_nvpp(&p);
        return true;
    case SKY_NVSI:
        dump_list(&p, "deleted", NL_U32LE);
        return true;
    case SKY_NVNM:
        dump_nvnm(&p);
        return true;
    case SKY_ONAM:
        dump_list(&p, "objects", NL_U32LE);
        return true;
    case SKY_PNAM:
    case SKY_NNAM:
        dump_list(&p, "vertices", NL_U16LE);
        return true;
    default:
        return false;
    }
}

void sky_dump_bare_nvmi(const nl_job *job, nl_dump *dump) {
    const sky_body body = {.bytes = job->bytes, .length = (uint32_t)job->length};
    const sky_put p = {dump, &body, NULL};
    dump_nvmi(&p);
}
