#include <stdlib.h>
#include <string.h>

#include "report/report.h"

enum { REP_FIRST_CAPACITY_BYTES = 1024 };

static bool reserve(rep_buffer *buffer, size_t more) {
    if (more > SIZE_MAX / 2 - buffer->length - 1) return false;
    const size_t needed = buffer->length + more + 1;
    if (needed <= buffer->capacity) return true;

    size_t capacity = buffer->capacity ? buffer->capacity : REP_FIRST_CAPACITY_BYTES;
    while (capacity < needed)
        capacity *= 2;
    char *bytes = realloc(buffer->bytes, capacity);
    if (!bytes) return false;
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return true;
}

char *rep_buffer_grow(rep_buffer *buffer, size_t length) {
    if (!buffer->failed && !reserve(buffer, length)) buffer->failed = true;
    return buffer->failed ? NULL : buffer->bytes + buffer->length;
}

void rep_buffer_append(rep_buffer *buffer, const char *bytes, size_t length) {
    char *const at = rep_buffer_room(buffer, length);
    if (!at) return;
    memcpy(at, bytes, length);
    buffer->length += length;
}

void rep_buffer_text(rep_buffer *buffer, const char *text) {
    rep_buffer_append(buffer, text, strlen(text));
}

void rep_buffer_count(rep_buffer *buffer, uint64_t count) {
    char digits[32];
    size_t at = sizeof digits;
    for (unsigned written = 0; count > 0 || written == 0; count /= 10, written++) {
        if (written > 0 && written % 3 == 0) digits[--at] = ',';
        digits[--at] = (char)('0' + count % 10);
    }
    rep_buffer_append(buffer, digits + at, sizeof digits - at);
}

navlint_text rep_buffer_take(rep_buffer *buffer) {
    navlint_text text = {NULL, 0};
    rep_buffer_append(buffer, "", 0); /* an empty text has its NUL too */
    if (buffer->failed) {
        free(buffer->bytes);
    } else {
        buffer->bytes[buffer->length] = '\0';
        text.text = buffer->bytes;
        text.length = buffer->length;
    }
    *buffer = (rep_buffer){0};
    return text;
}

void navlint_text_free(navlint_text text) {
    free(text.text);
}
