/* Bytes to an mp_document: which version, what is lost, what follows the last section. */
#include "core/checked.h"
#include "parsers/metroid_path/counts.h"
#include "parsers/metroid_path/recognise.h"
#include "parsers/metroid_path/records.h"
#include "parsers/metroid_path/sections.h"

/* Something at offset `at` that is no item of a list. */
static nl_place place_at(const nl_job *job, uint64_t at) {
    nl_place place = nl_place_of(job->report, job->bytes);
    place.at = at;
    return place;
}

/* ---- Which version ---- */

static void found_version(nl_job *job, unsigned rule, const nl_draft *draft) {
    const nl_place head = place_at(job, 0);
    nl_found(&head, rule, MP_HEAD_VERSION, draft);
}

/* Packed as in an archive, or byte-swapped: what cannot be decoded has a finding that says so. */
static bool is_shut(nl_job *job) {
    const char *const packing = mp_packing(job->bytes, job->length);
    if (packing) {
        const nl_place head = place_at(job, 0);
        nl_found(&head, PATH_COMPRESSED, NL_NO_FIELD,
                 &(nl_draft){.length = nl_min(job->length, 8), .args = {nl_string(packing)}});
        return true;
    }
    if (job->length < MP_HEAD_BYTES || mp_layout_of(nl_load_u32be(job->bytes))) return false;
    const uint32_t swapped = nl_load_u32(job->bytes);
    if (!mp_layout_of(swapped)) return false;
    found_version(job, PATH_BYTE_SWAPPED, &(nl_draft){.expected = nl_uint(swapped)});
    return true;
}

static mp_document read_as(const nl_job *job, const mp_layout *layout) {
    return mp_read_sections(job->bytes, job->length, layout, MP_BIG_ENDIAN);
}

/* Whether the bytes are laid out so. Where `stated` is cut off right where this one ends, it
 * explains that as well. */
static bool is_laid_out(const nl_job *job, const mp_document *stated, const mp_layout *layout,
                        bool (*shows)(const uint8_t *, const mp_document *)) {
    if (stated && stated->layout == layout) return false;
    const mp_document other = read_as(job, layout);
    const bool is_cut = stated && stated->loss.happened && other.end == stated->loss.at;
    return !is_cut && shows(job->bytes, &other);
}

/* Another layout that fits where that of the version word does not; NULL if there is none. */
static const mp_layout *better_layout(const nl_job *job, const mp_document *stated) {
    const bool stated_shows = stated && mp_shows_regions(job->bytes, stated);
    for (int i = 0; i < MP_VERSION_COUNT; i++)
        if (is_laid_out(job, stated, &mp_layouts[i], mp_is_clean)) return &mp_layouts[i];
    for (int i = 0; i < MP_VERSION_COUNT && !stated_shows; i++)
        if (is_laid_out(job, stated, &mp_layouts[i], mp_shows_regions)) return &mp_layouts[i];
    return NULL;
}

/* The version word should be that of `layout`. */
static nl_draft version_draft(const mp_layout *layout) {
    return (nl_draft){
        .expected = nl_uint(layout->version),
        .args = {nl_string(layout->title)},
        .fix = {0, MP_HEAD_BYTES, {0, 0, 0, (uint8_t)layout->version}},
    };
}

/* Sections of a version that no game has: as the layout that fits has them. */
static bool read_unknown(nl_job *job, mp_document *doc) {
    const mp_layout *const layout = better_layout(job, NULL);
    if (!layout) {
        found_version(job, PATH_VERSION,
                      &(nl_draft){.expected = nl_uint(4),
                                  .relation = NAVLINT_ONE_OF,
                                  .others = {nl_uint(6), nl_uint(7)},
                                  .args = {nl_string("no version that is known")}});
        return false;
    }
    const nl_draft draft = version_draft(layout);
    found_version(job, PATH_VERSION, &draft);
    *doc = read_as(job, layout);
    return true;
}

/* ---- Which counts ---- */

static void found_wrong_count(nl_job *job, mp_correction correction) {
    const mp_contents *const contents = &mp_sections[correction.section];
    const nl_place place = place_at(job, correction.at);
    nl_draft draft = {
        .expected = nl_uint(correction.count),
        .args = {nl_string(contents->records), nl_string(mp_field_name(contents->count))},
        .fix = {correction.at, MP_WORD_BYTES, {0}}};
    for (int i = 0; i < MP_WORD_BYTES; i++)
        draft.fix.bytes[i] = (uint8_t)(correction.count >> (24 - 8 * i));
    nl_found_cause(&place, PATH_COUNT_MISFIT, contents->count, &draft);
}

/* Whether all fits with another count, which is reported; the sections are then read with it. */
static bool correct_count(nl_job *job, mp_document *doc) {
    if (!nl_spend(job->budget, mp_most_counts(job->length))) return false;
    const mp_correction correction = mp_find_wrong_count(job->bytes, job->length, doc);
    if (correction.section == MP_SECTION_COUNT) return false;
    *doc = mp_read_corrected(job->bytes, job->length, doc, correction);
    job->report->undecoded = true; /* the bytes do not say what is judged */
    found_wrong_count(job, correction);
    return true;
}

/* Sections as the version word has them, unless the bytes are plainly another version's. */
static bool read_as_stated(nl_job *job, mp_document *doc) {
    const mp_layout *const stated = mp_layout_of(nl_load_u32be(job->bytes));
    if (!stated) return read_unknown(job, doc);
    *doc = read_as(job, stated);
    const bool is_clean = mp_is_clean(job->bytes, doc);
    if (is_clean && mp_has_root(job->bytes, doc)) return true;
    if (correct_count(job, doc) || is_clean) return true;
    const mp_layout *const better = better_layout(job, doc);
    if (!better) return true;
    nl_draft draft = version_draft(better);
    draft.args[1] = nl_string(stated->title);
    found_version(job, PATH_VERSION_MIXED, &draft);
    *doc = read_as(job, better);
    return true;
}

/* ---- Where it ends too early ---- */

/* The last counts in front of the section, which say where it starts. */
static void put_counts_before(const mp_document *doc, mp_section section, nl_draft *draft) {
    uint32_t put = 0;
    for (int i = (int)section - 1; i >= 0 && put < NL_MAX_RELATED; i--)
        if (mp_sections[i].count != NL_NO_FIELD && doc->lists[i].at != 0)
            draft->related[put++] = (navlint_related){doc->lists[i].at - MP_WORD_BYTES,
                                                      MP_WORD_BYTES, "a count in front of it"};
}

static void found_missing(const nl_job *job, const mp_document *doc, unsigned rule,
                          const char *what) {
    const mp_loss *const loss = &doc->loss;
    const nl_place place = place_at(job, loss->at);
    nl_draft draft = {.length = job->length - loss->at,
                      .actual = nl_uint(loss->left),
                      .expected = nl_uint(loss->need),
                      .relation = NAVLINT_AT_LEAST,
                      .args = {nl_string(what)}};
    put_counts_before(doc, loss->section, &draft);
    nl_found(&place, rule, NL_NO_FIELD, &draft);
}

static void found_count(const nl_job *job, const mp_document *doc) {
    const mp_loss *const loss = &doc->loss;
    const mp_contents *const contents = &mp_sections[loss->section];
    const nl_place count = place_at(job, loss->at - MP_WORD_BYTES);
    const uint64_t stride = loss->need / loss->count;
    nl_draft draft = {.expected = nl_uint(loss->left / stride),
                      .relation = NAVLINT_AT_MOST,
                      .args = {nl_uint(loss->need), nl_uint(loss->left),
                               nl_string(contents->records),
                               nl_string(mp_field_name(contents->count))}};
    put_counts_before(doc, loss->section, &draft);
    nl_found(&count, loss->count > INT32_MAX ? PATH_COUNT_NEGATIVE : contents->rule,
             contents->count, &draft);
}

static void report_loss(const nl_job *job, const mp_document *doc) {
    const mp_loss *const loss = &doc->loss;
    const mp_contents *const contents = &mp_sections[loss->section];
    job->report->undecoded = true;
    if (contents->count == NL_NO_FIELD)
        found_missing(job, doc, contents->rule, contents->records);
    else if (loss->count == 0)
        found_missing(job, doc, PATH_TRUNCATED, mp_field_name(contents->count));
    else
        found_count(job, doc);
}

/* ---- What follows ---- */

/* Without an octree node nothing behind it is where it should be. */
static bool found_no_octree(const nl_job *job, const mp_document *doc) {
    const mp_list *const octree = &doc->lists[MP_OCTREE];
    if (octree->count != 0 || doc->tail != MP_TAIL_OTHER) return false;
    const nl_place place = place_at(job, octree->at - MP_WORD_BYTES);
    return nl_found_cause(&place, PATH_NO_OCTREE, MP_OCTANT_LIST_COUNT,
                          &(nl_draft){.expected = nl_uint(1), .relation = NAVLINT_AT_LEAST});
}

static void report_tail(const nl_job *job, const mp_document *doc) {
    static const struct {
        unsigned rule, field;
    } tails[] = {[MP_TAIL_NONE] = {PATH_UNPADDED, NL_NO_FIELD},
                 [MP_TAIL_ZERO] = {PATH_TRAIL_ZERO, MP_END_TAIL},
                 [MP_TAIL_SHORT] = {PATH_TRAIL_SHORT, MP_END_TAIL},
                 [MP_TAIL_OTHER] = {PATH_TRAIL_GARBAGE, MP_END_TAIL}};
    const uint64_t length = job->length - doc->end;
    const uint32_t fill = mp_fill_bytes(doc->end);
    if (doc->tail == MP_TAIL_RIGHT) return;
    const nl_place end = place_at(job, doc->end);
    nl_follow(job->report, found_no_octree(job, doc));
    nl_found(
        &end, tails[doc->tail].rule, tails[doc->tail].field,
        &(nl_draft){.length = length,
                    .args = {nl_uint(doc->tail == MP_TAIL_NONE ? fill : length), nl_uint(fill)}});
    nl_follow(job->report, false);
    /* These may be points of version 7, damaged. */
    const bool may_be_points = !doc->layout->is_confirmed && !doc->has_points;
    if (doc->tail == MP_TAIL_OTHER && may_be_points) job->report->undecoded = true;
}

/* ---- All of it ---- */

static void describe(const nl_job *job, const mp_document *doc) {
    nl_text version = nl_text_over(job->report->version, sizeof job->report->version);
    nl_put_uint(&version, doc->layout->version);
    job->report->dialect = doc->layout->dialect;
    job->report->endianness = "big";
    nl_claim(job->report, 0, doc->loss.happened ? doc->loss.at : job->length);
}

static bool read_document(nl_job *job, mp_document *doc) {
    if (is_shut(job)) return false;
    if (job->length >= MP_HEAD_BYTES) return read_as_stated(job, doc);
    const mp_document head = {.loss = {.need = MP_HEAD_BYTES, .left = job->length}};
    found_missing(job, &head, PATH_TRUNCATED, mp_field_name(MP_HEAD_VERSION));
    return false;
}

const void *mp_decode(nl_job *job) {
    mp_document *const doc = NL_NEW_ZEROED(job->arena, mp_document, 1);
    if (!doc) return NULL;
    if (!read_document(job, doc)) {
        job->report->undecoded = true;
        return NULL;
    }
    describe(job, doc);
    if (doc->loss.happened)
        report_loss(job, doc);
    else
        report_tail(job, doc);
    return doc;
}
