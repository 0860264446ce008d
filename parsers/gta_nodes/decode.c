/* Bytes to a gta_document: counts, sections, whose area. What the records say is check's business.
 */
#include <string.h>

#include "core/checked.h"
#include "parsers/gta_nodes/header.h"
#include "parsers/gta_nodes/records.h"

enum { LINKLESS_BYTES = 6 * GTA_SPARE_LINKS }; /* the pads of all three sections */

/* A count of the header: its place in it, its name, what it counts. */
typedef struct gta_count {
    uint32_t index;
    const char *member;
    const char *records;
    uint32_t value;
} gta_count;

static void found_count(nl_job *job, const gta_document *doc, unsigned rule, const gta_count *count,
                        nl_draft draft) {
    draft.member = count->member;
    draft.type = NL_U32LE;
    draft.offset = doc->counts_at + 4 * count->index;
    if (draft.actual.kind == NAVLINT_NO_VALUE) draft.actual = nl_uint(count->value);
    nl_emit(job->report, rule, &draft);
}

/* ---- Counts ---- */

static void check_sum(nl_job *job, gta_document *doc) {
    const gta_counts *const c = &doc->counts;
    const uint64_t sum = (uint64_t)c->vehicles + c->peds;
    doc->kinds_known = sum == c->nodes;
    if (doc->kinds_known) return;
    if (c->vehicles > c->nodes)
        found_count(job, doc, NODES_CNT_VEHICLES,
                    &(gta_count){1, "vehicleNodeCount", "", c->vehicles},
                    (nl_draft){.expected = nl_uint(c->nodes)});
    else
        found_count(job, doc, NODES_CNT_SUM, &(gta_count){0, "nodeCount", "", c->nodes},
                    (nl_draft){.actual = nl_uint(sum),
                               .expected = nl_uint(c->nodes),
                               .args = {nl_uint(c->vehicles), nl_uint(c->peds)}});
}

/* Whether the loader's product of the count and the size of a record stays below 2^31. */
static bool check_overflow(nl_job *job, const gta_document *doc, const gta_count *count,
                           uint64_t bytes) {
    if (bytes <= INT32_MAX) return true;
    found_count(job, doc, NODES_SIZE_OVERFLOW, count,
                (nl_draft){.args = {nl_string(count->records), nl_uint(bytes)}});
    return false;
}

static bool check_limit(nl_job *job, const gta_document *doc, const gta_count *count, unsigned rule,
                        uint32_t highest) {
    if (count->value <= highest) return true;
    found_count(job, doc, rule, count, (nl_draft){.expected = nl_uint(highest)});
    return false;
}

/* false if a count is beyond what the engine can hold: then nothing is gained by comparing the
 * file's size with it. */
static bool check_counts(nl_job *job, gta_document *doc) {
    const gta_counts *const c = &doc->counts;
    const gta_count nodes = {0, "nodeCount", "nodes", c->nodes};
    const gta_count navis = {3, "naviNodeCount", "navi nodes", c->navis};
    const gta_count links = {4, "linkCount", "links", c->links};
    const uint32_t navi_max = doc->layout->is_extended ? UINT16_MAX : GTA_VANILLA_NAVI_MAX;
    const uint32_t dynamic_max = INT16_MAX - GTA_SPARE_LINKS - GTA_DYNAMIC_LINKS;
    check_sum(job, doc);
    const bool node_bytes =
        check_overflow(job, doc, &nodes, (uint64_t)c->nodes * doc->layout->node_bytes);
    const bool navi_bytes =
        check_overflow(job, doc, &navis, (uint64_t)c->navis * doc->layout->navi_bytes);
    const bool link_bytes = check_overflow(job, doc, &links, 4 * ((uint64_t)c->links + 192));
    const bool nodes_fit = node_bytes && check_limit(job, doc, &nodes, NODES_LIM_NODES, UINT16_MAX);
    const bool links_fit = link_bytes && check_limit(job, doc, &links, NODES_LIM_LINKS, INT16_MAX);
    const bool navis_fit = navi_bytes && check_limit(job, doc, &navis, NODES_LIM_NAVI, navi_max);
    const bool dynamic_fit =
        links_fit && check_limit(job, doc, &links, NODES_LIM_DYNAMIC, dynamic_max);
    if (c->links == 0 && c->nodes != 0)
        found_count(job, doc, NODES_LINKLESS_NODES, &links,
                    (nl_draft){.args = {nl_uint(c->nodes)}});
    return nodes_fit && dynamic_fit && navis_fit;
}

/* ---- Sections ---- */

static void choose_shape(nl_job *job, gta_document *doc, gta_header header) {
    const uint64_t header_bytes = header.counts_at + GTA_COUNTS_BYTES;
    doc->shape = gta_find_shape(job->bytes, job->length, header, &doc->at);
    if (doc->shape) return;
    doc->shape = &gta_shapes[0];
    doc->at = gta_sections_of(doc->layout, doc->shape, &doc->counts, header_bytes);
}

static void tell_shape(nl_job *job, const gta_document *doc) {
    if (doc->shape->rule == GTA_RULE_COUNT) return;
    job->report->undecoded = true; /* sections are not there */
    const gta_sections right =
        gta_sections_of(doc->layout, &gta_shapes[0], &doc->counts, doc->at.nodes);
    const uint64_t difference =
        right.end > doc->at.end ? right.end - doc->at.end : doc->at.end - right.end;
    const bool in_pads = doc->shape->rule == NODES_SIZE_ONE_PAD;
    const uint64_t from = in_pads ? doc->at.flags : doc->at.filler;
    nl_emit(job->report, doc->shape->rule,
            &(nl_draft){.offset = from,
                        .length = job->length - from,
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

static void tell_truncation(nl_job *job, const gta_document *doc) {
    nl_emit(job->report, NODES_SIZE_TRUNC,
            &(nl_draft){.offset = job->length,
                        .actual = nl_uint(job->length),
                        .expected = nl_uint(doc->at.end),
                        .args = {nl_string(section_at(doc, job->length))}});
}

static void tell_marker(nl_job *job, const gta_document *doc) {
    const uint64_t left = job->length - doc->at.marker;
    const size_t there = (size_t)nl_min(left, GTA_EOF_BYTES);
    char chars[32];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_bytes(&text, job->bytes + doc->at.marker, there);
    const bool is_last = left == GTA_EOF_BYTES;
    nl_emit(job->report, NODES_EOF_MISSING,
            &(nl_draft){.member = "end",
                        .type = NL_BYTES,
                        .offset = doc->at.marker,
                        .length = there,
                        .actual = nl_string(text.chars),
                        .expected = nl_string("EOF\\x00"),
                        .fix = {doc->at.marker, is_last ? 4 : 0, "EOF"}});
}

static void tell_tail(nl_job *job, const gta_document *doc) {
    const uint64_t left = job->length - doc->at.end;
    if (left == 0) return;
    const bool padding = gta_is_sector_padding(job->bytes, job->length, doc->at.end);
    const bool linkless = doc->counts.links == 0 && left == LINKLESS_BYTES;
    const unsigned rule = padding                    ? NODES_SIZE_PADDING
                          : doc->layout->is_extended ? NODES_EOF_LAST
                          : linkless                 ? NODES_LINKLESS_PADS
                                                     : NODES_SIZE_TRAIL;
    nl_emit(job->report, rule,
            &(nl_draft){.offset = doc->at.end, .length = left, .actual = nl_uint(left)});
}

/* Link sections in an extended file without links: the marker stands behind them. */
static bool has_linkless_sections(const nl_job *job, const gta_document *doc) {
    const uint64_t end = doc->at.end + LINKLESS_BYTES;
    return doc->layout->is_extended && doc->counts.links == 0 && end <= job->length &&
           memcmp(job->bytes + end - GTA_EOF_BYTES, "EOF", 4) == 0;
}

static void check_end(nl_job *job, gta_document *doc) {
    if (has_linkless_sections(job, doc)) {
        nl_emit(job->report, NODES_LINKLESS_SECTIONS,
                &(nl_draft){.offset = doc->at.marker,
                            .length = LINKLESS_BYTES,
                            .actual = nl_uint(LINKLESS_BYTES)});
        doc->at.marker += LINKLESS_BYTES;
        doc->at.end += LINKLESS_BYTES;
    }
    if (doc->at.marker > job->length) return;
    const bool room = doc->at.end <= job->length;
    doc->has_marker =
        doc->layout->is_extended && room && memcmp(job->bytes + doc->at.marker, "EOF", 4) == 0;
    if (doc->layout->is_extended && !doc->has_marker) {
        job->report->undecoded = true;
        tell_marker(job, doc);
    } else if (room) {
        tell_tail(job, doc);
    }
}

static uint32_t records_there(uint64_t length, uint64_t at, uint32_t count, uint32_t record_bytes) {
    const uint64_t there = length > at ? (length - at) / record_bytes : 0;
    return (uint32_t)nl_min(there, count);
}

/* counts_fit: no count is beyond what the engine can hold. */
static void measure(nl_job *job, gta_document *doc, bool counts_fit) {
    const gta_layout *const l = doc->layout;
    doc->node_count = records_there(job->length, doc->at.nodes, doc->counts.nodes, l->node_bytes);
    doc->navi_count = records_there(job->length, doc->at.navis, doc->counts.navis, l->navi_bytes);
    doc->is_complete = doc->at.marker <= job->length;
    const bool readable =
        doc->at.flag_pad <= job->length && doc->shape->link_bytes == GTA_LINK_BYTES;
    doc->link_count = readable && !doc->shape->navi_links_per_navi ? doc->counts.links : 0;
    if (!doc->is_complete) {
        job->report->undecoded = true;
        if (counts_fit)
            tell_truncation(job, doc);
        else
            doc->node_count = doc->navi_count = 0; /* of such numbers none can be believed */
    }
    tell_shape(job, doc);
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

static void place(const nl_job *job, gta_document *doc) {
    const gta_file f = {job, job->bytes, doc, 0};
    doc->name_area = gta_area_of_name(job->name);
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

/* The halves of the navi links the other way round: most that make no sense as they are do so then.
 */
static void find_swap(nl_job *job, gta_document *doc) {
    if (!doc->layout->is_extended || doc->link_count == 0) return;
    const gta_file f = {job, job->bytes, doc, 0};
    uint32_t swapped = 0;
    uint32_t used = 0;
    uint32_t right = 0;
    for (uint32_t row = 0; row < doc->link_count; row++) {
        const uint32_t value = nl_load_u32(gta_bytes(&f, doc->at.navi_links) + 4 * (size_t)row);
        used += value != 0;
        right += value >> 16 == doc->area && (value & 0xFFFF) < doc->counts.navis;
        swapped += link_is_swapped(doc, value);
    }
    doc->is_swapped = swapped > used / 2 && swapped > right;
    if (doc->is_swapped)
        nl_emit(job->report, NODES_EXT_NAVI_SWAP,
                &(nl_draft){.offset = doc->at.navi_links,
                            .length = 4 * (uint64_t)doc->link_count,
                            .actual = nl_uint(swapped),
                            .expected = nl_uint(used)});
}

static void describe(nl_job *job, const gta_document *doc) {
    job->report->dialect = doc->layout->dialect;
    job->report->endianness = "little";
    nl_claim(job->report, 0, job->length); /* what is behind the end is the tail */
}

const void *gta_decode(nl_job *job) {
    gta_document *const doc = NL_NEW_ZEROED(job->arena, gta_document, 1);
    gta_header header;
    if (!doc || !gta_read_header(job, &header)) return NULL;
    doc->variant = header.variant;
    doc->layout = &gta_layouts[header.variant];
    doc->counts_at = header.counts_at;
    doc->counts = gta_counts_at(job->bytes + header.counts_at);
    choose_shape(job, doc, header);
    measure(job, doc, check_counts(job, doc));
    place(job, doc);
    if (!nl_spend(job->budget, doc->link_count)) return NULL;
    find_swap(job, doc);
    describe(job, doc);
    return doc;
}

/* A node of at least 28 bytes takes at most 8 for the table of places when its file is judged, and
 * 40 when the set is (4 of the forest, 4 of a group's key, 32 of its index); a navi node of 14
 * takes a mark of 1; a link of 8 takes two marks. Never more than 40/28 < 3/2 of the input. The
 * constant holds the document, the member's row in the set's tables with its share of their index,
 * and the alignment. */
uint64_t gta_arena_bound(uint64_t input_bytes) {
    return input_bytes * 3 / 2 + 2048;
}
