/* Document to findings: the order of the checks, the sections as wholes, the facts. */
#include "parsers/gta_nodes/check.h"

#include <string.h>

#include "core/checked.h"

void gta_found(const gta_file *f, unsigned rule, gta_place place, nl_draft draft) {
    const nl_path list = nl_key(NULL, place.list);
    const nl_path item = nl_item(&list, place.index);
    draft.path = &item;
    draft.member = place.member;
    draft.type = place.type;
    draft.offset = place.at;
    nl_emit(f->job->report, rule, &draft);
}

const gta_file *gta_file_of(const gta_check *c, uint32_t area) {
    if (area == c->file->doc->area) return c->file;
    if (!c->map) return NULL;
    const uint32_t row = nl_index_find(&c->map->index, area);
    return row != NL_NO_ROW && c->map->files[row].doc ? &c->map->files[row] : NULL;
}

/* ---- Pads ---- */

/* The bytes of a pad that are not as they should be, from the first to the last. */
typedef struct gta_wrong {
    uint64_t first, end;
} gta_wrong;

/* Whether `unit` fills the bytes: then each byte is the one a unit before it. */
static bool is_filled_with(const uint8_t *bytes, uint64_t length, const uint8_t unit[4]) {
    return length >= 4 && memcmp(bytes, unit, 4) == 0 &&
           memcmp(bytes, bytes + 4, (size_t)length - 4) == 0;
}

static gta_wrong wrong_bytes(const gta_file *f, uint64_t at, uint64_t length,
                             const uint8_t unit[4]) {
    gta_wrong wrong = {0, 0};
    if (is_filled_with(gta_bytes(f, at), length, unit)) return wrong;
    for (uint64_t i = 0; i < length; i++) {
        if (f->bytes[at + i] == unit[i % 4]) continue;
        if (wrong.end == 0) wrong.first = at + i;
        wrong.end = at + i + 1;
    }
    return wrong;
}

/* The right bytes, if the wrong ones are few enough for a fix. */
static navlint_fix fix_of(gta_wrong wrong, uint64_t at, const uint8_t unit[4]) {
    navlint_fix fix = {.offset = wrong.first};
    const uint64_t length = wrong.end - wrong.first;
    if (length > sizeof fix.bytes) return fix;
    fix.length = (size_t)length;
    for (size_t i = 0; i < fix.length; i++)
        fix.bytes[i] = unit[(wrong.first - at + i) % 4];
    return fix;
}

static bool is_zero(const uint8_t *bytes, size_t length) {
    uint8_t all = 0;
    for (size_t i = 0; i < length; i++)
        all |= bytes[i];
    return all == 0;
}

static void check_zeros(const gta_file *f, unsigned rule, const char *name, uint64_t at,
                        uint64_t length) {
    static const uint8_t zeros[4] = {0};
    if (at + length > f->job->length || is_zero(gta_bytes(f, at), (size_t)length)) return;
    const gta_wrong wrong = wrong_bytes(f, at, length, zeros);
    nl_emit(f->job->report, rule,
            &(nl_draft){.member = name,
                        .type = NL_BYTES,
                        .offset = at,
                        .length = length,
                        .fix = fix_of(wrong, at, zeros)});
}

static void check_filler(const gta_file *f) {
    static const uint8_t unit[4] = {0xFF, 0xFF, 0, 0};
    const uint64_t at = f->doc->at.filler;
    const uint64_t length = f->doc->at.navi_links - at;
    if (f->doc->at.navi_links > f->job->length || length == 0) return;
    const gta_wrong wrong = wrong_bytes(f, at, length, unit);
    if (wrong.end == 0) return;
    const bool zero = is_zero(gta_bytes(f, at), (size_t)length);
    const uint64_t slot = (wrong.first - at) / 4;
    nl_emit(f->job->report, zero ? NODES_PAD_FILLER_ZERO : NODES_PAD_FILLER,
            &(nl_draft){.member = "filler",
                        .type = NL_BYTES,
                        .offset = at,
                        .length = length,
                        .actual = nl_uint(nl_load_u32(gta_bytes(f, at + 4 * slot))),
                        .expected = nl_uint(0xFFFF),
                        .args = {nl_uint(slot)},
                        .fix = fix_of(wrong, at, unit)});
}

/* ---- The file's name ---- */

static void check_name(const gta_check *c) {
    const gta_document *const doc = c->file->doc;
    const uint32_t named = doc->name_area;
    const bool unmodified = gta_is_unmodified(c->file->job);
    const uint32_t areas = unmodified ? GTA_SMALLEST_DIM * GTA_SMALLEST_DIM : UINT16_MAX;
    if (named == GTA_NONE) return;
    if (named >= areas)
        nl_emit(
            c->file->job->report, NODES_NAME_RANGE,
            &(nl_draft){.length = c->file->job->length,
                        .actual = nl_uint(named),
                        .expected = nl_uint(areas),
                        .args = {nl_string(named > UINT16_MAX ? "area numbers have 16 bits"
                                           : unmodified ? "the unmodified game has areas 0 to 63"
                                                        : "this number means none")}});
    else if (doc->area != named && doc->area != GTA_NONE)
        nl_emit(c->file->job->report, NODES_NAME_AREA,
                &(nl_draft){.length = c->file->job->length,
                            .actual = nl_uint(doc->area),
                            .expected = nl_uint(named),
                            .args = {nl_uint(named)}});
}

void gta_check_sections(gta_check *c) {
    const gta_file *const f = c->file;
    const gta_document *const doc = f->doc;
    check_name(c);
    if (doc->link_count == 0) return;
    check_filler(f);
    check_zeros(f, NODES_PAD_LENGTHS, "lengthPad", doc->at.length_pad,
                doc->at.flags - doc->at.length_pad);
    check_zeros(f, NODES_PAD_FLAGS, "flagPad", doc->at.flag_pad, doc->at.marker - doc->at.flag_pad);
}

/* ---- All of it ---- */

static void state_facts(const gta_check *c) {
    const gta_document *const doc = c->file->doc;
    navlint_report *const report = c->file->job->report;
    nl_fact(report, "variant", nl_string(doc->layout->dialect));
    nl_fact(report, "nodes", nl_uint(doc->counts.nodes));
    nl_fact(report, "vehicleNodes", nl_uint(doc->counts.vehicles));
    nl_fact(report, "pedNodes", nl_uint(doc->counts.peds));
    nl_fact(report, "naviNodes", nl_uint(doc->counts.navis));
    nl_fact(report, "links", nl_uint(doc->counts.links));
    nl_fact(report, "outwardLinks", nl_uint(c->outward_links));
    if (doc->area != GTA_NONE) nl_fact(report, "area", nl_uint(doc->area));
    if (doc->dim_known) nl_fact(report, "mapAreas", nl_uint((uint64_t)doc->dim * doc->dim));
}

static uint64_t records_of(const gta_document *doc) {
    return (uint64_t)doc->node_count + doc->link_count + doc->navi_count;
}

void gta_check_document(nl_job *job, const void *document) {
    const gta_document *const doc = document;
    const gta_file file = {job, job->bytes, doc, 0};
    gta_check c = {.file = &file, .budget = job->budget};
    c.areas = doc->dim_known ? doc->dim * doc->dim : UINT16_MAX;
    c.suspects = NL_NEW_ZEROED(job->arena, uint8_t, doc->link_count);
    c.uses = NL_NEW_ZEROED(job->arena, uint8_t, doc->navi_count);
    if (job->arena->exhausted || !nl_spend(job->budget, records_of(doc))) return;
    gta_check_sections(&c);
    const bool is_tiled = gta_check_nodes(&c);
    gta_check_places(&c);
    gta_check_links(&c, is_tiled);
    gta_check_navis(&c, is_tiled);
    state_facts(&c);
}
