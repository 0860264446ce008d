/* A part of a dump: some bytes, some path. What is outside is passed over as cheaply as the format
 * allows. */
#ifndef NAVLINT_CORE_VIEW_H
#define NAVLINT_CORE_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "core/path.h"

/* Bytes [from, to); to 0: up to the end. */
typedef struct nl_section {
    uint64_t from, to;
} nl_section;

/* All zero: everything. */
typedef struct nl_view {
    nl_section bytes; /* of the input */
    nl_section inner; /* of what packed bytes unpack to: fields that stand there must be in both */
    const char *path; /* of a record or field: it and what is below it; NULL: everything */
} nl_view;

/* Whether a field of `length` bytes at `at` has a byte in the section; one without bytes is where
 * it starts. */
bool nl_section_has(nl_section section, uint64_t at, uint64_t length);

/* Whether the path is the view's or one below it; unless is_leaf, which says that nothing is below
 * `path`, also whether the view's may be below it. */
bool nl_view_has(const nl_view *view, const nl_path *path, bool is_leaf);

/* Items [first, end) of a list. */
typedef struct nl_span {
    uint64_t first, end;
} nl_span;

/* Those of the `count` items of a list that may be in the view: all, none, or the one that its path
 * names. */
nl_span nl_view_items(const nl_view *view, const nl_path *list, uint64_t count);

#endif
