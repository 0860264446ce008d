#include "cli/check/shelf.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *cli_own_name(const navlint_input *input) {
    const char *name = input->inner_name ? input->inner_name : input->name;
    for (const char *c = name; *c != '\0'; c++)
        if (*c == '/' || *c == '\\') name = c + 1;
    return name;
}

bool cli_shelf_open(cli_shelf *shelf, size_t count) {
    shelf->books = calloc(count + 1, sizeof *shelf->books);
    return shelf->books != NULL;
}

void cli_shelf_free(cli_shelf *shelf) {
    free(shelf->books);
    *shelf = (cli_shelf){0};
}

void cli_shelf_add(cli_shelf *shelf, const navlint_input *input, size_t set) {
    shelf->books[shelf->count++] =
        (cli_shelf_book){.name = cli_own_name(input), .set = set, .input = input};
}

static int compare_books(const void *left, const void *right) {
    const cli_shelf_book *const a = left, *const b = right;
    const int names = strcasecmp(a->name, b->name);
    return names != 0 ? names : (a->set > b->set) - (a->set < b->set);
}

static bool is_same(const navlint_input *a, const navlint_input *b) {
    return a->length == b->length && (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0);
}

/* Books of one name, from the first on. Returns how many there are. */
static size_t mark_alternatives(cli_shelf_book *first, const cli_shelf_book *end) {
    size_t count = 1;
    bool is_ambiguous = false;
    for (; first + count < end && strcasecmp(first->name, first[count].name) == 0; count++)
        is_ambiguous = is_ambiguous || !is_same(first->input, first[count].input);
    for (size_t i = 0; i < count; i++)
        first[i].is_ambiguous = is_ambiguous;
    return count;
}

void cli_shelf_sort(cli_shelf *shelf) {
    if (shelf->count > 0) qsort(shelf->books, shelf->count, sizeof *shelf->books, compare_books);
    for (size_t first = 0; first < shelf->count;)
        first += mark_alternatives(shelf->books + first, shelf->books + shelf->count);
}

/* The first that is not before this name and set. */
static size_t find(const cli_shelf *shelf, const cli_shelf_book *wanted) {
    size_t low = 0, high = shelf->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare_books(&shelf->books[middle], wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_called(const cli_shelf *shelf, size_t place, const char *name) {
    return place < shelf->count && strcasecmp(shelf->books[place].name, name) == 0;
}

cli_shelf_found cli_shelf_find(const cli_shelf *shelf, const char *name, size_t set,
                               size_t *place) {
    const size_t own = find(shelf, &(cli_shelf_book){.name = name, .set = set});
    if (is_called(shelf, own, name) && shelf->books[own].set == set) return CLI_IN_SET;
    *place = find(shelf, &(cli_shelf_book){.name = name});
    if (!is_called(shelf, *place, name) || shelf->books[*place].is_ambiguous)
        return CLI_NOT_ON_SHELF;
    return CLI_ON_SHELF;
}
