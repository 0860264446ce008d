#include "parsers/metroid_path/scan.h"

#include <string.h>

#include "parsers/metroid_path/records.h"

/* Regions that are looked at to tell a layout: no game has more. */
enum { SHOWN_REGIONS = MP_MOST_REGIONS };

/* ---- Sections ---- */

typedef struct mp_scanner {
    nl_reader reader;
    mp_order order;
    mp_document *doc;
} mp_scanner;

static uint32_t read_word(mp_scanner *s) {
    return s->order == MP_BIG_ENDIAN ? nl_u32be(&s->reader) : nl_u32(&s->reader);
}

/* Past `count` records; what is not wholly there is not in the list. */
static void pass(mp_scanner *s, mp_section section, uint64_t count, size_t record_bytes) {
    const uint64_t at = nl_at_offset(&s->reader);
    if (!nl_ok(&s->reader)) return;
    nl_skip_records(&s->reader, count, record_bytes);
    if (nl_ok(&s->reader))
        s->doc->lists[section] = (mp_list){(uint32_t)at, (uint32_t)count};
    else
        s->doc->loss.section = section;
}

static void pass_counted(mp_scanner *s, mp_section section, size_t record_bytes) {
    const bool was_ok = nl_ok(&s->reader);
    const uint32_t count = read_word(s);
    if (was_ok && !nl_ok(&s->reader)) s->doc->loss.section = section;
    pass(s, section, count, record_bytes);
}

static void pass_maps(mp_scanner *s) {
    const uint64_t regions = s->doc->lists[MP_REGIONS].count;
    const uint64_t words = mp_pair_words(regions);
    const uint64_t unused = 2 * (mp_square_words(regions) - words);
    pass(s, MP_GROUND_MAP, words, MP_WORD_BYTES);
    pass(s, MP_FLYER_MAP, words, MP_WORD_BYTES);
    if (s->doc->layout->has_unused) pass(s, MP_UNUSED_WORDS, unused, MP_WORD_BYTES);
}

/* Nothing follows the number of points unless it is positive. */
static void pass_points(mp_scanner *s) {
    mp_document *const doc = s->doc;
    if (!nl_ok(&s->reader)) return;
    const uint32_t count = read_word(s);
    if (!nl_ok(&s->reader)) doc->loss.section = MP_GRAPH_POINTS;
    doc->has_points = nl_ok(&s->reader);
    doc->point_word = count;
    if (count == 0 || count > INT32_MAX) return;
    pass(s, MP_GRAPH_POINTS, count, MP_POINT_BYTES);
    pass_counted(s, MP_POINT_LINKS, MP_WORD_BYTES);
    pass_counted(s, MP_POINT_COSTS, MP_WORD_BYTES);
    pass(s, MP_POINT_MAP, mp_pair_words(count), MP_WORD_BYTES);
}

static bool is_all(const uint8_t *bytes, size_t length, uint8_t value) {
    for (size_t i = 0; i < length; i++)
        if (bytes[i] != value) return false;
    return true;
}

static mp_tail tail_at(const uint8_t *bytes, size_t length, size_t end) {
    const size_t left = length - end;
    const size_t room = (MP_FILL_BYTES - end % MP_FILL_BYTES) % MP_FILL_BYTES;
    if (left > room) return MP_TAIL_OTHER;
    if (left == 0) return room == 0 ? MP_TAIL_RIGHT : MP_TAIL_NONE;
    if (is_all(bytes + end, left, 0xFF)) return left == room ? MP_TAIL_RIGHT : MP_TAIL_SHORT;
    return left == room && is_all(bytes + end, left, 0) ? MP_TAIL_ZERO : MP_TAIL_OTHER;
}

/* No source tells whether version 7 has points: it has if what is there can be read as points. */
static void pass_maybe_points(mp_scanner *s) {
    const mp_scanner before = *s;
    const mp_document without = *s->doc;
    const nl_reader *const r = &s->reader;
    if (!nl_ok(r) || tail_at(r->bytes, r->length, r->at) != MP_TAIL_OTHER) return;
    pass_points(s);
    if (nl_ok(r) && s->doc->point_word <= INT32_MAX &&
        tail_at(r->bytes, r->length, r->at) != MP_TAIL_OTHER)
        return;
    *s = before;
    *s->doc = without;
}

static void close_scan(const mp_scanner *s) {
    const nl_reader *const r = &s->reader;
    mp_loss *const loss = &s->doc->loss;
    loss->happened = !nl_ok(r);
    loss->at = r->fail_at;
    loss->need = r->fail_need;
    loss->left = r->fail_left;
    loss->count = r->fail_count;
    s->doc->end = (uint32_t)r->at;
}

void mp_scan(const uint8_t *bytes, size_t length, const mp_layout *layout, mp_order order,
             mp_document *doc) {
    *doc = (mp_document){.layout = layout};
    mp_scanner s = {nl_reader_over(bytes, length), order, doc};
    nl_skip(&s.reader, MP_WORD_BYTES);
    pass_counted(&s, MP_NODES, MP_NODE_BYTES);
    pass_counted(&s, MP_LINKS, MP_LINK_BYTES);
    pass_counted(&s, MP_REGIONS, layout->region_bytes);
    pass_maps(&s);
    pass_counted(&s, MP_LOOKUPS, MP_WORD_BYTES);
    pass_counted(&s, MP_OCTREE, MP_OCTANT_BYTES);
    if (layout->points == MP_POINTS) pass_points(&s);
    if (layout->points == MP_MAYBE_POINTS) pass_maybe_points(&s);
    close_scan(&s);
    doc->tail = tail_at(bytes, length, doc->end);
}

/* ---- Is it laid out so? ---- */

/* Every region says its own number twice. */
static bool most_are_numbered(const uint8_t *bytes, const mp_document *doc) {
    const uint32_t count = doc->lists[MP_REGIONS].count;
    const uint32_t shown = count < SHOWN_REGIONS ? count : SHOWN_REGIONS;
    uint32_t right = 0;
    for (uint32_t i = 0; i < shown; i++) {
        const uint8_t *const region = bytes + mp_region_at(doc, i);
        right += mp_region_index(region) == i && mp_region_slot(doc->layout, region) == i;
    }
    return right > shown / 2;
}

bool mp_is_clean(const uint8_t *bytes, const mp_document *doc) {
    const bool has_regions = doc->lists[MP_REGIONS].count != 0;
    return !doc->loss.happened && doc->tail != MP_TAIL_OTHER && doc->point_word <= INT32_MAX &&
           doc->lists[MP_OCTREE].count != 0 && (!has_regions || most_are_numbered(bytes, doc));
}

bool mp_shows_regions(const uint8_t *bytes, const mp_document *doc) {
    return doc->lists[MP_REGIONS].count > 1 && most_are_numbered(bytes, doc);
}

bool mp_is_swapped(const uint8_t *bytes, size_t length) {
    const mp_layout *const layout = length < 4 ? NULL : mp_layout_of(nl_load_u32(bytes));
    mp_document doc;
    if (!layout) return false;
    mp_scan(bytes, length, layout, MP_LITTLE_ENDIAN, &doc);
    return !doc.loss.happened && doc.tail != MP_TAIL_OTHER && doc.lists[MP_OCTREE].count != 0;
}

/* ---- Packed entries of an archive ---- */

enum {
    MOST_UNPACKED = 1 << 26,
    DEFLATE_RATIO = 1032, /* the most that deflate packs */
    SEGMENT_BYTES = 0x4000
};

static bool is_zlib(const uint8_t *bytes, size_t length) {
    if (length < 7 || bytes[4] != 0x78) return false;
    const uint8_t level = bytes[5];
    const uint64_t unpacked = nl_load_u32be(bytes);
    const bool has_header = level == 0x01 || level == 0x9C || level == 0xDA;
    return has_header && (bytes[6] >> 1 & 3) != 3 && unpacked != 0 && unpacked <= MOST_UNPACKED &&
           unpacked <= (uint64_t)length * DEFLATE_RATIO;
}

/* Segments of 16 KiB, each behind its own length; a negative one: not packed. */
static bool is_segmented(const uint8_t *bytes, size_t length) {
    nl_reader r = nl_reader_over(bytes, length);
    const uint32_t unpacked = nl_u32be(&r);
    if (unpacked < MP_FILL_BYTES || unpacked > MOST_UNPACKED) return false;
    for (uint32_t done = 0; done < unpacked; done += SEGMENT_BYTES) {
        const int16_t packed = (int16_t)nl_u16be(&r);
        const uint32_t want = unpacked - done < SEGMENT_BYTES ? unpacked - done : SEGMENT_BYTES;
        const uint32_t there = (uint32_t)(packed < 0 ? -packed : packed);
        if (there == 0 || (packed < 0 ? there != want : there > want + want / 8 + 64)) return false;
        nl_skip(&r, there);
        if (!nl_ok(&r)) return false;
    }
    return tail_at(bytes, length, r.at) != MP_TAIL_OTHER;
}

const char *mp_packing(const uint8_t *bytes, size_t length) {
    if (length >= 8 && memcmp(bytes, "CMPD", 4) == 0) return "blocks with the tag \"CMPD\"";
    if (is_zlib(bytes, length)) return "zlib behind its unpacked size";
    return is_segmented(bytes, length) ? "LZO segments behind their unpacked size" : NULL;
}

/* ---- Whose bytes are these ---- */

/* The first node's normal is of length 1 and horizontal: nothing else starts so. */
static bool starts_with_node(const uint8_t *bytes, size_t length) {
    if (length < 8 + MP_NODE_BYTES) return false;
    const mp_vector n = mp_vector_at(bytes + 8 + MP_NODE_NORMAL);
    const double square = n.x * n.x + n.y * n.y;
    return square > 0.98 && square < 1.02 && n.z > -0.01 && n.z < 0.01;
}

static bool is_clean_as(const uint8_t *bytes, size_t length, const mp_layout *layout) {
    mp_document doc;
    mp_scan(bytes, length, layout, MP_BIG_ENDIAN, &doc);
    return mp_is_clean(bytes, &doc) || mp_shows_regions(bytes, &doc);
}

nl_confidence mp_probe(const uint8_t *bytes, size_t length) {
    if (length < 8) return NL_NOT_MINE;
    const bool is_known = mp_layout_of(nl_load_u32be(bytes)) != NULL;
    bool is_mine = is_known && starts_with_node(bytes, length);
    for (int i = 0; i < MP_VERSION_COUNT && !is_mine; i++)
        is_mine = is_clean_as(bytes, length, &mp_layouts[i]);
    is_mine = is_mine || mp_packing(bytes, length) || mp_is_swapped(bytes, length);
    return is_mine ? NL_PLAUSIBLE : NL_NOT_MINE;
}
