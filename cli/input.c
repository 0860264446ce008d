#include "cli/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_CAPACITY_BYTES = 64 * 1024, READ_AT_ONCE_BYTES = 1 << 30 };

static int open_regular(const char *path) {
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor < 0) return -1;
    struct stat status;
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) return descriptor;
    close(descriptor);
    errno = EINVAL;
    return -1;
}

int cli_open(const char *path, bool regular_only) {
    if (!path) return STDIN_FILENO;
    if (regular_only) return open_regular(path);
    return open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
}

void cli_close(int descriptor) {
    if (descriptor != STDIN_FILENO) close(descriptor);
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

int cli_buffer_reserve(cli_buffer *buffer, size_t capacity) {
    if (capacity <= buffer->capacity) return 0;
    unsigned char *const bytes = realloc(buffer->bytes, capacity);
    if (!bytes) return ENOMEM;
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return 0;
}

int cli_buffer_grow(cli_buffer *buffer, size_t limit_bytes) {
    if (buffer->length < buffer->capacity) return 0;
    size_t wanted = FIRST_CAPACITY_BYTES;
    if (buffer->capacity >= wanted)
        wanted = buffer->capacity > limit_bytes / 2 ? limit_bytes : 2 * buffer->capacity;
    return cli_buffer_reserve(buffer, least(wanted, limit_bytes));
}

/* A regular file tells its size, which spares it the growing and the last, empty read. */
static void look_at_file(int descriptor, cli_buffer *buffer) {
    struct stat status;
    const bool is_known =
        fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
    buffer->file_bytes = is_known ? (uint64_t)status.st_size : 0;
    buffer->at_end = false;
}

/* The byte more shows that a file has not grown. */
static int reserve_for_file(size_t limit_bytes, cli_buffer *buffer) {
    if (buffer->file_bytes == 0) return 0;
    const uint64_t wanted = buffer->file_bytes + 1;
    return cli_buffer_reserve(buffer, wanted < limit_bytes ? (size_t)wanted : limit_bytes);
}

/* Reads once. Returns 0 or an errno. */
static int read_more(int descriptor, size_t room, cli_buffer *buffer) {
    const size_t asked = least(room, READ_AT_ONCE_BYTES);
    const ssize_t count = read(descriptor, buffer->bytes + buffer->length, asked);
    if (count < 0) return errno == EINTR ? 0 : errno;
    buffer->length += (size_t)count;
    buffer->at_end = count == 0 || ((size_t)count < asked && buffer->length == buffer->file_bytes);
    return 0;
}

int cli_read(int descriptor, size_t limit_bytes, cli_buffer *buffer) {
    if (buffer->length == 0) look_at_file(descriptor, buffer);
    int failure = reserve_for_file(limit_bytes, buffer);
    while (failure == 0 && !buffer->at_end && buffer->length < limit_bytes) {
        failure = cli_buffer_grow(buffer, limit_bytes);
        if (failure == 0)
            failure = read_more(descriptor, least(buffer->capacity, limit_bytes) - buffer->length,
                                buffer);
    }
    return failure;
}

size_t cli_read_limit(uint64_t max_bytes) {
    const uint64_t addressable = SIZE_MAX / 4;
    return max_bytes < addressable ? (size_t)max_bytes + 1 : (size_t)addressable;
}

void cli_buffer_free(cli_buffer *buffer) {
    free(buffer->bytes);
    *buffer = (cli_buffer){0};
}
