/* Which record of one version is which of the other. Every step pairs what the steps before left
 * over, in n log n and the same way from either side. */
#include <stdlib.h>

#include "compare/model.h"
#include "core/sort.h"

typedef struct matcher {
    struct navlint_diff *diff;
    unsigned kind;
    cmp_keyed *left[CMP_SIDES]; /* records without a partner, with what a step pairs them by */
    uint32_t count[CMP_SIDES];
    bool failed;
} matcher;

static cmp_record *record_of(const matcher *m, unsigned side, uint32_t record) {
    return &m->diff->sides[side].records[record];
}

/* Numbers that are equal by chance pair nothing: what is in a record stays within its partner. */
static bool are_in_partners(const matcher *m, uint32_t old_record, uint32_t new_record) {
    const uint32_t old_outer = record_of(m, CMP_OLD, old_record)->outer;
    return record_of(m, CMP_OLD, old_outer)->partner == record_of(m, CMP_NEW, new_record)->outer;
}

static void pair(const matcher *m, uint32_t old_record, uint32_t new_record) {
    if (!are_in_partners(m, old_record, new_record)) return;
    record_of(m, CMP_OLD, old_record)->partner = new_record;
    record_of(m, CMP_NEW, new_record)->partner = old_record;
}

/* Only records of outer records that are the same can be. */
static bool is_open(const matcher *m, unsigned side, uint32_t record) {
    const cmp_record *const r = record_of(m, side, record);
    return r->partner == CMP_NONE && r->outer != CMP_NONE &&
           record_of(m, side, r->outer)->partner != CMP_NONE;
}

static uint64_t outer_number(const matcher *m, unsigned side, const cmp_record *record) {
    return cmp_pair_number(m->diff, side, record->outer);
}

/* ---- By a number that is equal ---- */

/* The number that a step pairs a record by; false: not in this step. */
typedef bool (*number_fn)(const matcher *m, unsigned side, const cmp_record *record,
                          uint64_t *number);

static bool by_content_and_key(const matcher *m, unsigned side, const cmp_record *record,
                               uint64_t *number) {
    const uint64_t name = record->has_key ? record->key : record->number;
    *number = cmp_mix(cmp_mix(outer_number(m, side, record), record->print), name);
    return true;
}

static bool by_content(const matcher *m, unsigned side, const cmp_record *record,
                       uint64_t *number) {
    *number = cmp_mix(outer_number(m, side, record), record->print);
    return record->print != 0;
}

static bool by_key(const matcher *m, unsigned side, const cmp_record *record, uint64_t *number) {
    *number = cmp_mix(outer_number(m, side, record), record->key);
    return record->has_key;
}

static void gather(matcher *m, unsigned side, number_fn number_of) {
    const cmp_kind_list *const list = &m->diff->sides[side].lists[m->kind];
    m->count[side] = 0;
    for (size_t i = 0; i < list->count; i++) {
        uint64_t number;
        const uint32_t record = list->records[i];
        if (is_open(m, side, record) && number_of(m, side, record_of(m, side, record), &number))
            m->left[side][m->count[side]++] = (cmp_keyed){number, record};
    }
    cmp_sort_keyed(m->left[side], m->count[side]);
}

/* What is equal in number is paired in order. */
static void join(matcher *m, number_fn number_of) {
    uint32_t at[CMP_SIDES] = {0, 0};
    gather(m, CMP_OLD, number_of);
    gather(m, CMP_NEW, number_of);
    while (at[0] < m->count[0] && at[1] < m->count[1]) {
        const cmp_keyed *const a = &m->left[CMP_OLD][at[0]];
        const cmp_keyed *const b = &m->left[CMP_NEW][at[1]];
        if (a->key == b->key) {
            pair(m, a->record, b->record);
            at[0]++;
            at[1]++;
        } else {
            at[a->key > b->key]++;
        }
    }
}

/* ---- By place ----
 * Strips as wide as the reach, each in the order along another axis: what is near is in three of
 * them, and from the place that a record would have there outward the nearest come first. */

enum { MOST_SCANNED = 64, MOST_NEAR = 4, STRIPS = 3, WAYS = 2 * STRIPS };

typedef struct placed {
    int64_t strip;
    double along;
    uint32_t outer; /* pair number */
    uint32_t record;
} placed;

typedef struct candidate {
    double squared; /* of the distance */
    uint32_t records[CMP_SIDES];
} candidate;

typedef struct near_search {
    matcher *m;
    double reach;
    unsigned axis; /* along the strips */
    placed *items[CMP_SIDES];
    uint32_t count[CMP_SIDES];
    candidate *found;
    size_t found_count, capacity;
} near_search;

static bool is_placed_before(const void *a, const void *b) {
    const placed *const left = a;
    const placed *const right = b;
    if (left->outer != right->outer) return left->outer < right->outer;
    if (left->strip != right->strip) return left->strip < right->strip;
    return left->along != right->along ? left->along < right->along : left->record < right->record;
}

static bool is_to_be_placed(const matcher *m, unsigned side, uint32_t record) {
    return is_open(m, side, record) && record_of(m, side, record)->has_place;
}

/* How far apart the records are along an axis. */
static double extent(const matcher *m, unsigned axis) {
    double low = 0;
    double high = 0;
    bool has_any = false;
    for (unsigned side = 0; side < CMP_SIDES; side++) {
        const cmp_kind_list *const list = &m->diff->sides[side].lists[m->kind];
        for (size_t i = 0; i < list->count; i++) {
            if (!is_to_be_placed(m, side, list->records[i])) continue;
            const double at = record_of(m, side, list->records[i])->place[axis];
            low = has_any && low < at ? low : at;
            high = has_any && high > at ? high : at;
            has_any = true;
        }
    }
    return high - low;
}

/* Rounded down; beyond what a game's world can be, all are in one. */
static int64_t strip_of(double x, double reach) {
    const double most = 1e15;
    const double strip = x / reach;
    const double inside = strip > most ? most : strip < -most ? -most : strip;
    const int64_t whole = (int64_t)inside;
    return whole - ((double)whole > inside);
}

static bool list_placed(near_search *s, unsigned side) {
    const matcher *const m = s->m;
    const cmp_kind_list *const list = &m->diff->sides[side].lists[m->kind];
    s->items[side] = malloc((list->count + 1) * sizeof *s->items[side]);
    if (!s->items[side]) return false;
    for (size_t i = 0; i < list->count; i++) {
        const cmp_record *const record = record_of(m, side, list->records[i]);
        if (!is_to_be_placed(m, side, list->records[i])) continue;
        s->items[side][s->count[side]++] =
            (placed){strip_of(record->place[0], s->reach), record->place[s->axis],
                     (uint32_t)outer_number(m, side, record), list->records[i]};
    }
    nl_sort((nl_sorted){(uint8_t *)s->items[side], sizeof *s->items[side], is_placed_before},
            s->count[side]);
    return true;
}

/* The rank that it would have on a side. */
static uint32_t place_among(const near_search *s, unsigned side, const placed *item) {
    uint32_t low = 0;
    uint32_t high = s->count[side];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (is_placed_before(&s->items[side][middle], item))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Keeps the nearest ones, in order. */
static unsigned insert(candidate *nearest, unsigned count, candidate new_one) {
    unsigned at = count;
    while (at > 0 && nearest[at - 1].squared > new_one.squared)
        at--;
    if (at == MOST_NEAR) return count;
    for (unsigned i = count < MOST_NEAR ? count : MOST_NEAR - 1; i > at; i--)
        nearest[i] = nearest[i - 1];
    nearest[at] = new_one;
    return count < MOST_NEAR ? count + 1 : count;
}

/* What is looked at for a record: on the other side in each strip, by turns onward and back. */
typedef struct outward {
    const near_search *s;
    const placed *item;
    unsigned side;       /* of the item */
    uint32_t next[WAYS]; /* rank; an odd way's is 1 higher */
    int64_t strips[WAYS];
    bool goes_on[WAYS];
    candidate nearest[MOST_NEAR];
    unsigned count;
} outward;

static void set_out(outward *o) {
    for (unsigned way = 0; way < WAYS; way++) {
        o->strips[way] = o->item->strip + (int64_t)(way / 2) - 1;
        const placed here = {o->strips[way], o->item->along, o->item->outer, 0};
        o->next[way] = place_among(o->s, !o->side, &here);
        o->goes_on[way] = true;
    }
}

/* What comes next on a way; NULL: nothing that could be near. */
static const placed *step(outward *o, unsigned way) {
    const near_search *const s = o->s;
    const bool is_back = way % 2 != 0;
    const uint32_t end = is_back ? 0 : s->count[!o->side];
    if (o->next[way] == end) return NULL;
    const uint32_t rank = is_back ? --o->next[way] : o->next[way]++;
    const placed *const other = &s->items[!o->side][rank];
    const double apart = other->along - o->item->along;
    const bool is_here = other->outer == o->item->outer && other->strip == o->strips[way];
    return is_here && apart <= s->reach && apart >= -s->reach ? other : NULL;
}

static void look_at(outward *o, const placed *other) {
    const near_search *const s = o->s;
    const cmp_record *const here = record_of(s->m, o->side, o->item->record);
    const cmp_record *const there = record_of(s->m, !o->side, other->record);
    candidate new_one = {.squared = cmp_squared_distance(here, there)};
    new_one.records[o->side] = o->item->record;
    new_one.records[!o->side] = other->record;
    if (new_one.squared <= s->reach * s->reach) o->count = insert(o->nearest, o->count, new_one);
}

static void look_outward(outward *o) {
    unsigned ways = WAYS;
    set_out(o);
    for (unsigned looked_at = 0, way = 0; ways > 0 && looked_at < MOST_SCANNED;
         way = (way + 1) % WAYS) {
        if (!o->goes_on[way]) continue;
        const placed *const other = step(o, way);
        o->goes_on[way] = other != NULL;
        ways -= !other;
        looked_at++;
        if (other) look_at(o, other);
    }
}

static bool add_near(near_search *s, unsigned side, const placed *item) {
    outward o = {.s = s, .item = item, .side = side};
    look_outward(&o);
    for (unsigned i = 0; i < o.count; i++) {
        if (!cmp_grow(&s->found, &s->capacity, s->found_count, sizeof *s->found)) return false;
        s->found[s->found_count++] = o.nearest[i];
    }
    return true;
}

/* The same order whichever side is the old one. */
static bool is_nearer(const void *a, const void *b) {
    const candidate *const left = a;
    const candidate *const right = b;
    if (left->squared != right->squared) return left->squared < right->squared;
    const uint64_t left_sum = (uint64_t)left->records[0] + left->records[1];
    const uint64_t right_sum = (uint64_t)right->records[0] + right->records[1];
    return left_sum != right_sum ? left_sum < right_sum : left->records[0] < right->records[0];
}

static void take_nearest(near_search *s) {
    nl_sort((nl_sorted){(uint8_t *)s->found, sizeof *s->found, is_nearer},
            (uint32_t)s->found_count);
    for (size_t i = 0; i < s->found_count; i++) {
        const uint32_t *const records = s->found[i].records;
        if (record_of(s->m, CMP_OLD, records[0])->partner == CMP_NONE &&
            record_of(s->m, CMP_NEW, records[1])->partner == CMP_NONE)
            pair(s->m, records[0], records[1]);
    }
}

static void match_near(matcher *m) {
    near_search s = {.m = m,
                     .reach = m->diff->kinds->kinds[m->kind].reach,
                     .axis = extent(m, 1) >= extent(m, 2) ? 1 : 2};
    m->failed = !list_placed(&s, CMP_OLD) || !list_placed(&s, CMP_NEW);
    for (unsigned side = 0; side < CMP_SIDES; side++)
        for (uint32_t i = 0; i < s.count[side] && !m->failed; i++)
            m->failed = !add_near(&s, side, &s.items[side][i]);
    if (!m->failed) take_nearest(&s);
    free(s.items[CMP_OLD]);
    free(s.items[CMP_NEW]);
    free(s.found);
}

/* ---- Between the same neighbours ---- */

/* Records without a partner that follow each other, up to a neighbour or the end of the list. */
static uint32_t run_from(const matcher *m, unsigned side, uint32_t rank, uint32_t end) {
    const uint32_t *const all = m->diff->sides[side].lists[m->kind].records;
    uint32_t at = rank;
    while (at < end && record_of(m, side, all[at])->partner == CMP_NONE)
        at++;
    return at;
}

typedef struct stretch {
    uint32_t at, end; /* ranks */
} stretch;

static stretch children_of(const matcher *m, unsigned side, uint32_t outer) {
    uint32_t count;
    const uint32_t first = cmp_children(&m->diff->sides[side], m->kind, outer, &count);
    return (stretch){first, first + count};
}

/* Where the stretch ends on the other side: at the partner of the neighbour, or the list's end. */
static bool ends_alike(const matcher *m, stretch left, uint32_t left_end, stretch right,
                       uint32_t right_end) {
    const uint32_t *const old = m->diff->sides[CMP_OLD].lists[m->kind].records;
    const uint32_t *const new = m->diff->sides[CMP_NEW].lists[m->kind].records;
    if (left.at == left_end || right.at == right_end)
        return left.at == left_end && right.at == right_end;
    return record_of(m, CMP_OLD, old[left.at])->partner == new[right.at];
}

static void pair_runs(const matcher *m, stretch left, stretch right) {
    const uint32_t *const old = m->diff->sides[CMP_OLD].lists[m->kind].records;
    const uint32_t *const new = m->diff->sides[CMP_NEW].lists[m->kind].records;
    for (uint32_t i = 0; i < left.end - left.at; i++)
        pair(m, old[left.at + i], new[right.at + i]);
}

static void match_children_between(const matcher *m, uint32_t old_outer, uint32_t new_outer) {
    const uint32_t *const old = m->diff->sides[CMP_OLD].lists[m->kind].records;
    const stretch left = children_of(m, CMP_OLD, old_outer);
    const stretch right = children_of(m, CMP_NEW, new_outer);
    uint32_t opposite = right.at;
    for (uint32_t at = left.at; at < left.end;) {
        const uint32_t end = run_from(m, CMP_OLD, at, left.end);
        const uint32_t other_end = run_from(m, CMP_NEW, opposite, right.end);
        const bool is_alike = end - at == other_end - opposite &&
                              ends_alike(m, (stretch){end, end}, left.end,
                                         (stretch){other_end, other_end}, right.end);
        if (is_alike) pair_runs(m, (stretch){at, end}, (stretch){opposite, other_end});
        if (end == left.end) return;
        opposite = record_of(m, CMP_NEW, record_of(m, CMP_OLD, old[end])->partner)->rank + 1;
        at = end + 1;
    }
}

static void match_between(const matcher *m) {
    const cmp_side *const old = &m->diff->sides[CMP_OLD];
    const cmp_kind_list *const list = &old->lists[m->kind];
    uint32_t outer = CMP_NONE;
    for (size_t i = 0; i < list->count; i++) {
        const uint32_t next = old->records[list->records[i]].outer;
        if (next == outer || next == CMP_NONE) continue;
        outer = next;
        if (old->records[outer].partner != CMP_NONE)
            match_children_between(m, outer, old->records[outer].partner);
    }
}

/* ---- The steps ---- */

static void match_all(matcher *m) {
    const nl_kind *const kind = &m->diff->kinds->kinds[m->kind];
    join(m, by_content_and_key);
    if (kind->naming != NL_NAMED) join(m, by_content);
    if (kind->naming != NL_PLACED) join(m, by_key);
    if (kind->naming != NL_PLACED) return;
    if (kind->reach > 0) match_near(m);
    if (!m->failed) match_between(m);
}

bool cmp_match(struct navlint_diff *diff, unsigned kind) {
    matcher m = {.diff = diff, .kind = kind};
    const nl_kind *const row = &diff->kinds->kinds[kind];
    if (row->is_item || (row->is_aside && diff->navigation_only)) return true;
    for (unsigned side = 0; side < CMP_SIDES; side++) {
        const size_t count = diff->sides[side].lists[kind].count;
        m.left[side] = malloc((count + 1) * sizeof *m.left[side]);
        m.failed = m.failed || !m.left[side];
    }
    if (!m.failed) match_all(&m);
    free(m.left[CMP_OLD]);
    free(m.left[CMP_NEW]);
    return !m.failed;
}
