/* Decoded fields on their way to a visitor. Rooms call these in file order; values are read here,
 * so what a dump shows is what stands in the file. */
#ifndef NAVLINT_CORE_DUMP_H
#define NAVLINT_CORE_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/path.h"
#include "core/report.h"
#include "navlint/navlint.h"

typedef struct nl_dump {
    const uint8_t *bytes; /* the input; while `packed` is set, what those bytes of it unpack to */
    size_t length;
    navlint_field_fn visit;
    void *context;
    bool stopped;            /* the visitor has had enough */
    const nl_packed *packed; /* NULL: fields stand in the input as they are */
} nl_dump;

/* Visits the value of `type` at `offset` of the bytes, whose path is `path`. Does nothing once
 * stopped or if the value is not wholly inside them. */
void nl_dump_value(nl_dump *dump, const nl_path *path, nl_type type, navlint_role role,
                   uint64_t offset);

/* The same for `length` bytes of text or opaque data. */
void nl_dump_bytes(nl_dump *dump, const nl_path *path, uint64_t offset, uint64_t length);

#endif
