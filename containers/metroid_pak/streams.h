/* How a packed resource is framed: what shows without unpacking it. */
#ifndef NAVLINT_CONTAINERS_METROID_PAK_STREAMS_H
#define NAVLINT_CONTAINERS_METROID_PAK_STREAMS_H

#include "containers/metroid_pak/layout.h"

enum { PK_SEGMENT_BYTES = 0x4000 /* that a segment of LZO unpacks to, but for the last */ };

/* A packed resource. */
typedef struct pk_stream {
    navlint_packing packing;
    uint64_t unpacked_bytes; /* as it says; UINT64_MAX: it does not */
} pk_stream;

/* How the resource of a row whose flag is set is packed, told by its first bytes. Adding up the
 * blocks of CMPD takes from the job's budget: without it they say no size. */
pk_stream pk_stream_of(const nl_job *job, const pk_document *doc, const pk_row *row);

/* What is wrong with a stream. */
typedef struct pk_flaw {
    const char *what; /* in the words of a message: static; NULL: nothing */
    uint64_t at;      /* offset in the input */
    uint64_t length;  /* bytes; at least 1 */
    uint64_t end;     /* of the stream, if nothing is wrong: offset in the input */
    uint64_t steps;   /* pieces that were looked at */
} pk_flaw;

/* Looks at the frame of a packed resource that lies in the input. */
pk_flaw pk_find_flaw(const uint8_t *bytes, const pk_row *row, pk_stream stream);

#endif
