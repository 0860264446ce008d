/* The header of all variants, right or damaged. */
#include "parsers/gta_nodes/header.h"

#include <string.h>

#include "parsers/gta_nodes/counts.h"
#include "parsers/gta_nodes/findings.h"

enum {
    SHORTEST_EXTENDED = GTA_MARK_BYTES + GTA_TAG_BYTES,
    NICK_AT = SHORTEST_EXTENDED,
    NAME_AT = NICK_AT + GTA_NICK_NAME_AT,
    NAME_BYTES = GTA_NICK_BYTES - GTA_NICK_NAME_AT,
    VERSION_AT = NICK_AT + GTA_NICK_BYTES
};

static const uint8_t nickname[NAME_BYTES] = "\0fastman92"; /* and the final NUL */

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

/* Whether the spare link slots are where these sections have them, and empty or, in a file that is
 * not padded, zero: that is another finding. */
static bool has_slots(const uint8_t *bytes, const gta_sections *at, bool is_padded) {
    const uint32_t first = nl_load_u32(bytes + at->filler);
    const uint32_t last = nl_load_u32(bytes + at->navi_links - GTA_LINK_BYTES);
    return first == last && (first == 0xFFFF || (first == 0 && !is_padded));
}

/* With the zeros that fill a sector many counts seem to fit, and with other shapes than the right
 * one too: then the slots must show it. */
static bool is_shape(const uint8_t *bytes, size_t length, const gta_shape *shape,
                     const gta_sections *at) {
    const bool is_padded = at->end != length;
    if (at->links == at->filler) return true;
    if (shape->rule == GTA_RULE_COUNT && !is_padded) return true;
    if (at->filler == at->navi_links) return !is_padded;
    return has_slots(bytes, at, is_padded);
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
        if (is_shape(bytes, length, &gta_shapes[i], at)) return &gta_shapes[i];
    }
    return NULL;
}

static bool fits(const nl_job *job, gta_header header) {
    gta_sections at;
    return gta_find_shape(job->bytes, job->length, header, &at) != NULL;
}

static const gta_header fla4_header = {GTA_FLA4, GTA_FLA4_HEADER_BYTES - GTA_COUNTS_BYTES};

/* Headers as the loader knows them, by variant. */
static gta_header header_of(gta_variant variant) {
    if (variant == GTA_VANILLA) return (gta_header){GTA_VANILLA, 0};
    if (variant == GTA_FLA4) return fla4_header;
    return (gta_header){variant, GTA_FM92_HEADER_BYTES - GTA_COUNTS_BYTES};
}

static const char *shown(char *chars, size_t capacity, const uint8_t *bytes, size_t length) {
    nl_text text = nl_text_over(chars, capacity);
    nl_put_bytes(&text, bytes, length);
    return text.chars;
}

/* ---- What is said ---- */

static bool check_length(const nl_job *job, uint32_t header_bytes) {
    if (job->length >= header_bytes) return true;
    const nl_place file = gta_place_at(job, 0);
    nl_found(&file, NODES_HDR_SHORT, NL_NO_FIELD,
             &(nl_draft){.length = job->length,
                         .actual = nl_uint(job->length),
                         .expected = nl_uint(header_bytes)});
    return false;
}

/* What decides how the rest is read. */
static bool is_cause(unsigned rule) {
    return rule == NODES_HDR_LAYOUT || rule == NODES_HDR_VERSION || rule == NODES_HDR_MARKER;
}

/* A field of opaque bytes is not as it should be. */
static void found_text(const nl_place *place, unsigned rule, unsigned field, nl_draft draft) {
    char chars[64];
    const nl_field *const text = &gta_fields.fields[field];
    const uint8_t *const bytes = place->bytes + place->at + text->at;
    draft.actual = nl_string(shown(chars, sizeof chars, bytes, (size_t)nl_field_bytes(text)));
    if (is_cause(rule))
        (void)nl_found_cause(place, rule, field, &draft);
    else
        nl_found(place, rule, field, &draft);
}

static void found_format(const nl_job *job, const char *who, const char *expected) {
    const nl_place tag = gta_place_at(job, GTA_MARK_BYTES);
    found_text(&tag, NODES_HDR_FORMAT, GTA_TAG_FORMAT,
               (nl_draft){.expected = nl_string(expected), .args = {nl_string(who)}});
}

static void found_nickname(const nl_job *job) {
    char chars[64];
    const nl_place nick = gta_place_at(job, NICK_AT);
    nl_draft draft = {.expected = nl_string(shown(chars, sizeof chars, nickname, sizeof nickname)),
                      .fix = {.offset = NAME_AT, .length = sizeof nickname}};
    memcpy(draft.fix.bytes, nickname, sizeof nickname);
    found_text(&nick, NODES_HDR_NICK, GTA_NICK_NAME, draft);
}

static void check_nickname(const nl_job *job, uint32_t version_at) {
    const bool in_place = version_at == VERSION_AT; /* else the file would have to be rewritten */
    if (job->bytes[NICK_AT] != NAME_BYTES) {
        const nl_place nick = gta_place_at(job, NICK_AT);
        nl_found(
            &nick, NODES_HDR_NICKLEN, GTA_NICK_LENGTH,
            &(nl_draft){.expected = nl_uint(NAME_BYTES), .fix = {NICK_AT, in_place, {NAME_BYTES}}});
    }
    if (in_place && memcmp(job->bytes + NAME_AT, nickname, sizeof nickname) != 0)
        found_nickname(job);
}

/* The version whose records make a file of this size; the tag is then beyond doubt. */
static bool guess_version(const nl_job *job, uint32_t version_at, gta_header *header) {
    const nl_place version = gta_place_at(job, version_at);
    nl_draft draft = {.length = GTA_VERSION_BYTES};
    header->variant = GTA_VER2;
    const bool second = fits(job, *header);
    header->variant = GTA_VER3;
    const bool third = fits(job, *header);
    if (second != third) {
        header->variant = second ? GTA_VER2 : GTA_VER3;
        draft.expected = nl_string(second ? "VER2" : "VER3");
        draft.fix = (navlint_fix){version_at, 4, {'V', 'E', 'R', second ? '2' : '3'}};
    }
    found_text(&version, NODES_HDR_VERSION, GTA_VERSION_TAG, draft);
    return second != third;
}

/* ---- Laid out as another variant ---- */

static const char *const tags[GTA_VARIANT_COUNT] = {NULL, "VER2", "VER3", "FLA4"};

static bool is_fm92(gta_variant variant) {
    return variant == GTA_VER2 || variant == GTA_VER3;
}

/* The only other variant as which the file fits; `variant` itself if it fits or none does. */
static gta_variant fitting_variant(const nl_job *job, gta_header header) {
    gta_variant fitting = header.variant;
    if (fits(job, header)) return header.variant;
    for (gta_variant other = GTA_VER2; other <= GTA_FLA4; other++) {
        if (other == header.variant || !fits(job, header_of(other))) continue;
        if (fitting != header.variant) return header.variant;
        fitting = other;
    }
    return fitting;
}

/* The tag at `at` says something else than the bytes behind the header. */
static void found_layout(const nl_job *job, uint64_t at, const char *stated, gta_variant fitting) {
    const bool is_version = at == VERSION_AT;
    const char *const right = is_version || !is_fm92(fitting) ? tags[fitting] : "FM92";
    const nl_place tag = gta_place_at(job, at);
    nl_draft draft = {.expected = nl_string(right),
                      .args = {nl_string(stated), nl_string(tags[fitting])},
                      .fix = {.offset = at, .length = GTA_TAG_BYTES}};
    memcpy(draft.fix.bytes, right, GTA_TAG_BYTES);
    found_text(&tag, NODES_HDR_LAYOUT, is_version ? GTA_VERSION_TAG : GTA_TAG_FORMAT, draft);
}

/* The tag of FM92 is the version, unless the whole header is that of FLA4 or the other way round.
 */
static void check_layout(const nl_job *job, gta_header *header) {
    const gta_variant stated = header->variant;
    const gta_variant fitting = fitting_variant(job, *header);
    if (fitting == stated) return;
    const bool is_version = is_fm92(stated) && is_fm92(fitting);
    found_layout(job, is_version ? VERSION_AT : GTA_MARK_BYTES, tags[stated], fitting);
    *header = header_of(fitting);
}

/* ---- Reading ---- */

/* The variant whose tag stands at `at`; GTA_VARIANT_COUNT if it is none of FM92's. */
static gta_variant version_of(const nl_job *job, uint64_t at) {
    if (holds(job->bytes, job->length, at, "VER2")) return GTA_VER2;
    return holds(job->bytes, job->length, at, "VER3") ? GTA_VER3 : GTA_VARIANT_COUNT;
}

/* The tag of FM92 before the header of FLA4. */
static bool is_fla4_after_all(const nl_job *job) {
    return version_of(job, VERSION_AT) == GTA_VARIANT_COUNT && job->bytes[NICK_AT] != NAME_BYTES &&
           fits(job, fla4_header);
}

static bool read_fm92(const nl_job *job, gta_header *header) {
    if (!check_length(job, GTA_FM92_HEADER_BYTES)) return false;
    if (is_fla4_after_all(job)) {
        found_layout(job, GTA_MARK_BYTES, "FM92", GTA_FLA4);
        *header = fla4_header;
        return true;
    }
    const uint32_t other_at = NAME_AT + job->bytes[NICK_AT];
    const bool is_moved = version_of(job, VERSION_AT) == GTA_VARIANT_COUNT &&
                          version_of(job, other_at) != GTA_VARIANT_COUNT;
    const uint32_t version_at = is_moved ? other_at : VERSION_AT;
    check_nickname(job, version_at);
    *header = (gta_header){version_of(job, version_at), version_at + GTA_VERSION_BYTES};
    if (!check_length(job, header->counts_at + GTA_COUNTS_BYTES)) return false;
    return header->variant != GTA_VARIANT_COUNT || guess_version(job, version_at, header);
}

static bool read_fla4(const nl_job *job, gta_header *header) {
    *header = fla4_header;
    return check_length(job, GTA_FLA4_HEADER_BYTES);
}

/* Another tag: what follows may still be one of the two headers. */
static bool read_unknown(const nl_job *job, gta_header *header) {
    const bool has_nickname = job->length > NICK_AT && job->bytes[NICK_AT] == NAME_BYTES;
    found_format(job, "the limit adjuster", has_nickname ? "FM92" : "FLA4");
    if (has_nickname) return read_fm92(job, header);
    *header = fla4_header;
    return fits(job, fla4_header);
}

static bool read_extended(const nl_job *job, gta_header *header) {
    if (!check_length(job, job->length < SHORTEST_EXTENDED ? SHORTEST_EXTENDED : 0)) return false;
    const bool has_fm92 = holds(job->bytes, job->length, GTA_MARK_BYTES, "FM92");
    const bool has_fla4 = holds(job->bytes, job->length, GTA_MARK_BYTES, "FLA4");
    if (!has_fm92 && !has_fla4) return read_unknown(job, header);
    if (gta_is_unmodified(job)) found_format(job, "the unmodified game", "vanilla");
    if (!(has_fm92 ? read_fm92(job, header) : read_fla4(job, header))) return false;
    check_layout(job, header);
    return true;
}

/* Something else stands where the marker belongs, and the tag behind it. */
static void found_other_marker(const nl_job *job) {
    char chars[32];
    const nl_place start = gta_place_at(job, 0);
    const char *const there = shown(chars, sizeof chars, job->bytes, GTA_MARK_BYTES);
    (void)nl_found_cause(&start, NODES_HDR_MARKER, GTA_MARK_WORD,
                         &(nl_draft){.expected = nl_uint(GTA_MARKER),
                                     .args = {nl_string(there)},
                                     .fix = {0, GTA_MARK_BYTES, {0xFF, 0xFF, 0xFF, 0xFF}}});
}

/* A tag without the marker: the rest has been seen 4 bytes early. */
static void found_early_tag(const nl_job *job) {
    char chars[32];
    const nl_place start = gta_place_at(job, 0);
    const char *const there = shown(chars, sizeof chars, job->bytes, GTA_TAG_BYTES);
    found_text(
        &start, NODES_HDR_MARKER, GTA_TAG_FORMAT,
        (nl_draft){.expected = nl_string("FF FF FF FF, then the tag"), .args = {nl_string(there)}});
}

/* The tag stands where the marker belongs; the rest follows it, or stands in its place. */
static bool read_unmarked(const nl_job *job, gta_header *header) {
    *header = (gta_header){GTA_FLA4, GTA_TAG_BYTES};
    const bool is_early = fits(job, *header);
    const bool is_in_place = !is_early && fits(job, fla4_header);
    if (!is_early) *header = fla4_header;
    if (is_in_place)
        found_other_marker(job);
    else
        found_early_tag(job);
    return is_early || is_in_place;
}

/* The tag stands in its place behind something else than the marker. */
static bool has_tag_behind(const uint8_t *bytes, size_t length) {
    return holds(bytes, length, GTA_MARK_BYTES, "FM92") ||
           holds(bytes, length, GTA_MARK_BYTES, "FLA4");
}

/* A file of the game's own format with a number of nodes that is the marker. */
static bool is_vanilla_after_all(const nl_job *job) {
    gta_repair repair;
    return gta_find_repair(job->bytes, job->length, header_of(GTA_VANILLA), &repair);
}

bool gta_read_header(const nl_job *job, gta_header *header) {
    const uint32_t first = job->length >= 4 ? nl_load_u32(job->bytes) : 0;
    const bool has_tag = has_tag_behind(job->bytes, job->length);
    *header = header_of(GTA_VANILLA);
    if (first == GTA_MARKER && (has_tag || !is_vanilla_after_all(job)))
        return read_extended(job, header);
    if (has_tag && !fits(job, *header)) {
        found_other_marker(job);
        return read_extended(job, header);
    }
    if (holds(job->bytes, job->length, 0, "FLA4") || holds(job->bytes, job->length, 0, "FM92"))
        return read_unmarked(job, header);
    return check_length(job, GTA_VANILLA_HEADER_BYTES);
}

/* ---- Whose bytes are these ---- */

/* A node as it stands at the start of every section of nodes. */
static bool is_node(const uint8_t *node) {
    return nl_load_u16(node + GTA_NODE_DISTANCE_AT) == GTA_NOT_SEARCHED && gta_node_id(node) == 0;
}

/* No magic: two of three things that go together must be right. Sizes of 0 fit any file of zeros.
 */
static bool is_vanilla(const uint8_t *bytes, size_t length) {
    if (length < GTA_VANILLA_HEADER_BYTES + GTA_NODE_EXTENDED_X_AT) return false;
    const gta_counts counts = gta_counts_at(bytes);
    gta_sections at;
    const bool sized = gta_find_shape(bytes, length, (gta_header){GTA_VANILLA, 0}, &at) != NULL &&
                       counts.nodes != 0;
    const bool summed = (uint64_t)counts.vehicles + counts.peds == counts.nodes;
    const bool wide = counts.vehicles == 0 && counts.peds == 0 && counts.navis == 0;
    const bool noded = is_node(bytes + GTA_VANILLA_HEADER_BYTES);
    gta_repair repair;
    if (sized + summed + noded >= 2 || (sized && wide)) return true;
    return noded && gta_find_repair(bytes, length, header_of(GTA_VANILLA), &repair);
}

/* A damaged tag or marker with the rest of the header as it should be. */
static bool is_damaged_extended(const uint8_t *bytes, size_t length) {
    const bool has_nickname = length > VERSION_AT && bytes[NICK_AT] == NAME_BYTES &&
                              memcmp(bytes + NAME_AT, nickname, sizeof nickname) == 0;
    gta_sections at;
    return has_nickname || gta_find_shape(bytes, length, fla4_header, &at) != NULL;
}

bool gta_has_magic(const uint8_t *bytes, size_t length) {
    return length >= SHORTEST_EXTENDED && nl_load_u32(bytes) == GTA_MARKER &&
           has_tag_behind(bytes, length);
}

bool gta_is_plausible(const uint8_t *bytes, size_t length) {
    if (length < SHORTEST_EXTENDED) return false;
    if (holds(bytes, length, 0, "FLA4") || holds(bytes, length, 0, "FM92")) return true;
    const bool has_one = nl_load_u32(bytes) == GTA_MARKER || has_tag_behind(bytes, length);
    return (has_one && is_damaged_extended(bytes, length)) || is_vanilla(bytes, length);
}
