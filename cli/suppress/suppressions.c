#include "cli/suppress/suppressions.h"

#include <stdlib.h>
#include <string.h>

#include "cli/room.h"

/* ---- Finding ---- */

static int compare_words(const char *file_a, const char *code_a, const char *file_b,
                         const char *code_b) {
    const int files = strcmp(file_a, file_b);
    return files != 0 ? files : strcmp(code_a, code_b);
}

static int by_file_and_code(const void *left, const void *right) {
    const cli_suppression *const a = left, *const b = right;
    return compare_words(a->file, a->code, b->file, b->code);
}

static int by_fingerprint(const void *left, const void *right) {
    const cli_known *const a = left, *const b = right;
    return (a->fingerprint > b->fingerprint) - (a->fingerprint < b->fingerprint);
}

/* The first of `count` sorted items that does not come before these words. */
static size_t first_not_before(const cli_suppressions *all, size_t count, const char *file,
                               const char *code) {
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const cli_suppression *const one = &all->items[middle];
        if (compare_words(one->file, one->code, file, code) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static cli_suppression *find_among(const cli_suppressions *all, size_t count, const char *file,
                                   const char *code) {
    const size_t at = first_not_before(all, count, file, code);
    if (at == count) return NULL;
    cli_suppression *const one = &all->items[at];
    return compare_words(one->file, one->code, file, code) == 0 ? one : NULL;
}

cli_suppression *cli_suppressions_find(const cli_suppressions *all, const char *file,
                                       const char *code) {
    return find_among(all, all->count, file, code);
}

size_t cli_suppressions_from(const cli_suppressions *all, const char *file) {
    return first_not_before(all, all->count, file, "");
}

cli_known *cli_suppression_find(const cli_suppression *one, uint64_t fingerprint) {
    const cli_known wanted = {.fingerprint = fingerprint};
    if (one->count == 0) return NULL;
    return bsearch(&wanted, one->known, one->count, sizeof *one->known, by_fingerprint);
}

/* ---- Adding ---- */

static bool make_room(cli_suppressions *all) {
    cli_suppression *const items = cli_room(all->items, all->count, &all->capacity, sizeof *items);
    if (items) all->items = items;
    return items != NULL;
}

cli_suppression *cli_suppressions_append(cli_suppressions *all, const char *file,
                                         const char *code) {
    if (!make_room(all)) return NULL;
    cli_suppression *const one = &all->items[all->count];
    *one = (cli_suppression){.file = strdup(file), .code = strdup(code)};
    if (one->file && one->code) return all->count++, one;
    free(one->file);
    free(one->code);
    return NULL;
}

/* Room doubles when a power of two is full. */
bool cli_suppression_add(cli_suppression *one, uint64_t fingerprint) {
    if (one->count == 0 || (one->count & (one->count - 1)) == 0) {
        const size_t capacity = one->count > 0 ? 2 * one->count : 1;
        cli_known *const known = realloc(one->known, capacity * sizeof *known);
        if (!known) return false;
        one->known = known;
    }
    one->known[one->count++] = (cli_known){.fingerprint = fingerprint};
    return true;
}

static void settle(cli_suppression *one) {
    size_t count = 0;
    if (one->count > 0) qsort(one->known, one->count, sizeof *one->known, by_fingerprint);
    for (size_t i = 0; i < one->count; i++)
        if (count == 0 || one->known[count - 1].fingerprint != one->known[i].fingerprint)
            one->known[count++] = one->known[i];
        else
            one->known[count - 1].is_met |= one->known[i].is_met;
    one->count = count;
}

void cli_suppressions_settle(cli_suppressions *all) {
    for (size_t i = 0; i < all->count; i++)
        settle(&all->items[i]);
    if (all->count > 0) qsort(all->items, all->count, sizeof *all->items, by_file_and_code);
}

static int by_place(const void *left, const void *right) {
    const cli_note *const a = left, *const b = right;
    const int words = compare_words(a->file, a->code, b->file, b->code);
    if (words != 0) return words;
    return (a->fingerprint > b->fingerprint) - (a->fingerprint < b->fingerprint);
}

/* Among those that are sorted, or the one that the note before this one has made. */
static cli_suppression *place_for(cli_suppressions *all, size_t sorted_count,
                                  const cli_note *note) {
    cli_suppression *const last = all->count > sorted_count ? &all->items[all->count - 1] : NULL;
    if (last && compare_words(last->file, last->code, note->file, note->code) == 0) return last;
    cli_suppression *const known = find_among(all, sorted_count, note->file, note->code);
    return known ? known : cli_suppressions_append(all, note->file, note->code);
}

bool cli_suppressions_merge(cli_suppressions *all, cli_note *notes, size_t count) {
    const size_t sorted_count = all->count;
    bool is_added = true;
    if (count > 0) qsort(notes, count, sizeof *notes, by_place);
    for (size_t i = 0; is_added && i < count; i++) {
        cli_suppression *const one = place_for(all, sorted_count, &notes[i]);
        is_added = one && cli_suppression_add(one, notes[i].fingerprint);
        if (!is_added) break;
        one->known[one->count - 1].is_met = true;
        if (one->has_ended) one->until[0] = '\0';
    }
    cli_suppressions_settle(all);
    return is_added;
}

/* ---- Removing ---- */

static void free_one(cli_suppression *one) {
    free(one->file);
    free(one->code);
    free(one->reason);
    free(one->known);
}

static size_t prune(cli_suppression *one) {
    const size_t before = one->count;
    size_t count = 0;
    for (size_t i = 0; i < before; i++)
        if (one->known[i].is_met || !one->is_judged) one->known[count++] = one->known[i];
    one->count = count;
    return before - count;
}

size_t cli_suppressions_prune(cli_suppressions *all) {
    size_t gone = 0, kept = 0;
    for (size_t i = 0; i < all->count; i++) {
        gone += prune(&all->items[i]);
        if (all->items[i].count > 0)
            all->items[kept++] = all->items[i];
        else
            free_one(&all->items[i]);
    }
    all->count = kept;
    return gone;
}

size_t cli_suppressions_total(const cli_suppressions *all) {
    size_t total = 0;
    for (size_t i = 0; i < all->count; i++)
        total += all->items[i].count;
    return total;
}

void cli_suppressions_free(cli_suppressions *all) {
    for (size_t i = 0; i < all->count; i++)
        free_one(&all->items[i]);
    free(all->items);
    *all = (cli_suppressions){0};
}
