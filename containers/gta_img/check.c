/* Document to findings: the order of the checks, what the archive as a whole says, the facts. */
#include "containers/gta_img/checks.h"

#include "core/checked.h"

/* Twice half the largest size, rounded up: two channels of the same length. */
static uint32_t buffer_of(const img_check *c) {
    uint32_t largest = 0;
    for (uint32_t row = 0; row < c->doc->count; row++) {
        const img_entry entry = img_entry_of(c, row);
        largest = entry.size > largest ? entry.size : largest;
    }
    return (largest + 1) / 2 * 2;
}

static void check_entry(img_check *c, uint32_t row) {
    const img_entry entry = img_entry_of(c, row);
    img_check_extent(c, &entry);
    if (entry.kind == IMG_PATHS)
        img_check_path_name(c, &entry);
    else
        img_check_name(c, &entry);
}

/* ---- The path files ---- */

/* The first entry of an area counts that is not empty. */
static void count_path_file(img_check *c, uint32_t row) {
    const img_entry entry = img_entry_of(c, row);
    const uint32_t area = img_area_of(&entry);
    c->path_files += entry.kind == IMG_PATHS;
    if (area == IMG_AREAS || entry.sectors == 0 || c->is_ignored[row]) return;
    c->areas += (c->first_areas >> area & 1) == 0;
    c->first_areas |= (uint64_t)1 << area;
}

static void found_of_all(const img_check *c, unsigned rule, const nl_draft *draft) {
    const nl_place file = nl_place_of(c->job->report, c->job->bytes);
    nl_found(&file, rule, NL_NO_FIELD, draft);
}

static uint32_t first_missing(const img_check *c) {
    uint32_t area = 0;
    while ((c->first_areas >> area & 1) != 0)
        area++;
    return area;
}

static bool is_most_of_the_map(uint32_t areas) {
    return areas > IMG_AREAS / 2 && areas < IMG_AREAS;
}

/* Of an archive that lacks bytes nobody knows what else it had. */
static void check_set(const img_check *c) {
    if (c->is_damaged) return;
    if (c->path_files == 0)
        found_of_all(c, IMG_NO_NODES, &(nl_draft){.length = IMG_HEAD_BYTES});
    else if (is_most_of_the_map(c->areas))
        found_of_all(c, IMG_NODES_SET,
                     &(nl_draft){.length = IMG_HEAD_BYTES,
                                 .actual = nl_uint(c->areas),
                                 .expected = nl_uint(IMG_AREAS),
                                 .args = {nl_uint(first_missing(c))}});
}

/* ---- The end of the file ---- */

static void check_length(const img_check *c) {
    const uint64_t length = c->job->length;
    const uint64_t more = length % IMG_SECTOR_BYTES;
    if (more == 0 || c->is_damaged) return;
    nl_place end = nl_place_of(c->job->report, c->job->bytes);
    end.at = length - more;
    nl_claim(c->job->report, end.at, more);
    nl_found(&end, IMG_SIZE_MULTIPLE, NL_NO_FIELD,
             &(nl_draft){.length = more, .args = {nl_uint(more), nl_uint(length)}});
}

/* Some tools do not fill the last sector up; a download that broke off looks the same. */
static void limit_cut(const img_check *c) {
    char chars[160];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put(&text, "the last sector of the last file is cut off: ");
    nl_put_uint(&text, c->cut_bytes);
    nl_put(&text, " bytes are missing, which may be mere fill");
    nl_limit(c->job->report, "undecoded", text.chars);
}

static void state_facts(const img_check *c) {
    navlint_report *const report = c->job->report;
    nl_fact(report, "entries", nl_uint(c->doc->count));
    nl_fact(report, "pathFiles", nl_uint(c->path_files));
    nl_fact(report, "areas", nl_uint(c->areas));
}

/* ---- All of it ---- */

static void check_rows(img_check *c) {
    c->buffer = buffer_of(c);
    for (uint32_t row = 0; row < c->doc->count; row++)
        check_entry(c, row);
    if (!img_check_twins(c)) return;
    for (uint32_t row = 0; row < c->doc->count; row++)
        count_path_file(c, row);
    img_check_neighbours(c);
    if (!img_check_places(c)) return;
    check_set(c);
    check_length(c);
    if (c->cut_bytes != 0 && c->job->report->summary.errors == 0) limit_cut(c);
}

/* Passes over the rows: the buffer, each entry, twins, paths, neighbours, overlaps. */
enum { STEPS_OF_A_ROW = 8 };

void img_check_document(nl_job *job, const void *document) {
    const img_document *const doc = document;
    img_check c = {.job = job, .doc = doc, .is_damaged = !doc->is_whole};
    c.is_ignored = NL_NEW_ZEROED(job->arena, uint8_t, doc->count);
    if (!c.is_ignored || !nl_spend(job->budget, (uint64_t)STEPS_OF_A_ROW * doc->count)) return;
    nl_follow(job->report, !doc->is_whole);
    check_rows(&c);
    nl_follow(job->report, false);
    state_facts(&c);
}
