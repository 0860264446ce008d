#include "parsers/gta_nodes/counts.h"

#include <string.h>

#include "core/budget.h"
#include "parsers/gta_nodes/findings.h"

static const char filler_unit[4] = {'\xFF', '\xFF', 0, 0};

/* ---- Findings about counts ---- */

static void found_count(const gta_file *f, unsigned rule, unsigned field, nl_draft draft) {
    const nl_place counts = gta_place_at(f->job, f->doc->counts_at);
    nl_found(&counts, rule, field, &draft);
}

static uint64_t count_at(const gta_file *f, unsigned field) {
    return f->doc->counts_at + gta_fields.fields[field].at;
}

/* The field should have this value, which is the fix too. */
static nl_draft right_count(const gta_file *f, unsigned field, uint32_t right) {
    nl_draft draft = {.expected = nl_uint(right), .fix = {.offset = count_at(f, field)}};
    draft.fix.length = sizeof right;
    for (size_t i = 0; i < sizeof right; i++)
        draft.fix.bytes[i] = (uint8_t)(right >> 8 * i);
    return draft;
}

/* ---- Counts and the file's size ---- */

/* Where the 192 spare link slots start, all empty: from `from` on; `length` if nowhere. */
static uint64_t find_filler(const uint8_t *bytes, uint64_t length, uint64_t from) {
    const uint64_t unit = sizeof filler_unit;
    uint64_t run = 0; /* bytes that are the one a unit before them */
    for (uint64_t i = from + unit; i < length; i++) {
        run = bytes[i] == bytes[i - unit] ? run + 1 : 0;
        if (run < GTA_FILLER_BYTES - unit) continue;
        const uint64_t at = i + 1 - GTA_FILLER_BYTES;
        if (memcmp(bytes + at, filler_unit, sizeof filler_unit) == 0) return at;
    }
    return length;
}

/* A file whose counts may be corrected. */
typedef struct gta_puzzle {
    const uint8_t *bytes;
    size_t length;
    const gta_layout *layout;
    uint64_t header_bytes;
    uint64_t filler; /* where it is; `length`: nowhere */
} gta_puzzle;

static gta_sections sections_with(const gta_puzzle *p, const gta_counts *counts) {
    return gta_sections_of(p->layout, &gta_shapes[0], counts, p->header_bytes);
}

static bool is_filler(const gta_puzzle *p, uint64_t at) {
    const uint64_t unit = sizeof filler_unit;
    return memcmp(p->bytes + at, filler_unit, sizeof filler_unit) == 0 &&
           memcmp(p->bytes + at, p->bytes + at + unit, GTA_FILLER_BYTES - unit) == 0;
}

static bool fits(const gta_puzzle *p, const gta_counts *counts) {
    const gta_sections at = sections_with(p, counts);
    return gta_fits(p->bytes, p->length, p->layout, &at) &&
           (counts->links == 0 || is_filler(p, at.filler));
}

/* How many records of so many bytes lie between; 0 if that is no whole number. */
static uint32_t records_between(uint64_t from, uint64_t to, uint32_t record_bytes) {
    const uint64_t bytes = to > from ? to - from : 0;
    return bytes % record_bytes == 0 ? (uint32_t)(bytes / record_bytes) : 0;
}

static bool try_count(const gta_puzzle *p, gta_repair *repair, unsigned field, uint32_t *count,
                      uint32_t right) {
    const uint32_t wrong = *count;
    *count = right;
    repair->field = field;
    repair->right = right;
    if (right != wrong && fits(p, &repair->counts)) return true;
    *count = wrong;
    return false;
}

/* Without links there is no filler, nor any use for navi nodes. */
static bool try_navis(const gta_puzzle *p, gta_repair *repair) {
    gta_counts *const c = &repair->counts;
    const gta_sections at = sections_with(p, c);
    const uint64_t links = (uint64_t)c->links * GTA_LINK_BYTES;
    const uint64_t links_at = p->filler > links ? p->filler - links : 0;
    return links != 0 && try_count(p, repair, GTA_COUNTS_NAVIS, &c->navis,
                                   records_between(at.navis, links_at, p->layout->navi_bytes));
}

static bool try_links(const gta_puzzle *p, gta_repair *repair) {
    gta_counts *const c = &repair->counts;
    const gta_sections at = sections_with(p, c);
    return try_count(p, repair, GTA_COUNTS_LINKS, &c->links,
                     records_between(at.links, p->filler, GTA_LINK_BYTES)) ||
           try_count(p, repair, GTA_COUNTS_LINKS, &c->links, 0);
}

/* Links in front of the filler or behind it may look like it: where else it may start. */
enum { MOST_FILLERS = 16 };

static uint64_t next_filler(const gta_puzzle *p) {
    const uint64_t at = p->filler + GTA_LINK_BYTES;
    const uint64_t end = at + GTA_FILLER_BYTES;
    const bool goes_on = end <= p->length && memcmp(p->bytes + end - GTA_LINK_BYTES, filler_unit,
                                                    sizeof filler_unit) == 0;
    return goes_on ? at : p->length;
}

bool gta_find_repair(const uint8_t *bytes, size_t length, gta_header header, gta_repair *repair) {
    const uint64_t header_bytes = header.counts_at + GTA_COUNTS_BYTES;
    if (header_bytes > length) return false;
    gta_puzzle p = {.bytes = bytes,
                    .length = length,
                    .layout = &gta_layouts[header.variant],
                    .header_bytes = header_bytes,
                    .filler = find_filler(bytes, length, header_bytes)};
    *repair = (gta_repair){.counts = gta_counts_at(bytes + header.counts_at)};
    gta_counts *const c = &repair->counts;
    const uint64_t sum = (uint64_t)c->vehicles + c->peds;
    if (sum != c->nodes)
        return sum <= UINT16_MAX &&
               try_count(&p, repair, GTA_COUNTS_NODES, &c->nodes, (uint32_t)sum);
    for (int i = 0; i < MOST_FILLERS && p.filler != length; i++, p.filler = next_filler(&p))
        if (try_navis(&p, repair) || try_links(&p, repair)) return true;
    return try_links(&p, repair); /* there should be none */
}

void gta_found_repair(const gta_file *f, const gta_repair *repair) {
    const gta_counts stated = gta_counts_at(gta_bytes(f, f->doc->counts_at));
    const uint64_t header_bytes = f->doc->counts_at + GTA_COUNTS_BYTES;
    const gta_sections at = gta_sections_of(f->doc->layout, &gta_shapes[0], &stated, header_bytes);
    const nl_place counts = gta_place_at(f->job, f->doc->counts_at);
    nl_draft draft = right_count(f, repair->field, repair->right);
    draft.args[0] = nl_string(gta_fields.fields[repair->field].name);
    draft.args[1] = nl_uint(at.end);
    draft.args[2] = nl_uint(f->job->length);
    (void)nl_found_cause(&counts, NODES_CNT_SIZE, repair->field, &draft);
}

static bool is_slot(const gta_file *f, uint64_t at) {
    return memcmp(gta_bytes(f, at), filler_unit, sizeof filler_unit) == 0 ||
           nl_load_u32(gta_bytes(f, at)) == 0;
}

/* Of a file that ends early the filler may be missing; zeros in its place are another finding. */
static bool is_filler_elsewhere(const gta_file *f) {
    const gta_document *const doc = f->doc;
    const uint64_t length = f->job->length;
    if (doc->counts.links == 0) return false;
    if (doc->at.navi_links > length) return find_filler(f->bytes, length, doc->at.nodes) != length;
    const uint64_t last = doc->at.navi_links - GTA_LINK_BYTES;
    return !is_slot(f, doc->at.filler) ||
           memcmp(gta_bytes(f, doc->at.filler), gta_bytes(f, last), GTA_LINK_BYTES) != 0;
}

bool gta_is_lost(const gta_file *f) {
    const nl_place counts = gta_place_at(f->job, f->doc->counts_at);
    return is_filler_elsewhere(f) &&
           nl_found_cause(&counts, NODES_CNT_LOST, NL_NO_FIELD,
                          &(nl_draft){.length = GTA_COUNTS_BYTES,
                                      .actual = nl_uint(f->job->length),
                                      .expected = nl_uint(f->doc->at.end)});
}

/* ---- Vehicle and ped nodes ---- */

/* How many nodes have flags of the other kind, if the first `vehicles` are vehicle nodes. */
static uint32_t misfits(const gta_file *f, uint32_t vehicles) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->doc->counts.nodes; i++) {
        const uint32_t flags = gta_node_flags(gta_node(f, i));
        count += i < vehicles ? gta_speed(flags) == 0 : (flags & GTA_FLAG_PED_FORBIDDEN) != 0;
    }
    return count;
}

/* What a header with a wrong sum may mean: one of the two numbers is what the other leaves. */
static unsigned wrong_kind(const gta_file *f) {
    const gta_counts *const c = &f->doc->counts;
    const bool has_peds = c->peds <= c->nodes;
    const bool has_vehicles = c->vehicles <= c->nodes;
    if (has_peds != has_vehicles) return has_peds ? GTA_COUNTS_VEHICLES : GTA_COUNTS_PEDS;
    if (!has_peds) return NL_NO_FIELD;
    const uint32_t by_vehicles = misfits(f, c->vehicles);
    const uint32_t by_peds = misfits(f, c->nodes - c->peds);
    if (by_vehicles == by_peds) return NL_NO_FIELD;
    return by_vehicles < by_peds ? GTA_COUNTS_PEDS : GTA_COUNTS_VEHICLES;
}

static void found_open_sum(const gta_file *f) {
    const gta_counts *const c = &f->doc->counts;
    nl_draft draft = {.args = {nl_uint(c->vehicles), nl_uint(c->peds), nl_uint(c->nodes),
                               nl_string("which one is wrong does not show")},
                      .related = {{count_at(f, GTA_COUNTS_VEHICLES), 4, "the vehicle nodes"},
                                  {count_at(f, GTA_COUNTS_PEDS), 4, "the ped nodes"}}};
    if (c->vehicles <= c->nodes) found_count(f, NODES_CNT_SUM, GTA_COUNTS_NODES, draft);
    if (c->vehicles <= c->nodes) return;
    draft.expected = nl_uint(c->nodes);
    draft.relation = NAVLINT_AT_MOST;
    draft.args[0] = nl_uint(c->nodes);
    found_count(f, NODES_CNT_VEHICLES, GTA_COUNTS_VEHICLES, draft);
}

static void found_sum(const gta_file *f, unsigned field, uint32_t right) {
    const gta_counts *const c = &f->doc->counts;
    const bool is_beyond = c->vehicles > c->nodes;
    char chars[64];
    nl_text fitting = nl_text_over(chars, sizeof chars);
    nl_put(&fitting, gta_fields.fields[field].name);
    nl_put(&fitting, " should be ");
    nl_put_uint(&fitting, right);
    nl_draft draft = right_count(f, field, right);
    draft.args[0] = nl_uint(is_beyond ? c->nodes : c->vehicles);
    draft.args[1] = nl_uint(c->peds);
    draft.args[2] = nl_uint(c->nodes);
    draft.args[3] = nl_string(fitting.chars);
    const nl_place counts = gta_place_at(f->job, f->doc->counts_at);
    (void)nl_found_cause(&counts, is_beyond ? NODES_CNT_VEHICLES : NODES_CNT_SUM, field, &draft);
}

void gta_check_kinds(const gta_file *f, gta_document *doc, bool is_sized) {
    gta_counts *const c = &doc->counts;
    if ((uint64_t)c->vehicles + c->peds == c->nodes) {
        doc->kinds_known = true;
        return;
    }
    if (is_sized && !nl_spend(f->job->budget, 2 * (uint64_t)c->nodes)) return;
    const unsigned field = is_sized ? wrong_kind(f) : NL_NO_FIELD;
    if (field == NL_NO_FIELD) {
        found_open_sum(f);
        return;
    }
    uint32_t *const wrong = field == GTA_COUNTS_PEDS ? &c->peds : &c->vehicles;
    const uint32_t right = c->nodes - (field == GTA_COUNTS_PEDS ? c->vehicles : c->peds);
    found_sum(f, field, right);
    *wrong = right;
    doc->kinds_known = true;
}

/* ---- Limits ---- */

/* A count of the header, and what the engine makes of it. */
typedef struct gta_count {
    unsigned field;
    const char *records;
    uint64_t value;
    uint64_t spare;        /* entries that the engine adds to the records */
    uint32_t record_bytes; /* of the loader, which multiplies in 32 bits */
    unsigned rule;         /* of the limit */
    uint32_t highest;
} gta_count;

static bool check_count(const gta_file *f, const gta_count *count) {
    const uint64_t bytes = (count->value + count->spare) * count->record_bytes;
    const uint64_t most = INT32_MAX / count->record_bytes - count->spare;
    if (bytes > INT32_MAX)
        found_count(f, NODES_SIZE_OVERFLOW, count->field,
                    (nl_draft){.expected = nl_uint(most),
                               .relation = NAVLINT_AT_MOST,
                               .args = {nl_string(count->records), nl_uint(bytes)}});
    else if (count->value > count->highest)
        found_count(f, count->rule, count->field,
                    (nl_draft){.expected = nl_uint(count->highest), .relation = NAVLINT_AT_MOST});
    else
        return true;
    return false;
}

/* Interiors append to the links: that limit is the lower one. */
static bool check_links(const gta_file *f) {
    enum { HIGHEST = INT16_MAX - GTA_SPARE_LINKS - GTA_DYNAMIC_LINKS };
    const bool is_beyond = f->doc->counts.links > INT16_MAX;
    return check_count(f, &(gta_count){GTA_COUNTS_LINKS, "links", f->doc->counts.links,
                                       GTA_SPARE_LINKS, GTA_LINK_BYTES,
                                       is_beyond ? NODES_LIM_LINKS : NODES_LIM_DYNAMIC,
                                       is_beyond ? INT16_MAX : HIGHEST});
}

bool gta_check_limits(const gta_file *f) {
    const gta_layout *const layout = f->doc->layout;
    const gta_counts *const c = &f->doc->counts;
    if (c->links == 0 && c->nodes != 0)
        found_count(f, NODES_LINKLESS_NODES, GTA_COUNTS_LINKS,
                    (nl_draft){.args = {nl_uint(c->nodes)}});
    const bool nodes_fit =
        check_count(f, &(gta_count){GTA_COUNTS_NODES, "nodes", c->nodes, 0, layout->node_bytes,
                                    NODES_LIM_NODES, UINT16_MAX});
    const bool navis_fit = check_count(
        f, &(gta_count){GTA_COUNTS_NAVIS, "navi nodes", c->navis, 0, layout->navi_bytes,
                        NODES_LIM_NAVI, layout->is_extended ? UINT16_MAX : GTA_VANILLA_NAVI_MAX});
    const bool links_fit = check_links(f);
    return nodes_fit && navis_fit && links_fit;
}
