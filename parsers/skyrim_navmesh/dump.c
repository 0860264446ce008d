/* Every field in file order; of packed records, first as they are in the file, then what they
 * unpack to. */
#include "parsers/skyrim_navmesh/container/container.h"

/* A plugin on its way to a visitor. */
typedef struct sky_dumper {
    const nl_job *job;
    nl_dump *dump;
    sky_inflater inflater;
} sky_dumper;

static void put(nl_dump *dump, const nl_path *record, const char *key, nl_type type,
                uint64_t offset) {
    const nl_path path = nl_key(record, key);
    nl_dump_value(dump, &path, type, NAVLINT_PLAIN, offset);
}

static void put_role(nl_dump *dump, const nl_path *record, const char *key, navlint_role role,
                     uint64_t offset) {
    const nl_path path = nl_key(record, key);
    nl_dump_value(dump, &path, NL_U32LE, role, offset);
}

static void put_bytes(nl_dump *dump, const nl_path *record, const char *key, uint64_t offset,
                      uint64_t length) {
    const nl_path path = nl_key(record, key);
    nl_dump_bytes(dump, &path, offset, length);
}

/* ---- Fields ---- */

static void dump_hedr(nl_dump *dump, const nl_path *path, uint64_t at) {
    put(dump, path, "version", NL_F32LE, at);
    put_role(dump, path, "recordCount", NAVLINT_COUNT, at + 4);
    put(dump, path, "nextObjectId", NL_U32LE, at + 8);
}

static void dump_words(nl_dump *dump, const nl_path *path, const sky_body *body,
                       const char *list_name) {
    const nl_path list = nl_key(path, list_name);
    uint32_t at = 0;
    for (; body->length - at >= 4 && !dump->stopped; at += 4) {
        const nl_path item = nl_item(&list, at / 4);
        nl_dump_value(dump, &item, NL_U32LE, NAVLINT_REFERENCE, body->offset + at);
    }
    if (at < body->length) put_bytes(dump, path, "rest", body->offset + at, body->length - at);
}

static void dump_xclc(nl_dump *dump, const nl_path *path, const sky_body *body) {
    put(dump, path, "x", NL_I32LE, body->offset);
    put(dump, path, "y", NL_I32LE, body->offset + 4);
    if (body->length > 8) put_bytes(dump, path, "rest", body->offset + 8, body->length - 8);
}

static void dump_xndp(nl_dump *dump, const nl_path *path, const sky_body *body) {
    put_role(dump, path, "navmesh", NAVLINT_REFERENCE, body->offset);
    put(dump, path, "triangle", NL_I16LE, body->offset + 4);
    if (body->length > 6) put_bytes(dump, path, "unused", body->offset + 6, body->length - 6);
}

/* Fields that the container knows; the rest is data. */
static void dump_known(nl_dump *dump, const sky_field *field, uint32_t record_type,
                       const nl_path *path) {
    const sky_body *const body = &field->body;
    if (field->type == SKY_HEDR && body->length == 12)
        dump_hedr(dump, path, body->offset);
    else if (field->type == SKY_ONAM && record_type == SKY_TES4)
        dump_words(dump, path, body, "formIds");
    else if (field->type == SKY_XCLC && body->length >= 8)
        dump_xclc(dump, path, body);
    else if (field->type == SKY_XNDP && body->length >= 6)
        dump_xndp(dump, path, body);
    else if (body->length != 0)
        put_bytes(dump, path, field->type == SKY_MAST ? "name" : "data", body->offset,
                  body->length);
}

/* The XXXX field in front of a long one. */
static void dump_long_size(nl_dump *dump, const sky_fields *fields, const sky_field *field,
                           const nl_path *list) {
    const nl_path item = nl_item(list, field->index - 1);
    const uint64_t at = fields->record.offset + field->header_at - SKY_FIELD_HEADER_BYTES - 4;
    put_bytes(dump, &item, "type", at, 4);
    put(dump, &item, "size", NL_U16LE, at + 4);
    put_role(dump, &item, "longSize", NAVLINT_COUNT, at + SKY_FIELD_HEADER_BYTES);
}

static bool is_payload(uint32_t record_type) {
    return record_type == SKY_NAVI || record_type == SKY_NAVM;
}

static void dump_fields(nl_dump *dump, const sky_body *record, uint32_t record_type,
                        const nl_path *path) {
    const nl_path list = nl_key(path, "fields");
    sky_fields fields = sky_fields_of(*record);
    sky_field field;
    while (sky_next_field(&fields, &field) && !dump->stopped) {
        const nl_path item = nl_item(&list, field.index);
        const uint64_t at = record->offset + field.header_at;
        if (field.is_long) dump_long_size(dump, &fields, &field, &list);
        put_bytes(dump, &item, "type", at, 4);
        const nl_path size = nl_key(&item, "size");
        nl_dump_value(dump, &size, NL_U16LE, NAVLINT_COUNT, at + 4);
        if (!is_payload(record_type) || !sky_dump_payload(dump, &field, &item))
            dump_known(dump, &field, record_type, &item);
    }
    if (fields.fault == SKY_FIELDS_WHOLE) return;
    put_bytes(dump, path, "rest", record->offset + fields.at, record->length - fields.at);
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

static void dump_packed(sky_dumper *d, const sky_record *record, const nl_path *path) {
    const uint64_t at = record->at + SKY_HEADER_BYTES;
    if (record->data_bytes < SKY_SIZE_BYTES) {
        put_bytes(d->dump, path, "data", at, record->data_bytes);
        return;
    }
    put_role(d->dump, path, "unpackedSize", NAVLINT_COUNT, at);
    if (record->data_bytes > SKY_SIZE_BYTES)
        put_bytes(d->dump, path, "packed", at + SKY_SIZE_BYTES,
                  record->data_bytes - SKY_SIZE_BYTES);
    if (is_shown(record->type)) dump_unpacked(d, record, path);
}

static void dump_header(nl_dump *dump, const sky_record *record, const nl_path *path) {
    const uint64_t at = record->at;
    put_bytes(dump, path, "type", at, 4);
    put_role(dump, path, "dataSize", NAVLINT_COUNT, at + 4);
    put(dump, path, "flags", NL_U32LE, at + 8);
    put_role(dump, path, "formId", NAVLINT_IDENTITY, at + 12);
    put(dump, path, "timestamp", NL_U16LE, at + 16);
    put(dump, path, "versionControl", NL_U16LE, at + 18);
    put(dump, path, "formVersion", NL_U16LE, at + 20);
    put(dump, path, "unknown", NL_U16LE, at + 22);
}

static void dump_record(sky_dumper *d, const sky_record *record, const nl_path *path) {
    const sky_body data = sky_data_of(d->job->bytes, record);
    dump_header(d->dump, record, path);
    if (data.length == 0) return;
    if (sky_is_compressed(record))
        dump_packed(d, record, path);
    else if (is_shown(record->type))
        dump_fields(d->dump, &data, record->type, path);
    else
        put_bytes(d->dump, path, "data", data.offset, data.length);
}

/* ---- Groups ---- */

static bool names_form(uint32_t group_type) {
    return group_type == SKY_WORLD_CHILDREN || group_type >= SKY_CELL_CHILDREN;
}

static void dump_group(nl_dump *dump, const sky_walk *walk) {
    const sky_group *const group = &walk->group;
    sky_record_path path;
    const nl_path *const item = sky_path_of(&path, "groups", group->number);
    put_bytes(dump, item, "type", group->at, 4);
    put_role(dump, item, "size", NAVLINT_COUNT, group->at + 4);
    if (group->type == SKY_TOP)
        put_bytes(dump, item, "label", group->at + 8, 4);
    else
        put_role(dump, item, "label", names_form(group->type) ? NAVLINT_REFERENCE : NAVLINT_PLAIN,
                 group->at + 8);
    put(dump, item, "groupType", NL_U32LE, group->at + 12);
    put(dump, item, "timestamp", NL_U16LE, group->at + 16);
    put(dump, item, "versionControl", NL_U16LE, group->at + 18);
    put(dump, item, "unknown", NL_U32LE, group->at + 20);
    if (walk->is_too_deep && group->bytes > SKY_HEADER_BYTES)
        put_bytes(dump, item, "content", group->at + SKY_HEADER_BYTES,
                  group->bytes - SKY_HEADER_BYTES);
}

static void dump_broken(nl_dump *dump, const sky_walk *walk) {
    const uint64_t at = walk->r.at;
    sky_record_path path;
    if (nl_left(&walk->r) < SKY_HEADER_BYTES) return;
    const bool is_group = nl_load_u32(dump->bytes + at) == SKY_GRUP;
    if (is_group)
        put_role(dump, sky_path_of(&path, "groups", walk->group_count), "size", NAVLINT_COUNT,
                 at + 4);
    else if (walk->depth != 0)
        put_role(dump, sky_path_of(&path, "records", walk->record_count), "dataSize", NAVLINT_COUNT,
                 at + 4);
}

static void dump_plugin(sky_dumper *d, const sky_plugin *plugin) {
    static const nl_path header = {.key = "header"};
    sky_walk walk =
        sky_walk_over(d->job->bytes, d->job->length, SKY_HEADER_BYTES + plugin->header.data_bytes);
    dump_record(d, &plugin->header, &header);
    sky_step step = sky_next(&walk);
    for (; step == SKY_STEP_RECORD || step == SKY_STEP_GROUP; step = sky_next(&walk)) {
        sky_record_path path;
        if (d->dump->stopped) return;
        if (step == SKY_STEP_GROUP)
            dump_group(d->dump, &walk);
        else
            dump_record(d, &walk.record, sky_path_of(&path, "records", walk.record.number));
    }
    if (step == SKY_STEP_BROKEN) dump_broken(d->dump, &walk);
}

void sky_dump(const nl_job *job, const void *document, nl_dump *dump) {
    const sky_document *const doc = document;
    sky_dumper d = {job, dump, sky_inflater_of(job)};
    if (doc->is_bare_nvmi) {
        sky_dump_bare_nvmi(job, dump);
        return;
    }
    dump_plugin(&d, &doc->plugin);
    sky_inflater_end(&d.inflater);
}
