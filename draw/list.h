/* Lists that grow on the heap. */
#ifndef NAVLINT_DRAW_LIST_H
#define NAVLINT_DRAW_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The items' type is the caller's. Start with the size of one alone; draw_list_free at the end. */
typedef struct draw_list {
    size_t item_bytes;
    size_t count;
    size_t capacity; /* items */
    void *items;     /* heap */
} draw_list;

/* Makes the list longer by `more` items, whose bytes are zeros.
 * Returns the first of them, good until the list grows again; NULL if memory ran out. */
void *draw_list_add(draw_list *list, size_t more);

void draw_list_free(draw_list *list);

#endif
