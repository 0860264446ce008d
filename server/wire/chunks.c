#include "server/wire/chunks.h"

#include <string.h>

#include "server/wire/head.h"

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

/* Bytes from a semicolon to the CR, or to where nothing has come yet. */
static size_t extension_length(const char *bytes, size_t length) {
    if (length == 0 || bytes[0] != ';') return 0;
    const char *const end = memchr(bytes, '\r', length);
    return end ? (size_t)(end - bytes) : length;
}

/* Of text that is too long the part that fits is judged, so that it does not matter whether the
 * rest has come. */
static srv_answer check_extension(srv_text text, size_t room) {
    const srv_text fitting = {text.bytes, text.length < room ? text.length : room};
    if (!srv_is_field_value(fitting)) return SRV_CHUNK_MALFORMED;
    return text.length <= room ? SRV_OK : SRV_CHUNK_EXTENSIONS;
}

srv_answer srv_chunk_end_read(const char *bytes, size_t length, bool *whole) {
    *whole = length >= 2;
    if (length >= 1 && bytes[0] != '\r') return SRV_CHUNK_MALFORMED;
    return length < 2 || bytes[1] == '\n' ? SRV_OK : SRV_CHUNK_MALFORMED;
}

srv_answer srv_chunk_line_read(const char *bytes, size_t length, size_t extension_room,
                               srv_chunk_line *line) {
    *line = (srv_chunk_line){.length = 0};
    size_t at = 0;
    for (; at < length && hex_digit(bytes[at]) >= 0; at++) {
        if (at == SRV_CHUNK_DIGITS) return SRV_CHUNK_MALFORMED;
        line->size = line->size * 16 + (uint64_t)hex_digit(bytes[at]);
    }
    line->digit_count = at;
    if (at == 0 && length > 0) return SRV_CHUNK_MALFORMED;
    line->extension_bytes = extension_length(bytes + at, length - at);
    srv_answer answer =
        check_extension((srv_text){bytes + at, line->extension_bytes}, extension_room);
    at += line->extension_bytes;
    bool whole = false;
    if (answer == SRV_OK) answer = srv_chunk_end_read(bytes + at, length - at, &whole);
    if (whole) line->length = at + 2;
    return answer;
}

srv_answer srv_trailer_read(const char *bytes, size_t length, size_t room, size_t *line_length) {
    const size_t end = length < room ? length : room;
    const char *const feed = memchr(bytes, '\n', end);
    *line_length = feed ? (size_t)(feed - bytes) + 1 : 0;
    if (!feed) return length < room ? SRV_OK : SRV_HEADER_TOO_LARGE;
    if (*line_length < 2 || feed[-1] != '\r') return SRV_HEADER_MALFORMED;
    srv_header field;
    const srv_text text = {bytes, *line_length - 2};
    return text.length == 0 || srv_field_read(text, &field) ? SRV_OK : SRV_HEADER_MALFORMED;
}
