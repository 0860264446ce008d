#include "cli/check/tickets.h"

#include <stdlib.h>
#include <string.h>

#include "cli/room.h"

bool cli_tickets_add(cli_tickets *tickets, cli_ticket ticket) {
    cli_ticket *const items =
        cli_room(tickets->items, tickets->count, &tickets->capacity, sizeof *items);
    if (!items) return false;
    tickets->items = items;
    tickets->items[tickets->count++] = ticket;
    return true;
}

static int compare_sets(const cli_ticket *a, const cli_ticket *b) {
    if (a->folder != b->folder) return a->folder < b->folder ? -1 : 1;
    return strcmp(a->format->id, b->format->id);
}

static int compare_tickets(const void *left, const void *right) {
    const cli_ticket *const a = left, *const b = right;
    const int sets = compare_sets(a, b);
    if (sets != 0) return sets;
    if (a->is_context != b->is_context) return a->is_context ? 1 : -1;
    return a->item < b->item ? -1 : a->item > b->item;
}

void cli_tickets_sort(cli_tickets *tickets) {
    if (tickets->count > 0)
        qsort(tickets->items, tickets->count, sizeof *tickets->items, compare_tickets);
}

size_t cli_tickets_in_set(const cli_tickets *tickets, size_t first) {
    size_t end = first;
    while (end < tickets->count && compare_sets(&tickets->items[first], &tickets->items[end]) == 0)
        end++;
    return end - first;
}

enum { LEAST_OF_PART = 2 }; /* a file by itself would be no set */

static size_t count_part(const cli_ticket *tickets, size_t count, uint64_t most_bytes) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        const bool is_full = tickets[i].bytes > most_bytes - bytes;
        if (is_full && i >= LEAST_OF_PART && count - i >= LEAST_OF_PART) return i;
        bytes = is_full ? most_bytes : bytes + tickets[i].bytes;
    }
    return count;
}

size_t cli_set_judged(const cli_ticket *tickets, size_t count) {
    size_t judged = 0;
    while (judged < count && !tickets[judged].is_context)
        judged++;
    return judged;
}

cli_set cli_set_part(const cli_ticket *folder, size_t folder_count, size_t at,
                     uint64_t most_bytes) {
    const size_t judged = cli_set_judged(folder, folder_count);
    const size_t count = folder->format->sets_by_need
                             ? count_part(folder + at, judged - at, most_bytes)
                             : folder_count - at;
    return (cli_set){folder + at, count, folder, folder_count};
}

void cli_tickets_free(cli_tickets *tickets) {
    free(tickets->items);
    *tickets = (cli_tickets){0};
}
