#include "parsers/metroid_path/recognise.h"

#include <string.h>

#include "parsers/metroid_path/records.h"
#include "parsers/metroid_path/sections.h"

/* ---- Is it laid out so? ---- */

/* Regions that are looked at to recognise a layout: no game has more. */
enum { SHOWN_REGIONS = MP_MOST_REGIONS };

/* Every region says its own number twice. */
static bool most_are_numbered(const uint8_t *bytes, const mp_document *doc) {
    const uint32_t count = doc->lists[MP_REGIONS].count;
    const uint32_t shown = count < SHOWN_REGIONS ? count : SHOWN_REGIONS;
    uint32_t right = 0;
    for (uint32_t i = 0; i < shown; i++) {
        const uint8_t *const region = mp_record(bytes, doc, MP_REGIONS, i);
        right += mp_region_index(region) == i && mp_region_copy(doc->layout, region) == i;
    }
    return right > shown / 2;
}

static bool has_children(const uint8_t *root, uint32_t index) {
    for (uint32_t i = 0; i < MP_CHILDREN; i++)
        if (mp_child(root, i) >= index) return false;
    return true;
}

bool mp_has_root(const uint8_t *bytes, const mp_document *doc) {
    const uint32_t count = doc->lists[MP_OCTREE].count;
    if (count == 0) return false;
    const uint8_t *const root = mp_record(bytes, doc, MP_OCTREE, count - 1);
    const mp_box box = mp_box_at(root + MP_OCTANT_MIN_X_AT);
    const bool has_box = mp_is_ordered(&box) || doc->lists[MP_REGIONS].count == 0;
    const uint32_t is_leaf = mp_word(root, MP_OCTANT_IS_LEAF_AT);
    return has_box && (is_leaf == 0 ? has_children(root, count - 1) : is_leaf == 1 && count == 1);
}

bool mp_is_clean(const uint8_t *bytes, const mp_document *doc) {
    const bool has_regions = doc->lists[MP_REGIONS].count != 0;
    return !doc->loss.happened && doc->tail != MP_TAIL_OTHER && doc->point_word <= INT32_MAX &&
           doc->lists[MP_OCTREE].count != 0 && (!has_regions || most_are_numbered(bytes, doc));
}

bool mp_shows_regions(const uint8_t *bytes, const mp_document *doc) {
    return doc->lists[MP_REGIONS].count > 1 && most_are_numbered(bytes, doc);
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
    return mp_tail_at(bytes, length, r.at) != MP_TAIL_OTHER;
}

const char *mp_packing(const uint8_t *bytes, size_t length) {
    if (length >= 8 && memcmp(bytes, "CMPD", 4) == 0) return "blocks with the tag \"CMPD\"";
    if (is_zlib(bytes, length)) return "zlib behind its unpacked size";
    return is_segmented(bytes, length) ? "LZO segments behind their unpacked size" : NULL;
}

/* ---- Whose bytes are these ---- */

/* The first node's normal is of length 1 and horizontal: nothing else starts so. */
static bool starts_with_node(const uint8_t *bytes, size_t length) {
    const size_t at = MP_HEAD_BYTES + MP_NODE_LIST_BYTES;
    if (length < at + MP_NODE_BYTES) return false;
    const mp_vector n = mp_vector_at(bytes + at + MP_NODE_NORMAL_AT);
    const double square = n.x * n.x + n.y * n.y;
    return square > 0.98 && square < 1.02 && n.z > -0.01 && n.z < 0.01;
}

static bool is_laid_out(const uint8_t *bytes, size_t length, const mp_layout *layout) {
    const mp_document doc = mp_read_sections(bytes, length, layout, MP_BIG_ENDIAN);
    return mp_is_clean(bytes, &doc) || mp_shows_regions(bytes, &doc);
}

/* Whether all of it makes sense with the bytes of each word the other way round. */
static bool is_swapped(const uint8_t *bytes, size_t length) {
    const mp_layout *const layout = mp_layout_of(nl_load_u32(bytes));
    if (!layout) return false;
    const mp_document doc = mp_read_sections(bytes, length, layout, MP_LITTLE_ENDIAN);
    return !doc.loss.happened && doc.tail != MP_TAIL_OTHER && doc.lists[MP_OCTREE].count != 0;
}

/* Whether there is room for as many nodes as it says, which are alike in all layouts: what is not
 * of the games mostly has no such number there. */
static bool has_nodes(const uint8_t *bytes, size_t length) {
    const size_t room = length - MP_HEAD_BYTES - MP_NODE_LIST_BYTES;
    return nl_load_u32be(bytes + MP_HEAD_BYTES) <= room / MP_NODE_BYTES;
}

static bool is_laid_out_somehow(const uint8_t *bytes, size_t length) {
    for (int i = 0; i < MP_VERSION_COUNT; i++)
        if (is_laid_out(bytes, length, &mp_layouts[i])) return true;
    return false;
}

/* What is packed in an archive of the games is navigation, or any other of their resources: only
 * the name of a file that still is tells, which is why it is not asked for here. */
bool mp_is_plausible(const uint8_t *bytes, size_t length) {
    if (length < MP_HEAD_BYTES + MP_NODE_LIST_BYTES) return false;
    return (mp_layout_of(nl_load_u32be(bytes)) && starts_with_node(bytes, length)) ||
           (has_nodes(bytes, length) && is_laid_out_somehow(bytes, length)) ||
           is_swapped(bytes, length);
}
