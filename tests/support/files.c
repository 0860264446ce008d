#include "tests/support/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_BYTES = 512, PATHS = 4 };

static void require(bool holds, const char *what, const char *path) {
    if (holds) return;
    (void)fprintf(stderr, "%s: %s\n", path, what);
    exit(EXIT_FAILURE);
}

/* The folders that the path leads through; those of a new room are not there yet. */
static void make_folders(const char *path) {
    char folder[PATH_BYTES];
    (void)snprintf(folder, sizeof folder, "%s", path);
    for (char *end = strchr(folder + 1, '/'); end; end = strchr(end + 1, '/')) {
        *end = '\0';
        (void)mkdir(folder, 0777);
        *end = '/';
    }
}

void file_write(const char *path, const void *bytes, size_t length) {
    make_folders(path);
    FILE *const file = fopen(path, "wb");
    require(file, "cannot be opened for writing", path);
    const size_t written = fwrite(bytes, 1, length, file);
    require(fclose(file) == 0 && written == length, "cannot be written", path);
}

bool file_equals(const char *path, const void *bytes, size_t length) {
    FILE *const file = fopen(path, "rb");
    if (!file) return false;
    char *const content = malloc(length + 1);
    require(content != NULL, "no memory to read it", path);
    const size_t read = fread(content, 1, length + 1, file);
    const bool equal = read == length && memcmp(content, bytes, length) == 0;
    free(content);
    (void)fclose(file);
    return equal;
}

static char *next_buffer(void) {
    static char buffers[PATHS][PATH_BYTES];
    static unsigned next;
    return buffers[next++ % PATHS];
}

const char *file_path(const char *folder, const char *name) {
    char *const path = next_buffer();
    const int length = snprintf(path, PATH_BYTES, "%s/%s", folder, name);
    require(length > 0 && length < PATH_BYTES, "is too long a path", path);
    return path;
}

const char *file_room(const char *format_id) {
    char *const room = next_buffer();
    const int length = snprintf(room, PATH_BYTES, "%s", format_id);
    require(length > 0 && length < PATH_BYTES, "is too long a name", room);
    for (char *c = room; *c; c++)
        if (*c == '-') *c = '_';
    return room;
}
