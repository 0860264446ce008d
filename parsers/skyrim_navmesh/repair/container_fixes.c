/* Fixes of the container: groups, records, what is packed, fields. */
#include <libdeflate.h>
#include <string.h>

#include "core/sort.h"
#include "parsers/skyrim_navmesh/repair/repair.h"

static const nl_job *job_of(const nl_fixer *fixer) {
    return &fixer->members[fixer->input].job;
}

static uint64_t headers_of(const sky_plugin *plugin) {
    return (uint64_t)plugin->record_count + plugin->group_count;
}

/* ---- TES4 ---- */

/* A damaged signature in front of HEDR; nothing else is recognised by that. */
bool sky_fix_signature(nl_fixer *fixer, const navlint_finding *finding) {
    const nl_job *const job = job_of(fixer);
    const navlint_field place = nl_fix_place("/header/type", 0, 4);
    return finding->offset == 0 && job->length >= SKY_HEADER_BYTES + 4 &&
           nl_load_u32(job->bytes) != SKY_TES4 &&
           nl_load_u32(job->bytes + SKY_HEADER_BYTES) == SKY_HEDR &&
           nl_fix_replace(fixer, &place, "TES4", 4);
}

/* The data as they are unpacked, in the place of the packed ones. */
static bool unpack(sky_site *site, const navlint_finding *finding) {
    const sky_record *const record = &site->record;
    const sky_body *const data = sky_data(site);
    const navlint_field packed = nl_fix_place(sky_record_path(site->fixer, record, "packed"),
                                              record->at + SKY_HEADER_BYTES, record->data_bytes);
    (void)finding;
    return data->packed && packed.path &&
           sky_set_flags(site->fixer, record, record->flags & ~(uint32_t)SKY_COMPRESSED) &&
           nl_fix_replace(site->fixer, &packed, data->bytes, data->length);
}

bool sky_fix_unpack(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_record(fixer, finding, unpack);
}

/* What is there of the three values stays; the count and the next object id are written again by
 * whatever saves the plugin. */
static bool resize_hedr(sky_site *site, const navlint_finding *finding) {
    uint8_t hedr[SKY_HEDR_BYTES] = {0};
    sky_field field;
    if (!sky_field_at(site, sky_found_at(site, finding), &field) || field.type != SKY_HEDR ||
        field.body.length < SKY_HEDR_RECORD_COUNT_AT)
        return false;
    const uint32_t first_object = 0x800;
    nl_writer rest = nl_writer_over(hedr + SKY_HEDR_RECORD_COUNT_AT, 8);
    nl_write_u32(&rest, (uint32_t)(site->plugin->record_count + site->plugin->group_count));
    nl_write_u32(&rest, first_object);
    memcpy(hedr, field.body.bytes, (size_t)nl_min(field.body.length, SKY_HEDR_BYTES));
    const sky_bytes old = {sky_start_of(site, &field), field.body.length,
                           sky_path_in(site, (sky_path){.field = field.index})};
    return sky_replace(site, old, hedr, sizeof hedr);
}

bool sky_fix_hedr_size(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_record(fixer, finding, resize_hedr);
}

/* DATA of 8 zeros, as the Creation Kit writes it, behind the MAST that the finding is about. */
static bool write_master_data(sky_site *site, const navlint_finding *finding) {
    static const uint8_t whole[] = {'D', 'A', 'T', 'A', 8, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    sky_fields fields = sky_fields_of(*sky_data(site));
    sky_field field;
    const uint32_t at = sky_found_at(site, finding);
    do {
        if (!sky_next_field(&fields, &field)) return false;
    } while (sky_header_of(&field) != at);
    if (field.type != SKY_MAST) return false;
    const uint32_t behind = fields.at;
    const bool follows = sky_next_field(&fields, &field) && field.type == SKY_DATA;
    const uint32_t old = follows ? fields.at - behind : 0;
    const char *const path = sky_path_in(site, (sky_path){.field = fields.next - follows});
    return sky_replace(site, (sky_bytes){behind, old, path}, whole, sizeof whole);
}

bool sky_fix_master_data(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_record(fixer, finding, write_master_data);
}

/* ---- ONAM ---- */

/* Ids with their master's index in front and the place in the list behind, so that they sort by
 * master and stay in order. */
typedef struct sky_listing {
    uint64_t *keys;
    uint32_t *ids;
    uint32_t count, capacity;
} sky_listing;

static void list(sky_listing *l, uint32_t id) {
    if (l->count == l->capacity) return;
    l->keys[l->count] = (uint64_t)(id >> 24) << 32 | l->count;
    l->ids[l->count++] = id;
}

static bool is_overridable(uint32_t type) {
    return type == SKY_NAVM || type == SKY_REFR || type == SKY_TYPE('L', 'A', 'N', 'D') ||
           type == SKY_TYPE('A', 'C', 'H', 'R') || type == SKY_TYPE('P', 'G', 'R', 'E') ||
           type == SKY_TYPE('P', 'H', 'Z', 'D');
}

/* What the list has to have and lacks. */
static void list_missing(const sky_site *site, sky_listing *l) {
    const sky_plugin *const p = site->plugin;
    const nl_job *const job = &site->job;
    sky_walk walk =
        sky_walk_over(job->bytes, job->length, SKY_HEADER_BYTES + (uint64_t)p->header.data_bytes);
    for (sky_step step = sky_next(&walk); step == SKY_STEP_RECORD || step == SKY_STEP_GROUP;
         step = sky_next(&walk)) {
        const uint32_t id = walk.record.form_id;
        if (step != SKY_STEP_RECORD || !is_overridable(walk.record.type) || sky_is_own(p, id) ||
            id == 0)
            continue;
        if (!p->overridden || nl_index_find(&p->overridden_index, id) == NL_NO_ROW) list(l, id);
    }
}

static void list_old(const sky_site *site, const sky_field *field, sky_listing *l) {
    for (uint32_t i = 0; i < field->body.length / SKY_FORM_BYTES; i++) {
        const uint32_t id = nl_load_u32(field->body.bytes + SKY_FORM_BYTES * (size_t)i);
        if (id != 0 && !sky_is_own(site->plugin, id)) list(l, id);
    }
}

static bool make_listing(sky_site *site, uint64_t most, sky_listing *l) {
    nl_arena *const arena = site->job.arena;
    *l = (sky_listing){.keys = NL_NEW(arena, uint64_t, most),
                       .ids = NL_NEW(arena, uint32_t, most),
                       .capacity = (uint32_t)nl_min(most, UINT32_MAX)};
    return l->keys && l->ids;
}

/* ONAM with its header, in the place of the old one or, where there is none, in front of INTV or at
 * the end. */
static bool write_onam(sky_site *site, sky_listing *l, sky_bytes old, bool has_field) {
    const uint64_t bytes = (uint64_t)SKY_FORM_BYTES * l->count;
    if (bytes > UINT16_MAX) return false;
    nl_writer out = nl_writer_over(NL_NEW(site->job.arena, uint8_t, bytes + SKY_FIELD_HEADER_BYTES),
                                   (size_t)bytes + SKY_FIELD_HEADER_BYTES);
    if (!out.bytes) return false;
    nl_sort_keys(l->keys, l->count);
    if (!has_field) nl_write_u32(&out, SKY_ONAM);
    if (!has_field) nl_write_u16(&out, (uint32_t)bytes);
    for (uint32_t i = 0; i < l->count; i++)
        nl_write_u32(&out, l->ids[(uint32_t)l->keys[i]]);
    return sky_replace(site, old, out.bytes, out.at);
}

/* In front of the field that comes behind ONAM; at the end if there is none. */
static sky_bytes place_of_onam(const sky_site *site) {
    sky_fields fields = sky_fields_of(*sky_data(site));
    sky_field field;
    while (sky_next_field(&fields, &field))
        if (field.type == SKY_INTV)
            return (sky_bytes){sky_header_of(&field), 0,
                               sky_path_in(site, (sky_path){.field = field.index})};
    return (sky_bytes){sky_data(site)->length, 0,
                       sky_path_in(site, (sky_path){.field = fields.next})};
}

static bool rewrite_onam(sky_site *site) {
    sky_field field;
    sky_listing l;
    const bool has_field = sky_field_of(site, SKY_ONAM, &field);
    const uint64_t old = has_field ? field.body.length / SKY_FORM_BYTES : 0;
    if (!nl_fix_spend(site->fixer, headers_of(site->plugin) / SKY_HEADERS_A_STEP) ||
        !make_listing(site, old + site->plugin->record_count, &l))
        return false;
    if (has_field) list_old(site, &field, &l);
    if (site->plugin->is_master) list_missing(site, &l);
    if (!has_field) return write_onam(site, &l, place_of_onam(site), false);
    const sky_bytes place = {sky_start_of(site, &field), field.body.length,
                             sky_path_in(site, (sky_path){.field = field.index})};
    return write_onam(site, &l, place, true);
}

/* Findings about missing ones are at such a record. */
bool sky_fix_overridden(nl_fixer *fixer, const navlint_finding *finding) {
    const sky_plugin *const plugin = sky_fixed_plugin(fixer);
    sky_site site;
    (void)finding;
    if (!plugin) return false;
    const bool is_done = sky_site_open(fixer, &plugin->header, &site) && rewrite_onam(&site);
    sky_site_close(&site);
    return is_done;
}

/* ---- Groups ---- */

/* The record in front of the group, and the group around that. */
typedef struct sky_company {
    uint32_t before_type, before_id;
    sky_group group, parent;
    bool has_parent;
} sky_company;

static bool find_company(nl_fixer *fixer, uint64_t at, sky_company *company) {
    const nl_job *const job = job_of(fixer);
    const sky_plugin *const p = sky_fixed_plugin(fixer);
    if (!p || !nl_fix_spend(fixer, headers_of(p) / SKY_HEADERS_A_STEP)) return false;
    sky_walk walk =
        sky_walk_over(job->bytes, job->length, SKY_HEADER_BYTES + (uint64_t)p->header.data_bytes);
    *company = (sky_company){0};
    for (sky_step step = sky_next(&walk); step == SKY_STEP_RECORD || step == SKY_STEP_GROUP;
         step = sky_next(&walk)) {
        const bool is_group = step == SKY_STEP_GROUP;
        if (is_group && at >= walk.group.at && at < walk.group.at + SKY_GROUP_BYTES) {
            company->group = walk.group;
            company->has_parent = walk.depth > 1;
            if (walk.depth > 1) company->parent = walk.open[walk.depth - 2];
            return !walk.is_too_deep;
        }
        company->before_type = is_group ? 0 : walk.record.type;
        company->before_id = walk.record.form_id;
    }
    return false;
}

static const char *group_path(nl_fixer *fixer, const sky_group *group, const char *tail) {
    char chars[32];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put(&text, "/groups/");
    nl_put_uint(&text, group->number);
    return nl_fix_path(fixer, text.chars, tail);
}

static uint32_t owner_type(uint32_t group_type) {
    return group_type == SKY_WORLD_CHILDREN   ? SKY_WRLD
           : group_type == SKY_CELL_CHILDREN  ? SKY_CELL
           : group_type == SKY_TOPIC_CHILDREN ? SKY_DIAL
                                              : 0;
}

/* The label is the FormID of the record in front, or the label of the group around. */
bool sky_fix_group_label(nl_fixer *fixer, const navlint_finding *finding) {
    sky_company company;
    uint32_t label = 0;
    if (!find_company(fixer, finding->offset, &company)) return false;
    const uint32_t type = company.group.type;
    if (owner_type(type) != 0 && company.before_type == owner_type(type))
        label = company.before_id;
    else if (type >= SKY_PERSISTENT && company.has_parent)
        label = company.parent.label;
    return label != 0 && sky_set_in_file(fixer, company.group.at + SKY_GROUP_LABEL_AT,
                                         group_path(fixer, &company.group, "/label"), label);
}

/* Only top groups stand in the file itself. */
bool sky_fix_group_type(nl_fixer *fixer, const navlint_finding *finding) {
    sky_company company;
    return find_company(fixer, finding->offset, &company) && !company.has_parent &&
           sky_set_in_file(fixer, company.group.at + SKY_GROUP_KIND_AT,
                           group_path(fixer, &company.group, "/groupType"), SKY_TOP);
}

/* ---- Sizes ---- */

static bool is_letter(uint8_t c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_signature(const uint8_t *p) {
    return is_letter(p[0]) && is_letter(p[1]) && is_letter(p[2]) && is_letter(p[3]);
}

/* Whether headers of records and groups lead from `at` to `end` to the byte. */
static bool leads_to(nl_fixer *fixer, uint64_t at, uint64_t end) {
    const nl_job *const job = job_of(fixer);
    while (at < end) {
        if (!nl_fix_spend(fixer, 1)) return false;
        if (end - at < SKY_HEADER_BYTES || !is_signature(job->bytes + at)) return false;
        const uint32_t bytes = nl_load_u32(job->bytes + at + 4);
        const bool is_group = nl_load_u32(job->bytes + at) == SKY_GRUP;
        const uint64_t whole = is_group ? bytes : (uint64_t)SKY_HEADER_BYTES + bytes;
        if (whole < SKY_HEADER_BYTES || whole > end - at) return false;
        at += whole;
    }
    return true;
}

/* Where the data of a record end whose fields start at `at`: behind the first field from which
 * records and groups lead to the end. 0: nowhere. */
static uint64_t end_of_fields(nl_fixer *fixer, uint64_t at, uint64_t end) {
    enum { MOST_FIELDS = 4096 };
    const nl_job *const job = job_of(fixer);
    for (uint32_t i = 0; i < MOST_FIELDS && at < end; i++) {
        if (end - at < SKY_FIELD_HEADER_BYTES || !is_signature(job->bytes + at)) return 0;
        const uint64_t size = nl_load_u16(job->bytes + at + SKY_FIELD_HEADER_SIZE_AT);
        if (nl_load_u32(job->bytes + at) == SKY_XXXX || size > end - at - SKY_FIELD_HEADER_BYTES)
            return 0;
        at += SKY_FIELD_HEADER_BYTES + size;
        if (leads_to(fixer, at, end)) return at;
    }
    return 0;
}

/* ---- Records ---- */

/* A group of records of one kind, and a record with one letter that is another. */
bool sky_fix_record_type(nl_fixer *fixer, const navlint_finding *finding) {
    const sky_walk walk = sky_walk_to(fixer, finding->offset);
    const sky_group *const top = sky_around(&walk, SKY_TOP);
    if (walk.record.type == 0 || !top) return false;
    uint32_t same = 0;
    for (uint32_t shift = 0; shift < 32; shift += 8)
        same += (top->label >> shift & 0xFF) == (walk.record.type >> shift & 0xFF);
    const navlint_field place =
        nl_fix_place(sky_record_path(fixer, &walk.record, "type"), walk.record.at, 4);
    return same == 3 && place.path &&
           nl_fix_replace(fixer, &place, job_of(fixer)->bytes + top->at + SKY_GROUP_TOP_LABEL_AT,
                          4);
}

bool sky_fix_remove_record(nl_fixer *fixer, const navlint_finding *finding) {
    const sky_walk walk = sky_walk_to(fixer, finding->offset);
    return walk.record.type != 0 && walk.record.at != 0 && sky_remove_record(fixer, &walk.record);
}

bool sky_fix_deleted_body(nl_fixer *fixer, const navlint_finding *finding) {
    const sky_walk walk = sky_walk_to(fixer, finding->offset);
    const sky_record *const record = &walk.record;
    const navlint_field data = nl_fix_place(sky_record_path(fixer, record, "data"),
                                            record->at + SKY_HEADER_BYTES, record->data_bytes);
    return record->type == SKY_NAVM && sky_is_deleted(record) && data.length != 0 && data.path &&
           nl_fix_remove(fixer, &data);
}

bool sky_fix_persistent(nl_fixer *fixer, const navlint_finding *finding) {
    enum { PERSISTENT = 0x400 };
    const sky_walk walk = sky_walk_to(fixer, finding->offset);
    return walk.record.type == SKY_NAVM &&
           sky_set_flags(fixer, &walk.record, walk.record.flags & ~(uint32_t)PERSISTENT);
}

/* The NAVI of Skyrim.esm, if that is the first master: check of the rule's own. */
bool sky_fix_navi_form_id(nl_fixer *fixer, const navlint_finding *finding) {
    const sky_walk walk = sky_walk_to(fixer, finding->offset);
    return walk.record.type == SKY_NAVI &&
           sky_set_in_file(fixer, walk.record.at + SKY_HEADER_FORM_ID_AT,
                           sky_record_path(fixer, &walk.record, "formId"), SKY_NAVI_OBJECT);
}

/* ---- Packed data ---- */

enum { STREAM_HEAD = 2, STREAM_SUM = 4 }; /* bytes around the deflated data: RFC 1950 */

/* A stream while it is read without its size. */
typedef struct sky_stream {
    const uint8_t *bytes;
    size_t length;
    uint8_t *out;
    size_t room;
    size_t used, made;
} sky_stream;

/* Whether the stream is sound whatever the record says: deflated data with their checksum. */
static bool read_stream(struct libdeflate_decompressor *decompressor, sky_stream *s) {
    if (s->length < STREAM_HEAD + STREAM_SUM) return false;
    const enum libdeflate_result result = libdeflate_deflate_decompress_ex(
        decompressor, s->bytes + STREAM_HEAD, s->length - STREAM_HEAD - STREAM_SUM, s->out, s->room,
        &s->used, &s->made);
    if (result != LIBDEFLATE_SUCCESS) return false;
    const uint8_t *const sum = s->bytes + STREAM_HEAD + s->used;
    const uint32_t stated =
        (uint32_t)sum[0] << 24 | (uint32_t)sum[1] << 16 | (uint32_t)sum[2] << 8 | (uint32_t)sum[3];
    return libdeflate_adler32(1, s->out, s->made) == stated;
}

static bool read_stream_of(nl_fixer *fixer, const sky_record *record, sky_stream *s) {
    const nl_job *const job = job_of(fixer);
    struct libdeflate_decompressor *const decompressor = libdeflate_alloc_decompressor();
    *s = (sky_stream){.bytes = job->bytes + record->at + SKY_HEADER_BYTES + SKY_STREAM_PACKED_AT,
                      .length = record->data_bytes - SKY_STREAM_PACKED_AT,
                      .room = (size_t)sky_most_unpacked(record->data_bytes, SKY_MOST_OTHER_BYTES)};
    s->out = NL_NEW(job->arena, uint8_t, s->room);
    const bool is_sound = decompressor && s->out && nl_fix_spend_bytes(fixer, s->room) &&
                          read_stream(decompressor, s);
    libdeflate_free_decompressor(decompressor);
    return is_sound;
}

/* Writes what a sound stream says itself: how much it unpacks to, and the two bytes in front of it,
 * which are those of zlib's default if they were lost. */
static bool write_stream(nl_fixer *fixer, const sky_record *record, const sky_stream *s) {
    const uint64_t at = record->at + SKY_HEADER_BYTES;
    const uint32_t head = (uint32_t)s->bytes[0] << 8 | s->bytes[1];
    const bool is_head = (s->bytes[0] & 0x8F) == 8 && head % 31 == 0 && !(s->bytes[1] & 0x20);
    const navlint_field place =
        nl_fix_place(sky_record_path(fixer, record, "packed"), at + SKY_STREAM_PACKED_AT, 2);
    if (!is_head && !(place.path && nl_fix_replace(fixer, &place, "\x78\x9C", 2))) return false;
    return nl_load_u32(job_of(fixer)->bytes + at) == s->made ||
           sky_set_in_file(fixer, at, sky_record_path(fixer, record, "unpackedSize"),
                           (uint32_t)s->made);
}

bool sky_fix_stream(nl_fixer *fixer, const navlint_finding *finding) {
    const sky_walk walk = sky_walk_to(fixer, finding->offset);
    nl_job job = *job_of(fixer);
    sky_stream s;
    if (walk.record.type == 0 || !sky_is_compressed(&walk.record) ||
        walk.record.data_bytes < SKY_STREAM_PACKED_AT)
        return false;
    const size_t mark = nl_arena_mark(job.arena);
    const bool is_done =
        read_stream_of(fixer, &walk.record, &s) && write_stream(fixer, &walk.record, &s);
    sky_release(fixer, job.arena, mark);
    return is_done;
}

/* Where the stream of a record ends whose data start at `at`; 0: there is none that is sound. */
static uint64_t end_of_stream(nl_fixer *fixer, uint64_t at, uint64_t end) {
    nl_job job = *job_of(fixer);
    sky_stream s;
    const uint64_t left = nl_min(end - at, UINT32_MAX);
    if (left < SKY_STREAM_PACKED_AT) return 0;
    const sky_record whole = {.at = at - SKY_HEADER_BYTES, .data_bytes = (uint32_t)left};
    const size_t mark = nl_arena_mark(job.arena);
    const bool is_sound = read_stream_of(fixer, &whole, &s);
    sky_release(fixer, job.arena, mark);
    const uint64_t stop = at + SKY_STREAM_PACKED_AT + STREAM_HEAD + s.used + STREAM_SUM;
    return is_sound && leads_to(fixer, stop, end) ? stop : 0;
}

/* The size that the fields of the record give, and the records behind it. */
bool sky_fix_record_size(nl_fixer *fixer, const navlint_finding *finding) {
    const nl_job *const job = job_of(fixer);
    const uint64_t at = finding->offset - SKY_HEADER_DATA_SIZE_AT;
    const sky_walk walk = sky_walk_to(fixer, at);
    const uint64_t data = at + SKY_HEADER_BYTES;
    if (walk.depth == 0 || data > walk.r.length) return false;
    const sky_record record = sky_read_record(job->bytes + at, at, walk.record_count);
    const uint64_t end = sky_is_compressed(&record) ? end_of_stream(fixer, data, walk.r.length)
                                                    : end_of_fields(fixer, data, walk.r.length);
    return end != 0 &&
           sky_set_in_file(fixer, finding->offset, sky_record_path(fixer, &record, "dataSize"),
                           (uint32_t)(end - data));
}

/* The bytes of the finding, which belong to nothing. */
bool sky_fix_bytes(nl_fixer *fixer, const navlint_finding *finding) {
    const navlint_field place = nl_fix_field_of(finding);
    return nl_fix_remove(fixer, &place);
}

/* ---- Fields ---- */

/* How long a payload is that starts here, if it tells itself. */
static uint32_t own_length(sky_site *site, uint32_t type, sky_body rest) {
    if (type == SKY_NVNM) {
        const sky_nvnm mesh = sky_nvnm_of(rest);
        return mesh.stage == SKY_NVNM_WHOLE ? mesh.end : 0;
    }
    if (type == SKY_NVMI) {
        const sky_nvmi entry = sky_nvmi_of(rest);
        return entry.stage == SKY_NVMI_WHOLE ? entry.end : 0;
    }
    if (type != SKY_NVPP) return 0;
    const sky_nvpp roads = sky_nvpp_of(rest, &site->budget);
    return roads.stage == SKY_NVPP_WHOLE ? roads.end : 0;
}

static bool ends_well(const sky_body *data, uint32_t at) {
    sky_fields fields = sky_fields_of(*data);
    sky_field field;
    fields.at = at;
    while (sky_next_field(&fields, &field))
        if (!is_signature(data->bytes + field.header_at)) return false;
    return fields.fault == SKY_FIELDS_WHOLE;
}

/* The size that the payload's own counts give, if fields follow up to the end of the record. */
static bool write_field_size(sky_site *site, const navlint_finding *finding) {
    const sky_body *const data = sky_data(site);
    const uint32_t at = sky_found_at(site, finding);
    if (data->length - at < SKY_FIELD_HEADER_BYTES) return false;
    const uint32_t start = at + SKY_FIELD_HEADER_BYTES;
    const uint32_t type = nl_load_u32(data->bytes + at);
    const uint32_t length = own_length(site, type, sky_part(data, start, data->length - start));
    const sky_number size = {at + SKY_FIELD_HEADER_SIZE_AT, NL_U16LE,
                             nl_fix_path(site->fixer, finding->path, "/size")};
    return length != 0 && ends_well(data, start + length) && sky_set(site, size, nl_uint(length));
}

bool sky_fix_field_size(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_record(fixer, finding, write_field_size);
}

/* The field says its size itself, and the XXXX field in front goes. */
static bool remove_long(sky_site *site, const navlint_finding *finding) {
    sky_field field;
    if (!sky_field_at(site, sky_found_at(site, finding), &field) || !field.is_long ||
        field.body.length > UINT16_MAX)
        return false;
    const sky_path before = {.field = field.index - 1};
    const sky_path size = {.field = field.index, .tail = "size"};
    const sky_number number = {field.header_at + SKY_FIELD_HEADER_SIZE_AT, NL_U16LE,
                               sky_path_in(site, size)};
    return sky_remove(site, (sky_bytes){sky_header_of(&field), SKY_XXXX_BYTES,
                                        sky_path_in(site, before)}) &&
           sky_set(site, number, nl_uint(field.body.length));
}

bool sky_fix_needless(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_record(fixer, finding, remove_long);
}

static bool remove_field(sky_site *site, const navlint_finding *finding) {
    sky_field field;
    return sky_field_at(site, sky_found_at(site, finding), &field) &&
           sky_remove_field(site, &field);
}

bool sky_fix_remove_field(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_record(fixer, finding, remove_field);
}

/* One value of a field that is a list of such, with no count. */
bool sky_fix_remove_value(nl_fixer *fixer, const navlint_finding *finding) {
    return finding->type && sky_fix_bytes(fixer, finding);
}

static uint32_t value_bytes(uint32_t type) {
    return type == SKY_PNAM || type == SKY_NNAM ? SKY_NAVM_VERTEX_BYTES : SKY_ID_BYTES;
}

/* What is left behind the last whole value. */
static bool cut_list(sky_site *site, const navlint_finding *finding) {
    sky_field field;
    if (!sky_field_at(site, sky_found_at(site, finding), &field)) return false;
    const uint32_t rest = field.body.length % value_bytes(field.type);
    const uint32_t end = sky_start_of(site, &field) + field.body.length;
    const sky_path path = {.field = field.index, .tail = "rest"};
    return rest != 0 && sky_remove(site, (sky_bytes){end - rest, rest, sky_path_in(site, path)});
}

bool sky_fix_list_length(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_record(fixer, finding, cut_list);
}
