/* Paths of fields: /areas/40/nwCorner/x. */
#ifndef NAVLINT_CLI_DUMP_PATH_H
#define NAVLINT_CLI_DUMP_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the step that starts at `step`, behind its slash, is the number of an item. */
bool cli_is_item(const char *step);

/* Bytes of the step that starts at `step`. */
size_t cli_step_length(const char *step);

/* Bytes of the part of `path` that is `levels` steps below `base`; of all if there are no more. */
size_t cli_path_down_to(const char *path, const char *base, uint32_t levels);

/* Bytes of the part of a field's path that is its record's: up to its last number, or the part of
 * the file that it is in; 0: the file itself. */
size_t cli_record_length(const char *path);

#endif
