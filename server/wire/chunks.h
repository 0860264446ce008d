/* The lines between the pieces of a chunked body (RFC 9112 section 7.1). Pure functions. */
#ifndef NAVLINT_SERVER_WIRE_CHUNKS_H
#define NAVLINT_SERVER_WIRE_CHUNKS_H

#include "server/problem.h"

enum {
    SRV_CHUNK_DIGITS = 16,          /* most digits of a chunk's size: 64 bits */
    SRV_EXTENSION_BYTES = 4 * 1024, /* most bytes of all extensions of a body */
    SRV_TRAILER_BYTES = 8 * 1024    /* most bytes of the lines behind the last chunk */
};

typedef struct srv_chunk_line {
    size_t length; /* bytes of the line with its CR LF; 0: it has not ended */
    size_t digit_count;
    size_t extension_bytes;
    uint64_t size; /* bytes of the chunk; 0: it is the last */
} srv_chunk_line;

/* Reads the line before a chunk: digits, extensions (which are bounded and mean nothing), CR LF.
 * `length` bytes of it have come; the first that is wrong is refused, whatever follows.
 * extension_room: bytes that its extensions may have.
 * Returns SRV_OK, SRV_CHUNK_MALFORMED or SRV_CHUNK_EXTENSIONS. */
srv_answer srv_chunk_line_read(const char *bytes, size_t length, size_t extension_room,
                               srv_chunk_line *line);

/* Reads the CR LF behind a chunk. Returns SRV_OK, with *whole set if both have come, or
 * SRV_CHUNK_MALFORMED. */
srv_answer srv_chunk_end_read(const char *bytes, size_t length, bool *whole);

/* Reads one line behind the last chunk. room: bytes that it may have.
 * line_length: receives its length with CR LF, 2 for the empty line that ends the message; 0 if it
 * has not ended. Returns SRV_OK, SRV_HEADER_MALFORMED or SRV_HEADER_TOO_LARGE. */
srv_answer srv_trailer_read(const char *bytes, size_t length, size_t room, size_t *line_length);

#endif
