#include "validator/groups.h"

#include <string.h>
#include <strings.h>

#include "core/checked.h"
#include "core/sort.h"
#include "validator/catalogue.h"

enum { PARTS = 4, ALIGNMENT = 16 };

/* What looking a name up costs: some comparisons of names. */
enum { STEPS_OF_LOOK_UP = 4 };

typedef struct nl_seat {
    uint32_t format; /* in nl_formats */
    navlint_location location;
    uint32_t input;
} seat;

/* An input by the name that others know it by. */
typedef struct nl_book {
    const char *name;          /* its own */
    navlint_location location; /* zeros of context */
    uint32_t input;
    uint8_t format; /* in nl_formats */
    bool is_context;
    bool is_ambiguous; /* others of that name in its archive have other bytes */
} book;

uint64_t nl_groups_bytes(uint64_t input_count) {
    const uint64_t per_input = sizeof(seat) + sizeof(book) + 2 * sizeof(uint32_t);
    return nl_add_sat(nl_mul_sat(input_count, per_input), (uint64_t)PARTS * ALIGNMENT);
}

/* ---- Order ---- */

static int compare_locations(const navlint_location *a, const navlint_location *b) {
    if (a->archive != b->archive) return a->archive < b->archive ? -1 : 1;
    return (a->folder > b->folder) - (a->folder < b->folder);
}

static bool seat_before(const void *left, const void *right) {
    const seat *const a = left;
    const seat *const b = right;
    const int locations = compare_locations(&a->location, &b->location);
    if (a->format != b->format) return a->format < b->format;
    return locations != 0 ? locations < 0 : a->input < b->input;
}

/* Of what is called the same, and may be taken for each other. */
static int compare_titles(const book *a, const book *b) {
    if (a->format != b->format) return a->format < b->format ? -1 : 1;
    if (a->is_context != b->is_context) return a->is_context ? 1 : -1;
    if (a->location.archive != b->location.archive)
        return a->location.archive < b->location.archive ? -1 : 1;
    return strcasecmp(a->name, b->name);
}

static bool book_before(const void *left, const void *right) {
    const book *const a = left;
    const book *const b = right;
    const int titles = compare_titles(a, b);
    if (titles != 0) return titles < 0;
    if (a->location.folder != b->location.folder) return a->location.folder < b->location.folder;
    return a->input < b->input;
}

/* ---- Making ---- */

static uint8_t index_of(const nl_format *format) {
    uint8_t i = 0;
    while (nl_formats[i] != format)
        i++;
    return i;
}

static void add_seat(nl_groups *g, uint32_t input) {
    const nl_format *const format = g->all.recognised[input].format;
    if (!format || !format->check_set) return;
    const uint8_t number = index_of(format);
    const bool is_context = g->all.inputs[input].is_context;
    navlint_location location = {.archive = 0};
    if (g->all.locations && !is_context) location = g->all.locations[input];
    if (!g->all.locations || !is_context)
        g->seats[g->seat_count++] = (seat){number, location, input};
    if (g->all.locations && format->each_needed)
        g->books[g->book_count++] = (book){.name = g->all.recognised[input].own_name,
                                           .location = location,
                                           .input = input,
                                           .format = number,
                                           .is_context = is_context};
}

static bool is_same(const navlint_input *a, const navlint_input *b) {
    return a->length == b->length && (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0);
}

/* Books of one title, from the first on. Returns how many there are. */
static size_t mark_alternatives(const nl_groups *g, size_t first) {
    book *const books = g->books + first;
    const size_t left = g->book_count - first;
    size_t count = 1;
    bool is_ambiguous = false;
    for (; count < left && compare_titles(books, &books[count]) == 0; count++)
        is_ambiguous |= !is_same(&g->all.inputs[books->input], &g->all.inputs[books[count].input]);
    for (size_t i = 0; i < count; i++)
        books[i].is_ambiguous = is_ambiguous;
    return count;
}

bool nl_groups_make(nl_groups *groups, const nl_grouped *all, uint64_t steps, nl_arena *arena) {
    *groups = (nl_groups){.all = *all, .budget = nl_budget_of(steps)};
    groups->seats = NL_NEW(arena, seat, all->count);
    groups->books = NL_NEW(arena, book, all->count);
    groups->inputs = NL_NEW(arena, uint32_t, all->count);
    groups->seen = NL_NEW_ZEROED(arena, uint32_t, all->count);
    if (!groups->seats || !groups->books || !groups->inputs || !groups->seen) return false;
    for (uint32_t i = 0; i < all->count; i++)
        add_seat(groups, i);
    nl_sort((nl_sorted){(uint8_t *)groups->seats, sizeof(seat), seat_before},
            (uint32_t)groups->seat_count);
    nl_sort((nl_sorted){(uint8_t *)groups->books, sizeof(book), book_before},
            (uint32_t)groups->book_count);
    for (size_t first = 0; first < groups->book_count;)
        first += mark_alternatives(groups, first);
    return true;
}

void nl_groups_rewind(nl_groups *groups) {
    groups->next = 0;
    groups->budget = nl_budget_of(groups->budget.total);
    memset(groups->seen, 0, groups->all.count * sizeof *groups->seen);
}

/* ---- What is needed ---- */

/* The first book that is not before this one. */
static const book *lower_bound(const nl_groups *g, const book *wanted) {
    size_t low = 0, high = g->book_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (book_before(&g->books[middle], wanted))
            low = middle + 1;
        else
            high = middle;
    }
    return g->books + low;
}

/* NULL: there is none of that title. */
static const book *find(const nl_groups *g, const book *wanted) {
    const book *const found = lower_bound(g, wanted);
    const bool is_there = found < g->books + g->book_count && compare_titles(found, wanted) == 0;
    return is_there ? found : NULL;
}

/* The file that a name means to the files of a folder; NULL: their own, or there is none. */
static const book *look_up(const nl_groups *g, const seat *first, const char *name) {
    book wanted = {.name = name, .location = first->location, .format = (uint8_t)first->format};
    const book *found = find(g, &wanted);
    if (found && found->location.folder == wanted.location.folder) return NULL;
    wanted.location.folder = 0;
    found = find(g, &wanted);
    if (found && !found->is_ambiguous) return found;
    wanted.location.archive = 0;
    wanted.is_context = true;
    return find(g, &wanted);
}

/* A group while what it needs is looked for. */
typedef struct search {
    nl_groups *groups;
    nl_group *group;
    const seat *first; /* of the folder */
    uint32_t mark;     /* of what it has, in `seen` */
} search;

static void take_needed(void *context, const char *name) {
    const search *const s = context;
    nl_groups *const g = s->groups;
    if (!nl_spend(&g->budget, STEPS_OF_LOOK_UP)) return;
    const book *const found = look_up(g, s->first, name);
    if (!found || g->seen[found->input] == s->mark) return;
    g->seen[found->input] = s->mark;
    g->inputs[s->group->count++] = found->input;
}

static void add_needed(nl_groups *g, nl_group *group, const seat *first) {
    search s = {g, group, first, 1 + (uint32_t)(first - g->seats)};
    for (size_t i = 0; i < group->own_count; i++)
        g->seen[g->inputs[i]] = s.mark;
    for (size_t i = 0; i < group->count; i++) { /* what is found is looked into in its turn */
        const nl_recognised *const file = &g->all.recognised[g->inputs[i]];
        group->format->each_needed(file->bytes, file->length, take_needed, &s);
    }
}

bool nl_groups_next(nl_groups *groups, nl_group *group) {
    const seat *const first = groups->seats + groups->next;
    if (groups->next == groups->seat_count) return false;
    *group = (nl_group){.format = nl_formats[first->format], .inputs = groups->inputs};
    for (; groups->next < groups->seat_count; groups->next++) {
        const seat *const at = groups->seats + groups->next;
        const bool is_beside = compare_locations(&at->location, &first->location) == 0;
        if (at->format != first->format || !is_beside) break;
        groups->inputs[group->own_count++] = at->input;
    }
    group->count = group->own_count;
    if (groups->all.locations && group->format->each_needed) add_needed(groups, group, first);
    return true;
}
