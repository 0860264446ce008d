/* Bytes to a gta_document: counts, sections, whose area. */
#include <string.h>

#include "core/checked.h"
#include "parsers/gta_nodes/counts.h"
#include "parsers/gta_nodes/findings.h"
#include "parsers/gta_nodes/header.h"
#include "parsers/gta_nodes/notes.h"

/* ---- Sections ---- */

/* A finding about the bytes from `at` on; length: bytes. */
static void found_bytes(const nl_job *job, uint64_t at, unsigned rule, nl_draft draft) {
    const nl_place bytes = gta_place_at(job, at);
    nl_found(&bytes, rule, NL_NO_FIELD, &draft);
}

/* Of a file whose size fits nothing, one count may be wrong: the rest is then judged as if it were
 * right. Whether the file is as long as the counts say. */
static bool choose_shape(const nl_job *job, gta_document *doc, gta_header header) {
    const uint64_t header_bytes = header.counts_at + GTA_COUNTS_BYTES;
    gta_repair repair;
    doc->shape = gta_find_shape(job->bytes, job->length, header, &doc->at);
    if (doc->shape) return true;
    const bool is_repaired = gta_find_repair(job->bytes, job->length, header, &repair);
    if (is_repaired) {
        gta_found_repair(&(gta_file){job, job->bytes, doc, 0}, &repair);
        job->report->undecoded = true; /* the game reads other sections */
        doc->counts = repair.counts;
    }
    doc->shape = &gta_shapes[0];
    doc->at = gta_sections_of(doc->layout, doc->shape, &doc->counts, header_bytes);
    return is_repaired;
}

static void check_shape(const nl_job *job, const gta_document *doc) {
    if (doc->shape->rule == GTA_RULE_COUNT) return;
    job->report->undecoded = true; /* sections are not there */
    const gta_sections right =
        gta_sections_of(doc->layout, &gta_shapes[0], &doc->counts, doc->at.nodes);
    const uint64_t difference =
        right.end > doc->at.end ? right.end - doc->at.end : doc->at.end - right.end;
    const bool in_pads = doc->shape->rule == NODES_SIZE_ONE_PAD;
    const uint64_t from = in_pads ? doc->at.flags : doc->at.filler;
    found_bytes(job, from, doc->shape->rule,
                (nl_draft){.length = job->length - from,
                           .actual = nl_uint(difference),
                           .args = {nl_uint(doc->counts.navis), nl_uint(doc->counts.links)}});
}

static const char *section_at(const gta_document *doc, uint64_t end) {
    const gta_sections *const at = &doc->at;
    const struct {
        uint64_t end;
        const char *name;
    } sections[] = {
        {at->navis, "nodes"},
        {at->links, "navi nodes"},
        {at->filler, "links"},
        {at->navi_links, "filler behind the links"},
        {at->lengths, "navi links"},
        {at->length_pad, "link lengths"},
        {at->flags, "pad behind the link lengths"},
        {at->flag_pad, "intersection flags"},
        {at->marker, "pad behind the intersection flags"},
    };
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
        if (end < sections[i].end) return sections[i].name;
    return "end marker";
}

static void found_truncation(const nl_job *job, const gta_document *doc) {
    found_bytes(job, job->length, NODES_SIZE_TRUNC,
                (nl_draft){.actual = nl_uint(job->length),
                           .expected = nl_uint(doc->at.end),
                           .args = {nl_string(section_at(doc, job->length))}});
}

static void found_no_marker(const nl_job *job, const gta_document *doc) {
    const uint64_t left = job->length - doc->at.marker;
    const size_t there = (size_t)nl_min(left, GTA_END_BYTES);
    char chars[32];
    char words[64];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_text said = nl_text_over(words, sizeof words);
    nl_put_bytes(&text, job->bytes + doc->at.marker, there);
    nl_put_char(&said, '"');
    nl_put(&said, text.chars);
    nl_put(&said, "\" stands in its place");
    const bool is_last = left == GTA_END_BYTES;
    const nl_place marker = gta_place_at(job, doc->at.marker);
    nl_found(&marker, NODES_EOF_MISSING, GTA_END_TEXT,
             &(nl_draft){.length = there,
                         .actual = nl_string(text.chars),
                         .expected = nl_string("EOF\\x00"),
                         .args = {nl_string(there != 0 ? said.chars : "the file ends there")},
                         .fix = {doc->at.marker, is_last ? GTA_END_BYTES : 0, "EOF"}});
}

static void check_tail(const nl_job *job, const gta_document *doc) {
    const uint64_t left = job->length - doc->at.end;
    if (left == 0) return;
    const bool padding = gta_is_sector_padding(job->bytes, job->length, doc->at.end);
    const bool linkless = doc->counts.links == 0 && left == GTA_SPARE_BYTES;
    const unsigned rule = padding                    ? NODES_SIZE_PADDING
                          : doc->layout->is_extended ? NODES_EOF_LAST
                          : linkless                 ? NODES_LINKLESS_PADS
                                                     : NODES_SIZE_TRAIL;
    found_bytes(job, doc->at.end, rule, (nl_draft){.length = left, .actual = nl_uint(left)});
}

/* Link sections in an extended file without links: the marker stands behind them. */
static bool has_linkless_sections(const nl_job *job, const gta_document *doc) {
    const uint64_t end = doc->at.end + GTA_SPARE_BYTES;
    return doc->layout->is_extended && doc->counts.links == 0 && end <= job->length &&
           memcmp(job->bytes + end - GTA_END_BYTES, "EOF", GTA_END_BYTES) == 0;
}

static void skip_linkless_sections(const nl_job *job, gta_document *doc) {
    found_bytes(job, doc->at.marker, NODES_LINKLESS_SECTIONS,
                (nl_draft){.length = GTA_SPARE_BYTES, .actual = nl_uint(GTA_SPARE_BYTES)});
    doc->at.marker += GTA_SPARE_BYTES;
    doc->at.end += GTA_SPARE_BYTES;
}

static bool has_marker(const nl_job *job, const gta_document *doc) {
    return doc->at.end <= job->length &&
           memcmp(job->bytes + doc->at.marker, "EOF", GTA_END_BYTES) == 0;
}

static void check_end(const nl_job *job, gta_document *doc) {
    if (has_linkless_sections(job, doc)) skip_linkless_sections(job, doc);
    if (doc->at.marker > job->length) return;
    if (doc->layout->is_extended && !has_marker(job, doc)) {
        job->report->undecoded = true;
        found_no_marker(job, doc);
    } else {
        check_tail(job, doc);
    }
}

static uint32_t records_there(uint64_t length, uint64_t at, uint32_t count, uint32_t record_bytes) {
    const uint64_t there = length > at ? (length - at) / record_bytes : 0;
    return (uint32_t)nl_min(there, count);
}

/* The file ends before the counts say. Where the limit of a count is an error already, that says
 * it. */
static void check_truncation(const nl_job *job, gta_document *doc) {
    const uint64_t errors = job->report->summary.errors;
    const bool counts_fit = gta_check_limits(&(gta_file){job, job->bytes, doc, 0});
    if (doc->is_complete) return;
    job->report->undecoded = true;
    nl_follow(job->report, doc->is_lost || job->report->summary.errors != errors);
    found_truncation(job, doc);
    nl_follow(job->report, doc->is_lost);
    if (!counts_fit)
        doc->node_count = doc->navi_count = 0; /* of such numbers none can be believed */
}

static void measure(const nl_job *job, gta_document *doc) {
    const gta_layout *const l = doc->layout;
    doc->node_count = records_there(job->length, doc->at.nodes, doc->counts.nodes, l->node_bytes);
    doc->navi_count = records_there(job->length, doc->at.navis, doc->counts.navis, l->navi_bytes);
    doc->is_complete = doc->at.marker <= job->length;
    const bool readable =
        doc->at.flag_pad <= job->length && doc->shape->link_bytes == GTA_LINK_BYTES;
    doc->link_count = readable && !doc->shape->navi_links_per_navi ? doc->counts.links : 0;
    check_truncation(job, doc);
    check_shape(job, doc);
    check_end(job, doc);
}

/* ---- Whose area ---- */

/* The area field of three nodes: what two of them say, else what the name says, else the first's.
 */
static uint32_t area_of_nodes(const gta_file *f) {
    const uint32_t count = f->doc->node_count;
    const uint32_t first = gta_node_area(gta_node(f, 0));
    const uint32_t middle = gta_node_area(gta_node(f, count / 2));
    const uint32_t last = gta_node_area(gta_node(f, count - 1));
    const uint32_t named = f->doc->name_area;
    if (first == middle || first == last) return first;
    if (middle == last) return middle;
    return named == middle || named == last ? named : first;
}

static bool is_in_cell(gta_position p, uint32_t area, uint32_t dim) {
    return gta_outside(p.x, gta_cell_x(area, dim)) == 0 &&
           gta_outside(p.y, gta_cell_y(area, dim)) == 0;
}

/* Where nodes are says how many areas the map has: area 0 is its south-west corner. */
static bool dim_shows(const gta_file *f, uint32_t dim) {
    const uint32_t count = f->doc->node_count;
    const uint32_t samples[3] = {0, count / 2, count - 1};
    unsigned inside = 0;
    for (int i = 0; i < 3; i++)
        inside += is_in_cell(gta_node_position(f->doc, gta_node(f, samples[i])), f->doc->area, dim);
    return inside >= 2;
}

static void find_area(const nl_job *job, gta_document *doc) {
    const gta_file f = {job, job->bytes, doc, 0};
    doc->name_area = gta_area_of_name(job->own_name);
    doc->area = doc->node_count != 0           ? area_of_nodes(&f)
                : doc->name_area <= UINT16_MAX ? doc->name_area
                                               : GTA_NONE;
    doc->dim = GTA_SMALLEST_DIM;
    doc->dim_known = gta_is_unmodified(job);
    if (doc->dim_known || doc->area == GTA_NONE) return;
    while (doc->dim * doc->dim <= doc->area)
        doc->dim *= 2;
    for (uint32_t dim = doc->dim; dim <= GTA_LARGEST_DIM && doc->node_count != 0; dim *= 2) {
        doc->dim_known = dim_shows(&f, dim);
        if (!doc->dim_known) continue;
        doc->dim = dim;
        return;
    }
}

/* ---- All of it ---- */

static bool link_is_swapped(const gta_document *doc, uint32_t value) {
    return value >> 16 != doc->area && (value & 0xFFFF) == doc->area &&
           value >> 16 < doc->counts.navis;
}

/* The halves of the navi links the other way round: most that make no sense make sense then. */
static void find_swap(const nl_job *job, gta_document *doc) {
    if (!doc->layout->is_extended || doc->link_count == 0 || doc->is_lost) return;
    const gta_file f = {job, job->bytes, doc, 0};
    uint32_t swapped = 0;
    uint32_t used = 0;
    uint32_t right = 0;
    for (uint32_t row = 0; row < doc->link_count; row++) {
        const uint32_t value = gta_raw_navi_link(&f, row);
        used += value != 0;
        right += value != 0 && value >> 16 == doc->area && (value & 0xFFFF) < doc->counts.navis;
        swapped += link_is_swapped(doc, value);
    }
    if (swapped <= used / 2 || swapped <= right) return;
    const nl_place links = gta_place_at(job, doc->at.navi_links);
    doc->is_swapped =
        nl_found_cause(&links, NODES_EXT_NAVI_SWAP, NL_NO_FIELD,
                       &(nl_draft){.length = (uint64_t)doc->link_count * GTA_WIDE_NAVI_LINK_BYTES,
                                   .actual = nl_uint(swapped),
                                   .args = {nl_uint(used)}});
}

static void describe(const nl_job *job, const gta_document *doc) {
    job->report->dialect = doc->layout->dialect;
    job->report->endianness = "little";
    nl_claim(job->report, 0, job->length); /* what is behind the end is the tail */
}

const void *gta_decode(nl_job *job) {
    gta_document *const doc = NL_NEW_ZEROED(job->arena, gta_document, 1);
    gta_header header;
    gta_fetch(job->bytes, job->length);
    if (!doc || !gta_read_header(job, &header)) return NULL;
    doc->variant = header.variant;
    doc->layout = &gta_layouts[header.variant];
    doc->counts_at = header.counts_at;
    doc->counts = gta_counts_at(job->bytes + header.counts_at);
    const bool is_sized = choose_shape(job, doc, header);
    gta_check_kinds(&(gta_file){job, job->bytes, doc, 0}, doc, is_sized);
    doc->is_lost = !is_sized && gta_is_lost(&(gta_file){job, job->bytes, doc, 0});
    nl_follow(job->report, doc->is_lost);
    measure(job, doc);
    nl_follow(job->report, false);
    find_area(job, doc);
    if (!nl_spend(job->budget, doc->link_count)) return NULL;
    find_swap(job, doc);
    describe(job, doc);
    doc->notes = gta_notes_of(job, doc);
    return doc;
}

/* A node of at least 28 bytes takes at most 8 for the filter and 16 for the table of places when
 * its file is checked, and 40 when the set is (4 of the forest, 4 of a group's key, 32 of its
 * index), besides 2 of the notes; a navi node of 14 takes a mark of 1 and one of the notes; a link
 * of 8 takes two marks and 1 of the notes. Never more than 42/28 = 3/2 of the input. The constant
 * holds the document, the member's row in the set's tables with its share of their index, and the
 * alignment. */
uint64_t gta_arena_bound(uint64_t input_bytes) {
    return input_bytes * 3 / 2 + 2048;
}
