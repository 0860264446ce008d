#include "cli/room.h"

#include <stdint.h>
#include <stdlib.h>

enum { FIRST_CAPACITY = 16 };

void *cli_room(void *items, size_t count, size_t *capacity, size_t item_bytes) {
    if (count < *capacity) return items;
    const size_t wanted = *capacity > 0 ? 2 * *capacity : FIRST_CAPACITY;
    if (wanted > SIZE_MAX / item_bytes) return NULL;
    void *const grown = realloc(items, wanted * item_bytes);
    if (grown) *capacity = wanted;
    return grown;
}
