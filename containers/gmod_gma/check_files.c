/* Rows of the table of files. */
#include <libdeflate.h>
#include <string.h>

#include "containers/gmod_gma/checks.h"
#include "containers/members.h"

enum { SUMMED_IN_A_STEP = 16 /* bytes */ };

/* ---- Numbers and sizes ---- */

/* A number is in its turn behind the one before it, or where rows are counted from 1: one damaged
 * number is one finding, and so is a step in a table that goes on from it. */
static void check_number(const gma_check *c, uint32_t row) {
    const gma_row *const rows = c->doc->rows;
    const uint32_t number = gma_number_of(c->job->bytes, &rows[row]);
    const uint64_t before = row > 0 ? gma_number_of(c->job->bytes, &rows[row - 1]) : 0;
    if (number == (uint64_t)row + 1 || number == before + 1) return;
    const nl_place place = gma_row_place(c->job, c->doc, row);
    nl_found(&place, GMA_NUMBERS, GMA_FILE_NUMBER,
             &(nl_draft){.expected = nl_uint((uint64_t)row + 1)});
}

static void check_size(const gma_check *c, uint32_t row) {
    if (gma_size_of(c->job->bytes, &c->doc->rows[row]) != 0) return;
    const nl_place place = gma_data_place(c->job, c->doc, row);
    nl_found(
        &place, GMA_EMPTY_FILE, GMA_DATA_SIZE,
        &(nl_draft){.actual = nl_uint(0), .expected = nl_uint(1), .relation = NAVLINT_AT_LEAST});
}

/* ---- Paths ---- */

static bool has_backslash(box_name path) {
    return memchr(path.chars, '\\', path.length) != NULL;
}

static const char *danger_of(box_name path) {
    if (path.length == 0) return "is empty";
    if (path.length >= BOX_NAME_BYTES) return "has more than 1023 bytes";
    return box_name_danger(path);
}

/* Whether "/content/maps/" stands behind "gamemodes/". */
static bool is_in_gamemode(box_name path) {
    static const char start[] = "gamemodes/";
    static const char folder[] = "/content/maps/";
    if (!box_name_begins(path, start)) return false;
    for (uint32_t at = sizeof start - 1; at < path.length; at++)
        if (box_name_begins((box_name){path.chars + at, path.length - at}, folder)) return true;
    return false;
}

/* Case does not count here: GMA_NAME_CASE says what is wrong with it. */
static bool is_listed(box_name path) {
    const bool is_mesh = box_name_ends(path, ".nav");
    return !is_mesh || has_backslash(path) || box_name_begins(path, "maps/") ||
           is_in_gamemode(path);
}

static void found_path(const gma_check *c, uint32_t row, unsigned rule, const char *what) {
    const nl_place place = gma_path_place(c->job, c->doc, row);
    const uint64_t length = (uint64_t)c->doc->rows[row].path_bytes + 1;
    nl_found(&place, rule, GMA_PATH_TEXT, &(nl_draft){.length = length, .args = {nl_string(what)}});
}

static void check_path(const gma_check *c, uint32_t row) {
    const box_name path = gma_path_of(c->job->bytes, &c->doc->rows[row]);
    const char *const danger = danger_of(path);
    if (danger) found_path(c, row, GMA_NAME_UNSAFE, danger);
    if (box_name_has_capitals(path)) found_path(c, row, GMA_NAME_CASE, "");
    if (has_backslash(path)) found_path(c, row, GMA_NAME_SEPARATOR, "");
    if (!is_listed(path)) found_path(c, row, GMA_WHITELIST, "");
}

/* ---- Sums ---- */

/* Of what navigation is in, of a size that costs no more than the table of a large addon. */
static bool is_summed(const gma_check *c, const gma_row *row) {
    return gma_is_carrier(gma_path_of(c->job->bytes, row)) && row->data_at != GMA_NOWHERE &&
           gma_crc_of(c->job->bytes, row) != 0 &&
           gma_size_of(c->job->bytes, row) <= GMA_MOST_SUMMED;
}

static void check_sum(gma_check *c, uint32_t row_index) {
    const gma_row *const row = &c->doc->rows[row_index];
    if (!is_summed(c, row)) return;
    const uint64_t size = gma_size_of(c->job->bytes, row);
    if (!nl_spend(c->job->budget, size / SUMMED_IN_A_STEP)) return;
    const uint32_t crc = libdeflate_crc32(0, c->job->bytes + row->data_at, (size_t)size);
    if (crc == gma_crc_of(c->job->bytes, row)) return;
    const nl_place place = gma_data_place(c->job, c->doc, row_index);
    nl_draft draft = {.expected = nl_uint(crc)};
    draft.related[0] = (navlint_related){row->data_at, size, "the file's bytes"};
    c->sum_is_wrong = true;
    nl_found(&place, GMA_CRC_FILE, GMA_DATA_CRC, &draft);
}

/* ---- All of a row ---- */

static void count(gma_check *c, uint32_t row) {
    const box_name path = gma_path_of(c->job->bytes, &c->doc->rows[row]);
    c->meshes += box_name_is_navigation(path);
    c->maps += box_name_ends(path, ".bsp");
}

void gma_check_files(gma_check *c) {
    for (uint32_t row = 0; row < c->doc->row_count; row++) {
        if (!nl_spend(c->job->budget, c->doc->rows[row].path_bytes)) return;
        count(c, row);
        check_number(c, row);
        check_path(c, row);
        check_size(c, row);
        check_sum(c, row);
    }
}

/* ---- Twins ---- */

static bool is_same(void *context, uint32_t first_row, uint32_t row) {
    const gma_check *const c = context;
    return box_name_same_folded(gma_path_of(c->job->bytes, &c->doc->rows[first_row]),
                                gma_path_of(c->job->bytes, &c->doc->rows[row]));
}

static void found_twin(void *context, uint32_t first_row, uint32_t row) {
    const gma_check *const c = context;
    const gma_row *const first = &c->doc->rows[first_row];
    const gma_row *const second = &c->doc->rows[row];
    const nl_place place = gma_path_place(c->job, c->doc, row);
    nl_draft draft = {.length = (uint64_t)second->path_bytes + 1,
                      .args = {nl_uint(gma_number_of(c->job->bytes, first))}};
    draft.related[0] = (navlint_related){(uint64_t)first->at + GMA_FILE_BYTES,
                                         (uint64_t)first->path_bytes + 1, "the first one"};
    nl_found(&place, GMA_NAME_DUPLICATE, GMA_PATH_TEXT, &draft);
}

/* Separators count as they are: gmad writes slashes, and GMA_NAME_SEPARATOR tells of others. */
void gma_check_twins(gma_check *c) {
    const uint32_t total = c->doc->row_count;
    box_hashed *const names = NL_NEW(c->job->arena, box_hashed, total);
    if (!names) return;
    for (uint32_t row = 0; row < total; row++) {
        const box_name path = gma_path_of(c->job->bytes, &c->doc->rows[row]);
        names[row] = (box_hashed){box_hash(box_no_hash, path.chars, path.length, true), row};
    }
    (void)box_each_twin(names, total, c->job->budget, &(box_twins){is_same, found_twin, c});
}
