/* Every field of the document in file order. */
#include "parsers/source_nav/document.h"

typedef struct nav_dumper {
    nl_dump *dump;
    const nl_job *job;
    const nav_document *doc;
} nav_dumper;

static bool holds(const nav_dumper *d, unsigned condition) {
    return nav_holds(&d->doc->layout, condition);
}

/* Opaque bytes that end where the file says. */
static void put_bytes(const nav_dumper *d, const nl_path *record, unsigned field, nav_list bytes) {
    const nl_path path = nl_key(record, nav_fields.fields[field].name);
    nl_dump_bytes(d->dump, &path, bytes.at, bytes.count);
}

/* A list of an area: its count, and the records behind it. */
typedef struct nav_list_rows {
    const char *key;
    unsigned count;  /* record that the count is */
    unsigned record; /* of its items */
    uint32_t stride; /* bytes from one item to the next */
} nav_list_rows;

static void put_list(const nav_dumper *d, const nl_path *owner, nav_list list,
                     const nav_list_rows *rows) {
    (void)nl_dump_record(d->dump, owner, rows->count,
                         list.at - nav_fields.records[rows->count].bytes);
    nl_dump_rows(d->dump, owner, rows->key, rows->record,
                 (nl_rows){list.at, list.count, rows->stride});
}

/* ---- Header ---- */

static void put_name(const nav_dumper *d, const nl_path *path, unsigned record, uint32_t at) {
    const uint16_t length = nl_load_u16(d->job->bytes + at);
    (void)nl_dump_record(d->dump, path, record, at);
    put_bytes(d, path, NAV_NAME_TEXT, (nav_list){at + NAV_NAME_TEXT_AT, length});
}

static void put_places(const nav_dumper *d) {
    const nl_path places = nl_key(NULL, "places");
    (void)nl_dump_record(d->dump, NULL, NAV_PLACE_LIST_RECORD, d->doc->header.place_count_at);
    for (uint32_t i = 0; i < d->doc->place_count && !d->dump->stopped; i++) {
        const nl_path place = nl_item(&places, i);
        put_name(d, &place, NAV_NAME_RECORD, d->doc->place_at[i]);
    }
}

static void put_fog(const nav_dumper *d) {
    const nl_path fog = nl_key(NULL, "fogPlaces");
    (void)nl_dump_record(d->dump, NULL, NAV_FOG_LIST_RECORD, d->doc->fog_count_at);
    uint32_t at = d->doc->fog_count_at + NAV_FOG_LIST_BYTES;
    for (uint32_t i = 0; i < d->doc->fog_count && at < d->doc->fog_end; i++) {
        const nl_path place = nl_item(&fog, i);
        put_name(d, &place, NAV_FOG_RECORD, at);
        at += NAV_FOG_TEXT_AT + (uint32_t)nl_load_u16(d->job->bytes + at);
    }
}

static void put_header(const nav_dumper *d) {
    const nav_document *const doc = d->doc;
    (void)nl_dump_record(d->dump, NULL, NAV_HEAD_RECORD, 0);
    if (holds(d, NAV_WITH_PLACES)) put_places(d);
    if (holds(d, NAV_WITH_UNNAMED))
        (void)nl_dump_record(d->dump, NULL, NAV_UNNAMED_FLAG_RECORD, doc->header.unnamed_at);
    if (holds(d, NAV_WITH_POPULATION))
        put_bytes(d, NULL, NAV_POPULATION_NAME_TEXT,
                  (nav_list){doc->population_at, doc->population_bytes});
    if (holds(d, NAV_WITH_FOG)) put_fog(d);
}

/* ---- Areas ---- */

static void put_connections(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    static const nav_list_rows sides[NAV_DIRECTIONS] = {
        {"north", NAV_NORTH_LIST_RECORD, NAV_NORTH_RECORD, NAV_NORTH_BYTES},
        {"east", NAV_EAST_LIST_RECORD, NAV_EAST_RECORD, NAV_EAST_BYTES},
        {"south", NAV_SOUTH_LIST_RECORD, NAV_SOUTH_RECORD, NAV_SOUTH_BYTES},
        {"west", NAV_WEST_LIST_RECORD, NAV_WEST_RECORD, NAV_WEST_BYTES}};
    const nl_path connections = nl_key(area, "connections");
    for (int i = 0; i < NAV_DIRECTIONS; i++)
        put_list(d, &connections, a->connections[i], &sides[i]);
}

static void put_spots(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    static const nav_list_rows spots = {"hidingSpots", NAV_SPOT_LIST_RECORD, NAV_SPOT_RECORD,
                                        NAV_SPOT_BYTES};
    static const nav_list_rows old_spots = {"hidingSpots", NAV_SPOT_LIST_RECORD,
                                            NAV_OLD_SPOT_RECORD, NAV_OLD_SPOT_BYTES};
    put_list(d, area, a->spots, holds(d, NAV_WITH_SPOT_IDS) ? &spots : &old_spots);
}

static void put_approach(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    static const nav_list_rows approach = {"approachAreas", NAV_APPROACH_LIST_RECORD,
                                           NAV_APPROACH_RECORD, NAV_APPROACH_BYTES};
    put_list(d, area, a->approach, &approach);
}

/* Returns the offset behind the path. */
static uint32_t put_path(const nav_dumper *d, const nl_path *path, uint32_t at) {
    const bool old = holds(d, NAV_WITH_OLD_PATHS);
    const uint32_t spots_at = at + (old ? NAV_OLD_PATH_BYTES : NAV_PATH_BYTES);
    const uint32_t stride = old ? NAV_OLD_PATH_SPOT_BYTES : NAV_PATH_SPOT_BYTES;
    const uint8_t count = d->job->bytes[spots_at - 1];
    (void)nl_dump_record(d->dump, path, old ? NAV_OLD_PATH_RECORD : NAV_PATH_RECORD, at);
    nl_dump_rows(d->dump, path, "spots", old ? NAV_OLD_PATH_SPOT_RECORD : NAV_PATH_SPOT_RECORD,
                 (nl_rows){spots_at, count, stride});
    return spots_at + count * stride;
}

static void put_paths(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    const nl_path paths = nl_key(area, "encounterPaths");
    uint32_t at = a->paths.at;
    (void)nl_dump_record(d->dump, area, NAV_PATH_LIST_RECORD, at - NAV_PATH_LIST_BYTES);
    for (uint32_t i = 0; i < a->paths.count && !d->dump->stopped; i++) {
        const nl_path path = nl_item(&paths, i);
        at = put_path(d, &path, at);
    }
}

static void put_ladder_ids(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    static const nav_list_rows up = {"up", NAV_UP_LIST_RECORD, NAV_UP_RECORD, NAV_UP_BYTES};
    static const nav_list_rows down = {"down", NAV_DOWN_LIST_RECORD, NAV_DOWN_RECORD,
                                       NAV_DOWN_BYTES};
    const nl_path ladders = nl_key(area, "ladders");
    put_list(d, &ladders, a->ladders[0], &up);
    put_list(d, &ladders, a->ladders[1], &down);
}

/* Between the fields that are known, older sub-versions have others. */
static void put_l4d(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    const uint32_t unknown_at = a->spawn_at + NAV_SPAWN_UNKNOWN_AT;
    uint32_t list_at = a->fog_place_at;
    (void)nl_dump_record(d->dump, area, NAV_SPAWN_RECORD, a->spawn_at);
    if (a->fog_place_at > unknown_at)
        put_bytes(d, area, NAV_SPAWN_UNKNOWN, (nav_list){unknown_at, a->fog_place_at - unknown_at});
    if (holds(d, NAV_WITH_FOG))
        list_at = (uint32_t)nl_dump_record(d->dump, area, NAV_AREA_FOG_RECORD, a->fog_place_at);
    const uint32_t next =
        holds(d, NAV_WITH_VISIBLE) ? a->visible.at - NAV_VISIBLE_LIST_BYTES : a->inherit_at;
    if (next > list_at)
        put_bytes(d, area, NAV_L4D_LIST_UNKNOWN, (nav_list){list_at, next - list_at});
}

static void put_visible(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    const nav_list_rows visible = {"visibleAreas", NAV_VISIBLE_LIST_RECORD, NAV_VISIBLE_RECORD,
                                   d->doc->layout.visible_bytes};
    put_list(d, area, a->visible, &visible);
}

/* A record of the area that is there in some dialects, at a place that the area knows. */
typedef struct nav_piece {
    unsigned record;
    uint32_t at;
} nav_piece;

static void put_piece(const nav_dumper *d, const nl_path *area, nav_piece piece) {
    if (holds(d, nav_fields.records[piece.record].when))
        (void)nl_dump_record(d->dump, area, piece.record, piece.at);
}

static void put_tail(const nav_dumper *d, const nl_path *path, const nav_area *a) {
    put_piece(d, path, (nav_piece){NAV_AREA_PLACE_RECORD, a->place_at});
    if (holds(d, NAV_WITH_LADDER_IDS)) put_ladder_ids(d, path, a);
    put_piece(d, path, (nav_piece){NAV_OCCUPY_RECORD, a->occupy_at});
    put_piece(d, path, (nav_piece){NAV_LIGHT_RECORD, a->light_at});
    if (holds(d, NAV_WITH_L4D_DATA)) put_l4d(d, path, a);
    if (holds(d, NAV_WITH_VISIBLE)) put_visible(d, path, a);
    put_piece(d, path, (nav_piece){NAV_INHERITANCE_RECORD, a->inherit_at});
    if (holds(d, NAV_WITH_LATE_APPROACH)) put_approach(d, path, a);
    put_piece(d, path, (nav_piece){NAV_TF_DATA_RECORD, a->custom_at});
    put_piece(d, path, (nav_piece){NAV_TF2C_DATA_RECORD, a->custom_at});
}

static void put_area(const nav_dumper *d, const nl_path *path, const nav_area *a) {
    (void)nl_dump_record(d->dump, path, NAV_AREA_RECORD, a->at);
    (void)nl_dump_record(d->dump, path, NAV_CORNERS_RECORD, a->corners_at);
    put_connections(d, path, a);
    put_spots(d, path, a);
    if (holds(d, NAV_WITH_APPROACH)) put_approach(d, path, a);
    put_paths(d, path, a);
    put_tail(d, path, a);
}

static void put_areas(const nav_dumper *d) {
    const nl_path areas = nl_key(NULL, "areas");
    (void)nl_dump_record(d->dump, NULL, NAV_AREA_LIST_RECORD, d->doc->area_count_at);
    for (uint32_t i = 0; i < d->doc->area_count && !d->dump->stopped; i++) {
        const nl_path path = nl_item(&areas, i);
        nav_area area;
        nav_area_at(d->job, d->doc, i, &area);
        put_area(d, &path, &area);
    }
}

/* ---- Ladders and tail ---- */

static void put_ladder(const nav_dumper *d, const nl_path *path, uint32_t at) {
    uint64_t next = nl_dump_record(d->dump, path, NAV_LADDER_RECORD, at);
    if (holds(d, NAV_WITH_DANGLING))
        next = nl_dump_record(d->dump, path, NAV_DANGLING_RECORD, next);
    (void)nl_dump_record(d->dump, path, NAV_LADDER_ENDS_RECORD, next);
}

static void put_ladders(const nav_dumper *d) {
    const nl_path ladders = nl_key(NULL, "ladders");
    if (!d->doc->areas_complete || !holds(d, NAV_WITH_LADDERS)) return;
    (void)nl_dump_record(d->dump, NULL, NAV_LADDER_LIST_RECORD, d->doc->ladder_count_at);
    for (uint32_t i = 0; i < d->doc->ladders.count && !d->dump->stopped; i++) {
        const nl_path path = nl_item(&ladders, i);
        put_ladder(d, &path, nav_ladder_at(d->doc, i));
    }
}

void nav_dump(const nl_job *job, const void *document, nl_dump *dump) {
    const nav_document *const doc = document;
    const nav_dumper d = {dump, job, doc};
    dump->holding = doc->layout.holding;
    put_header(&d);
    if (doc->area_count_at != 0) put_areas(&d);
    put_ladders(&d);
    if (!doc->loss.happened)
        put_piece(&d, NULL, (nav_piece){NAV_VIEW_RECORD, doc->view_distance_at});
    if (nav_has_stale_tail(job, doc))
        put_bytes(&d, NULL, NAV_TAIL_STALE,
                  (nav_list){doc->end, (uint32_t)(job->length - doc->end)});
}
