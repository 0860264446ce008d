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

/* A record that is there under the condition that fields.def has for it, starting at `at`. */
static void put(const nav_dumper *d, const nl_path *path, unsigned record, uint64_t at) {
    if (holds(d, nav_fields.records[record].when)) (void)nl_dump_record(d->dump, path, record, at);
}

/* A list of an area: the record of its count, and those behind it. */
typedef struct nav_list_kind {
    const char *key;
    unsigned count;
    unsigned item;
} nav_list_kind;

static void put_list(const nav_dumper *d, const nl_path *owner, nav_list list, nav_list_kind kind) {
    const nl_record *const records = nav_fields.records;
    if (!holds(d, records[kind.count].when)) return;
    (void)nl_dump_record(d->dump, owner, kind.count, list.at - records[kind.count].bytes);
    nl_dump_rows(d->dump, owner, kind.key, kind.item,
                 (nl_rows){list.at, list.count, records[kind.item].bytes});
}

/* ---- Header ---- */

static void put_name(const nav_dumper *d, const nl_path *path, unsigned record, uint32_t at) {
    const uint16_t length = nl_load_u16(d->job->bytes + at);
    put(d, path, record, at);
    put_bytes(d, path, NAV_NAME_TEXT, (nav_list){at + NAV_NAME_TEXT_AT, length});
}

static void put_places(const nav_dumper *d) {
    const nl_path places = nl_key(NULL, "places");
    put(d, NULL, NAV_PLACE_LIST_RECORD, d->doc->header.place_count_at);
    for (uint32_t i = 0; i < d->doc->place_count && !d->dump->stopped; i++) {
        const nl_path place = nl_item(&places, i);
        put_name(d, &place, NAV_NAME_RECORD, d->doc->place_at[i]);
    }
}

static void put_fog(const nav_dumper *d) {
    const nl_path fog = nl_key(NULL, "fogPlaces");
    put(d, NULL, NAV_FOG_LIST_RECORD, d->doc->fog_count_at);
    uint32_t at = d->doc->fog_count_at + NAV_FOG_LIST_BYTES;
    for (uint32_t i = 0; i < d->doc->fog_count && at < d->doc->fog_end; i++) {
        const nl_path place = nl_item(&fog, i);
        put_name(d, &place, NAV_FOG_RECORD, at);
        at += NAV_FOG_TEXT_AT + (uint32_t)nl_load_u16(d->job->bytes + at);
    }
}

static void put_header(const nav_dumper *d) {
    const nav_document *const doc = d->doc;
    put(d, NULL, NAV_HEAD_RECORD, 0);
    if (holds(d, NAV_WITH_PLACES)) put_places(d);
    put(d, NULL, NAV_UNNAMED_FLAG_RECORD, doc->header.unnamed_at);
    if (holds(d, NAV_WITH_POPULATION))
        put_bytes(d, NULL, NAV_POPULATION_NAME_TEXT,
                  (nav_list){doc->population_at, doc->population_bytes});
    if (holds(d, NAV_WITH_FOG)) put_fog(d);
}

/* ---- Areas ---- */

static void put_connections(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    static const nav_list_kind sides[NAV_DIRECTIONS] = {
        {"north", NAV_NORTH_LIST_RECORD, NAV_NORTH_RECORD},
        {"east", NAV_EAST_LIST_RECORD, NAV_EAST_RECORD},
        {"south", NAV_SOUTH_LIST_RECORD, NAV_SOUTH_RECORD},
        {"west", NAV_WEST_LIST_RECORD, NAV_WEST_RECORD}};
    const nl_path connections = nl_key(area, "connections");
    for (int i = 0; i < NAV_DIRECTIONS; i++)
        put_list(d, &connections, a->connections[i], sides[i]);
}

static void put_spots(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    const unsigned spot = holds(d, NAV_WITH_SPOT_IDS) ? NAV_SPOT_RECORD : NAV_OLD_SPOT_RECORD;
    put_list(d, area, a->spots, (nav_list_kind){"hidingSpots", NAV_SPOT_LIST_RECORD, spot});
}

static void put_approach(const nav_dumper *d, const nl_path *area, nav_list list, unsigned count) {
    put_list(d, area, list, (nav_list_kind){"approachAreas", count, NAV_APPROACH_RECORD});
}

/* Returns the offset behind the path. */
static uint32_t put_path(const nav_dumper *d, const nl_path *path, uint32_t at) {
    const bool old = holds(d, NAV_WITH_OLD_PATHS);
    const unsigned spot = old ? NAV_OLD_PATH_SPOT_RECORD : NAV_PATH_SPOT_RECORD;
    const uint32_t spots_at = at + (old ? NAV_OLD_PATH_BYTES : NAV_PATH_BYTES);
    const nl_rows spots = {spots_at, d->job->bytes[spots_at - 1], nav_fields.records[spot].bytes};
    put(d, path, old ? NAV_OLD_PATH_RECORD : NAV_PATH_RECORD, at);
    nl_dump_rows(d->dump, path, "spots", spot, spots);
    return spots_at + (uint32_t)(spots.count * spots.stride);
}

static void put_paths(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    const nl_path paths = nl_key(area, "encounterPaths");
    uint32_t at = a->paths.at;
    put(d, area, NAV_PATH_LIST_RECORD, at - NAV_PATH_LIST_BYTES);
    for (uint32_t i = 0; i < a->paths.count && !d->dump->stopped; i++) {
        const nl_path path = nl_item(&paths, i);
        at = put_path(d, &path, at);
    }
}

static void put_ladder_ids(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    const nl_path ladders = nl_key(area, "ladders");
    put_list(d, &ladders, a->ladders[0], (nav_list_kind){"up", NAV_UP_LIST_RECORD, NAV_UP_RECORD});
    put_list(d, &ladders, a->ladders[1],
             (nav_list_kind){"down", NAV_DOWN_LIST_RECORD, NAV_DOWN_RECORD});
}

/* Between the fields that are known, older sub-versions have others. */
static void put_l4d(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    const uint32_t unknown_at = a->spawn_at + NAV_SPAWN_UNKNOWN_AT;
    const uint32_t list_at = a->fog_place_at + (holds(d, NAV_WITH_FOG) ? NAV_AREA_FOG_BYTES : 0);
    const uint32_t next =
        holds(d, NAV_WITH_VISIBLE) ? a->visible.at - NAV_VISIBLE_LIST_BYTES : a->inherit_at;
    put(d, area, NAV_SPAWN_RECORD, a->spawn_at);
    if (a->fog_place_at > unknown_at)
        put_bytes(d, area, NAV_SPAWN_UNKNOWN, (nav_list){unknown_at, a->fog_place_at - unknown_at});
    put(d, area, NAV_AREA_FOG_RECORD, a->fog_place_at);
    if (next > list_at)
        put_bytes(d, area, NAV_L4D_LIST_UNKNOWN, (nav_list){list_at, next - list_at});
}

static void put_visible(const nav_dumper *d, const nl_path *area, const nav_area *a) {
    put(d, area, NAV_VISIBLE_LIST_RECORD, a->visible.at - NAV_VISIBLE_LIST_BYTES);
    nl_dump_rows(d->dump, area, "visibleAreas", NAV_VISIBLE_RECORD,
                 (nl_rows){a->visible.at, a->visible.count, d->doc->layout.visible_bytes});
}

static void put_tail(const nav_dumper *d, const nl_path *path, const nav_area *a) {
    put(d, path, NAV_AREA_PLACE_RECORD, a->place_at);
    put_ladder_ids(d, path, a);
    put(d, path, NAV_OCCUPY_RECORD, a->occupy_at);
    put(d, path, NAV_MORE_OCCUPY_RECORD, a->occupy_at + NAV_OCCUPY_BYTES);
    put(d, path, NAV_LIGHT_RECORD, a->light_at);
    if (holds(d, NAV_WITH_L4D_DATA)) put_l4d(d, path, a);
    if (holds(d, NAV_WITH_VISIBLE)) put_visible(d, path, a);
    put(d, path, NAV_INHERITANCE_RECORD, a->inherit_at);
    put_approach(d, path, a->approach, NAV_LATE_APPROACH_LIST_RECORD);
    put(d, path, NAV_TF_DATA_RECORD, a->custom_at);
    put(d, path, NAV_TF2C_DATA_RECORD, a->custom_at);
}

static void put_area(const nav_dumper *d, const nl_path *path, const nav_area *a) {
    put(d, path, NAV_AREA_RECORD, a->at);
    put(d, path, NAV_CORNERS_RECORD, a->corners_at);
    put_connections(d, path, a);
    put_spots(d, path, a);
    put_approach(d, path, a->approach, NAV_APPROACH_LIST_RECORD);
    put_paths(d, path, a);
    put_tail(d, path, a);
}

/* Whether an area ends before what is shown starts: where the next one does. */
static bool is_before(const nav_dumper *d, uint32_t index) {
    return index + 1 < d->doc->area_count &&
           d->doc->areas[index + 1].at <= d->dump->view.bytes.from;
}

static void put_areas(const nav_dumper *d) {
    const nl_path areas = nl_key(NULL, "areas");
    put(d, NULL, NAV_AREA_LIST_RECORD, d->doc->area_count_at);
    const nl_span span = nl_view_items(&d->dump->view, &areas, d->doc->area_count);
    for (uint32_t i = (uint32_t)span.first; i < span.end && !d->dump->stopped; i++) {
        const nl_path path = nl_item(&areas, i);
        nav_area area;
        if (is_before(d, i)) continue;
        if (nl_dump_is_behind(d->dump, d->doc->areas[i].at)) break;
        nav_area_at(d->job, d->doc, i, &area);
        put_area(d, &path, &area);
    }
}

/* ---- Ladders and tail ---- */

static void put_ladder(const nav_dumper *d, const nl_path *path, uint32_t row) {
    const uint32_t at = nav_ladder_at(d->doc, row);
    put(d, path, NAV_LADDER_RECORD, at);
    put(d, path, NAV_DANGLING_RECORD, at + NAV_LADDER_BYTES);
    put(d, path, NAV_LADDER_ENDS_RECORD, nav_ladder_ends_at(d->doc, row));
}

static void put_ladders(const nav_dumper *d) {
    const nl_path ladders = nl_key(NULL, "ladders");
    if (!d->doc->areas_complete || !holds(d, NAV_WITH_LADDERS)) return;
    put(d, NULL, NAV_LADDER_LIST_RECORD, d->doc->ladder_count_at);
    const nl_rows rows = {d->doc->ladders.at, d->doc->ladders.count, d->doc->layout.ladder_bytes};
    const nl_span span = nl_dump_span(d->dump, &ladders, rows);
    for (uint32_t i = (uint32_t)span.first; i < span.end && !d->dump->stopped; i++) {
        const nl_path path = nl_item(&ladders, i);
        put_ladder(d, &path, i);
    }
}

void nav_dump(const nl_job *job, const void *document, nl_dump *dump) {
    const nav_document *const doc = document;
    const nav_dumper d = {dump, job, doc};
    dump->holding = doc->layout.holding;
    put_header(&d);
    if (doc->area_count_at != 0) put_areas(&d);
    put_ladders(&d);
    if (!doc->loss.happened) put(&d, NULL, NAV_VIEW_RECORD, doc->view_distance_at);
    if (nav_has_stale_tail(job, doc))
        put_bytes(&d, NULL, NAV_TAIL_STALE,
                  (nav_list){doc->end, (uint32_t)(job->length - doc->end)});
}
