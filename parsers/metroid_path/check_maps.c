/* Bitmaps against the links: what is joined by links must have its bits, and nothing else. */
#include "parsers/metroid_path/checks.h"

/* One bitmap and what it should say. */
typedef struct mp_relation {
    mp_check *c;
    const char *name;
    mp_section map;
    unsigned bits;      /* the field of a word of it */
    unsigned link_rule; /* a link whose pair has no bit */
    const mp_groups *groups;
    uint32_t mask; /* regions of these types take part; 0: points, all of them */
} mp_relation;

static bool takes_part(const mp_relation *r, uint32_t thing) {
    return r->mask == 0 || (r->c->rows[thing].types & r->mask) != 0;
}

static uint32_t map_word(const mp_relation *r, uint64_t word) {
    if (word >= mp_count(r->c, r->map)) return 0;
    return nl_load_u32be(mp_record_of(r->c, r->map, (uint32_t)word));
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

/* 64 bits of the map from `bit` on. */
static uint64_t map_bits(const mp_relation *r, uint64_t bit) {
    const uint64_t word = bit / 32;
    const uint32_t shift = bit % 32;
    const uint64_t low = map_word(r, word) | (uint64_t)map_word(r, word + 1) << 32;
    if (shift == 0) return low;
    return low >> shift | (uint64_t)map_word(r, word + 2) << (64 - shift);
}

/* 64 bits of the members from `thing` on. */
static uint64_t member_bits(const mp_check *c, uint32_t thing) {
    const uint32_t shift = thing % 64;
    const uint64_t low = c->members[thing / 64] >> shift;
    return shift == 0 ? low : low | c->members[thing / 64 + 1] << (64 - shift);
}

/* ---- Rows ---- */

/* Pairs that the map and the links disagree on. */
typedef struct mp_differences {
    uint64_t extra, missing;             /* of a row; of the map */
    uint32_t first_extra, first_missing; /* the higher of the first pair of the row */
    uint32_t missing_low, missing_high;  /* the first pair of the map */
} mp_differences;

static uint32_t lowest_bit(uint64_t bits) {
    return (uint32_t)__builtin_ctzll(bits);
}

/* Compares the row of `low` with the members that are set. */
static void compare_row(const mp_relation *r, uint32_t low, mp_differences *d) {
    const uint32_t count = r->groups->count;
    const uint64_t start = row_start(r, low);
    d->extra = 0;
    uint64_t missing = 0;
    for (uint32_t high = low + 1; high < count; high += 64) {
        const uint32_t left = count - high;
        const uint64_t valid = left >= 64 ? UINT64_MAX : ((uint64_t)1 << left) - 1;
        const uint64_t is = map_bits(r, start + high - low - 1) & valid;
        const uint64_t should = member_bits(r->c, high) & valid;
        const uint64_t extra = is & ~should;
        const uint64_t lacking = should & ~is;
        if ((extra | lacking) == 0) continue;
        if (extra != 0 && d->extra == 0) d->first_extra = high + lowest_bit(extra);
        if (lacking != 0 && missing == 0) d->first_missing = high + lowest_bit(lacking);
        d->extra += (uint64_t)__builtin_popcountll(extra);
        missing += (uint64_t)__builtin_popcountll(lacking);
    }
    if (missing != 0 && d->missing == 0) {
        d->missing_low = low;
        d->missing_high = d->first_missing;
    }
    d->missing += missing;
}

/* A finding about a word of the map. */
static void found(const mp_relation *r, unsigned rule, uint64_t word, const nl_draft *draft) {
    const nl_place place = mp_place_of(r->c, r->map, (uint32_t)word);
    nl_found(&place, rule, r->bits, draft);
}

/* The word with the bit of a pair. */
static uint64_t word_of(const mp_relation *r, uint32_t low, uint32_t high) {
    return bit_of(r, low, high) / 32;
}

static void check_row(const mp_relation *r, uint32_t low, mp_differences *d) {
    compare_row(r, low, d);
    if (d->extra == 0) return;
    found(r, PATH_BMP_NO_ROUTE, word_of(r, low, d->first_extra),
          &(nl_draft){.actual = nl_uint(d->extra),
                      .args = {nl_uint(low), nl_uint(d->first_extra), nl_string(r->name)}});
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
        const uint32_t root = mp_group_of(r->groups, i);
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
        check_row(r, i, d);
    for (uint32_t i = root; has_bits && i != UINT32_MAX; i = next[i])
        flip_member(r->c, i);
}

/* ---- Links without their bits ---- */

static bool check_link(const mp_relation *r, uint32_t from, uint32_t to) {
    const uint32_t low = from < to ? from : to;
    const uint32_t high = from < to ? to : from;
    if (low == high || !takes_part(r, from) || !takes_part(r, to) || has_bit(r, low, high))
        return false;
    found(r, r->link_rule, word_of(r, low, high),
          &(nl_draft){.args = {nl_uint(low), nl_uint(high)}});
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

/* ---- All of it ---- */

static void check_tail(const mp_relation *r) {
    const uint64_t n = r->groups->count;
    const uint64_t bits = n < 2 ? 0 : n * (n - 1) / 2;
    const uint32_t words = mp_count(r->c, r->map);
    if (bits % 32 == 0 || words == 0) return;
    const uint32_t spare = map_word(r, words - 1) >> bits % 32;
    if (spare != 0)
        found(r, PATH_BMP_TAIL, words - 1,
              &(nl_draft){.actual = nl_uint(spare), .args = {nl_string(r->name)}});
}

static void check_relation(const mp_relation *r) {
    mp_differences d = {0};
    check_tail(r);
    chain_groups(r);
    for (uint32_t i = 0; i < r->groups->count; i++)
        if (mp_group_of(r->groups, i) == i) check_group(r, i, &d);
    if (d.missing == 0) return;
    if (r->mask == 0 ? check_point_links(r) : check_region_links(r)) return;
    found(
        r, PATH_BMP_TRANSITIVE, word_of(r, d.missing_low, d.missing_high),
        &(nl_draft){.actual = nl_uint(d.missing),
                    .args = {nl_uint(d.missing_low), nl_uint(d.missing_high), nl_string(r->name)}});
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
             &(nl_draft){.length = (uint64_t)count * MP_WORD_BYTES, .actual = nl_uint(first)});
}

void mp_check_maps(mp_check *c) {
    const mp_relation relations[] = {
        {c, "ground", MP_GROUND_MAP, MP_GROUND_WORD_BITS, PATH_BMP_LINK_GROUND, &c->groups[0],
         MP_GROUND},
        {c, "flyer", MP_FLYER_MAP, MP_FLYER_WORD_BITS, PATH_BMP_LINK_FLYER, &c->groups[1],
         MP_FLYABLE},
        {c, "point", MP_POINT_MAP, MP_POINT_WORD_BITS, PATH_BMP_LINK_POINT, &c->point_groups, 0},
    };
    const bool regions_sound =
        c->joined && c->indexes_sound && c->links_sound && mp_count(c, MP_FLYER_MAP) != 0;
    if (!mp_has_geometry(c)) return;
    check_unused(c);
    for (int kind = 0; kind < MP_KINDS && regions_sound; kind++)
        check_relation(&relations[kind]);
    if (c->points_sound && mp_count(c, MP_POINT_MAP) != 0) check_relation(&relations[2]);
}
