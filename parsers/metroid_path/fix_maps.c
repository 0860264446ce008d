/* Fixes of the bitmaps: what links join, and nothing else. */
#include <string.h>

#include "core/groups.h"
#include "parsers/metroid_path/fixes.h"

/* A bitmap, and the things whose pairs it has. */
typedef struct mp_fix_map {
    mp_patch p;
    mp_section map, things, links;
    uint32_t mask; /* regions of these types take part; 0: points, all of them */
    uint32_t count;
    nl_groups groups;
} mp_fix_map;

/* ---- Who is joined ---- */

static bool takes_part(const mp_fix_map *m, uint32_t thing) {
    return m->mask == 0 ||
           (nl_load_u16be(mp_fix_record(&m->p, MP_REGIONS, thing) + MP_REGION_TYPE_MASK_AT) &
            m->mask) != 0;
}

/* The thing that a link leads to. */
static uint32_t target_of(const mp_fix_map *m, uint32_t link) {
    const uint32_t at = m->links == MP_LINKS ? MP_LINK_REGION_AT : 0;
    return mp_word(mp_fix_record(&m->p, m->links, link), at);
}

/* The thing's first link and how many it has; false if they are not all there. */
static bool run_of(const mp_fix_map *m, uint32_t thing, uint32_t *start, uint32_t *count) {
    const uint8_t *const p = mp_fix_record(&m->p, m->things, thing);
    const bool is_region = m->things == MP_REGIONS;
    const uint32_t total = mp_fix_count(&m->p, m->links);
    *start = mp_word(p, is_region ? MP_REGION_LINK_START_AT : MP_POINT_LINK_START_AT);
    *count = mp_word(p, is_region ? MP_REGION_LINK_COUNT_AT : MP_POINT_LINK_COUNT_AT);
    return *count == 0 || (*start <= total && *count <= total - *start);
}

static bool join_links(mp_fix_map *m, uint32_t thing) {
    uint32_t start, count;
    if (!run_of(m, thing, &start, &count) || !nl_fix_spend(m->p.fixer, count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t other = target_of(m, start + i);
        if (other >= m->count) return false;
        if (takes_part(m, thing) && takes_part(m, other)) nl_groups_join(&m->groups, thing, other);
    }
    return true;
}

static bool join_all(mp_fix_map *m) {
    m->count = mp_fix_count(&m->p, m->things);
    m->groups =
        (nl_groups){nl_fix_alloc(m->p.fixer, sizeof(uint32_t) * (uint64_t)m->count), m->count};
    if (!m->groups.parents || m->count > MP_MOST_REGIONS * 4) return false;
    nl_groups_clear(&m->groups);
    bool is_ok = true;
    for (uint32_t i = 0; is_ok && i < m->count; i++)
        is_ok = join_links(m, i);
    return is_ok;
}

/* ---- Which map ---- */

static bool begin(nl_fixer *fixer, const navlint_finding *finding, mp_fix_map *m) {
    static const struct {
        mp_section map, things, links;
        uint32_t mask;
    } maps[] = {{MP_GROUND_MAP, MP_REGIONS, MP_LINKS, MP_GROUND},
                {MP_FLYER_MAP, MP_REGIONS, MP_LINKS, MP_FLYABLE},
                {MP_POINT_MAP, MP_GRAPH_POINTS, MP_POINT_LINKS, 0}};
    if (!mp_fix_begin(fixer, finding, &m->p)) return false;
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        const mp_list *const list = &m->p.doc->lists[maps[i].map];
        const uint64_t end = list->at + (uint64_t)list->count * MP_WORD_BYTES;
        if (list->count == 0 || finding->offset < list->at || finding->offset >= end) continue;
        m->map = maps[i].map;
        m->things = maps[i].things;
        m->links = maps[i].links;
        m->mask = maps[i].mask;
        return join_all(m);
    }
    return false;
}

/* ---- The bits ---- */

/* One bit for each pair of things, as in the file: the words of joined pairs. */
static uint8_t *joined_words(const mp_fix_map *m) {
    const size_t bytes = (size_t)mp_fix_count(&m->p, m->map) * MP_WORD_BYTES;
    uint8_t *const words = nl_fix_alloc(m->p.fixer, bytes);
    uint64_t bit = 0;
    if (!nl_fix_spend(m->p.fixer, (uint64_t)m->count * m->count / 2)) return NULL;
    for (uint32_t low = 0; words && low < m->count; low++)
        for (uint32_t high = low + 1; high < m->count; high++, bit++)
            if (nl_group_of(&m->groups, low) == nl_group_of(&m->groups, high))
                words[bit / 32 * 4 + 3 - bit % 32 / 8] |= (uint8_t)(1u << bit % 8);
    return words;
}

/* Words of the map that are to be others, each in an edit of its own. */
static bool write_words(const mp_fix_map *m, const uint8_t *words, bool is_added) {
    bool is_ok = words != NULL;
    for (uint32_t i = 0; is_ok && i < mp_fix_count(&m->p, m->map); i++) {
        const uint32_t old = nl_load_u32be(mp_fix_record(&m->p, m->map, i));
        const uint32_t joined = nl_load_u32be(words + (size_t)i * MP_WORD_BYTES);
        const uint32_t word = is_added ? old | joined : old & joined;
        const unsigned field = m->map == MP_GROUND_MAP  ? MP_GROUND_WORD_BITS
                               : m->map == MP_FLYER_MAP ? MP_FLYER_WORD_BITS
                                                        : MP_POINT_WORD_BITS;
        is_ok = word == old || mp_fix_set_word(&m->p, m->map, i, field, word);
    }
    return is_ok;
}

bool mp_fix_missing_bits(nl_fixer *fixer, const navlint_finding *finding) {
    mp_fix_map m;
    return begin(fixer, finding, &m) && write_words(&m, joined_words(&m), true);
}

bool mp_fix_extra_bits(nl_fixer *fixer, const navlint_finding *finding) {
    mp_fix_map m;
    return begin(fixer, finding, &m) && write_words(&m, joined_words(&m), false);
}

/* The finding is about a region; a word of the map is beside it. */
bool mp_fix_stranger_bits(nl_fixer *fixer, const navlint_finding *finding) {
    navlint_finding word = *finding;
    if (finding->related_count == 0) return false;
    word.offset = finding->related[0].offset;
    return mp_fix_extra_bits(fixer, &word);
}

/* ---- What nothing looks at ---- */

/* Bits behind the last pair of the last word. */
bool mp_fix_map_tail(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    const navlint_field word = nl_fix_field_of(finding);
    if (!mp_fix_begin(fixer, finding, &p) || !finding->type) return false;
    const bool is_point =
        finding->offset >= p.doc->lists[MP_POINT_MAP].at && p.doc->lists[MP_POINT_MAP].count != 0;
    const uint64_t n = mp_fix_count(&p, is_point ? MP_GRAPH_POINTS : MP_REGIONS);
    const uint32_t used = n < 2 ? 0 : (uint32_t)(n * (n - 1) / 2 % 32);
    const uint32_t old = nl_load_u32be(p.bytes + finding->offset);
    return used != 0 && nl_fix_set(fixer, &word, nl_uint(old & (((uint32_t)1 << used) - 1)));
}

bool mp_fix_unused_words(nl_fixer *fixer, const navlint_finding *finding) {
    const navlint_field field = nl_fix_field_of(finding);
    const uint8_t *const zeros = nl_fix_alloc(fixer, field.length);
    return zeros && field.length != 0 && nl_fix_replace(fixer, &field, zeros, field.length);
}
