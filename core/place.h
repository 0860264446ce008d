/* Where a finding is: a record of the decoded document, in its file and in the world. Places are
 * made when something has been found, never before: they are large for a loop over sound records.
 */
#ifndef NAVLINT_CORE_PLACE_H
#define NAVLINT_CORE_PLACE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/path.h"
#include "core/text.h"
#include "navlint/navlint.h"

/* Bytes of the input that unpack to others. */
typedef struct nl_packed {
    uint64_t offset;      /* bytes from the start of the input */
    uint64_t length;      /* bytes */
    const char *encoding; /* "zlib"; static */
} nl_packed;

/* What a message is about, by the name and the number that users know it by. */
typedef struct nl_subject {
    const char *kind; /* "area"; NULL: the message says it all */
    uint64_t id;      /* its number, index or FormID */
    /* Writes it where a number is not how users know it: "CELL 0001A26F". NULL: kind and id. */
    void (*put)(nl_text *text, const struct nl_subject *subject);
    const void *context; /* for put */
    /* As in navlint_subject; NULL: none. Borrowed for the call; escaped when they are kept. */
    const char *name;
    const char *record;
    const char *cell;
    const char *worldspace;
} nl_subject;

enum {
    NL_NO_INDEX = UINT32_MAX, /* the step is a member, not an item of a list */
    NL_PLACE_STEPS = 4        /* /records/N/fields/K/grid/I/triangles/J */
};

/* One step of a place's path: the list `key` and its item, or the member `key`. */
typedef struct nl_step {
    const char *key; /* NULL: the item before is a list itself */
    uint32_t index;  /* of the item; NL_NO_INDEX */
} nl_step;

typedef struct nl_place {
    navlint_report *report;  /* of the input that the record is in: findings go there */
    const uint8_t *bytes;    /* what `at` counts from: the input, or what `packed` unpacks to; NULL:
                                gone, a finding then has no value unless its draft does */
    uint64_t at;             /* bytes: where the record starts */
    const nl_packed *packed; /* NULL: the record stands in the input as it is */
    nl_subject subject;
    navlint_position position;
    nl_step steps[NL_PLACE_STEPS]; /* from the root of the document to the record */
    uint32_t depth;                /* steps that there are */
} nl_place;

/* The document itself, which starts with bytes[0]; NULL: the set, of which no byte is the one that
 * is meant. Borrows all. */
static inline nl_place nl_place_of(navlint_report *report, const uint8_t *bytes) {
    return (nl_place){.report = report, .bytes = bytes};
}

/* An item of a list of the record `outer`, or (index NL_NO_INDEX) a part of it, that starts at `at`
 * of the same bytes. key is static. Steps beyond NL_PLACE_STEPS are left out. */
static inline nl_place nl_place_in(nl_place outer, const char *key, uint32_t index, uint64_t at) {
    if (outer.depth < NL_PLACE_STEPS) outer.steps[outer.depth++] = (nl_step){key, index};
    outer.at = at;
    return outer;
}

/* The same place, which the message names so. Where it is in the world stays as it is. */
static inline nl_place nl_place_about(nl_place place, const char *kind, uint64_t id) {
    place.subject = (nl_subject){.kind = kind, .id = id};
    return place;
}

/* The same place, at this point of the world, in the game's units and axes. Coordinates of a file
 * are anything: what is not finite is no position. */
static inline nl_place nl_place_at(nl_place place, double x, double y, double z) {
    place.position = (navlint_position){isfinite(x) && isfinite(y) && isfinite(z), x, y, z};
    return place;
}

#endif
