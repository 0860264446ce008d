/* Records and groups, their data packed or not. */
#include <string.h>

#include "parsers/skyrim_navmesh/make/builder.h"

enum { OLD_FORM_VERSION = 43 };

/* ---- Headers ---- */

void sky_patch(nl_writer *out, size_t at, size_t value) {
    if (at + 4 > out->capacity) return;
    for (int i = 0; i < 4; i++)
        out->bytes[at + (size_t)i] = (uint8_t)(value >> 8 * i);
}

size_t sky_open_group(sky_writer *w, uint32_t label, uint32_t type) {
    const size_t at = w->out->at;
    w->count++;
    nl_write_bytes(w->out, "GRUP", 4);
    nl_write_u32(w->out, 0);
    nl_write_u32(w->out, label);
    nl_write_u32(w->out, type);
    nl_write_u32(w->out, 0);
    nl_write_u32(w->out, 0);
    return at;
}

void sky_close_group(sky_writer *w, size_t at) {
    sky_patch(w->out, at + SKY_GROUP_SIZE_AT, w->out->at - at);
}

size_t sky_open_record(sky_writer *w, sky_head head) {
    const size_t at = w->out->at;
    w->count++;
    nl_write_u32(w->out, head.type);
    nl_write_u32(w->out, 0);
    nl_write_u32(w->out, head.flags);
    nl_write_u32(w->out, head.form_id);
    nl_write_u32(w->out, 0);
    nl_write_u16(w->out, w->spec->is_old ? OLD_FORM_VERSION : SKY_LAST_FORM_VERSION);
    nl_write_u16(w->out, 0);
    return at;
}

void sky_close_record(sky_writer *w, size_t at) {
    sky_patch(w->out, at + SKY_HEADER_DATA_SIZE_AT, w->out->at - at - SKY_HEADER_BYTES);
}

/* ---- Compression: stored blocks, so that the bytes depend on no library's version ---- */

enum { STORED_MOST = 0xFFFF, STORED_HEADER = 5, ZLIB_HEADER = 2 };

static uint32_t adler32(const uint8_t *bytes, size_t length) {
    uint32_t a = 1;
    uint32_t b = 0;
    for (size_t i = 0; i < length; i++) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static void write_checksum(nl_writer *out, uint32_t checksum) {
    for (int shift = 24; shift >= 0; shift -= 8)
        nl_write_u8(out, checksum >> shift & 0xFF);
}

/* Bytes in front of `length` bytes of data when they are packed: size, zlib header, and the headers
 * of all stored blocks. */
static size_t room_in_front(size_t length) {
    const size_t blocks = length == 0 ? 1 : (length + STORED_MOST - 1) / STORED_MOST;
    return 4 + ZLIB_HEADER + blocks * STORED_HEADER;
}

/* The data stand behind the room for all headers: blocks move to the front one by one. */
static void pack_in_place(nl_writer *out, size_t at, size_t length) {
    nl_writer w = nl_writer_over(out->bytes + at, out->capacity - at);
    const uint8_t *from = w.bytes + room_in_front(length);
    const uint32_t checksum = adler32(from, length);
    size_t left = length;
    nl_write_u32(&w, (uint32_t)length);
    nl_write_bytes(&w, "\x78\x01", ZLIB_HEADER);
    do {
        const size_t part = left < STORED_MOST ? left : STORED_MOST;
        nl_write_u8(&w, part == left);
        nl_write_u16(&w, (uint32_t)part);
        nl_write_u16(&w, ~(uint32_t)part & 0xFFFF);
        memmove(w.bytes + w.at, from, part);
        w.at += part;
        from += part;
        left -= part;
    } while (left != 0);
    write_checksum(&w, checksum);
    out->at = at + w.at;
}

static void write_packed(nl_writer *out, const sky_spec *spec, sky_fields_fn write, uint32_t n) {
    nl_writer counter = nl_writer_over(NULL, 0);
    write(&counter, spec, n);
    const size_t at = out->at;
    const size_t front = room_in_front(counter.at);
    const size_t whole = front + counter.at + 4;
    out->at += front;
    if (at > out->capacity || whole > out->capacity - at) {
        out->at = at + whole;
        return;
    }
    write(out, spec, n);
    pack_in_place(out, at, counter.at);
}

void sky_write_record(sky_writer *w, sky_head head, sky_fields_fn write, uint32_t n) {
    const size_t at = sky_open_record(w, head);
    if (head.flags & SKY_COMPRESSED)
        write_packed(w->out, w->spec, write, n);
    else
        write(w->out, w->spec, n);
    sky_close_record(w, at);
}
