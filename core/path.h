/* Where we are in the decoded document, as a chain of frames on the caller's stack: nothing to pop,
 * nothing to leak into the next finding, and rendered only when a finding is kept. */
#ifndef NAVLINT_CORE_PATH_H
#define NAVLINT_CORE_PATH_H

#include <stdint.h>

#include "core/text.h"

enum { NL_PATH_CAPACITY = 256 }; /* chars that hold any path, with its NUL */

typedef struct nl_path {
    const struct nl_path *up; /* NULL for the root */
    const char *key;          /* a member's name; NULL for an item of an array */
    uint64_t index;           /* the item, if key is NULL */
} nl_path;

static inline nl_path nl_key(const nl_path *up, const char *key) {
    return (nl_path){.up = up, .key = key};
}

static inline nl_path nl_item(const nl_path *up, uint64_t index) {
    return (nl_path){.up = up, .index = index};
}

/* Appends the JSON Pointer (RFC 6901) of `path`: "/areas/40/connections/north/2". NULL is the root:
 * the empty pointer. Frames beyond NL_MAX_PATH_DEPTH from the leaf are left out. */
void nl_put_path(nl_text *text, const nl_path *path);

#endif
