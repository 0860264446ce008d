/* FormIDs that two records have. Most ids fall through a sieve; the others are sorted, so that it
 * takes two look-ups' worth of memory and linear time whatever they are; only if two are equal the
 * file is walked again for the places. */
#include <string.h>

#include "core/quick.h"
#include "parsers/skyrim_navmesh/container/container.h"

enum { DIGITS = 256, PASSES = 4, FEW = 32 };

/* Two arrays of `count` ids; the sorted one is `ids` in the end. */
typedef struct id_sort {
    uint32_t *ids, *spare;
    uint32_t count;
} id_sort;

static inline uint32_t digit_of(uint32_t id, int pass) {
    return id >> 8 * pass & 0xFF;
}

/* How many ids have each digit, of all four in one pass. */
static void count_digits(const id_sort *s, uint32_t counts[PASSES][DIGITS]) {
    for (uint32_t i = 0; i < s->count; i++)
        for (int pass = 0; pass < PASSES; pass++)
            counts[pass][digit_of(s->ids[i], pass)]++;
}

static void sort_by_digit(id_sort *s, int pass, uint32_t *starts) {
    uint32_t sum = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
        const uint32_t here = starts[digit];
        starts[digit] = sum;
        sum += here;
    }
    for (uint32_t i = 0; i < s->count; i++)
        s->spare[starts[digit_of(s->ids[i], pass)]++] = s->ids[i];
    uint32_t *const sorted = s->spare;
    s->spare = s->ids;
    s->ids = sorted;
}

/* By insertion: to count the digits of a few ids costs more. */
static void sort_few(id_sort *s) {
    for (uint32_t i = 1; i < s->count; i++) {
        const uint32_t id = s->ids[i];
        uint32_t at = i;
        for (; at > 0 && s->ids[at - 1] > id; at--)
            s->ids[at] = s->ids[at - 1];
        s->ids[at] = id;
    }
}

/* A radix sort. A digit that all ids share takes no pass. */
static void sort_many(id_sort *s) {
    uint32_t counts[PASSES][DIGITS] = {{0}};
    count_digits(s, counts);
    for (int pass = 0; pass < PASSES; pass++)
        if (counts[pass][digit_of(s->ids[0], pass)] != s->count)
            sort_by_digit(s, pass, counts[pass]);
}

static void sort_ids(id_sort *s) {
    if (s->count <= FEW)
        sort_few(s);
    else
        sort_many(s);
}

/* ---- The sieve: a bit for an id, which only few share with another one ---- */

typedef struct id_sieve {
    uint32_t *seen, *shared; /* a bit each: of some id, of more than one */
    uint32_t mask;           /* of the number of a bit */
} id_sieve;

/* Neighbours in the file mostly have ids that follow each other: so do their bits. */
static inline uint32_t bit_of(const id_sieve *sieve, uint32_t id) {
    return (id + (id >> 24) * 0x9E3779B1u) & sieve->mask;
}

/* As large as fits the spare array twice. */
static id_sieve make_sieve(const id_sort *s) {
    uint32_t words = 1;
    while (4 * words <= s->count)
        words *= 2;
    memset(s->spare, 0, (size_t)s->count * sizeof *s->spare);
    return (id_sieve){s->spare, s->spare + words, 32 * words - 1};
}

/* Leaves in ids those that share their bit: equal ones do. */
static void sift(id_sort *s) {
    const id_sieve sieve = make_sieve(s);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t bit = bit_of(&sieve, s->ids[i]);
        sieve.shared[bit / 32] |= sieve.seen[bit / 32] & 1u << bit % 32;
        sieve.seen[bit / 32] |= 1u << bit % 32;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t id = s->ids[i];
        const uint32_t bit = bit_of(&sieve, id);
        const uint32_t is_shared = sieve.shared[bit / 32] >> bit % 32 & 1;
        s->ids[kept] = id;
        kept += !NL_QUICK_ROUGH(is_shared == 0); /* rough: other ids may have the bit, too */
    }
    s->count = kept;
}

/* ---- Twins ---- */

/* Leaves in ids one of each id that is there more than once, and how many those are. Null ids are
 * reported by another rule. */
static uint32_t keep_twins(id_sort *s) {
    uint32_t kept = 0;
    for (uint32_t i = 1; i < s->count; i++)
        if (s->ids[i] == s->ids[i - 1] && s->ids[i] != 0 &&
            (kept == 0 || s->ids[kept - 1] != s->ids[i]))
            s->ids[kept++] = s->ids[i];
    return kept;
}

/* The row of an id in ids[0, count), sorted; count if it is not there. */
static uint32_t find(const uint32_t *ids, uint32_t count, uint32_t id) {
    uint32_t low = 0;
    uint32_t high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && ids[low] == id ? low : count;
}

/* The second walk over the plugin. */
typedef struct twin_walk {
    sky_check *check;
    sky_walk walk;
    sky_record world, cell; /* the last ones */
} twin_walk;

static void found_twin(twin_walk *t, uint32_t first_at) {
    sky_check *const c = t->check;
    const sky_record *const record = &t->walk.record;
    const sky_form_text form = sky_form(c->plugin, record->form_id);
    sky_enter_home(c, sky_home_in(&t->walk, &t->world, &t->cell));
    nl_place place = sky_about(sky_record_place(c, record), c, record);
    if (record->type == SKY_REFR) place = sky_at_reference(place, c, record);
    sky_found(place, SKYRIM_FORM_ID_TWICE, SKY_HEADER_FORM_ID,
              (nl_draft){.args = {nl_string(form.chars)},
                         .related = {{first_at, SKY_HEADER_BYTES, "the first record with it"}}});
    sky_leave_home(c);
}

/* first: where the first record with the id is; 0: not seen yet. */
static void look_at_twin(twin_walk *t, uint32_t *first) {
    if (*first != 0)
        found_twin(t, *first);
    else
        *first = (uint32_t)t->walk.record.at;
}

/* firsts: by row of ids. */
static void report_twins(sky_check *c, const uint32_t *ids, uint32_t *firsts, uint32_t count) {
    const uint64_t from = SKY_HEADER_BYTES + c->plugin->header.data_bytes;
    twin_walk t = {.check = c, .walk = sky_walk_over(c->job->bytes, c->job->length, from)};
    sky_step step = sky_next(&t.walk);
    for (; step == SKY_STEP_RECORD || step == SKY_STEP_GROUP; step = sky_next(&t.walk)) {
        if (!nl_spend(c->job->budget, 1)) return;
        if (step == SKY_STEP_GROUP) continue;
        const uint32_t row = find(ids, count, t.walk.record.form_id);
        if (t.walk.record.type == SKY_WRLD) t.world = t.walk.record;
        if (t.walk.record.type == SKY_CELL) t.cell = t.walk.record;
        if (row != count) look_at_twin(&t, &firsts[row]);
    }
}

/* All ids and the same room once more. */
static id_sort gather_ids(const sky_plugin *plugin, nl_arena *arena) {
    const sky_pile *const pile = &plugin->form_ids;
    id_sort s = {NL_NEW(arena, uint32_t, pile->count), NL_NEW(arena, uint32_t, pile->count),
                 pile->count};
    if (!s.ids || !s.spare) return (id_sort){.ids = NULL};
    sky_gather(pile, s.ids);
    return s;
}

uint32_t *sky_sorted_ids(const sky_plugin *plugin, nl_arena *arena) {
    id_sort s = gather_ids(plugin, arena);
    if (s.ids) sort_ids(&s);
    return s.ids;
}

bool sky_has_id(const uint32_t *ids, uint32_t count, uint32_t id) {
    return find(ids, count, id) != count;
}

void sky_check_twins(sky_check *c) {
    nl_arena *const arena = c->job->arena;
    const size_t mark = nl_arena_mark(arena);
    id_sort s = gather_ids(c->plugin, arena);
    if (s.ids && s.count > 1) sift(&s);
    if (s.ids) sort_ids(&s);
    const uint32_t twins = s.ids ? keep_twins(&s) : 0;
    if (twins != 0) {
        memset(s.spare, 0, (size_t)twins * sizeof *s.spare);
        report_twins(c, s.ids, s.spare, twins);
    }
    nl_arena_release(arena, mark);
}
