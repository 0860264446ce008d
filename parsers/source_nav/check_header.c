/* Header, place names, what follows the last section. */
#include "parsers/source_nav/check.h"

#include <math.h>
#include <string.h>

static void check_bool(const nav_check *c, const char *member, uint32_t at, uint8_t value) {
    if (value <= 1) return;
    nav_found(c, NAV_BOOL,
              &(nl_draft){.member = member,
                          .type = NL_U8,
                          .offset = at,
                          .actual = nl_uint(value),
                          .expected = nl_uint(1),
                          .args = {nl_string(member)},
                          .fix = {.offset = at, .length = 1, .bytes = {1}}});
}

static void check_no_areas(const nav_check *c) {
    const nav_document *const doc = c->doc;
    if (doc->areas_complete && doc->area_count == 0)
        nav_found(c, NAV_NO_AREAS,
                  &(nl_draft){.member = "areaCount",
                              .type = NL_U32LE,
                              .offset = doc->area_count_at,
                              .actual = nl_uint(0),
                              .expected = nl_string("at least 1")});
}

static void check_population(const nav_check *c) {
    const nav_document *const doc = c->doc;
    if (doc->population_bytes > NAV_MAX_POPULATION_BYTES)
        nav_found(c, NAV_POPULATION,
                  &(nl_draft){.member = "population",
                              .type = NL_BYTES,
                              .offset = doc->population_at,
                              .length = doc->population_bytes,
                              .actual = nl_uint(doc->population_bytes),
                              .expected = nl_uint(NAV_MAX_POPULATION_BYTES)});
}

void nav_check_header(nav_check *c) {
    const nav_header *const h = &c->doc->header;
    const nav_layout *const l = &c->doc->layout;
    if (l->has_bsp_size && h->bsp_size == 0)
        nav_found(c, NAV_BSP_SIZE,
                  &(nl_draft){.member = "bspSize",
                              .type = NL_U32LE,
                              .offset = h->bsp_size_at,
                              .actual = nl_uint(0),
                              .expected = nl_string("the size of the map file")});
    check_bool(c, "isAnalyzed", h->analyzed_at, h->is_analyzed);
    check_bool(c, "hasUnnamedAreas", h->unnamed_at, h->has_unnamed);
    if (l->has_analyzed && h->is_analyzed == 0)
        nav_found(c, NAV_NOT_ANALYZED,
                  &(nl_draft){.member = "isAnalyzed",
                              .type = NL_U8,
                              .offset = h->analyzed_at,
                              .actual = nl_uint(0),
                              .expected = nl_uint(1)});
    check_population(c);
    check_no_areas(c);
}

/* ---- Place names ---- */

typedef struct place_name {
    nl_path path; /* /places/N */
    uint32_t number;
    uint32_t at; /* of the length word */
    uint16_t length;
    const uint8_t *bytes;
    char shown[4 * NL_SHOWN_NAME_BYTES + 4];
} place_name;

/* An empty name has no bytes to point at: its length word stands for it. */
static void found_in_name(const nav_check *c, unsigned rule, const place_name *name,
                          const nl_draft *more) {
    nl_draft draft = *more;
    draft.path = &name->path;
    draft.args[0] = nl_uint(name->number);
    draft.member = name->length ? "name" : "length";
    draft.type = name->length ? NL_BYTES : NL_U16LE;
    draft.offset = name->at + (name->length ? 2 : 0);
    draft.length = name->length;
    if (draft.actual.kind == NAVLINT_NO_VALUE) draft.actual = nl_string(name->shown);
    nav_found(c, rule, &draft);
}

static void check_length(const nav_check *c, const place_name *name) {
    if (name->length == 0)
        nav_found(c, NAV_PLACE_EMPTY,
                  &(nl_draft){.path = &name->path,
                              .member = "length",
                              .type = NL_U16LE,
                              .offset = name->at,
                              .actual = nl_uint(0),
                              .expected = nl_string("1 to 255"),
                              .args = {nl_uint(name->number)}});
    if (name->length > 255)
        nav_found(c, NAV_PLACE_LENGTH,
                  &(nl_draft){.path = &name->path,
                              .member = "length",
                              .type = NL_U16LE,
                              .offset = name->at,
                              .actual = nl_uint(name->length),
                              .expected = nl_uint(255),
                              .args = {nl_uint(name->number)}});
}

static bool is_printable(const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (bytes[i] != 0 && (bytes[i] < 0x20 || bytes[i] > 0x7E)) return false;
    return true;
}

static void check_characters(const nav_check *c, const place_name *name) {
    if (name->length == 0) return;
    const size_t last = name->length - 1u;
    if (name->bytes[last] != 0) found_in_name(c, NAV_PLACE_UNTERMINATED, name, &(nl_draft){0});
    if (memchr(name->bytes, 0, last))
        found_in_name(c, NAV_PLACE_EMBEDDED_NUL, name, &(nl_draft){0});
    if (!is_printable(name->bytes, name->length))
        found_in_name(c, NAV_PLACE_CHARACTERS, name, &(nl_draft){0});
}

static void read_name(const nav_check *c, uint32_t index, const nl_path *places, place_name *name) {
    name->path = nl_item(places, index);
    name->number = index + 1;
    name->at = c->doc->place_at[index];
    name->length = nl_load_u16(nav_bytes(c, name->at));
    name->bytes = nav_bytes(c, name->at + 2);
    nl_text text = nl_text_over(name->shown, sizeof name->shown);
    const uint8_t *const nul = memchr(name->bytes, 0, name->length);
    nl_put_bytes(&text, name->bytes, nul ? (size_t)(nul - name->bytes) : name->length);
}

static uint8_t folded(uint8_t byte) {
    return byte >= 'A' && byte <= 'Z' ? (uint8_t)(byte + 0x20) : byte;
}

/* FNV-1a of the name as the game compares it: up to the NUL, case folded. */
static uint32_t name_key(const uint8_t *bytes, size_t length) {
    uint32_t key = 2166136261u;
    for (size_t i = 0; i < length && bytes[i] != 0; i++)
        key = (key ^ folded(bytes[i])) * 16777619u;
    return key;
}

static bool is_same_name(const place_name *a, const place_name *b) {
    for (size_t i = 0;; i++) {
        const uint8_t ca = i < a->length ? folded(a->bytes[i]) : 0;
        const uint8_t cb = i < b->length ? folded(b->bytes[i]) : 0;
        if (ca != cb || ca == 0) return ca == cb;
    }
}

static void check_repetition(const nav_check *c, const nl_path *places, const place_name *name,
                             uint32_t first_index) {
    place_name first;
    if (first_index == name->number - 1) return;
    read_name(c, first_index, places, &first);
    if (is_same_name(name, &first))
        found_in_name(c, NAV_PLACE_DUPLICATE, name,
                      &(nl_draft){.args = {[1] = nl_uint(first.number)},
                                  .related = {{first.at, 2u + first.length, "first here"}}});
}

/* An index over the names' keys: place names are few, but a hostile directory has 65535. */
static bool index_names(const nav_check *c, nl_index *index) {
    const uint32_t count = c->doc->place_count;
    uint32_t *const keys = NL_NEW(c->job->arena, uint32_t, count);
    for (uint32_t i = 0; keys && i < count; i++) {
        const uint32_t at = c->doc->place_at[i];
        keys[i] = name_key(nav_bytes(c, at + 2), nl_load_u16(nav_bytes(c, at)));
    }
    return keys && nl_index_build(index, c->job->arena, c->job->budget, keys, count);
}

void nav_check_places(nav_check *c) {
    nl_index index;
    if (!index_names(c, &index)) return;
    const nl_path places = nl_key(NULL, "places");
    for (uint32_t i = 0; i < c->doc->place_count; i++) {
        place_name name;
        read_name(c, i, &places, &name);
        check_length(c, &name);
        check_characters(c, &name);
        check_repetition(c, &places, &name, nl_index_find(&index, index.keys[i]));
        if (!c->place_used[i] && nav_resolves(c))
            found_in_name(c, NAV_PLACE_UNUSED, &name, &(nl_draft){0});
    }
}

/* ---- The end of the file ---- */

static void check_unnamed(const nav_check *c) {
    const nav_header *const h = &c->doc->header;
    const uint8_t expected = c->unnamed_areas != 0;
    if (!c->doc->layout.has_unnamed || !nav_resolves(c) || h->has_unnamed > 1 ||
        h->has_unnamed == expected)
        return;
    nav_found(c, NAV_UNNAMED,
              &(nl_draft){.member = "hasUnnamedAreas",
                          .type = NL_U8,
                          .offset = h->unnamed_at,
                          .actual = nl_uint(h->has_unnamed),
                          .expected = nl_uint(expected),
                          .args = {nl_uint(c->unnamed_areas)},
                          .fix = {.offset = h->unnamed_at, .length = 1, .bytes = {expected}}});
}

static void check_view_distance(const nav_check *c) {
    const nav_document *const doc = c->doc;
    if (doc->layout.family != NAV_L4D || doc->loss.happened) return;
    const double distance = (double)nl_load_f32(nav_bytes(c, doc->view_distance_at));
    if (!isfinite(distance) || distance < 0)
        nav_found(c, NAV_VIEW_DISTANCE,
                  &(nl_draft){.member = "maxViewDistance",
                              .type = NL_F32LE,
                              .offset = doc->view_distance_at,
                              .actual = nl_real(distance),
                              .expected = nl_string("0 or more")});
}

void nav_check_end(nav_check *c) {
    const nav_document *const doc = c->doc;
    check_unnamed(c);
    check_view_distance(c);
    const uint64_t left = c->job->length - doc->end;
    if (doc->loss.happened || left == 0) return;
    nav_found(c, nav_has_stale_tail(c->job, doc) ? NAV_STALE_TAIL : NAV_TRAILING,
              &(nl_draft){.offset = doc->end,
                          .length = left,
                          .actual = nl_uint(left),
                          .expected = nl_uint(doc->end)});
}
