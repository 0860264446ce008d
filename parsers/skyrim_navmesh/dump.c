/* Every field in file order; of packed records, first as they are in the file, then what they
 * unpack to. */
#include "parsers/skyrim_navmesh/container/container.h"
#include "parsers/skyrim_navmesh/dump_payload.h"

/* A plugin on its way to a visitor. */
typedef struct sky_dumper {
    const nl_job *job;
    nl_dump *dump;
    sky_inflater inflater;
} sky_dumper;

typedef struct sky_frames {
    nl_path list, item;
} sky_frames;

/* /records/N, /groups/N. Not to be copied: item points to list. */
static const nl_path *path_of(sky_frames *path, const char *list, uint32_t number) {
    path->list = nl_key(NULL, list);
    path->item = nl_item(&path->list, number);
    return &path->item;
}

static void put_bytes(nl_dump *dump, const nl_path *record, const char *key, navlint_range range) {
    const nl_path path = nl_key(record, key);
    nl_dump_bytes(dump, &path, range.offset, range.length);
}

/* ---- Fields ---- */

/* Bytes that end where the file says, if there are any. */
static void put_rest(nl_dump *dump, const nl_path *path, const char *key, sky_body rest) {
    if (rest.length != 0) put_bytes(dump, path, key, (navlint_range){rest.offset, rest.length});
}

static sky_body behind(const sky_body *body, uint32_t at) {
    return sky_part(body, at, body->length - at);
}

static void dump_overridden(nl_dump *dump, const nl_path *path, const sky_body *body) {
    const uint32_t count = body->length / SKY_FORM_BYTES;
    nl_dump_rows(dump, path, "formIds", SKY_FORM_RECORD,
                 (nl_rows){body->offset, count, SKY_FORM_BYTES});
    put_rest(dump, path, "rest", behind(body, count * SKY_FORM_BYTES));
}

static void dump_xndp(nl_dump *dump, const nl_path *path, const sky_body *body) {
    nl_dump_field(dump, path, SKY_XNDP_NAVMESH, body->offset);
    nl_dump_field(dump, path, SKY_XNDP_TRIANGLE, body->offset);
    put_rest(dump, path, "unused", behind(body, SKY_XNDP_UNUSED_AT));
}

/* Fields that the container knows; the rest is data. */
static void dump_known(nl_dump *dump, const sky_field *field, uint32_t record_type,
                       const nl_path *path) {
    const sky_body *const body = &field->body;
    if (field->type == SKY_HEDR && body->length == SKY_HEDR_BYTES) {
        nl_dump_record(dump, path, SKY_HEDR_RECORD, body->offset);
    } else if (field->type == SKY_ONAM && record_type == SKY_TES4) {
        dump_overridden(dump, path, body);
    } else if (field->type == SKY_XCLC && body->length >= SKY_XCLC_REST_AT) {
        nl_dump_record(dump, path, SKY_XCLC_RECORD, body->offset);
        put_rest(dump, path, "rest", behind(body, SKY_XCLC_REST_AT));
    } else if (field->type == SKY_XNDP && body->length >= SKY_XNDP_UNUSED_AT) {
        dump_xndp(dump, path, body);
    } else {
        put_rest(dump, path, field->type == SKY_MAST ? "name" : "data", *body);
    }
}

static bool is_payload(uint32_t record_type) {
    return record_type == SKY_NAVI || record_type == SKY_NAVM;
}

/* The field's header, and the XXXX field in front of a long one. */
static void dump_field_header(nl_dump *dump, const sky_field *field, const nl_path *list) {
    const nl_path item = nl_item(list, field->index);
    const uint64_t at = field->body.offset - SKY_FIELD_HEADER_BYTES;
    if (field->is_long) {
        const nl_path before = nl_item(list, field->index - 1);
        nl_dump_record(dump, &before, SKY_XXXX_RECORD, at - SKY_XXXX_BYTES);
    }
    nl_dump_record(dump, &item, SKY_FIELD_HEADER_RECORD, at);
}

/* Whether something of a field may be shown; the XXXX field in front of a long one is part of it.
 */
static bool is_in(const nl_dump *dump, const sky_field *field, nl_span span) {
    const uint32_t header = SKY_FIELD_HEADER_BYTES + (field->is_long ? SKY_XXXX_BYTES : 0u);
    const uint32_t first = field->index - field->is_long;
    return field->index >= span.first && first < span.end &&
           nl_dump_wants(dump, field->body.offset - header, (uint64_t)header + field->body.length);
}

static void dump_fields(nl_dump *dump, const sky_body *record, uint32_t record_type,
                        const nl_path *path) {
    const nl_path list = nl_key(path, "fields");
    sky_fields fields = sky_fields_of(*record);
    sky_field field;
    const nl_span span = nl_view_items(&dump->view, &list, UINT64_MAX);
    while (sky_next_field(&fields, &field) && !dump->stopped) {
        const nl_path item = nl_item(&list, field.index);
        if (!is_in(dump, &field, span)) continue;
        dump_field_header(dump, &field, &list);
        if (!is_payload(record_type) || !sky_dump_payload(dump, &field, &item))
            dump_known(dump, &field, record_type, &item);
    }
    if (fields.fault != SKY_FIELDS_WHOLE) put_rest(dump, path, "rest", behind(record, fields.at));
}

/* ---- Records ---- */

static bool is_shown(uint32_t type) {
    return is_payload(type) || type == SKY_TES4 || type == SKY_CELL || type == SKY_WRLD ||
           type == SKY_REFR;
}

static uint64_t most_bytes(uint32_t type) {
    return type == SKY_NAVI   ? SKY_MOST_NAVI_BYTES
           : type == SKY_NAVM ? SKY_MOST_NAVM_BYTES
           : type == SKY_REFR ? SKY_MOST_REFERENCE_BYTES
           : type == SKY_WRLD ? SKY_MOST_OTHER_BYTES
                              : SKY_MOST_CELL_BYTES;
}

/* The unpacked fields, while the dump's bytes are those. */
static void dump_unpacked(sky_dumper *d, const sky_record *record, const nl_path *path) {
    const size_t mark = nl_arena_mark(d->job->arena);
    sky_opened opened;
    if (sky_open(&d->inflater, record, most_bytes(record->type), &opened)) {
        nl_dump inner = *d->dump;
        inner.bytes = opened.body.bytes;
        inner.length = opened.body.length;
        inner.packed = opened.body.packed;
        dump_fields(&inner, &opened.body, record->type, path);
        d->dump->stopped = inner.stopped;
    }
    nl_arena_release(d->job->arena, mark);
}

static void dump_packed(sky_dumper *d, const sky_record *record, const sky_body *data,
                        const nl_path *path) {
    if (data->length < SKY_STREAM_PACKED_AT) {
        put_rest(d->dump, path, "data", *data);
        return;
    }
    nl_dump_record(d->dump, path, SKY_STREAM_RECORD, data->offset);
    put_rest(d->dump, path, "packed", behind(data, SKY_STREAM_PACKED_AT));
    if (is_shown(record->type) && nl_dump_wants(d->dump, data->offset, data->length))
        dump_unpacked(d, record, path);
}

static void dump_record(sky_dumper *d, const sky_record *record, const nl_path *path) {
    const sky_body data = sky_data_of(d->job->bytes, record);
    if (!nl_dump_wants(d->dump, record->at, (uint64_t)SKY_HEADER_BYTES + data.length)) return;
    nl_dump_record(d->dump, path, SKY_HEADER_RECORD, record->at);
    if (data.length == 0) return;
    if (sky_is_compressed(record))
        dump_packed(d, record, &data, path);
    else if (is_shown(record->type))
        dump_fields(d->dump, &data, record->type, path);
    else
        put_rest(d->dump, path, "data", data);
}

/* ---- Groups ---- */

static unsigned label_condition(uint32_t group_type) {
    if (group_type == SKY_TOP) return SKY_IF_TOP;
    return group_type == SKY_WORLD_CHILDREN || group_type >= SKY_CELL_CHILDREN ? SKY_IF_OWNED
                                                                               : SKY_IF_NUMBERED;
}

static void dump_group(nl_dump *dump, const sky_walk *walk) {
    const sky_group *const group = &walk->group;
    sky_frames path;
    const nl_path *const item = path_of(&path, "groups", group->number);
    dump->holding = 1u << label_condition(group->type);
    const uint64_t at = nl_dump_record(dump, item, SKY_GROUP_RECORD, group->at);
    if (walk->is_too_deep && group->bytes > SKY_GROUP_BYTES)
        put_bytes(dump, item, "content", (navlint_range){at, group->bytes - SKY_GROUP_BYTES});
}

static void dump_broken(nl_dump *dump, const sky_walk *walk) {
    const uint64_t at = walk->r.at;
    sky_frames path;
    if (nl_left(&walk->r) < SKY_HEADER_BYTES) return;
    if (nl_load_u32(dump->bytes + at) == SKY_GRUP)
        nl_dump_field(dump, path_of(&path, "groups", walk->group_count), SKY_GROUP_SIZE, at);
    else if (walk->depth != 0)
        nl_dump_field(dump, path_of(&path, "records", walk->record_count), SKY_HEADER_DATA_SIZE,
                      at);
}

static bool is_among(nl_span span, uint64_t number) {
    return number >= span.first && number < span.end;
}

/* The walk goes through the file in its order. */
static bool is_behind(const nl_dump *dump, const sky_walk *walk, sky_step step) {
    return nl_dump_is_behind(dump, step == SKY_STEP_GROUP ? walk->group.at : walk->record.at);
}

static void dump_plugin(sky_dumper *d, const sky_plugin *plugin) {
    static const nl_path header = {.key = "header"};
    static const nl_path records = {.key = "records"};
    static const nl_path groups = {.key = "groups"};
    const nl_span records_shown = nl_view_items(&d->dump->view, &records, UINT64_MAX);
    const nl_span groups_shown = nl_view_items(&d->dump->view, &groups, UINT64_MAX);
    sky_walk walk =
        sky_walk_over(d->job->bytes, d->job->length, SKY_HEADER_BYTES + plugin->header.data_bytes);
    dump_record(d, &plugin->header, &header);
    sky_step step = sky_next(&walk);
    for (; step == SKY_STEP_RECORD || step == SKY_STEP_GROUP; step = sky_next(&walk)) {
        sky_frames path;
        if (d->dump->stopped || is_behind(d->dump, &walk, step)) return;
        if (step == SKY_STEP_GROUP && is_among(groups_shown, walk.group.number))
            dump_group(d->dump, &walk);
        else if (step == SKY_STEP_RECORD && is_among(records_shown, walk.record.number))
            dump_record(d, &walk.record, path_of(&path, "records", walk.record.number));
    }
    if (step == SKY_STEP_BROKEN) dump_broken(d->dump, &walk);
}

void sky_dump(const nl_job *job, const void *document, nl_dump *dump) {
    const sky_document *const doc = document;
    sky_dumper d = {job, dump, sky_inflater_of(job)};
    if (doc->is_bare_nvmi) {
        sky_dump_bare_nvmi(dump);
        return;
    }
    dump_plugin(&d, &doc->plugin);
    sky_inflater_end(&d.inflater);
}
