/* The header of all variants, right or damaged. */
#include "parsers/gta_nodes/header.h"

#include <string.h>

static const uint8_t nickname[GTA_NICK_BYTES] = "\0fastman92"; /* and the final NUL */

enum { NICK_LENGTH_AT = 8, NICK_AT = 9, VERSION_AT = 20, SHORTEST_EXTENDED = 8 };

static bool holds(const uint8_t *bytes, size_t length, uint64_t at, const char *tag) {
    return at + 4 <= length && memcmp(bytes + at, tag, 4) == 0;
}

/* Pairs of node numbers: no area number makes words this small, but for the links to node 0. */
static bool has_wide_links(const uint8_t *bytes, const gta_sections *at, uint32_t nodes) {
    for (uint64_t p = at->links; p < at->filler; p += 4)
        if (nl_load_u32(bytes + p) >= nodes) return false;
    return true;
}

/* The filler is there after all: the file is cut off, by as much as a pad has. */
static bool has_filler(const uint8_t *bytes, size_t length, const gta_sections *at) {
    return holds(bytes, length, at->filler, "\xFF\xFF\0");
}

const gta_shape *gta_find_shape(const uint8_t *bytes, size_t length, gta_header header,
                                gta_sections *at) {
    if (header.counts_at + GTA_COUNTS_BYTES > length) return NULL;
    const gta_layout *const layout = &gta_layouts[header.variant];
    const gta_counts counts = gta_counts_at(bytes + header.counts_at);
    for (unsigned i = 0; i < gta_shape_count; i++) {
        if (i > 0 && counts.links == 0) break;
        *at = gta_sections_of(layout, &gta_shapes[i], &counts, header.counts_at + GTA_COUNTS_BYTES);
        if (!gta_fits(bytes, length, layout, at)) continue;
        if (gta_shapes[i].links_only && !has_wide_links(bytes, at, counts.nodes)) continue;
        if (gta_shapes[i].spare_links == 0 && has_filler(bytes, length, at)) continue;
        return &gta_shapes[i];
    }
    return NULL;
}

static bool fits(const nl_job *job, gta_header header) {
    gta_sections at;
    return gta_find_shape(job->bytes, job->length, header, &at) != NULL;
}

static const char *shown(char *chars, size_t capacity, const uint8_t *bytes, size_t length) {
    nl_text text = nl_text_over(chars, capacity);
    nl_put_bytes(&text, bytes, length);
    return text.chars;
}

/* ---- What is said ---- */

static bool is_long_enough(nl_job *job, uint32_t header_bytes) {
    if (job->length >= header_bytes) return true;
    nl_emit(job->report, NODES_HDR_SHORT,
            &(nl_draft){.length = job->length,
                        .actual = nl_uint(job->length),
                        .expected = nl_uint(header_bytes)});
    return false;
}

static void refuse_format(nl_job *job, const char *who, navlint_value expected) {
    char chars[32];
    nl_emit(job->report, NODES_HDR_FORMAT,
            &(nl_draft){.member = "format",
                        .type = NL_BYTES,
                        .offset = 4,
                        .length = 4,
                        .actual = nl_string(shown(chars, sizeof chars, job->bytes + 4, 4)),
                        .expected = expected,
                        .args = {nl_string(who)}});
}

static void check_nickname(nl_job *job, uint32_t version_at) {
    const uint8_t *const p = job->bytes;
    const bool in_place = version_at == VERSION_AT; /* else the file would have to be rewritten */
    if (p[NICK_LENGTH_AT] != GTA_NICK_BYTES)
        nl_emit(job->report, NODES_HDR_NICKLEN,
                &(nl_draft){.member = "nicknameLength",
                            .type = NL_U8,
                            .offset = NICK_LENGTH_AT,
                            .actual = nl_uint(p[NICK_LENGTH_AT]),
                            .expected = nl_uint(GTA_NICK_BYTES),
                            .fix = {NICK_LENGTH_AT, in_place, {GTA_NICK_BYTES}}});
    if (!in_place || memcmp(p + NICK_AT, nickname, sizeof nickname) == 0) return;
    char is[64];
    char should[64];
    nl_draft draft = {.member = "nickname",
                      .type = NL_BYTES,
                      .offset = NICK_AT,
                      .length = sizeof nickname,
                      .actual = nl_string(shown(is, sizeof is, p + NICK_AT, sizeof nickname)),
                      .expected =
                          nl_string(shown(should, sizeof should, nickname, sizeof nickname)),
                      .fix = {.offset = NICK_AT, .length = sizeof nickname}};
    memcpy(draft.fix.bytes, nickname, sizeof nickname);
    nl_emit(job->report, NODES_HDR_NICK, &draft);
}

/* The version whose records make a file of this size; the tag is then beyond doubt. */
static bool guess_version(nl_job *job, uint32_t version_at, gta_header *header) {
    char chars[32];
    nl_draft draft = {.member = "version",
                      .type = NL_BYTES,
                      .offset = version_at,
                      .length = 4,
                      .actual = nl_string(shown(chars, sizeof chars, job->bytes + version_at, 4))};
    header->variant = GTA_VER2;
    const bool second = fits(job, *header);
    header->variant = GTA_VER3;
    const bool third = fits(job, *header);
    if (second != third) {
        header->variant = second ? GTA_VER2 : GTA_VER3;
        draft.expected = nl_string(second ? "VER2" : "VER3");
        draft.fix = (navlint_fix){version_at, 4, {'V', 'E', 'R', second ? '2' : '3'}};
    }
    nl_emit(job->report, NODES_HDR_VERSION, &draft);
    return second != third;
}

/* ---- Reading ---- */

static bool read_fm92(nl_job *job, gta_header *header) {
    if (!is_long_enough(job, GTA_FM92_HEADER_BYTES)) return false;
    const uint64_t other_at = NICK_AT + (uint64_t)job->bytes[NICK_LENGTH_AT];
    const bool moved = other_at != VERSION_AT &&
                       !holds(job->bytes, job->length, VERSION_AT, "VER2") &&
                       !holds(job->bytes, job->length, VERSION_AT, "VER3") &&
                       (holds(job->bytes, job->length, other_at, "VER2") ||
                        holds(job->bytes, job->length, other_at, "VER3"));
    const uint32_t version_at = moved ? (uint32_t)other_at : VERSION_AT;
    check_nickname(job, version_at);
    header->counts_at = version_at + 4;
    if (!is_long_enough(job, header->counts_at + GTA_COUNTS_BYTES)) return false;
    header->variant = GTA_VER2;
    if (holds(job->bytes, job->length, version_at, "VER2")) return true;
    header->variant = GTA_VER3;
    if (holds(job->bytes, job->length, version_at, "VER3")) return true;
    return guess_version(job, version_at, header);
}

static bool read_fla4(nl_job *job, gta_header *header) {
    *header = (gta_header){GTA_FLA4, GTA_FLA4_HEADER_BYTES - GTA_COUNTS_BYTES};
    return is_long_enough(job, GTA_FLA4_HEADER_BYTES);
}

/* Another tag: what follows may still be one of the two headers. */
static bool read_unknown(nl_job *job, gta_header *header) {
    const gta_header fla4 = {GTA_FLA4, GTA_FLA4_HEADER_BYTES - GTA_COUNTS_BYTES};
    const bool is_fm92 =
        job->length > NICK_LENGTH_AT && job->bytes[NICK_LENGTH_AT] == GTA_NICK_BYTES;
    refuse_format(job, "the limit adjuster", nl_string(is_fm92 ? "FM92" : "FLA4"));
    if (is_fm92) return read_fm92(job, header);
    *header = fla4;
    return fits(job, fla4);
}

static bool read_extended(nl_job *job, gta_header *header) {
    if (!is_long_enough(job, job->length < SHORTEST_EXTENDED ? SHORTEST_EXTENDED : 0)) return false;
    const bool fm92 = holds(job->bytes, job->length, 4, "FM92");
    const bool fla4 = holds(job->bytes, job->length, 4, "FLA4");
    if (!fm92 && !fla4) return read_unknown(job, header);
    if (gta_is_unmodified(job)) refuse_format(job, "the unmodified game", nl_string("vanilla"));
    return fm92 ? read_fm92(job, header) : read_fla4(job, header);
}

/* A tag without the marker: the rest has been seen 4 bytes early, and may as well stand in its
 * place. */
static bool read_unmarked(nl_job *job, gta_header *header) {
    char chars[32];
    nl_emit(job->report, NODES_HDR_MARKER,
            &(nl_draft){.member = "format",
                        .type = NL_BYTES,
                        .length = 4,
                        .actual = nl_string(shown(chars, sizeof chars, job->bytes, 4)),
                        .expected = nl_string("FF FF FF FF, then the tag")});
    *header = (gta_header){GTA_FLA4, 4};
    if (fits(job, *header)) return true;
    header->counts_at = 8;
    return fits(job, *header);
}

bool gta_read_header(nl_job *job, gta_header *header) {
    const uint32_t first = job->length >= 4 ? nl_load_u32(job->bytes) : 0;
    if (first == GTA_MARKER) return read_extended(job, header);
    if (holds(job->bytes, job->length, 0, "FLA4") || holds(job->bytes, job->length, 0, "FM92"))
        return read_unmarked(job, header);
    *header = (gta_header){GTA_VANILLA, 0};
    return is_long_enough(job, GTA_VANILLA_HEADER_BYTES);
}

/* ---- Whose bytes are these ---- */

/* A node as it stands at the start of every section of nodes. */
static bool is_node(const uint8_t *node) {
    return nl_load_u16(node + 0x0E) == GTA_NOT_SEARCHED && nl_load_u16(node + 0x14) == 0;
}

/* No magic: two of three things that go together must be right. Sizes of 0 fit any file of zeros.
 */
static nl_confidence probe_vanilla(const uint8_t *bytes, size_t length) {
    if (length < GTA_VANILLA_HEADER_BYTES + 28) return NL_NOT_MINE;
    const gta_counts counts = gta_counts_at(bytes);
    gta_sections at;
    const bool sized = gta_find_shape(bytes, length, (gta_header){GTA_VANILLA, 0}, &at) != NULL &&
                       counts.nodes != 0;
    const bool summed = (uint64_t)counts.vehicles + counts.peds == counts.nodes;
    const bool wide = counts.vehicles == 0 && counts.peds == 0 && counts.navis == 0;
    const int signs = sized + summed + is_node(bytes + GTA_VANILLA_HEADER_BYTES);
    return signs >= 2 || (sized && wide) ? NL_PLAUSIBLE : NL_NOT_MINE;
}

/* A damaged tag or marker with the rest of the header as it should be. */
static bool is_damaged_extended(const uint8_t *bytes, size_t length) {
    const bool nick = length > VERSION_AT && bytes[NICK_LENGTH_AT] == GTA_NICK_BYTES &&
                      memcmp(bytes + NICK_AT, nickname, sizeof nickname) == 0;
    gta_sections at;
    const gta_header fla4 = {GTA_FLA4, 8};
    return nick || gta_find_shape(bytes, length, fla4, &at) != NULL;
}

nl_confidence gta_probe(const uint8_t *bytes, size_t length) {
    if (length < 8) return NL_NOT_MINE;
    if (nl_load_u32(bytes) == GTA_MARKER) {
        if (holds(bytes, length, 4, "FM92") || holds(bytes, length, 4, "FLA4")) return NL_CERTAIN;
        return is_damaged_extended(bytes, length) ? NL_PLAUSIBLE : NL_NOT_MINE;
    }
    if (holds(bytes, length, 0, "FLA4") || holds(bytes, length, 0, "FM92")) return NL_PLAUSIBLE;
    return probe_vanilla(bytes, length);
}
