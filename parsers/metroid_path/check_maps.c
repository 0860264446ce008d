/* Bitmaps against the links: what is joined by links must have its bits, and nothing else. */
#include "core/quick.h"
#include "parsers/metroid_path/checks.h"

/* One bitmap and what it should say. */
typedef struct mp_relation {
    mp_check *c;
    const char *name;
    mp_section map;
    unsigned bits;      /* the field of a word of it */
    unsigned link_rule; /* a link whose pair has no bit */
    const nl_groups *groups;
    mp_section things;
    const char *types; /* that use it */
    uint32_t mask;     /* regions of these types take part; 0: points, all of them */
    const uint8_t *words;
    uint32_t word_count;
} mp_relation;

static bool takes_part(const mp_relation *r, uint32_t thing) {
    return r->mask == 0 || (r->c->rows[thing].types & r->mask) != 0;
}

static uint32_t map_word(const mp_relation *r, uint64_t word) {
    return word < r->word_count ? nl_load_u32be(r->words + word * MP_WORD_BYTES) : 0;
}

/* ---- Bits of pairs ---- */

/* The bit of the pair (low, low + 1): rows of the upper triangle follow each other. */
static uint64_t row_start(const mp_relation *r, uint64_t low) {
    const uint64_t n = r->groups->count;
    return low * n - low * (low + 1) / 2;
}

static uint64_t bit_of(const mp_relation *r, uint32_t low, uint32_t high) {
    return row_start(r, low) + high - low - 1;
}

static bool has_bit(const mp_relation *r, uint32_t low, uint32_t high) {
    const uint64_t bit = bit_of(r, low, high);
    return (map_word(r, bit / 32) >> bit % 32 & 1) != 0;
}

/* 64 bits of `low` and what stands above it, from bit `shift` of it on. */
static uint64_t bits_from(uint64_t low, uint64_t high, uint32_t shift) {
    return low >> shift | high << 1 << (63 - shift);
}

/* 64 bits of the map from `bit` on. */
static uint64_t map_bits(const mp_relation *r, uint64_t bit) {
    const uint64_t word = bit / 32;
    const uint64_t low = map_word(r, word) | (uint64_t)map_word(r, word + 1) << 32;
    return bits_from(low, map_word(r, word + 2), bit % 32);
}

/* 64 bits of the members from `thing` on. */
static uint64_t member_bits(const mp_check *c, uint32_t thing) {
    const uint64_t *const members = &c->members[thing / 64];
    return bits_from(members[0], members[1], thing % 64);
}

/* ---- Rows ---- */

/* Pairs of the one kind that the map and the links disagree on: how many, and the first of them. */
typedef struct mp_pairs {
    uint64_t count;
    uint32_t low, high;
} mp_pairs;

typedef struct mp_differences {
    mp_pairs extra;   /* bits that no links make */
    mp_pairs missing; /* bits that are not there */
} mp_differences;

/* Adds pairs of the row of `low`, the first of them with `high`. Rows come in any order. */
static void add_pairs(mp_pairs *pairs, uint32_t low, uint32_t high, uint64_t count) {
    if (pairs->count == 0 || low < pairs->low || (low == pairs->low && high < pairs->high)) {
        pairs->low = low;
        pairs->high = high;
    }
    pairs->count += count;
}

static uint32_t lowest_bit(uint64_t bits) {
    return (uint32_t)__builtin_ctzll(bits);
}

/* Compares the row of `low` with the members that are set. */
static void compare_row(const mp_relation *r, uint32_t low, mp_differences *d) {
    const uint32_t count = r->groups->count;
    const uint64_t start = row_start(r, low);
    for (uint32_t high = low + 1; high < count; high += 64) {
        const uint32_t left = count - high;
        const uint64_t valid = left >= 64 ? UINT64_MAX : ((uint64_t)1 << left) - 1;
        const uint64_t is = map_bits(r, start + high - low - 1) & valid;
        const uint64_t should = member_bits(r->c, high) & valid;
        const uint64_t extra = is & ~should;
        const uint64_t lacking = should & ~is;
        if (extra != 0)
            add_pairs(&d->extra, low, high + lowest_bit(extra),
                      (uint64_t)__builtin_popcountll(extra));
        if (lacking != 0)
            add_pairs(&d->missing, low, high + lowest_bit(lacking),
                      (uint64_t)__builtin_popcountll(lacking));
    }
}

/* The word with the bit of a pair. */
static uint64_t word_of(const mp_relation *r, uint32_t low, uint32_t high) {
    return bit_of(r, low, high) / 32;
}

/* A word of the map. */
static nl_place word_place(const mp_relation *r, uint64_t word) {
    return mp_place_of(r->c, r->map, (uint32_t)word);
}

/* A finding about the bit of a pair: it is at the lower of the two. */
static void found_pair(const mp_relation *r, unsigned rule, const mp_pairs *pairs) {
    const nl_place word = word_place(r, word_of(r, pairs->low, pairs->high));
    const nl_place place = mp_map_about(&r->c->map, word, r->things, pairs->low);
    nl_found(&place, rule, r->bits,
             &(nl_draft){.args = {nl_string(mp_sections[r->things].subject), nl_uint(pairs->high),
                                  nl_string(r->name), nl_uint(pairs->count)}});
}

/* ---- Groups ---- */

static void flip_member(mp_check *c, uint32_t thing) {
    c->members[thing / 64] ^= (uint64_t)1 << thing % 64;
}

/* Chains the members of each group behind its root, which is the lowest of them. */
static void chain_groups(const mp_relation *r) {
    uint32_t *const next = r->c->next;
    const uint32_t count = r->groups->count;
    for (uint32_t i = 0; i < count; i++)
        next[i] = UINT32_MAX;
    for (uint32_t left = count; left > 0; left--) {
        const uint32_t i = left - 1;
        const uint32_t root = nl_group_of(r->groups, i);
        if (root == i) continue;
        next[i] = next[root];
        next[root] = i;
    }
}

static void check_group(const mp_relation *r, uint32_t root, mp_differences *d) {
    const uint32_t *const next = r->c->next;
    const bool has_bits = takes_part(r, root);
    for (uint32_t i = root; has_bits && i != UINT32_MAX; i = next[i])
        flip_member(r->c, i);
    for (uint32_t i = root; i != UINT32_MAX; i = next[i])
        compare_row(r, i, d);
    for (uint32_t i = root; has_bits && i != UINT32_MAX; i = next[i])
        flip_member(r->c, i);
}

/* ---- Links without their bits ---- */

static bool check_link(const mp_relation *r, uint32_t from, uint32_t to) {
    const uint32_t low = from < to ? from : to;
    const uint32_t high = from < to ? to : from;
    if (low == high || !takes_part(r, from) || !takes_part(r, to) || has_bit(r, low, high))
        return false;
    found_pair(r, r->link_rule, &(mp_pairs){1, low, high});
    return true;
}

/* Each pair is reported once, from its lower region if that has a link to the other. */
static bool check_region_links(const mp_relation *r) {
    const mp_check *const c = r->c;
    bool is_lacking = false;
    for (uint32_t from = 0; from < r->groups->count; from++)
        for (uint32_t word = 0; word < c->row_words; word++) {
            uint64_t bits = c->joined[(uint64_t)from * c->row_words + word];
            for (; bits != 0; bits &= bits - 1) {
                const uint32_t to = word * 64 + lowest_bit(bits);
                if (to < from && mp_is_joined(c, to, from)) continue;
                is_lacking |= check_link(r, from, to);
            }
        }
    return is_lacking;
}

static bool check_point_links(const mp_relation *r) {
    const mp_check *const c = r->c;
    bool is_lacking = false;
    for (uint32_t point = 0; point < r->groups->count; point++) {
        const uint8_t *const p = mp_record_of(c, MP_GRAPH_POINTS, point);
        const uint32_t start = mp_word(p, MP_POINT_LINK_START_AT);
        uint32_t last = point; /* reported already */
        for (uint32_t i = 0; i < mp_word(p, MP_POINT_LINK_COUNT_AT); i++) {
            const uint32_t to = nl_load_u32be(mp_record_of(c, MP_POINT_LINKS, start + i));
            if (to == last || !check_link(r, point, to)) continue;
            is_lacking = true;
            last = to;
        }
    }
    return is_lacking;
}

/* ---- Bits without links ---- */

static bool is_extra(const mp_relation *r, uint32_t low, uint32_t high) {
    return has_bit(r, low, high) && nl_group_of(r->groups, low) != nl_group_of(r->groups, high);
}

/* Bits of a region that is not of the map's types: one finding about the region, whose type is
 * another one than the map was made for. */
static bool found_stranger(const mp_relation *r, uint32_t region) {
    uint64_t ways = 0;
    uint32_t first = 0;
    for (uint32_t i = 0; i < r->groups->count; i++) {
        if (i == region || !has_bit(r, i < region ? i : region, i < region ? region : i)) continue;
        if (ways++ == 0) first = i;
    }
    if (ways == 0) return false;
    const bool is_low = region < first;
    const uint64_t word = word_of(r, is_low ? region : first, is_low ? first : region);
    const nl_place place = mp_place_of(r->c, MP_REGIONS, region);
    return nl_found_cause(
        &place, PATH_BMP_OTHER_TYPE, MP_REGION_TYPE_MASK,
        &(nl_draft){.args = {nl_uint(ways), nl_string(r->name), nl_string(r->types)},
                    .related = {mp_beside(r->c, r->map, (uint32_t)word, r->bits,
                                          "the word of the bitmap with the first of them")}});
}

/* Of the regions: those of other types by themselves; the pairs of the rest are one finding, which
 * follows from those that are missing in between. */
static void check_extra_regions(const mp_relation *r) {
    const uint32_t count = r->groups->count;
    mp_pairs pairs = {0, 0, 0};
    bool has_strangers = false;
    for (uint32_t low = 0; low < count; low++) {
        if (!takes_part(r, low)) {
            has_strangers |= found_stranger(r, low);
            continue;
        }
        for (uint32_t high = low + 1; high < count; high++)
            if (takes_part(r, high) && is_extra(r, low, high)) add_pairs(&pairs, low, high, 1);
    }
    nl_follow(r->c->job->report, has_strangers);
    if (pairs.count != 0) found_pair(r, PATH_BMP_NO_ROUTE, &pairs);
    nl_follow(r->c->job->report, false);
}

/* Maps of regions are small: there are at most MP_MOST_REGIONS. */
static void check_extra(const mp_relation *r, const mp_pairs *extra) {
    if (r->mask == 0)
        found_pair(r, PATH_BMP_NO_ROUTE, extra);
    else
        check_extra_regions(r);
}

/* ---- The quick pass ---- */

static bool are_one_group(const mp_relation *r) {
    uint32_t i = 0;
    while (i < r->groups->count && takes_part(r, i) && nl_group_of(r->groups, i) == 0)
        i++;
    return i == r->groups->count;
}

/* Whether these bits of the map are set, and no others of its words. */
static bool are_all_set(const mp_relation *r, uint64_t bits) {
    uint32_t lacking = 0;
    for (uint64_t word = 0; word < bits / 32; word++)
        lacking |= ~map_word(r, word);
    return lacking == 0 && map_word(r, bits / 32) == ((uint32_t)1 << bits % 32) - 1;
}

/* Each thing can be reached from each, and the map says so: then nothing is odd. Rough: a room may
 * be in several parts. */
static bool is_full(const mp_relation *r) {
    const uint64_t n = r->groups->count;
    return n != 0 && are_one_group(r) && are_all_set(r, n * (n - 1) / 2);
}

/* ---- All of it ---- */

static void check_tail(const mp_relation *r) {
    const uint64_t n = r->groups->count;
    const uint64_t bits = n < 2 ? 0 : n * (n - 1) / 2;
    if (bits % 32 == 0 || r->word_count == 0) return;
    const uint32_t spare = map_word(r, r->word_count - 1) >> bits % 32;
    if (spare == 0) return;
    const nl_place place = word_place(r, r->word_count - 1);
    nl_found(&place, PATH_BMP_TAIL, r->bits,
             &(nl_draft){.args = {nl_string(r->name), nl_uint((uint64_t)spare << bits % 32)}});
}

static void check_relation(const mp_relation *r) {
    mp_differences d = {{0, 0, 0}, {0, 0, 0}};
    check_tail(r);
    chain_groups(r);
    for (uint32_t i = 0; i < r->groups->count; i++)
        if (nl_group_of(r->groups, i) == i) check_group(r, i, &d);
    if (d.extra.count != 0) check_extra(r, &d.extra);
    if (d.missing.count == 0) return;
    if (r->mask == 0 ? check_point_links(r) : check_region_links(r)) return;
    found_pair(r, PATH_BMP_TRANSITIVE, &d.missing);
}

/* Words behind the bitmaps: one finding for all that are not 0. */
static void check_unused(const mp_check *c) {
    const uint32_t count = mp_count(c, MP_UNUSED_WORDS);
    uint32_t i = 0;
    while (i < count && nl_load_u32be(mp_record_of(c, MP_UNUSED_WORDS, i)) == 0)
        i++;
    if (i == count) return;
    const uint32_t first = nl_load_u32be(mp_record_of(c, MP_UNUSED_WORDS, i));
    nl_place place = nl_place_of(c->job->report, c->bytes);
    place.at = c->doc->lists[MP_UNUSED_WORDS].at;
    nl_found(&place, PATH_BMP_UNUSED, MP_UNUSED_BITS,
             &(nl_draft){.length = (uint64_t)count * MP_WORD_BYTES, .args = {nl_uint(first)}});
}

/* The maps of regions, by kind, then that of points; the rest is of the file. */
static const mp_relation relations[] = {
    {.name = "ground",
     .map = MP_GROUND_MAP,
     .bits = MP_GROUND_WORD_BITS,
     .link_rule = PATH_BMP_LINK_GROUND,
     .things = MP_REGIONS,
     .types = "ground (1)",
     .mask = MP_GROUND},
    {.name = "flyer",
     .map = MP_FLYER_MAP,
     .bits = MP_FLYER_WORD_BITS,
     .link_rule = PATH_BMP_LINK_FLYER,
     .things = MP_REGIONS,
     .types = "ground (1) or flyer (2)",
     .mask = MP_FLYABLE},
    {.name = "point",
     .map = MP_POINT_MAP,
     .bits = MP_POINT_WORD_BITS,
     .link_rule = PATH_BMP_LINK_POINT,
     .things = MP_GRAPH_POINTS},
};

static void check_map(mp_check *c, const mp_relation *relation, const nl_groups *groups) {
    mp_relation r = *relation;
    r.c = c;
    r.groups = groups;
    r.words = mp_record_of(c, r.map, 0);
    r.word_count = mp_count(c, r.map);
    if (!NL_QUICK_ROUGH(is_full(&r))) check_relation(&r);
}

void mp_check_maps(mp_check *c) {
    const bool regions_sound =
        c->joined && c->indexes_sound && c->links_sound && mp_count(c, MP_FLYER_MAP) != 0;
    if (!mp_has_geometry(c)) return;
    check_unused(c);
    for (int kind = 0; kind < MP_KINDS && regions_sound; kind++)
        check_map(c, &relations[kind], &c->groups[kind]);
    if (c->points_sound && mp_count(c, MP_POINT_MAP) != 0)
        check_map(c, &relations[MP_KINDS], &c->point_groups);
}
