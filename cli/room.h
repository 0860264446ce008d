/* Arrays that grow by one item at a time. */
#ifndef NAVLINT_CLI_ROOM_H
#define NAVLINT_CLI_ROOM_H

#include <stddef.h>

/* Makes room for one item more: a full array gets twice its capacity.
 *
 * items: the array, or NULL; count: items in it; capacity: items that it has room for, kept up to
 * date; item_bytes: size of one.
 * Returns the array, which may have moved. The caller frees it with free.
 * Errors: NULL if memory is short; the old array stays as it is. */
void *cli_room(void *items, size_t count, size_t *capacity, size_t item_bytes);

#endif
