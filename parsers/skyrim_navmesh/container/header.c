/* The TES4 record: whose plugin it is, its version and its masters. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "core/checked.h"
#include "parsers/skyrim_navmesh/container/container.h"

enum {
    HEDR_BYTES = 12,
    DATA_BYTES = 8,
    LIGHT = 0x200, /* TES4 flags */
    MASTER = 0x1
};

/* One field of the header. */
typedef struct header_field {
    sky_check *check;
    const sky_field *field;
    const nl_path *path; /* /header/fields/K */
} header_field;

static sky_place place_of(const header_field *h, const char *member, nl_type type, uint32_t at) {
    return (sky_place){h->path,         member, type,
                       &h->field->body, at,     type == NL_BYTES ? h->field->body.length : 0};
}

/* All of the field, with its own header: there may be nothing else. */
static sky_place size_place(const header_field *h) {
    const sky_field *const field = h->field;
    return (sky_place){.path = h->path,
                       .body = &h->check->plugin->header_fields,
                       .at = field->header_at,
                       .length = SKY_FIELD_HEADER_BYTES + (uint64_t)field->body.length};
}

/* ---- HEDR ---- */

static bool is_known_version(float version) {
    static const float known[] = {0.94f, 1.7f, 1.71f};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (fabsf(version - known[i]) < 0.001f) return true;
    return false;
}

static void read_hedr(const header_field *h, sky_plugin *plugin) {
    const sky_body *const body = &h->field->body;
    if (body->length != HEDR_BYTES) {
        sky_found(h->check, SKYRIM_HEDR_SIZE, size_place(h),
                  (nl_draft){.actual = nl_uint(body->length), .expected = nl_uint(HEDR_BYTES)});
        return;
    }
    plugin->has_hedr = true;
    plugin->version = nl_load_f32(body->bytes);
    plugin->stated_count = nl_load_u32(body->bytes + 4);
    if (!is_known_version(plugin->version))
        sky_found(h->check, SKYRIM_HEDR_VERSION, place_of(h, "version", NL_F32LE, 0),
                  (nl_draft){.actual = nl_real((double)plugin->version)});
}

static void check_hedr(const header_field *h, sky_plugin *plugin, uint32_t *seen) {
    if (h->field->index == 0)
        read_hedr(h, plugin);
    else
        sky_found(h->check, SKYRIM_HEDR_PLACE, size_place(h),
                  (nl_draft){.args = {nl_string(*seen != 0 ? "there is a second HEDR field"
                                                           : "HEDR is not the first field")}});
    ++*seen;
}

/* ---- MAST ---- */

static bool equal_names(const sky_body *a, const char *b, size_t length) {
    return a->length == length && strncasecmp((const char *)a->bytes, b, length) == 0;
}

static bool has_suffix(const sky_body *name) {
    static const char *const suffixes[] = {".esm", ".esp", ".esl"};
    for (size_t i = 0; i < 3 && name->length > 4; i++)
        if (strncasecmp((const char *)name->bytes + name->length - 4, suffixes[i], 4) == 0)
            return true;
    return false;
}

static const char *name_fault(const sky_body *field, const sky_body *name) {
    if (field->length == name->length) return "is not terminated";
    if (field->length != name->length + 1) return "has bytes behind its end";
    if (name->length == 0) return "is empty";
    if (memchr(name->bytes, '/', name->length) || memchr(name->bytes, '\\', name->length))
        return "holds a path";
    return has_suffix(name) ? NULL : "is not one of a plugin: .esm, .esp or .esl";
}

static bool is_repeated(const sky_plugin *plugin, const sky_body *name) {
    for (uint32_t i = 0; i < plugin->master_count; i++)
        if (equal_names(&plugin->masters[i].name, (const char *)name->bytes, name->length))
            return true;
    return false;
}

/* "mod.zip!plugin.esp" is a file in an archive, "-!plugin.esp" in one from standard input; a
 * plugin's own name may hold the mark, too. */
static const char *behind_archive(const char *name) {
    const char *const mark = strrchr(name, '!');
    const bool is_archive = mark && (memchr(name, '.', (size_t)(mark - name)) || name[0] == '-');
    return is_archive ? mark + 1 : name;
}

const char *sky_base_name(const char *path) {
    const char *base = path;
    for (const char *c = path; *c; c++)
        if (*c == '/' || *c == '\\') base = c + 1;
    return behind_archive(base);
}

static void found_name(const header_field *h, unsigned rule, const sky_body *name,
                       const char *what) {
    char chars[4 * NL_SHOWN_NAME_BYTES + 4];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_bytes(&text, name->bytes, name->length);
    sky_found(h->check, rule, place_of(h, "name", NL_BYTES, 0),
              (nl_draft){.actual = nl_string(text.chars), .args = {nl_string(what)}});
}

static sky_body name_in(const sky_body *field) {
    const uint8_t *const end = field->length ? memchr(field->bytes, 0, field->length) : NULL;
    const uint32_t length = end ? (uint32_t)(end - field->bytes) : field->length;
    return sky_part(field, 0, length);
}

static void check_master_name(const header_field *h, const sky_plugin *plugin,
                              const sky_body *name) {
    const char *const own = sky_base_name(h->check->job->name);
    const char *const fault = name_fault(&h->field->body, name);
    if (fault)
        found_name(h, SKYRIM_MASTER_NAME, name, fault);
    else if (is_repeated(plugin, name))
        found_name(h, SKYRIM_MASTER_TWICE, name, "");
    else if (equal_names(name, own, strlen(own)))
        found_name(h, SKYRIM_MASTER_SELF, name, "");
}

static void check_mast(const header_field *h, sky_plugin *plugin) {
    const sky_body name = name_in(&h->field->body);
    if (plugin->master_count > SKY_MOST_MASTERS) return;
    check_master_name(h, plugin, &name);
    if (plugin->master_count == SKY_MOST_MASTERS)
        sky_found(h->check, SKYRIM_MASTER_COUNT, size_place(h),
                  (nl_draft){.expected = nl_uint(SKY_MOST_MASTERS)});
    plugin->masters[plugin->master_count++] = (sky_master){name};
}

/* Each MAST has a DATA of 8 bytes behind it. */
static void check_data(const header_field *master, const sky_field *next) {
    const bool follows = next && next->type == SKY_DATA;
    if (follows && next->body.length == DATA_BYTES) return;
    sky_found(master->check, SKYRIM_MASTER_DATA, size_place(master),
              (nl_draft){.args = {nl_string(follows ? "has not 8 bytes" : "is missing")}});
}

/* ---- ONAM ---- */

static void check_onam_id(const header_field *h, const sky_plugin *plugin, uint32_t i) {
    const nl_path list = nl_key(h->path, "formIds");
    const nl_path item = nl_item(&list, i);
    const sky_body *const body = &h->field->body;
    const sky_place place = {&item, NULL, NL_U32LE, body, 4 * (uint64_t)i, 0};
    const uint32_t id = nl_load_u32(body->bytes + 4 * (size_t)i);
    const uint32_t before = i == 0 ? 0 : nl_load_u32(body->bytes + 4 * (size_t)i - 4);
    const sky_form_text form = sky_form(plugin, id);
    const nl_draft draft = {.field = "formId", .actual = nl_string(form.chars)};
    if (sky_is_own(plugin, id))
        sky_found(h->check, SKYRIM_ONAM_OWN, place, draft);
    else if (sky_index_of(id) < sky_index_of(before))
        sky_found(h->check, SKYRIM_ONAM_ORDER, place, draft);
}

static void check_onam(const header_field *h, sky_plugin *plugin) {
    const sky_body *const body = &h->field->body;
    const uint32_t count = body->length / 4;
    if (body->length % 4 != 0)
        sky_found(h->check, SKYRIM_ONAM_SIZE, size_place(h),
                  (nl_draft){.actual = nl_uint(body->length)});
    uint32_t *const ids = NL_NEW(h->check->job->arena, uint32_t, count);
    if (!ids || !nl_spend(h->check->job->budget, count)) return;
    for (uint32_t i = 0; i < count; i++) {
        ids[i] = nl_load_u32(body->bytes + 4 * (size_t)i);
        check_onam_id(h, plugin, i);
    }
    if (plugin->overridden || count == 0) return;
    if (nl_index_build(&plugin->overridden_index, h->check->job->arena, h->check->job->budget, ids,
                       count))
        plugin->overridden = ids;
}

/* ---- All fields ---- */

typedef struct header_walk {
    sky_check *check;
    sky_plugin *plugin;
    uint32_t hedrs;
} header_walk;

static void check_field(header_walk *w, const sky_field *field, const sky_field *next) {
    static const nl_path header = {.key = "header"};
    const nl_path list = nl_key(&header, "fields");
    const nl_path item = nl_item(&list, field->index);
    const header_field h = {w->check, field, &item};
    if (field->type == SKY_HEDR) check_hedr(&h, w->plugin, &w->hedrs);
    if (field->type == SKY_ONAM) check_onam(&h, w->plugin);
    if (field->type != SKY_MAST) return;
    check_mast(&h, w->plugin);
    check_data(&h, next);
}

static const nl_path header_path = {.key = "header"};

static void found_header(const sky_check *c, unsigned rule, const char *member, nl_type type,
                         uint64_t at, uint32_t actual) {
    sky_found(c, rule, sky_header_place(&header_path, member, type, at),
              (nl_draft){.actual = nl_uint(actual)});
}

/* Room for the masters that will be kept. */
static bool make_masters(header_walk *w, const sky_body *data) {
    sky_fields fields = sky_fields_of(*data);
    sky_field field;
    uint64_t count = 0;
    while (sky_next_field(&fields, &field))
        count += field.type == SKY_MAST;
    w->plugin->masters =
        NL_NEW(w->check->job->arena, sky_master, nl_min(count, SKY_MOST_MASTERS + 1));
    return w->plugin->masters != NULL;
}

static bool check_fields(header_walk *w, const sky_body *data) {
    sky_fields fields = sky_fields_of(*data);
    sky_field field;
    sky_field next;
    if (!sky_check_fields(w->check, data, &header_path) || !make_masters(w, data)) return false;
    for (bool more = sky_next_field(&fields, &field); more; field = next) {
        more = sky_next_field(&fields, &next);
        check_field(w, &field, more ? &next : NULL);
    }
    if (w->hedrs == 0)
        sky_found(w->check, SKYRIM_HEDR_PLACE,
                  (sky_place){.path = &header_path, .length = SKY_HEADER_BYTES},
                  (nl_draft){.args = {nl_string("there is no HEDR field")}});
    return true;
}

/* ---- Whose plugin ---- */

/* Form versions that games write into TES4; from UESP's and xEdit's tables. */
static const char *other_game(const nl_job *job) {
    if (job->length >= 4 && memcmp(job->bytes, "TES3", 4) == 0) return "Morrowind";
    if (job->length < 4 || nl_load_u32(job->bytes) != SKY_TES4) return NULL;
    if (job->length >= 24 && memcmp(job->bytes + 20, "HEDR", 4) == 0) return "Oblivion";
    const uint32_t version =
        job->length >= 22 ? nl_load_u16(job->bytes + 20) : SKY_FIRST_FORM_VERSION;
    if (version < SKY_FIRST_FORM_VERSION) return "Fallout 3 or Fallout: New Vegas";
    if (version <= SKY_LAST_FORM_VERSION) return NULL;
    return version < 150 ? "Fallout 4" : version < 300 ? "Fallout 76" : "Starfield";
}

static bool refuse_other_game(const nl_job *job) {
    const char *const game = other_game(job);
    char chars[160];
    nl_text text = nl_text_over(chars, sizeof chars);
    if (!game) return false;
    nl_put(&text, "a plugin of ");
    nl_put(&text, game);
    nl_put(&text, ": recognised, but its navmeshes are not supported");
    nl_limit(job->report, "unsupported", text.chars);
    return true;
}

static bool refuse(const sky_check *c, const char *why, uint64_t at) {
    const uint64_t left = c->job->length - at;
    sky_found(c, SKYRIM_TES4,
              (sky_place){.path = &header_path, .at = at, .length = nl_min(left, 4)},
              (nl_draft){.args = {nl_string(why)}});
    return false;
}

static bool is_official(const char *name) {
    static const char *const official[] = {"Skyrim.esm", "Update.esm", "Dawnguard.esm",
                                           "HearthFires.esm", "Dragonborn.esm"};
    for (size_t i = 0; i < sizeof official / sizeof official[0]; i++)
        if (strcasecmp(name, official[i]) == 0) return true;
    return false;
}

/* Without masters it has to be that file itself; standard input has no name to tell. */
bool sky_is_skyrims(const sky_plugin *plugin) {
    static const char skyrim[] = "Skyrim.esm";
    const char *const name = sky_base_name(plugin->job->name);
    if (plugin->master_count != 0)
        return equal_names(&plugin->masters[0].name, skyrim, sizeof skyrim - 1);
    return !strchr(name, '.') || strcasecmp(name, skyrim) == 0;
}

static void describe(const nl_job *job, sky_plugin *plugin) {
    const char *const name = sky_base_name(job->name);
    const size_t length = strlen(name);
    nl_text text = nl_text_over(job->report->version, sizeof job->report->version);
    plugin->is_official = is_official(name);
    plugin->is_master = (plugin->header.flags & MASTER) != 0;
    plugin->is_light = (plugin->header.flags & LIGHT) != 0 ||
                       (length > 4 && strcasecmp(name + length - 4, ".esl") == 0);
    nl_put_uint(&text, plugin->header.form_version);
    job->report->dialect = plugin->is_light                                       ? "se-light"
                           : plugin->header.form_version == SKY_LAST_FORM_VERSION ? "se"
                                                                                  : "le";
    job->report->endianness = "little";
}

bool sky_read_header(sky_check *c, sky_plugin *plugin) {
    const nl_job *const job = c->job;
    if (refuse_other_game(job)) return false;
    if (job->length < 4 || nl_load_u32(job->bytes) != SKY_TES4)
        return refuse(c, "the first record is none", 0);
    if (job->length < SKY_HEADER_BYTES) return refuse(c, "its header is cut off", job->length);
    plugin->header = sky_read_record(job->bytes, 0, 0);
    if (plugin->header.data_bytes > job->length - SKY_HEADER_BYTES)
        return refuse(c, "it ends behind the end of the file", job->length);
    describe(job, plugin);
    if (plugin->header.form_id != 0)
        found_header(c, SKYRIM_TES4_FORM_ID, "formId", NL_U32LE, 12, plugin->header.form_id);
    if (sky_is_compressed(&plugin->header))
        found_header(c, SKYRIM_TES4_COMPRESSED, "flags", NL_U32LE, 8, plugin->header.flags);
    return true;
}

/* Unpacked data stay in the arena: names of masters are read in place. */
bool sky_read_masters(sky_check *c, sky_plugin *plugin) {
    header_walk w = {.check = c, .plugin = plugin};
    sky_inflater inflater = sky_inflater_of(c->job);
    sky_opened opened;
    const sky_request request = {&plugin->header, &header_path, SKY_MOST_CELL_BYTES};
    const bool is_open = sky_open_checked(c, &inflater, request, &opened);
    sky_inflater_end(&inflater);
    if (!is_open) return false;
    plugin->header_packed = opened.packed;
    plugin->header_fields = opened.body;
    if (opened.body.packed) plugin->header_fields.packed = &plugin->header_packed;
    return check_fields(&w, &plugin->header_fields);
}
