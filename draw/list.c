#include "draw/list.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

static bool reserve(draw_list *list, size_t count) {
    size_t capacity = list->capacity > 0 ? list->capacity : FIRST_CAPACITY;
    while (capacity < count)
        capacity *= 2;
    if (capacity > SIZE_MAX / list->item_bytes) return false;
    void *const items = realloc(list->items, capacity * list->item_bytes);
    if (!items) return false;
    list->items = items;
    list->capacity = capacity;
    return true;
}

void *draw_list_add(draw_list *list, size_t more) {
    if (more > SIZE_MAX / 4 - list->count) return NULL;
    if (list->count + more > list->capacity && !reserve(list, list->count + more)) return NULL;
    unsigned char *const added = (unsigned char *)list->items + list->count * list->item_bytes;
    memset(added, 0, more * list->item_bytes);
    list->count += more;
    return added;
}

void draw_list_free(draw_list *list) {
    free(list->items);
    list->items = NULL;
    list->count = list->capacity = 0;
}
