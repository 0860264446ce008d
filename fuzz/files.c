#define _GNU_SOURCE /* scandir */
#include "fuzz/files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum {
    PATH_BYTES = 4096,
    MOST_FILE_BYTES = 64 << 20 /* corpora hold small files; larger ones are a mistake */
};

static bool refuse(const char *path, const char *why) {
    fprintf(stderr, "%s: %s\n", path, why);
    return false;
}

static bool read_stream(const char *path, FILE *stream, size_t length, fuzz_file_fn visit) {
    uint8_t *const bytes = malloc(length + 1);
    if (!bytes) return refuse(path, "no memory");
    const bool read = fread(bytes, 1, length, stream) == length;
    if (read) visit(path, bytes, length);
    free(bytes);
    return read || refuse(path, "cannot be read");
}

static bool visit_file(const char *path, off_t bytes, fuzz_file_fn visit) {
    if (bytes > MOST_FILE_BYTES) return refuse(path, "is larger than 64 MiB");
    FILE *const stream = fopen(path, "rb");
    if (!stream) return refuse(path, "cannot be opened");
    const bool visited = read_stream(path, stream, (size_t)bytes, visit);
    fclose(stream);
    return visited;
}

static int is_shown(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static bool visit_folder(const char *path, fuzz_file_fn visit) {
    struct dirent **entries = NULL;
    const int count = scandir(path, &entries, is_shown, alphasort);
    if (count < 0) return refuse(path, "cannot be listed");
    bool visited = true;
    for (int i = 0; i < count; i++) {
        char member[PATH_BYTES];
        const int length = snprintf(member, sizeof member, "%s/%s", path, entries[i]->d_name);
        visited = length < PATH_BYTES && fuzz_each_file(member, visit) && visited;
        free(entries[i]);
    }
    free(entries);
    return visited;
}

bool fuzz_each_file(const char *path, fuzz_file_fn visit) {
    struct stat status;
    if (stat(path, &status) != 0) return refuse(path, "cannot be found");
    return S_ISDIR(status.st_mode) ? visit_folder(path, visit)
                                   : visit_file(path, status.st_size, visit);
}

bool fuzz_write_file(const char *folder, const char *name, const void *bytes, size_t length) {
    char path[PATH_BYTES];
    const int count = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (count < 0 || (size_t)count >= sizeof path) return refuse(folder, "is too long a name");
    FILE *const stream = fopen(path, "wb");
    if (!stream) return refuse(path, "cannot be opened");
    const bool written = fwrite(bytes, 1, length, stream) == length;
    return (fclose(stream) == 0 && written) || refuse(path, "cannot be written");
}
