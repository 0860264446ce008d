/* What fills headers, tables and packed navigation up, and the frames of the latter. */
#include "containers/metroid_pak/checks.h"

enum { BYTES_PER_STEP = 16 };

bool pk_is_all(const pk_check *c, pk_span span, uint8_t value) {
    for (uint64_t at = span.at; at < span.end; at++)
        if (c->bytes[at] != value) return false;
    return true;
}

void pk_found_fill(const pk_check *c, const nl_place *place, pk_span span, const char *what,
                   const char *value) {
    (void)c;
    nl_found(place, PAK_FILL, NL_NO_FIELD,
             &(nl_draft){.length = span.end - span.at,
                         .args = {nl_uint(span.end - span.at), nl_string(what), nl_string(value)}});
}

static void check_zeros(const pk_check *c, pk_span span, const char *what) {
    if (span.at >= span.end || pk_is_all(c, span, 0)) return;
    const nl_place place = pk_file_place(c, span.at);
    pk_found_fill(c, &place, span, what, "00");
}

void pk_check_fills(pk_check *c) {
    const pk_tables *const t = &c->doc->tables;
    if (!c->shape->is_sectioned) {
        check_zeros(c, (pk_span){PK_HEAD_UNUSED_AT, PK_HEAD_BYTES}, "the header");
    } else {
        const uint64_t sections_end = PK_FIRST_SECTION_AT - PK_SECTION_END_BYTES;
        check_zeros(c, (pk_span){PK_HEAD_BYTES + PK_DIGEST_FILL_AT, PK_HEADER_BYTES}, "the header");
        check_zeros(c, (pk_span){sections_end, PK_FIRST_SECTION_AT}, "the section table");
    }
    if (!c->doc->is_whole) return;
    if (c->shape->is_sectioned)
        check_zeros(c, (pk_span){t->names_end, t->names_in.end}, "the fill behind the names");
    check_zeros(c, pk_table_fill(c->doc), "the fill behind the table");
}

/* ---- Streams ---- */

static unsigned rule_of(const pk_check *c, navlint_packing packing) {
    switch (packing) {
    case NAVLINT_PACKED_ZLIB:
        return PAK_ZLIB;
    case NAVLINT_PACKED_CMPD:
        return PAK_CMPD;
    default:
        return c->shape->is_sectioned ? PAK_CMPD : PAK_LZO;
    }
}

static void found_flaw(const pk_check *c, uint32_t index, unsigned rule, const pk_flaw *flaw) {
    pk_named named;
    const nl_place place = pk_data_place(c, index, flaw->at, &named);
    nl_found(&place, rule, NL_NO_FIELD,
             &(nl_draft){.length = flaw->length,
                         .args = {nl_string(flaw->what)},
                         .related = {pk_beside_row(c, index, "its row")}});
}

/* A fill is shorter than what it fills up to: more bytes are segments or blocks too many. */
static void check_rest(const pk_check *c, uint32_t index, unsigned rule, pk_span rest) {
    if (pk_is_all(c, rest, 0xFF)) return;
    const uint64_t left = rest.end - rest.at;
    if (left >= c->shape->align) {
        const pk_flaw flaw = {"bytes that are no fill follow it", rest.at, left, 0, 0};
        found_flaw(c, index, rule, &flaw);
        return;
    }
    pk_named named;
    const nl_place place = pk_data_place(c, index, rest.at, &named);
    pk_found_fill(c, &place, rest, "the fill behind the packed bytes", "FF");
}

static bool check_stream(const pk_check *c, uint32_t index, const pk_row *row) {
    nl_budget *const budget = c->job->budget;
    const pk_stream stream = pk_stream_of(c->job, c->doc, row);
    const unsigned rule = rule_of(c, stream.packing);
    const pk_flaw flaw = pk_find_flaw(c->bytes, row, stream);
    if (!nl_spend(budget, flaw.steps)) return false;
    if (flaw.what) {
        found_flaw(c, index, rule, &flaw);
        return true;
    }
    const pk_span rest = {flaw.end, row->end};
    if (!nl_spend(budget, (rest.end - rest.at) / BYTES_PER_STEP)) return false;
    check_rest(c, index, rule, rest);
    return true;
}

void pk_check_streams(pk_check *c) {
    for (uint32_t i = 0; i < c->doc->tables.rows; i++) {
        const pk_row row = pk_row_at(c->bytes, c->doc, i);
        if (row.type != PK_PATH || row.flag == 0 || !row.fits || row.size == 0) continue;
        if (!check_stream(c, i, &row)) return;
    }
}
