/* Bytes to an mp_document: which version, where the sections are, what follows them. */
#include "core/checked.h"
#include "parsers/metroid_path/records.h"
#include "parsers/metroid_path/scan.h"

/* ---- Which version ---- */

static bool refuse(nl_job *job, unsigned rule, const nl_draft *draft) {
    job->report->undecoded = true;
    nl_emit(job->report, rule, draft);
    return false;
}

static bool is_shut(nl_job *job) {
    const char *const packing = mp_packing(job->bytes, job->length);
    if (packing)
        return !refuse(job, PATH_COMPRESSED,
                       &(nl_draft){.length = nl_min(job->length, 8), .args = {nl_string(packing)}});
    if (job->length < MP_WORD_BYTES || mp_layout_of(nl_load_u32be(job->bytes))) return false;
    const uint32_t other = nl_load_u32(job->bytes);
    if (!mp_layout_of(other)) return false;
    return !refuse(job, PATH_BYTE_SWAPPED,
                   &(nl_draft){.member = "version",
                               .type = NL_U32BE,
                               .actual = nl_uint(nl_load_u32be(job->bytes)),
                               .expected = nl_uint(other)});
}

/* Whether the bytes are laid out so. Where `stated` is cut off right where this one ends, it
 * explains that as well. */
static bool is_laid_out(const nl_job *job, const mp_document *stated, const mp_layout *layout,
                        bool (*tells)(const uint8_t *, const mp_document *)) {
    mp_document other;
    if (stated && stated->layout == layout) return false;
    mp_scan(job->bytes, job->length, layout, MP_BIG_ENDIAN, &other);
    const bool is_cut = stated && stated->loss.happened && other.end == stated->loss.at;
    return !is_cut && tells(job->bytes, &other);
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

static nl_draft version_draft(const nl_job *job, const mp_layout *layout) {
    nl_draft draft = {
        .member = "version", .type = NL_U32BE, .actual = nl_uint(nl_load_u32be(job->bytes))};
    if (!layout) return draft;
    draft.expected = nl_uint(layout->version);
    draft.args[0] = nl_string(layout->title);
    draft.fix = (navlint_fix){0, MP_WORD_BYTES, {0, 0, 0, (uint8_t)layout->version}};
    return draft;
}

/* A version that no game has. */
static bool settle_unknown(nl_job *job, mp_document *doc) {
    const mp_layout *const layout = better_layout(job, NULL);
    nl_draft draft = version_draft(job, layout);
    if (!layout) {
        draft.args[0] = nl_string("no version that is known");
        return refuse(job, PATH_VERSION, &draft);
    }
    nl_emit(job->report, PATH_VERSION, &draft);
    mp_scan(job->bytes, job->length, layout, MP_BIG_ENDIAN, doc);
    return true;
}

/* Sections as the version word has them, unless the bytes are plainly another version's. */
static bool settle(nl_job *job, mp_document *doc) {
    const mp_layout *const stated = mp_layout_of(nl_load_u32be(job->bytes));
    if (!stated) return settle_unknown(job, doc);
    mp_scan(job->bytes, job->length, stated, MP_BIG_ENDIAN, doc);
    if (mp_is_clean(job->bytes, doc)) return true;
    const mp_layout *const better = better_layout(job, doc);
    if (!better) return true;
    nl_draft draft = version_draft(job, better);
    draft.args[1] = nl_string(stated->title);
    nl_emit(job->report, PATH_VERSION_MIXED, &draft);
    mp_scan(job->bytes, job->length, better, MP_BIG_ENDIAN, doc);
    return true;
}

/* ---- Where it ends too early ---- */

typedef struct mp_section_words {
    const char *member; /* its number of records */
    const char *records;
    unsigned rule; /* if they are more than the file holds */
} mp_section_words;

static const mp_section_words section_words[MP_SECTION_COUNT] = {
    [MP_NODES] = {"nodeCount", "nodes", PATH_COUNT_NODES},
    [MP_LINKS] = {"linkCount", "links", PATH_COUNT_LINKS},
    [MP_REGIONS] = {"regionCount", "regions", PATH_COUNT_REGIONS},
    [MP_GROUND_MAP] = {NULL, "ground bitmap", PATH_BITMAP_TRUNCATED},
    [MP_FLYER_MAP] = {NULL, "flyer bitmap", PATH_BITMAP_TRUNCATED},
    [MP_UNUSED_WORDS] = {NULL, "unused words behind the bitmaps", PATH_BITMAP_TRUNCATED},
    [MP_LOOKUPS] = {"lookupCount", "entries of the region lookup list", PATH_COUNT_LOOKUPS},
    [MP_OCTREE] = {"octreeCount", "octree nodes", PATH_COUNT_OCTREE},
    [MP_GRAPH_POINTS] = {"pointCount", "points", PATH_COUNT_POINTS},
    [MP_POINT_LINKS] = {"pointLinkCount", "links of points", PATH_COUNT_POINT_LINKS},
    [MP_POINT_COSTS] = {"pointCostCount", "costs of points", PATH_COUNT_POINT_COSTS},
    [MP_POINT_MAP] = {NULL, "bitmap of the points", PATH_BITMAP_TRUNCATED},
};

/* The offset of a finding that has no byte is the end of the input. */
static void tell_missing(nl_job *job, const mp_loss *loss, unsigned rule, const char *what) {
    nl_emit(job->report, rule,
            &(nl_draft){.offset = loss->at,
                        .length = job->length - loss->at,
                        .actual = nl_uint(loss->left),
                        .expected = nl_uint(loss->need),
                        .args = {nl_string(what)}});
}

static void tell_count(nl_job *job, const mp_loss *loss) {
    const mp_section_words *const words = &section_words[loss->section];
    const unsigned rule = loss->count > INT32_MAX ? PATH_COUNT_NEGATIVE : words->rule;
    nl_emit(
        job->report, rule,
        &(nl_draft){.member = words->member,
                    .type = NL_U32BE,
                    .offset = loss->at - MP_WORD_BYTES,
                    .actual = nl_uint(loss->count),
                    .args = {nl_uint(loss->need), nl_uint(loss->left), nl_string(words->records)}});
}

static void tell_loss(nl_job *job, const mp_loss *loss) {
    const mp_section_words *const words = &section_words[loss->section];
    job->report->undecoded = true;
    if (loss->count == 0)
        tell_missing(job, loss, PATH_TRUNCATED, words->member ? words->member : "version");
    else if (words->rule == PATH_BITMAP_TRUNCATED)
        tell_missing(job, loss, PATH_BITMAP_TRUNCATED, words->records);
    else
        tell_count(job, loss);
}

/* ---- What follows ---- */

static void tell_tail(nl_job *job, const mp_document *doc) {
    static const unsigned rules[] = {[MP_TAIL_NONE] = PATH_UNPADDED,
                                     [MP_TAIL_ZERO] = PATH_TRAIL_ZERO,
                                     [MP_TAIL_SHORT] = PATH_TRAIL_SHORT,
                                     [MP_TAIL_OTHER] = PATH_TRAIL_GARBAGE};
    if (doc->tail == MP_TAIL_RIGHT) return;
    const uint32_t room = (MP_FILL_BYTES - doc->end % MP_FILL_BYTES) % MP_FILL_BYTES;
    nl_emit(job->report, rules[doc->tail],
            &(nl_draft){.member = doc->tail == MP_TAIL_NONE ? NULL : "tail",
                        .type = doc->tail == MP_TAIL_NONE ? NL_NO_TYPE : NL_BYTES,
                        .offset = doc->end,
                        .length = job->length - doc->end,
                        .actual = nl_uint(job->length - doc->end),
                        .expected = nl_uint(room)});
    /* These may be the points that no source tells of, damaged. */
    const bool may_be_points = doc->layout->points == MP_MAYBE_POINTS && !doc->has_points;
    if (doc->tail == MP_TAIL_OTHER && may_be_points) job->report->undecoded = true;
}

/* ---- All of it ---- */

static void describe(nl_job *job, const mp_document *doc) {
    nl_text version = nl_text_over(job->report->version, sizeof job->report->version);
    nl_put_uint(&version, doc->layout->version);
    job->report->dialect = doc->layout->dialect;
    job->report->endianness = "big";
    const uint64_t known = doc->loss.happened ? doc->loss.at : job->length;
    nl_claim(job->report, 0, known);
}

const void *mp_decode(nl_job *job) {
    mp_document *const doc = NL_NEW_ZEROED(job->arena, mp_document, 1);
    if (!doc || is_shut(job)) return NULL;
    if (job->length < MP_WORD_BYTES) {
        const mp_loss all = {.need = MP_WORD_BYTES, .left = job->length};
        tell_missing(job, &all, PATH_TRUNCATED, "version");
        job->report->undecoded = true;
        return NULL;
    }
    if (!settle(job, doc)) return NULL;
    describe(job, doc);
    if (doc->loss.happened)
        tell_loss(job, &doc->loss);
    else
        tell_tail(job, doc);
    return doc;
}
