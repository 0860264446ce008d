#include "server/places.h"

#include <stdlib.h>
#include <string.h>

srv_place srv_place_in(uint32_t box, const char *inner_name, uint64_t outer_offset) {
    const char *const slash = strrchr(inner_name, '/');
    size_t length = slash ? (size_t)(slash - inner_name) : 0;
    while (length > 1 && inner_name[length - 1] == '/')
        length--;
    if (slash && length == 0) length = 1; /* the root */
    return (srv_place){outer_offset, inner_name, (uint32_t)length, box};
}

/* A member's place while they are sorted. */
typedef struct row {
    const srv_place *place;
    size_t member;
} row;

static int compare_folders(const srv_place *a, const srv_place *b) {
    if (a->box != b->box) return a->box < b->box ? -1 : 1;
    if (a->folder_bytes != b->folder_bytes) return a->folder_bytes < b->folder_bytes ? -1 : 1;
    return memcmp(a->folder, b->folder, a->folder_bytes);
}

static int compare_rows(const void *left, const void *right) {
    const row *const a = left, *const b = right;
    return compare_folders(a->place, b->place);
}

/* Folders get numbers in the order of the rows. */
static void number(row *rows, size_t count, navlint_location *locations) {
    uint32_t folder = 0;
    qsort(rows, count, sizeof *rows, compare_rows);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && compare_folders(rows[i - 1].place, rows[i].place) != 0) folder++;
        locations[rows[i].member] = (navlint_location){rows[i].place->box, folder};
    }
}

static void fill(const srv_place *places, row *rows, srv_members *members) {
    members->outer_offsets = members->lists.bytes;
    members->locations = (navlint_location *)(members->outer_offsets + members->count);
    for (size_t i = 0; i < members->count; i++) {
        members->outer_offsets[i] = places[i].outer_offset;
        rows[i] = (row){&places[i], i};
    }
    number(rows, members->count, members->locations);
}

/* The rows, and what qsort may take for as many again. */
enum { SORTED_COPIES = 2 };

srv_problem srv_places_tell(srv_memory *memory, const srv_place *places, uint64_t held_bytes,
                            srv_members *members) {
    const uint64_t count = members->count;
    const uint64_t bytes = count * (sizeof *members->outer_offsets + sizeof *members->locations);
    srv_block rows;
    srv_problem problem = srv_set_take(memory, bytes, held_bytes, &members->lists);
    if (problem.answer != SRV_OK || count == 0) return problem;
    problem = srv_set_take(memory, SORTED_COPIES * count * sizeof(row),
                           held_bytes + members->lists.capacity, &rows);
    if (problem.answer != SRV_OK) return problem;
    fill(places, rows.bytes, members);
    srv_memory_give(memory, &rows);
    return problem;
}
