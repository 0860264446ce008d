#include "cli/check/kept.h"

#include <stdlib.h>
#include <string.h>

#include "cli/room.h"

static bool make_room(cli_kept *kept) {
    cli_kept_member *const items =
        cli_room(kept->items, kept->count, &kept->capacity, sizeof *items);
    if (items) kept->items = items;
    return items != NULL;
}

static void free_names(cli_kept_member *member) {
    free(member->name);
    free(member->set);
}

bool cli_kept_add(cli_kept *kept, const navlint_format *format, const cli_kept_member *member) {
    const cli_ticket ticket = {.format = format, .item = kept->count};
    cli_kept_member copy = *member;
    copy.input.name = copy.name = strdup(member->input.name);
    if (copy.name && member->input.inner_name)
        copy.input.inner_name = copy.name + (member->input.inner_name - member->input.name);
    copy.set = strdup(member->set);
    if (!copy.name || !copy.set || !make_room(kept) || !cli_tickets_add(&kept->tickets, ticket))
        return free_names(&copy), false;
    kept->items[kept->count++] = copy;
    return true;
}

/* The name of a member's set, and its place among those kept. */
typedef struct place {
    const char *set;
    size_t item;
} place;

static int compare_places(const void *left, const void *right) {
    const place *const a = left, *const b = right;
    const int sets = strcmp(a->set, b->set);
    return sets != 0 ? sets : (a->item > b->item) - (a->item < b->item);
}

/* A set goes by the number of the first member kept of it. */
bool cli_kept_sort(cli_kept *kept) {
    place *const places = calloc(kept->count + 1, sizeof *places);
    if (!places) return false;
    for (size_t item = 0; item < kept->count; item++)
        places[item] = (place){kept->items[item].set, item};
    qsort(places, kept->count, sizeof *places, compare_places);
    for (size_t i = 0, first = 0; i < kept->count; i++) {
        if (strcmp(places[first].set, places[i].set) != 0) first = i;
        kept->tickets.items[places[i].item].folder = places[first].item;
    }
    free(places);
    cli_tickets_sort(&kept->tickets);
    return true;
}

void cli_kept_free(cli_kept *kept) {
    for (size_t i = 0; i < kept->count; i++) {
        free_names(&kept->items[i]);
        cli_buffer_free(&kept->items[i].owned);
    }
    free(kept->items);
    cli_tickets_free(&kept->tickets);
    *kept = (cli_kept){0};
}
