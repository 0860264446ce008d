/* Bytes of a record wherever they stand: in the input, or in what a compressed record unpacks to.
 */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_BODY_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_BODY_H

#include "core/reader.h"
#include "core/report.h"
#include "parsers/skyrim_navmesh/fields.h"

typedef struct sky_body {
    const uint8_t *bytes;
    uint32_t length;
    uint64_t offset; /* of bytes[0], in the input or, with `packed`, in the unpacked bytes */
    const nl_packed *packed; /* NULL: in the input */
} sky_body;

/* Headers some records or fields ahead: each says only when it is there where the next one is. Half
 * of the time of a walk over real plugins. An address, not a pointer: the input may end before it.
 */
static inline void sky_prefetch(const uint8_t *header) {
    enum { AHEAD_BYTES = 512 };
    __builtin_prefetch((const void *)((uintptr_t)header + AHEAD_BYTES));
}

/* A reader that speaks the body's offsets. */
static inline nl_reader sky_reader(const sky_body *body) {
    nl_reader r = nl_reader_over(body->bytes, body->length);
    r.base = body->offset;
    return r;
}

/* The bytes [at, at + length) of a body; both have been compared with its length. */
static inline sky_body sky_part(const sky_body *body, uint32_t at, uint32_t length) {
    return (sky_body){body->bytes + at, length, body->offset + at, body->packed};
}

#endif
