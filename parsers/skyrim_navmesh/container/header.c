/* The TES4 record: whose plugin it is, its version and its masters. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "core/checked.h"
#include "parsers/skyrim_navmesh/container/reading.h"

enum {
    OBLIVION_HEADER_BYTES = 20,
    LIGHT = 0x200, /* TES4 flags */
    MASTER = 0x1
};

/* ---- HEDR ---- */

static bool is_known_version(float version) {
    static const float known[] = {0.94f, 1.7f, 1.71f};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (fabsf(version - known[i]) < 0.001f) return true;
    return false;
}

static void read_hedr(const sky_payload *h, sky_plugin *plugin) {
    const sky_body *const body = &h->body;
    if (body->length != SKY_HEDR_BYTES) {
        sky_found_whole(
            h, SKYRIM_HEDR_SIZE,
            (nl_draft){.actual = nl_uint(body->length), .expected = nl_uint(SKY_HEDR_BYTES)});
        return;
    }
    plugin->has_hedr = true;
    plugin->version = nl_load_f32(body->bytes + SKY_HEDR_VERSION_AT);
    plugin->stated_count = nl_load_u32(body->bytes + SKY_HEDR_RECORD_COUNT_AT);
    if (!is_known_version(plugin->version))
        sky_found(sky_part_place(h, 0), SKYRIM_HEDR_VERSION, SKY_HEDR_VERSION, (nl_draft){0});
}

static void check_hedr(const sky_payload *h, sky_plugin *plugin, uint32_t *seen) {
    if (h->index == 0)
        read_hedr(h, plugin);
    else
        sky_found_whole(
            h, SKYRIM_HEDR_PLACE,
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

static void found_name(const sky_payload *h, unsigned rule, const sky_body *name,
                       const char *what) {
    char chars[4 * NL_SHOWN_NAME_BYTES + 4];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_bytes(&text, name->bytes, name->length);
    sky_found(sky_part_place(h, 0), rule, SKY_MAST_NAME,
              (nl_draft){.length = h->body.length,
                         .actual = nl_string(text.chars),
                         .args = {nl_string(what)}});
}

static sky_body name_in(const sky_body *field) {
    const uint8_t *const end = field->length ? memchr(field->bytes, 0, field->length) : NULL;
    const uint32_t length = end ? (uint32_t)(end - field->bytes) : field->length;
    return sky_part(field, 0, length);
}

static void check_master_name(const sky_payload *h, const sky_plugin *plugin,
                              const sky_body *name) {
    const char *const own = h->c->job->own_name;
    const char *const fault = name_fault(&h->body, name);
    if (fault)
        found_name(h, SKYRIM_MASTER_NAME, name, fault);
    else if (is_repeated(plugin, name))
        found_name(h, SKYRIM_MASTER_TWICE, name, "");
    else if (equal_names(name, own, strlen(own)))
        found_name(h, SKYRIM_MASTER_SELF, name, "");
}

static void check_mast(const sky_payload *h, sky_plugin *plugin) {
    const sky_body name = name_in(&h->body);
    if (plugin->master_count > SKY_MOST_MASTERS) return;
    check_master_name(h, plugin, &name);
    if (plugin->master_count == SKY_MOST_MASTERS)
        sky_found_whole(h, SKYRIM_MASTER_COUNT, (nl_draft){.expected = nl_uint(SKY_MOST_MASTERS)});
    plugin->masters[plugin->master_count++] = (sky_master){name};
}

/* Each MAST has a DATA of 8 bytes behind it. */
static void check_data(const sky_payload *master, const sky_field *next) {
    const bool follows = next && next->type == SKY_DATA;
    if (follows && next->body.length == SKY_MAST_DATA_BYTES) return;
    nl_draft draft = {.args = {nl_string(follows ? "has not 8 bytes" : "is missing")}};
    if (next && !next->body.packed)
        draft.related[0] = (navlint_related){next->body.offset - SKY_FIELD_HEADER_BYTES,
                                             SKY_FIELD_HEADER_BYTES, "the field behind it"};
    sky_found_whole(master, SKYRIM_MASTER_DATA, draft);
}

/* A DATA belongs to a MAST: one behind another field was a master, and FormIDs count it. */
static void check_lone_data(const sky_payload *field, const sky_field *next) {
    if (next && next->type == SKY_DATA)
        sky_found_whole(field, SKYRIM_MASTER_DATA,
                        (nl_draft){.args = {nl_string("has no MAST in front")}});
}

/* ---- ONAM ---- */

static void found_onam_id(const sky_payload *h, const sky_plugin *plugin, uint32_t i,
                          unsigned rule) {
    const uint32_t id = nl_load_u32(h->body.bytes + SKY_FORM_BYTES * (size_t)i);
    const sky_form_text form = sky_form(plugin, id);
    sky_found(sky_item_place(h, "formIds", i, SKY_FORM_BYTES * i), rule, SKY_FORM_ID,
              (nl_draft){.args = {nl_string(form.chars)}});
}

static void check_onam_id(const sky_payload *h, const sky_plugin *plugin, const uint32_t *ids,
                          uint32_t i) {
    if (ids[i] == 0)
        found_onam_id(h, plugin, i, SKYRIM_ONAM_NULL);
    else if (sky_is_own(plugin, ids[i]))
        found_onam_id(h, plugin, i, SKYRIM_ONAM_OWN);
    else if (i != 0 && sky_index_of(ids[i]) < sky_index_of(ids[i - 1]))
        found_onam_id(h, plugin, i, SKYRIM_ONAM_ORDER);
}

static void check_onam(const sky_payload *h, sky_plugin *plugin) {
    const uint32_t count = h->body.length / SKY_FORM_BYTES;
    if (h->body.length % SKY_FORM_BYTES != 0)
        sky_found_whole(h, SKYRIM_ONAM_SIZE, (nl_draft){.actual = nl_uint(h->body.length)});
    uint32_t *const ids = NL_NEW(h->c->job->arena, uint32_t, count);
    if (!ids || !nl_spend(h->c->job->budget, count)) return;
    for (uint32_t i = 0; i < count; i++) {
        ids[i] = nl_load_u32(h->body.bytes + SKY_FORM_BYTES * (size_t)i);
        check_onam_id(h, plugin, ids, i);
    }
    if (plugin->overridden || count == 0) return;
    if (nl_index_build(&plugin->overridden_index, h->c->job->arena, h->c->job->budget, ids, count))
        plugin->overridden = ids;
}

/* ---- All fields ---- */

typedef struct header_walk {
    sky_check *check;
    sky_plugin *plugin;
    uint32_t hedrs;
} header_walk;

static void check_field(header_walk *w, const sky_field *field, const sky_field *next) {
    const sky_payload h = {
        .c = w->check, .record = &w->plugin->header, .body = field->body, .index = field->index};
    if (field->type == SKY_HEDR) check_hedr(&h, w->plugin, &w->hedrs);
    if (field->type == SKY_ONAM) check_onam(&h, w->plugin);
    if (field->type != SKY_MAST) {
        check_lone_data(&h, next);
        return;
    }
    check_mast(&h, w->plugin);
    check_data(&h, next);
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
    if (!sky_check_fields(w->check, &w->plugin->header, data) || !make_masters(w, data))
        return false;
    for (bool more = sky_next_field(&fields, &field); more; field = next) {
        more = sky_next_field(&fields, &next);
        check_field(w, &field, more ? &next : NULL);
    }
    if (w->hedrs == 0)
        sky_found_record(w->check, &w->plugin->header, SKYRIM_HEDR_PLACE,
                         (nl_draft){.args = {nl_string("there is no HEDR field")}});
    return true;
}

/* ---- Whose plugin ---- */

/* The version in HEDR, where that stands in a plugin whose header is not packed; 0: none. */
static float version_at_start(const uint8_t *bytes, size_t length) {
    enum { AT = SKY_HEADER_BYTES + SKY_FIELD_HEADER_BYTES + SKY_HEDR_VERSION_AT };
    if (length < AT + 4 || nl_load_u32(bytes + SKY_HEADER_BYTES) != SKY_HEDR) return 0;
    return nl_load_f32(bytes + AT);
}

/* Whether a plugin with a form version that is not Skyrim's is Skyrim's nevertheless: no other game
 * has 1.7 or 1.71 in HEDR, nor 0.94 with a form version above those of Fallout 3. */
static bool is_skyrims_version(float version, uint32_t form_version) {
    return fabsf(version - 1.7f) < 0.001f || fabsf(version - 1.71f) < 0.001f ||
           (fabsf(version - 0.94f) < 0.001f && form_version > SKY_LAST_FORM_VERSION);
}

/* Form versions that games write into TES4: UESP's pages of each game's file format, and xEdit's
 * wbDefinitions of each game. */
static const char *game_of(uint32_t form_version) {
    if (form_version < SKY_FIRST_FORM_VERSION) return "Fallout 3 or Fallout: New Vegas";
    if (form_version < 131) return "another game";
    if (form_version < 150) return "Fallout 4";
    return form_version < 500 ? "Fallout 76" : "Starfield";
}

static bool is_oblivions(const uint8_t *bytes, size_t length) {
    return length >= SKY_HEADER_BYTES && nl_load_u32(bytes + OBLIVION_HEADER_BYTES) == SKY_HEDR;
}

const char *sky_other_game(const uint8_t *bytes, size_t length) {
    if (length >= 4 && memcmp(bytes, "TES3", 4) == 0) return "Morrowind";
    if (length < SKY_HEADER_BYTES || nl_load_u32(bytes) != SKY_TES4) return NULL;
    if (is_oblivions(bytes, length)) return "Oblivion";
    const uint32_t form_version = nl_load_u16(bytes + SKY_HEADER_FORM_VERSION_AT);
    const bool is_skyrims =
        form_version >= SKY_FIRST_FORM_VERSION && form_version <= SKY_LAST_FORM_VERSION;
    if (is_skyrims || is_skyrims_version(version_at_start(bytes, length), form_version))
        return NULL;
    return game_of(form_version);
}

static bool refuse_other_game(const nl_job *job) {
    const char *const game = sky_other_game(job->bytes, job->length);
    char chars[160];
    nl_text text = nl_text_over(chars, sizeof chars);
    if (!game) return false;
    nl_put(&text, "a plugin of ");
    nl_put(&text, game);
    nl_put(&text, ", not of Skyrim: its navmeshes are not judged");
    nl_limit(job->report, "unsupported", text.chars);
    return true;
}

static bool refuse(const sky_check *c, const char *why, uint64_t at) {
    nl_place place = sky_record_place(c, &c->plugin->header);
    place.at = at;
    sky_found(place, SKYRIM_TES4, NL_NO_FIELD,
              (nl_draft){.length = nl_min(c->job->length - at, 4), .args = {nl_string(why)}});
    return false;
}

/* starts with "vers", not TES4 */
static bool refuse_start(const sky_check *c) {
    char chars[40];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put(&text, "starts with \"");
    nl_put_bytes(&text, c->job->bytes, (size_t)nl_min(c->job->length, 4));
    nl_put(&text, "\", not TES4");
    return refuse(c, c->job->length == 0 ? "is empty" : text.chars, 0);
}

static bool refuse_size(const sky_check *c) {
    sky_found(sky_record_place(c, &c->plugin->header), SKYRIM_TES4, SKY_HEADER_DATA_SIZE,
              (nl_draft){.relation = NAVLINT_AT_MOST,
                         .expected = nl_uint(c->job->length - SKY_HEADER_BYTES),
                         .args = {nl_string("its header ends behind the end of the file")}});
    return false;
}

static bool is_official(const char *name) {
    static const char *const official[] = {"Skyrim.esm", "Update.esm", "Dawnguard.esm",
                                           "HearthFires.esm", "Dragonborn.esm"};
    for (size_t i = 0; i < sizeof official / sizeof official[0]; i++)
        if (strcasecmp(name, official[i]) == 0) return true;
    return false;
}

/* Without masters it has to be that file itself; standard input has no name. */
bool sky_is_skyrims(const sky_plugin *plugin) {
    static const char skyrim[] = "Skyrim.esm";
    const char *const name = plugin->job->own_name;
    if (plugin->master_count != 0)
        return equal_names(&plugin->masters[0].name, skyrim, sizeof skyrim - 1);
    return !strchr(name, '.') || strcasecmp(name, skyrim) == 0;
}

static void describe(const nl_job *job, sky_plugin *plugin) {
    const char *const name = job->own_name;
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

/* Of a plugin that is Skyrim's by its HEDR. */
static void check_version(const sky_check *c, const sky_plugin *plugin) {
    const uint32_t version = plugin->header.form_version;
    if (version >= SKY_FIRST_FORM_VERSION && version <= SKY_LAST_FORM_VERSION) return;
    sky_found(sky_record_place(c, &plugin->header), SKYRIM_FORM_VERSION, SKY_HEADER_FORM_VERSION,
              (nl_draft){.relation = NAVLINT_BETWEEN,
                         .expected = nl_uint(SKY_FIRST_FORM_VERSION),
                         .others = {nl_uint(SKY_LAST_FORM_VERSION)}});
}

bool sky_read_header(sky_check *c, sky_plugin *plugin) {
    const nl_job *const job = c->job;
    if (refuse_other_game(job)) return false;
    if (job->length < 4 || nl_load_u32(job->bytes) != SKY_TES4) return refuse_start(c);
    if (job->length < SKY_HEADER_BYTES) return refuse(c, "its header is cut off", job->length);
    plugin->header = sky_read_record(job->bytes, 0, 0);
    if (plugin->header.data_bytes > job->length - SKY_HEADER_BYTES) return refuse_size(c);
    describe(job, plugin);
    check_version(c, plugin);
    if (plugin->header.form_id != 0)
        sky_found(sky_record_place(c, &plugin->header), SKYRIM_TES4_FORM_ID, SKY_HEADER_FORM_ID,
                  (nl_draft){0});
    if (sky_is_compressed(&plugin->header))
        sky_found(sky_record_place(c, &plugin->header), SKYRIM_TES4_COMPRESSED, SKY_HEADER_FLAGS,
                  (nl_draft){0});
    return true;
}

/* Unpacked data stay in the arena: names of masters are read in place. */
bool sky_read_masters(sky_check *c, sky_plugin *plugin) {
    header_walk w = {.check = c, .plugin = plugin};
    sky_inflater inflater = sky_inflater_of(c->job);
    sky_opened opened;
    const sky_request request = {&plugin->header, SKY_MOST_CELL_BYTES};
    const bool is_open = sky_open_checked(c, &inflater, request, &opened);
    sky_inflater_end(&inflater);
    if (!is_open) return false;
    plugin->header_packed = opened.packed;
    plugin->header_fields = opened.body;
    if (opened.body.packed) plugin->header_fields.packed = &plugin->header_packed;
    return check_fields(&w, &plugin->header_fields);
}
