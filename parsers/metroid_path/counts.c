#include "parsers/metroid_path/counts.h"

#include "core/checked.h"
#include "parsers/metroid_path/recognise.h"
#include "parsers/metroid_path/records.h"

enum {
    MOST_SEARCHED_BYTES = 4 << 20, /* no room's file comes near */
    MOST_FITS = 16                 /* counts with which the sections fit: these are looked into */
};

typedef struct mp_count_search {
    const uint8_t *bytes;
    size_t length;
    const mp_document *stated;
    uint32_t fits_left;
} mp_count_search;

uint64_t mp_most_counts(size_t length) {
    return length > MOST_SEARCHED_BYTES ? 0 : length;
}

/* Where the regions end that a leaf lists. */
static uint64_t end_of_leaf(const uint8_t *leaf) {
    const uint32_t count = mp_word(leaf, MP_OCTANT_REGION_COUNT_AT);
    return count == 0 ? 0 : (uint64_t)count + mp_word(leaf, MP_OCTANT_REGION_START_AT);
}

/* Whether each inner node has its eight children, all but the root are children, and the leaves'
 * lists end where the lookups do: no node is missing or left over. */
static bool is_whole_octree(const uint8_t *bytes, const mp_document *doc) {
    const uint32_t count = doc->lists[MP_OCTREE].count;
    uint64_t children = 0;
    uint64_t end = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *const octant = mp_record(bytes, doc, MP_OCTREE, i);
        const bool is_leaf = mp_is_leaf(octant);
        children += is_leaf ? 0 : MP_CHILDREN;
        end = is_leaf ? nl_max(end, end_of_leaf(octant)) : end;
    }
    return children + 1 == count && end == doc->lists[MP_LOOKUPS].count;
}

/* An empty room has nothing at all; in others regions have rings of nodes that are there. */
static bool has_rings(const uint8_t *bytes, const mp_document *doc) {
    const uint32_t nodes = doc->lists[MP_NODES].count;
    const uint32_t regions = doc->lists[MP_REGIONS].count;
    if (regions == 0) return nodes == 0 && doc->lists[MP_LINKS].count == 0;
    for (uint32_t i = 0; i < regions; i++) {
        const uint8_t *const p = mp_record(bytes, doc, MP_REGIONS, i);
        const uint32_t count = mp_word(p, MP_REGION_NODE_COUNT_AT);
        const uint32_t start = mp_word(p, MP_REGION_NODE_START_AT);
        if (count < 3 || start > nodes || count > nodes - start) return false;
    }
    return true;
}

static bool has_lookups(const uint8_t *bytes, const mp_document *doc) {
    const uint32_t lookups = doc->lists[MP_LOOKUPS].count;
    const uint32_t regions = doc->lists[MP_REGIONS].count;
    uint32_t i = 0;
    while (i < lookups && nl_load_u32be(mp_record(bytes, doc, MP_LOOKUPS, i)) < regions)
        i++;
    return i == lookups;
}

/* A fill shows that the file is whole. */
static bool ends_right(const mp_document *doc) {
    return !doc->loss.happened && doc->tail == MP_TAIL_RIGHT && doc->lists[MP_OCTREE].count != 0;
}

static bool fits(mp_count_search *s, mp_correction correction) {
    if (!mp_can_follow(s->bytes, s->length, s->stated->layout, correction)) return false;
    const mp_document doc = mp_read_corrected(s->bytes, s->length, s->stated, correction);
    if (!ends_right(&doc) || s->fits_left == 0) return false;
    s->fits_left--;
    return mp_is_clean(s->bytes, &doc) && mp_has_root(s->bytes, &doc) &&
           has_rings(s->bytes, &doc) && has_lookups(s->bytes, &doc) &&
           is_whole_octree(s->bytes, &doc);
}

/* Where the records of a section start, or would; 0: their count has not been reached. */
static uint64_t records_at(const mp_document *doc, mp_section section) {
    if (doc->lists[section].at != 0) return doc->lists[section].at;
    const bool is_lost = doc->loss.happened && doc->loss.section == section;
    if (is_lost && doc->loss.count != 0) return doc->loss.at;
    const bool is_unread = section == MP_GRAPH_POINTS && doc->has_points;
    return is_unread ? doc->end : 0;
}

/* A room without octree is PATH_NO_OCTREE, whatever follows; a negative number of points that
 * nothing follows does no harm. */
static bool can_be_wrong(const mp_count_search *s, mp_section section, uint64_t at) {
    const mp_document *const doc = s->stated;
    const bool has_none =
        section == MP_OCTREE && doc->lists[section].count == 0 && doc->lists[section].at != 0;
    const bool is_harmless =
        section == MP_GRAPH_POINTS && doc->tail != MP_TAIL_OTHER && !doc->loss.happened;
    return at != 0 && mp_sections[section].count != NL_NO_FIELD && !has_none && !is_harmless;
}

/* The first number of records with which everything fits. */
static bool find_count(mp_count_search *s, mp_section section, mp_correction *correction) {
    const uint64_t at = records_at(s->stated, section);
    if (!can_be_wrong(s, section, at)) return false;
    const uint32_t most = (uint32_t)((s->length - at) / mp_stride_of(s->stated->layout, section));
    const uint32_t now = nl_load_u32be(s->bytes + at - MP_WORD_BYTES);
    for (uint32_t count = 0; count <= most && s->fits_left != 0; count++) {
        *correction = (mp_correction){section, count, at - MP_WORD_BYTES};
        if (count != now && fits(s, *correction)) return true;
    }
    return false;
}

mp_correction mp_find_wrong_count(const uint8_t *bytes, size_t length, const mp_document *stated) {
    mp_count_search s = {bytes, length, stated, MOST_FITS};
    mp_correction correction = mp_no_correction;
    if (length > MOST_SEARCHED_BYTES) return mp_no_correction;
    for (mp_section section = MP_NODES; section < MP_SECTION_COUNT; section++)
        if (find_count(&s, section, &correction)) return correction;
    return mp_no_correction;
}
