#include "parsers/source_nav/dialect.h"

#include "core/checked.h"
#include "parsers/source_nav/sections.h"

static void unsupported(nl_job *job, const char *what, uint32_t number, const char *why) {
    char chars[200];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put(&text, what);
    nl_put_uint(&text, number);
    nl_put(&text, why);
    nl_limit(job->report, "unsupported", text.chars);
}

static bool refuse_magic(nl_job *job, uint32_t magic) {
    const unsigned rule = magic == NAV_MAGIC_WORD_SWAPPED ? NAV_BYTE_SWAPPED
                          : magic == NAV_MAGIC_LZMA       ? NAV_COMPRESSED
                                                          : NAV_MAGIC;
    const nl_place file = nl_place_of(job->report, job->bytes);
    nl_found(&file, rule, NAV_HEAD_MAGIC,
             &(nl_draft){
                 .expected = nl_uint(NAV_MAGIC_WORD),
                 .fix = {.length = rule == NAV_MAGIC ? 4 : 0, .bytes = {0xCE, 0xFA, 0xED, 0xFE}}});
    return false;
}

static void report_version(const nl_job *job, uint32_t newest) {
    const char *const reader = job->game ? job->game->title : "the Source engine";
    const nl_place file = nl_place_of(job->report, job->bytes);
    nl_found(&file, NAV_VERSION, NAV_HEAD_VERSION,
             &(nl_draft){.expected = nl_uint(1),
                         .relation = NAVLINT_BETWEEN,
                         .others = {nl_uint(newest)},
                         .args = {nl_uint(newest), nl_string(reader)}});
}

bool nav_accept_signature(nl_job *job, uint32_t magic, uint32_t version) {
    if (magic != NAV_MAGIC_WORD) return refuse_magic(job, magic);
    if (version > NAV_NEWEST_VERSION) {
        nl_text text = nl_text_over(job->report->version, sizeof job->report->version);
        nl_put_uint(&text, version);
        job->report->dialect = version >= 30 ? "source-2" : NULL;
        unsupported(job, version >= 30 ? "Source 2 navigation mesh, version " : "version ", version,
                    version >= 30 ? ": recognised, but its layout is not supported"
                                  : ": no game is known to write it, its layout is not known");
        return false;
    }
    const nav_game *const game = nav_game_of(job->game);
    const uint32_t newest = game ? game->newest_version : NAV_NEWEST_VERSION;
    if (version == 0 || version > newest) report_version(job, newest);
    return version != 0;
}

/* Sub-versions are owned by the game's own mesh class. */
static nav_family family_of(uint32_t sub_version) {
    switch (sub_version) {
    case 0:
        return NAV_BASE;
    case 1:
        return NAV_CS;
    case 2:
        return NAV_TF;
    case 13:
    case 14:
        return NAV_L4D;
    case 257:
        return NAV_TF2C;
    default:
        return NAV_UNKNOWN_FAMILY;
    }
}

nav_layout nav_named_layout(const nl_job *job, const nav_header *header) {
    const nav_game *const game = nav_game_of(job->game);
    const nav_family family = game ? game->family : family_of(header->sub_version);
    if (header->version >= 10 && family == NAV_UNKNOWN_FAMILY)
        return (nav_layout){.version = header->version, .family = NAV_UNKNOWN_FAMILY};
    return nav_layout_of(family == NAV_UNKNOWN_FAMILY ? NAV_BASE : family, header->version,
                         header->sub_version);
}

/* The sub-version that a family's own files have, for reading a file of another number so. */
static uint32_t usual_sub_version(nav_family family, uint32_t actual) {
    static const uint32_t usual[NAV_FAMILY_COUNT] = {
        [NAV_BASE] = 0, [NAV_CS] = 1, [NAV_TF] = 2, [NAV_L4D] = 14, [NAV_TF2C] = 257};
    const bool is_l4d = family == NAV_L4D && actual >= 1 && actual <= 14;
    return is_l4d ? actual : usual[family];
}

/* Where the two layouts part in an area that was read as the first of them: Left 4 Dead's own data
 * follow the light, those of others what an area sees. */
static uint64_t parting(const nav_area *area, const nav_layout *actual, const nav_layout *named) {
    const uint32_t light_bytes = nav_holds(actual, NAV_WITH_LIGHT) ? NAV_LIGHT_BYTES : 0;
    const bool sees_otherwise =
        nav_holds(named, NAV_WITH_L4D) != nav_holds(actual, NAV_WITH_L4D) ||
        nav_holds(named, NAV_WITH_VISIBLE) != nav_holds(actual, NAV_WITH_VISIBLE);
    if (named->occupy_bytes != actual->occupy_bytes)
        return area->occupy_at + nl_min(named->occupy_bytes, actual->occupy_bytes);
    return sees_otherwise ? area->light_at + light_bytes : area->custom_at;
}

/* The first byte that a reader of the named layout takes for something else: in the first area, or
 * what only Left 4 Dead has before the areas. */
static uint64_t desync_offset(const nl_reader *start, const nav_layout *actual,
                              const nav_layout *named) {
    nl_reader r = *start;
    nav_area first;
    if (nav_holds(named, NAV_WITH_FOG) != nav_holds(actual, NAV_WITH_FOG) ||
        nav_holds(named, NAV_WITH_POPULATION) != nav_holds(actual, NAV_WITH_POPULATION))
        return nl_at_offset(start);
    nl_skip(&r, NAV_AREA_LIST_BYTES);
    nav_read_area(&r, actual, 0, &first);
    return nl_ok(&r) && nl_left(&r) ? parting(&first, actual, named) : nl_at_offset(start);
}

static void report_mismatch(nl_job *job, const nl_reader *start, const nav_document *doc,
                            const nav_layout *actual) {
    const bool known = doc->layout.family != NAV_UNKNOWN_FAMILY;
    const char *const reader = job->game ? job->game->title : "A game that goes by the sub-version";
    const nl_place file = nl_place_of(job->report, job->bytes);
    (void)nl_found_cause(
        &file, known ? NAV_LAYOUT : NAV_SUB_VERSION, NAV_HEAD_SUB_VERSION,
        &(nl_draft){
            .expected = nl_uint(actual->sub_version),
            .args = {nl_string(nav_dialect_title(actual)), nl_string(reader),
                     nl_string(known ? nav_dialect_title(&doc->layout) : "")},
            .related = {{.offset = desync_offset(start, actual, &doc->layout),
                         .length = 1,
                         .message = known ? "from here on the reader is out of step" : NULL}}});
}

bool nav_find_layout(nl_job *job, const nl_reader *start, const nav_document *doc,
                     nav_layout *other) {
    const nav_header *const h = &doc->header;
    if (h->version < 10) return false; /* only sub-versions have dialects */
    for (unsigned family = 0; family < NAV_FAMILY_COUNT; family++) {
        if (family == NAV_TF2C && h->version < NAV_NEWEST_VERSION) continue; /* as long as light */
        const uint32_t sub = usual_sub_version(family, h->sub_version);
        *other = nav_layout_of(family, h->version, sub);
        if (!nav_layout_fits(job, *start, other, false)) continue;
        report_mismatch(job, start, doc, other);
        return true;
    }
    return false;
}

void nav_refuse_sub_version(nl_job *job, uint32_t sub_version) {
    if (job->budget->exhausted) return;
    unsupported(job, sub_version == 4 ? "Insurgency mesh, sub-version " : "sub-version ",
                sub_version, ": no known layout fits, cannot be judged");
}

/* ---- Another version ---- */

/* The layout that the bytes from the version on have if they are of this one; of no family if no
 * game is known to write its sub-version. r: receives where the header ends. */
static nav_layout layout_as(const nl_job *job, uint32_t version, nl_reader *r) {
    const nav_layout base = nav_layout_of(NAV_BASE, version, 0);
    const nav_header header = {.version = version, .sub_version = nav_skip_header(r, &base)};
    return nav_named_layout(job, &header);
}

static void report_version_layout(const nl_job *job, const nav_layout *actual) {
    char chars[24];
    nl_text name = nl_text_over(chars, sizeof chars);
    nl_put_uint(&name, actual->version);
    if (nav_holds(actual, NAV_WITH_SUB_VERSION)) {
        nl_put_char(&name, '.');
        nl_put_uint(&name, actual->sub_version);
    }
    const nl_place file = nl_place_of(job->report, job->bytes);
    const bool is_goldsrc = actual->version <= NAV_NEWEST_GOLDSRC;
    (void)nl_found_cause(&file, NAV_VERSION_LAYOUT, NAV_HEAD_VERSION,
                         &(nl_draft){.expected = nl_uint(actual->version),
                                     .args = {nl_string(name.chars),
                                              nl_string(is_goldsrc ? "a GoldSrc game"
                                                                   : nav_dialect_title(actual))}});
}

/* All tries together may cost as much as reading the file a few times: wrong layouts fail within
 * the first areas. */
bool nav_find_version(nl_job *job, const nav_document *doc, nav_layout *other) {
    nl_budget budget = nl_budget_of(job->length / 4 + 1024);
    nl_job trial = *job;
    trial.budget = &budget;
    for (uint32_t version = NAV_NEWEST_VERSION; version > 0; version--) {
        nl_reader r = nl_reader_over(job->bytes, job->length);
        nl_skip(&r, NAV_HEAD_VERSION_AT + sizeof version);
        if (version == doc->header.version) continue;
        *other = layout_as(job, version, &r);
        if (other->family == NAV_UNKNOWN_FAMILY || !nl_ok(&r)) continue;
        if (!nav_layout_fits(&trial, r, other, true)) continue;
        report_version_layout(job, other);
        return true;
    }
    return false;
}
