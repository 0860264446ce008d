/* Every field of the document in file order. Offsets come from the decoded structs: where a field
 * stands is known to area.c and decode.c alone. */
#include "parsers/source_nav/layout.h"

typedef struct nav_dumper {
    nl_dump *dump;
    const nl_job *job;
    const nav_document *doc;
} nav_dumper;

/* A field of fixed type inside a record. */
typedef struct nav_field {
    const char *name;
    nl_type type;
    navlint_role role;
} nav_field;

static void put(const nav_dumper *d, const nl_path *record, const char *name, nl_type type,
                uint32_t at) {
    const nl_path path = nl_key(record, name);
    nl_dump_value(d->dump, &path, type, NAVLINT_PLAIN, at);
}

static void put_role(const nav_dumper *d, const nl_path *record, const nav_field *field,
                     uint32_t at) {
    const nl_path path = nl_key(record, field->name);
    nl_dump_value(d->dump, &path, field->type, field->role, at);
}

/* Consecutive fields; returns the offset behind them. */
static uint32_t put_fields(const nav_dumper *d, const nl_path *record, const nav_field *fields,
                           uint32_t at) {
    for (; fields->name && !d->dump->stopped; fields++) {
        put_role(d, record, fields, at);
        at += (uint32_t)nl_type_bytes(fields->type);
    }
    return at;
}

static void put_count(const nav_dumper *d, const nl_path *record, const char *name, nl_type type,
                      nav_list list) {
    put_role(d, record, &(nav_field){name, type, NAVLINT_COUNT},
             list.at - (uint32_t)nl_type_bytes(type));
}

/* A list of ids: the items themselves are the values. */
static void put_ids(const nav_dumper *d, const nl_path *path, nav_list list) {
    for (uint32_t i = 0; i < list.count && !d->dump->stopped; i++) {
        const nl_path item = nl_item(path, i);
        nl_dump_value(d->dump, &item, NL_U32LE, NAVLINT_REFERENCE, list.at + 4 * i);
    }
}

/* A list of records of one kind. */
static void put_records(const nav_dumper *d, const nl_path *path, nav_list list,
                        const nav_field *fields) {
    uint32_t at = list.at;
    for (uint32_t i = 0; i < list.count && !d->dump->stopped; i++) {
        const nl_path item = nl_item(path, i);
        at = put_fields(d, &item, fields, at);
    }
}

/* ---- Header ---- */

static void put_name(const nav_dumper *d, const nl_path *names, uint32_t index, uint32_t at) {
    const nl_path path = nl_item(names, index);
    const nl_path name = nl_key(&path, "name");
    put_role(d, &path, &(nav_field){"length", NL_U16LE, NAVLINT_COUNT}, at);
    nl_dump_bytes(d->dump, &name, at + 2, nl_load_u16(d->job->bytes + at));
}

static void put_places(const nav_dumper *d) {
    const nl_path places = nl_key(NULL, "places");
    put_role(d, NULL, &(nav_field){"placeCount", NL_U16LE, NAVLINT_COUNT},
             d->doc->header.place_count_at);
    for (uint32_t i = 0; i < d->doc->place_count && !d->dump->stopped; i++)
        put_name(d, &places, i, d->doc->place_at[i]);
}

static void put_header(const nav_dumper *d) {
    const nav_header *const h = &d->doc->header;
    const nav_layout *const l = &d->doc->layout;
    put(d, NULL, "magic", NL_U32LE, 0);
    put(d, NULL, "version", NL_U32LE, 4);
    if (l->has_sub_version) put(d, NULL, "subVersion", NL_U32LE, h->sub_version_at);
    if (l->has_bsp_size) put(d, NULL, "bspSize", NL_U32LE, h->bsp_size_at);
    if (l->has_analyzed) put(d, NULL, "isAnalyzed", NL_U8, h->analyzed_at);
    if (l->has_places) put_places(d);
    if (l->has_unnamed) put(d, NULL, "hasUnnamedAreas", NL_U8, h->unnamed_at);
}

static void put_fog(const nav_dumper *d) {
    const nl_path fog = nl_key(NULL, "fogPlaces");
    put_role(d, NULL, &(nav_field){"fogPlaceCount", NL_U16LE, NAVLINT_COUNT}, d->doc->fog_count_at);
    uint32_t at = d->doc->fog_count_at + 2;
    for (uint32_t i = 0; i < d->doc->fog_count && at < d->doc->fog_end; i++) {
        put_name(d, &fog, i, at);
        at += 2u + nl_load_u16(d->job->bytes + at);
    }
}

static void put_custom_before_areas(const nav_dumper *d) {
    const nl_path population = nl_key(NULL, "population");
    if (d->doc->layout.has_population)
        nl_dump_bytes(d->dump, &population, d->doc->population_at, d->doc->population_bytes);
    if (d->doc->layout.has_fog) put_fog(d);
}

/* ---- Areas ---- */

static const nav_field corner_fields[] = {
    {"nwCorner/x", NL_F32LE, NAVLINT_PLAIN}, {"nwCorner/y", NL_F32LE, NAVLINT_PLAIN},
    {"nwCorner/z", NL_F32LE, NAVLINT_PLAIN}, {"seCorner/x", NL_F32LE, NAVLINT_PLAIN},
    {"seCorner/y", NL_F32LE, NAVLINT_PLAIN}, {"seCorner/z", NL_F32LE, NAVLINT_PLAIN},
    {"northEastZ", NL_F32LE, NAVLINT_PLAIN}, {"southWestZ", NL_F32LE, NAVLINT_PLAIN},
    {NULL, NL_NO_TYPE, NAVLINT_PLAIN}};

static const nav_field spot_fields[] = {
    {"id", NL_U32LE, NAVLINT_IDENTITY},      {"position/x", NL_F32LE, NAVLINT_PLAIN},
    {"position/y", NL_F32LE, NAVLINT_PLAIN}, {"position/z", NL_F32LE, NAVLINT_PLAIN},
    {"flags", NL_U8, NAVLINT_PLAIN},         {NULL, NL_NO_TYPE, NAVLINT_PLAIN}};

static const nav_field old_spot_fields[] = {{"position/x", NL_F32LE, NAVLINT_PLAIN},
                                            {"position/y", NL_F32LE, NAVLINT_PLAIN},
                                            {"position/z", NL_F32LE, NAVLINT_PLAIN},
                                            {NULL, NL_NO_TYPE, NAVLINT_PLAIN}};

static const nav_field approach_fields[] = {
    {"here", NL_U32LE, NAVLINT_REFERENCE},    {"previous", NL_U32LE, NAVLINT_REFERENCE},
    {"previousToHere", NL_U8, NAVLINT_PLAIN}, {"next", NL_U32LE, NAVLINT_REFERENCE},
    {"hereToNext", NL_U8, NAVLINT_PLAIN},     {NULL, NL_NO_TYPE, NAVLINT_PLAIN}};

static const nav_field path_fields[] = {
    {"fromArea", NL_U32LE, NAVLINT_REFERENCE}, {"fromDirection", NL_U8, NAVLINT_PLAIN},
    {"toArea", NL_U32LE, NAVLINT_REFERENCE},   {"toDirection", NL_U8, NAVLINT_PLAIN},
    {"spotCount", NL_U8, NAVLINT_COUNT},       {NULL, NL_NO_TYPE, NAVLINT_PLAIN}};

static const nav_field path_spot_fields[] = {{"spotId", NL_U32LE, NAVLINT_REFERENCE},
                                             {"t", NL_U8, NAVLINT_PLAIN},
                                             {NULL, NL_NO_TYPE, NAVLINT_PLAIN}};

static const nav_field old_path_fields[] = {
    {"fromArea", NL_U32LE, NAVLINT_REFERENCE}, {"toArea", NL_U32LE, NAVLINT_REFERENCE},
    {"from/x", NL_F32LE, NAVLINT_PLAIN},       {"from/y", NL_F32LE, NAVLINT_PLAIN},
    {"from/z", NL_F32LE, NAVLINT_PLAIN},       {"to/x", NL_F32LE, NAVLINT_PLAIN},
    {"to/y", NL_F32LE, NAVLINT_PLAIN},         {"to/z", NL_F32LE, NAVLINT_PLAIN},
    {"spotCount", NL_U8, NAVLINT_COUNT},       {NULL, NL_NO_TYPE, NAVLINT_PLAIN}};

static const nav_field old_path_spot_fields[] = {{"position/x", NL_F32LE, NAVLINT_PLAIN},
                                                 {"position/y", NL_F32LE, NAVLINT_PLAIN},
                                                 {"position/z", NL_F32LE, NAVLINT_PLAIN},
                                                 {"t", NL_F32LE, NAVLINT_PLAIN},
                                                 {NULL, NL_NO_TYPE, NAVLINT_PLAIN}};

static const nav_field visible_fields[] = {{"area", NL_U32LE, NAVLINT_REFERENCE},
                                           {"attributes", NL_U8, NAVLINT_PLAIN},
                                           {NULL, NL_NO_TYPE, NAVLINT_PLAIN}};

static const nav_field old_visible_fields[] = {{"area", NL_U32LE, NAVLINT_REFERENCE},
                                               {NULL, NL_NO_TYPE, NAVLINT_PLAIN}};

static const nav_field light_fields[] = {{"light/nw", NL_F32LE, NAVLINT_PLAIN},
                                         {"light/ne", NL_F32LE, NAVLINT_PLAIN},
                                         {"light/se", NL_F32LE, NAVLINT_PLAIN},
                                         {"light/sw", NL_F32LE, NAVLINT_PLAIN},
                                         {NULL, NL_NO_TYPE, NAVLINT_PLAIN}};

static void put_connections(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    const nl_path connections = nl_key(area, "connections");
    static const char *const counts[NAV_DIRECTIONS] = {"northCount", "eastCount", "southCount",
                                                       "westCount"};
    for (int i = 0; i < NAV_DIRECTIONS; i++) {
        const nl_path path = nl_key(&connections, nav_direction_names[i]);
        put_count(d, &connections, counts[i], NL_U32LE, a->connections[i]);
        put_ids(d, &path, a->connections[i]);
    }
}

static void put_spots(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    const nl_path spots = nl_key(area, "hidingSpots");
    put_count(d, area, "hidingSpotCount", NL_U8, a->spots);
    put_records(d, &spots, a->spots, d->doc->layout.has_spot_ids ? spot_fields : old_spot_fields);
}

static void put_approach(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    const nl_path approach = nl_key(area, "approachAreas");
    put_count(d, area, "approachCount", NL_U8, a->approach);
    put_records(d, &approach, a->approach, approach_fields);
}

static uint32_t put_path(const nav_dumper *d, const nl_path *path, uint32_t at) {
    const bool old = d->doc->layout.has_old_paths;
    const nl_path spots = nl_key(path, "spots");
    const uint32_t spots_at = put_fields(d, path, old ? old_path_fields : path_fields, at);
    const nav_list list = {spots_at, d->job->bytes[spots_at - 1]};
    put_records(d, &spots, list, old ? old_path_spot_fields : path_spot_fields);
    return spots_at + list.count * (uint32_t)(old ? NAV_OLD_PATH_SPOT_BYTES : NAV_PATH_SPOT_BYTES);
}

static void put_paths(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    const nl_path paths = nl_key(area, "encounterPaths");
    put_count(d, area, "encounterPathCount", NL_U32LE, a->paths);
    uint32_t at = a->paths.at;
    for (uint32_t i = 0; i < a->paths.count && !d->dump->stopped; i++) {
        const nl_path path = nl_item(&paths, i);
        at = put_path(d, &path, at);
    }
}

static void put_ladder_ids(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    const nl_path ladders = nl_key(area, "ladders");
    const nl_path up = nl_key(&ladders, "up");
    const nl_path down = nl_key(&ladders, "down");
    put_count(d, &ladders, "upCount", NL_U32LE, a->ladders[0]);
    put_ids(d, &up, a->ladders[0]);
    put_count(d, &ladders, "downCount", NL_U32LE, a->ladders[1]);
    put_ids(d, &down, a->ladders[1]);
}

static void put_occupy(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    const nl_path occupy = nl_key(area, "earliestOccupyTime");
    for (uint32_t i = 0; i < d->doc->layout.occupy_count; i++) {
        const nl_path item = nl_item(&occupy, i);
        nl_dump_value(d->dump, &item, NL_F32LE, NAVLINT_PLAIN, a->occupy_at + 4 * i);
    }
}

static void put_visible(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    const nl_path visible = nl_key(area, "visibleAreas");
    put_count(d, area, "visibleCount", NL_U32LE, a->visible);
    put_records(d, &visible, a->visible,
                d->doc->layout.visible_bytes == 5 ? visible_fields : old_visible_fields);
}

static void put_inherit(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    put_role(d, area, &(nav_field){"inheritVisibilityFrom", NL_U32LE, NAVLINT_REFERENCE},
             a->inherit_at);
}

/* What older sub-versions have between these fields is not known by name. */
static void put_l4d(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    const uint32_t sub = d->doc->layout.sub_version;
    const nl_path unknown = nl_key(area, "unknown");
    const nl_path unknown_list = nl_key(area, "unknownList");
    const uint32_t known = a->fog_index_at + (sub >= 8 ? 2u : 0u);
    put(d, area, "spawnAttributes", NL_U32LE, a->spawn_at);
    if (a->fog_index_at > a->spawn_at + 4)
        nl_dump_bytes(d->dump, &unknown, a->spawn_at + 4, a->fog_index_at - a->spawn_at - 4);
    if (sub >= 8)
        put_role(d, area, &(nav_field){"fogPlace", NL_U16LE, NAVLINT_REFERENCE}, a->fog_index_at);
    const uint32_t next = sub >= 5 ? a->visible.at - 4 : a->inherit_at;
    if (next > known) nl_dump_bytes(d->dump, &unknown_list, known, next - known);
    if (sub >= 5) put_visible(d, area, a);
    if (sub >= 11) put_inherit(d, area, a);
}

static void put_custom(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    const nav_layout *const l = &d->doc->layout;
    const nl_path unknown = nl_key(area, "tf2cAttributes");
    if (l->has_late_approach) put_approach(d, area, a);
    if (l->family == NAV_L4D && l->sub_version > 0) put_l4d(d, area, a);
    if (l->family == NAV_TF && l->custom_bytes)
        put(d, area, "tfAttributes", NL_U32LE, a->custom_at);
    if (l->family == NAV_TF2C && l->custom_bytes)
        nl_dump_bytes(d->dump, &unknown, a->custom_at, l->custom_bytes);
}

static void put_tail(const nav_dumper *d, const nl_path *path, const nav_area *a) {
    const nav_layout *const l = &d->doc->layout;
    if (l->has_place)
        put_role(d, path, &(nav_field){"place", NL_U16LE, NAVLINT_REFERENCE}, a->place_at);
    if (l->has_ladder_ids) put_ladder_ids(d, path, a);
    put_occupy(d, path, a);
    if (l->has_light) (void)put_fields(d, path, light_fields, a->light_at);
    if (l->has_visible) {
        put_visible(d, path, a);
        put_inherit(d, path, a);
    }
    put_custom(d, path, a);
}

static void put_area(const nav_dumper *d, const nl_path *path, const nav_area *a) {
    const nav_layout *const l = &d->doc->layout;
    const nl_type attributes = l->attribute_bytes == 1   ? NL_U8
                               : l->attribute_bytes == 2 ? NL_U16LE
                                                         : NL_U32LE;
    put_role(d, path, &(nav_field){"id", NL_U32LE, NAVLINT_IDENTITY}, a->at);
    put(d, path, "attributes", attributes, a->at + 4);
    (void)put_fields(d, path, corner_fields, a->corners_at);
    put_connections(d, path, a);
    put_spots(d, path, a);
    if (l->has_approach) put_approach(d, path, a);
    put_paths(d, path, a);
    put_tail(d, path, a);
}

static void put_areas(const nav_dumper *d) {
    const nl_path areas = nl_key(NULL, "areas");
    put_role(d, NULL, &(nav_field){"areaCount", NL_U32LE, NAVLINT_COUNT}, d->doc->area_count_at);
    for (uint32_t i = 0; i < d->doc->area_count && !d->dump->stopped; i++) {
        const nl_path path = nl_item(&areas, i);
        nav_area area;
        nav_area_at(d->job, d->doc, i, &area);
        put_area(d, &path, &area);
    }
}

/* ---- Ladders and tail ---- */

static const nav_field ladder_fields[] = {
    {"id", NL_U32LE, NAVLINT_IDENTITY},    {"width", NL_F32LE, NAVLINT_PLAIN},
    {"top/x", NL_F32LE, NAVLINT_PLAIN},    {"top/y", NL_F32LE, NAVLINT_PLAIN},
    {"top/z", NL_F32LE, NAVLINT_PLAIN},    {"bottom/x", NL_F32LE, NAVLINT_PLAIN},
    {"bottom/y", NL_F32LE, NAVLINT_PLAIN}, {"bottom/z", NL_F32LE, NAVLINT_PLAIN},
    {"length", NL_F32LE, NAVLINT_PLAIN},   {"direction", NL_U32LE, NAVLINT_PLAIN},
    {NULL, NL_NO_TYPE, NAVLINT_PLAIN}};

static void put_ladder(const nav_dumper *d, const nl_path *path, uint32_t at) {
    at = put_fields(d, path, ladder_fields, at);
    if (d->doc->layout.version == 6) {
        put(d, path, "dangling", NL_U8, at);
        at++;
    }
    for (uint32_t i = 0; i < NAV_LADDER_AREAS; i++)
        put_role(d, path, &(nav_field){nav_ladder_area_names[i], NL_U32LE, NAVLINT_REFERENCE},
                 at + 4 * i);
}

static void put_ladders(const nav_dumper *d) {
    const nl_path ladders = nl_key(NULL, "ladders");
    if (!d->doc->areas_complete || !d->doc->layout.has_ladders) return;
    put_role(d, NULL, &(nav_field){"ladderCount", NL_U32LE, NAVLINT_COUNT},
             d->doc->ladder_count_at);
    for (uint32_t i = 0; i < d->doc->ladders.count && !d->dump->stopped; i++) {
        const nl_path path = nl_item(&ladders, i);
        put_ladder(d, &path, d->doc->ladders.at + i * d->doc->layout.ladder_bytes);
    }
}

void nav_dump(const nl_job *job, const void *document, nl_dump *dump) {
    const nav_dumper d = {dump, job, document};
    const nav_document *const doc = document;
    put_header(&d);
    put_custom_before_areas(&d);
    if (doc->area_count_at != 0) put_areas(&d);
    put_ladders(&d);
    if (doc->layout.family == NAV_L4D && !doc->loss.happened)
        put(&d, NULL, "maxViewDistance", NL_F32LE, doc->view_distance_at);
    const nl_path tail = nl_key(NULL, "staleTail");
    if (nav_has_stale_tail(job, doc)) nl_dump_bytes(dump, &tail, doc->end, job->length - doc->end);
}
