/* The sticky bounded writer: what build.c of a room writes its files with. Writing past the
 * capacity only counts, so that a first pass over no memory tells the size. */
#ifndef NAVLINT_CORE_WRITER_H
#define NAVLINT_CORE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct nl_writer {
    uint8_t *bytes;
    size_t capacity; /* bytes */
    size_t at;       /* bytes written or counted */
} nl_writer;

static inline nl_writer nl_writer_over(uint8_t *bytes, size_t capacity) {
    return (nl_writer){.bytes = bytes, .capacity = capacity};
}

/* Whether everything written so far is in the buffer. */
static inline bool nl_writer_ok(const nl_writer *w) {
    return w->at <= w->capacity;
}

static inline void nl_write_bytes(nl_writer *w, const void *bytes, size_t length) {
    if (length != 0 && w->at <= w->capacity && length <= w->capacity - w->at)
        memcpy(w->bytes + w->at, bytes, length);
    w->at += length;
}

static inline void nl_write_u8(nl_writer *w, uint32_t value) {
    const uint8_t byte = (uint8_t)value;
    nl_write_bytes(w, &byte, 1);
}

static inline void nl_write_u16(nl_writer *w, uint32_t value) {
    nl_write_u8(w, value & 0xFF);
    nl_write_u8(w, value >> 8 & 0xFF);
}

static inline void nl_write_u32(nl_writer *w, uint32_t value) {
    nl_write_u16(w, value & 0xFFFF);
    nl_write_u16(w, value >> 16);
}

static inline void nl_write_f32(nl_writer *w, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    nl_write_u32(w, bits);
}

#endif
