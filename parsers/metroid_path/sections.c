#include "parsers/metroid_path/sections.h"

#include <string.h>

typedef struct mp_reading {
    nl_reader reader;
    mp_order order;
    mp_correction correction;
    mp_document doc;
} mp_reading;

static uint32_t read_word(mp_reading *r) {
    return r->order == MP_BIG_ENDIAN ? nl_u32be(&r->reader) : nl_u32(&r->reader);
}

/* The number of records of the section, which stands there. */
static uint32_t read_count(mp_reading *r, mp_section section) {
    const uint32_t stated = read_word(r);
    return section == r->correction.section && nl_ok(&r->reader) ? r->correction.count : stated;
}

/* Past `count` records; what is not wholly there is not in the list. */
static void read_records(mp_reading *r, mp_section section, uint64_t count) {
    const uint64_t at = nl_at_offset(&r->reader);
    if (!nl_ok(&r->reader)) return;
    nl_skip_records(&r->reader, count, mp_stride_of(r->doc.layout, section));
    if (nl_ok(&r->reader))
        r->doc.lists[section] = (mp_list){(uint32_t)at, (uint32_t)count};
    else
        r->doc.loss.section = section;
}

static void read_list(mp_reading *r, mp_section section) {
    const bool was_ok = nl_ok(&r->reader);
    const uint32_t count = read_count(r, section);
    if (was_ok && !nl_ok(&r->reader)) r->doc.loss.section = section;
    read_records(r, section, count);
}

static void read_maps(mp_reading *r) {
    const uint64_t regions = r->doc.lists[MP_REGIONS].count;
    const uint64_t words = mp_pair_words(regions);
    read_records(r, MP_GROUND_MAP, words);
    read_records(r, MP_FLYER_MAP, words);
    if (mp_has(r->doc.layout, MP_HAS_UNUSED_WORDS))
        read_records(r, MP_UNUSED_WORDS, 2 * (mp_square_words(regions) - words));
}

/* Nothing follows the number of points unless it is positive. */
static void read_points(mp_reading *r) {
    mp_document *const doc = &r->doc;
    if (!nl_ok(&r->reader)) return;
    const uint32_t count = read_count(r, MP_GRAPH_POINTS);
    if (!nl_ok(&r->reader)) doc->loss.section = MP_GRAPH_POINTS;
    doc->has_points = nl_ok(&r->reader);
    doc->point_word = count;
    if (count == 0 || count > INT32_MAX) return;
    read_records(r, MP_GRAPH_POINTS, count);
    read_list(r, MP_POINT_LINKS);
    read_list(r, MP_POINT_COSTS);
    read_records(r, MP_POINT_MAP, mp_pair_words(count));
}

static bool is_all(const uint8_t *bytes, size_t length, uint8_t value) {
    for (size_t i = 0; i < length; i++)
        if (bytes[i] != value) return false;
    return true;
}

mp_tail mp_tail_at(const uint8_t *bytes, size_t length, size_t end) {
    const size_t left = length - end;
    const size_t room = mp_fill_bytes(end);
    if (left > room) return MP_TAIL_OTHER;
    if (left == 0) return room == 0 ? MP_TAIL_RIGHT : MP_TAIL_NONE;
    if (is_all(bytes + end, left, 0xFF)) return left == room ? MP_TAIL_RIGHT : MP_TAIL_SHORT;
    return left == room && is_all(bytes + end, left, 0) ? MP_TAIL_ZERO : MP_TAIL_OTHER;
}

/* Whether the reader stands at the end of the data, or at a fill. */
static bool is_at_end(const nl_reader *r) {
    return mp_tail_at(r->bytes, r->length, r->at) != MP_TAIL_OTHER;
}

/* No source says whether version 7 has points: it has if what is there can be read as points. */
static void read_maybe_points(mp_reading *r) {
    const mp_reading before = *r;
    if (!nl_ok(&r->reader) || is_at_end(&r->reader)) return;
    read_points(r);
    if (nl_ok(&r->reader) && r->doc.point_word <= INT32_MAX && is_at_end(&r->reader)) return;
    *r = before;
}

static void note_loss(const nl_reader *r, mp_loss *loss) {
    loss->happened = !nl_ok(r);
    loss->at = r->fail_at;
    loss->need = r->fail_need;
    loss->left = r->fail_left;
    loss->count = r->fail_count;
}

static void read_any_points(mp_reading *r) {
    const mp_layout *const layout = r->doc.layout;
    if (!mp_has(layout, MP_HAS_POINTS)) return;
    if (layout->is_confirmed)
        read_points(r);
    else
        read_maybe_points(r);
}

/* From the count of section `first` on. */
static void read_from(mp_reading *r, mp_section first) {
    for (mp_section section = first; section <= MP_GRAPH_POINTS && nl_ok(&r->reader); section++)
        if (section == MP_GROUND_MAP)
            read_maps(r);
        else if (section == MP_GRAPH_POINTS)
            read_any_points(r);
        else if (mp_sections[section].count != NL_NO_FIELD)
            read_list(r, section);
    note_loss(&r->reader, &r->doc.loss);
    r->doc.end = (uint32_t)r->reader.at;
    r->doc.tail = mp_tail_at(r->reader.bytes, r->reader.length, r->reader.at);
}

mp_document mp_read_sections(const uint8_t *bytes, size_t length, const mp_layout *layout,
                             mp_order order) {
    mp_reading r = {nl_reader_over(bytes, length), order, mp_no_correction, {.layout = layout}};
    nl_skip(&r.reader, MP_HEAD_BYTES);
    read_from(&r, MP_NODES);
    return r.doc;
}

/* What stands in front of the count is as it was. */
mp_document mp_read_corrected(const uint8_t *bytes, size_t length, const mp_document *stated,
                              mp_correction correction) {
    const bool has_points = correction.section >= MP_GRAPH_POINTS;
    const mp_section first = has_points ? MP_NODES : correction.section;
    mp_reading r = {
        nl_reader_over(bytes, length), MP_BIG_ENDIAN, correction, {.layout = stated->layout}};
    memcpy(r.doc.lists, stated->lists, first * sizeof *stated->lists);
    nl_skip(&r.reader, has_points ? (size_t)MP_HEAD_BYTES : (size_t)correction.at);
    read_from(&r, first);
    return r.doc;
}

/* Words of all that stands between the regions and the lookup list. */
static uint64_t words_of_maps(const mp_layout *layout, uint64_t regions) {
    const bool has_unused = mp_has(layout, MP_HAS_UNUSED_WORDS);
    return 2 * (has_unused ? mp_square_words(regions) : mp_pair_words(regions));
}

/* Past so many bytes; false if they are not there. */
static bool pass(nl_reader *r, uint64_t bytes) {
    if (bytes > nl_left(r)) return false;
    nl_skip(r, (size_t)bytes);
    return true;
}

bool mp_can_follow(const uint8_t *bytes, size_t length, const mp_layout *layout,
                   mp_correction correction) {
    nl_reader r = nl_reader_over(bytes, length);
    uint32_t count = correction.count;
    nl_skip(&r, (size_t)correction.at + MP_WORD_BYTES);
    for (mp_section section = correction.section; section <= MP_OCTREE; section++) {
        if (section == MP_GROUND_MAP) {
            if (!pass(&r, words_of_maps(layout, count) * MP_WORD_BYTES)) return false;
            section = MP_LOOKUPS;
        }
        if (section != correction.section) count = nl_u32be(&r);
        if (!nl_ok(&r) || !pass(&r, (uint64_t)count * mp_stride_of(layout, section))) return false;
    }
    return mp_has(layout, MP_HAS_POINTS) || mp_tail_at(bytes, length, r.at) == MP_TAIL_RIGHT;
}
