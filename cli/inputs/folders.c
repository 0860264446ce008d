#include "cli/inputs/folders.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/output.h"

/* A file of the list: the identity of its folder, and its place in the list. */
typedef struct place {
    dev_t device;
    ino_t inode;
    const char *name; /* in the folder */
    size_t item;
} place;

size_t cli_folder_length(const char *path) {
    const char *const slash = strrchr(path, '/');
    if (!slash) return 0;
    size_t length = (size_t)(slash - path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    return length > 0 ? length : 1;
}

/* Finds the folder on the disk; false if that cannot be done. */
static bool find_folder(const char *path, size_t length, struct stat *status) {
    char *const folder = length > 0 ? strndup(path, length) : strdup(".");
    const bool found = folder && stat(folder, status) == 0;
    free(folder);
    return found;
}

/* Lists the places of all files whose folder can be found; those of one walk come in runs, so that
 * each folder is asked for once. Returns how many there are. */
static size_t list_places(const cli_inputs *inputs, place *places) {
    const char *last = NULL;
    size_t last_length = 0, count = 0;
    bool is_known = false;
    struct stat status;
    for (size_t item = 0; item < inputs->count; item++) {
        const char *const path = inputs->items[item].path;
        if (!path) continue;
        const size_t length = cli_folder_length(path);
        if (!last || length != last_length || memcmp(path, last, length) != 0)
            is_known = find_folder(path, length, &status);
        last = path;
        last_length = length;
        const char *const slash = strrchr(path, '/');
        if (is_known)
            places[count++] = (place){status.st_dev, status.st_ino, slash ? slash + 1 : path, item};
    }
    return count;
}

static int compare_folders(const place *a, const place *b) {
    if (a->device != b->device) return a->device < b->device ? -1 : 1;
    if (a->inode != b->inode) return a->inode < b->inode ? -1 : 1;
    return 0;
}

static int compare_places(const void *left, const void *right) {
    const place *const a = left, *const b = right;
    const int folders = compare_folders(a, b);
    if (folders != 0) return folders;
    const int names = strcmp(a->name, b->name);
    if (names != 0) return names;
    return a->item < b->item ? -1 : 1;
}

/* Notes what is known of the `count` files of one folder. It is named after the first of them. */
static void note_folder(cli_inputs *inputs, const place *places, size_t count) {
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < count; i++)
        if (places[i].item < first) first = places[i].item;
    for (size_t i = 0; i < count; i++) {
        cli_input *const input = &inputs->items[places[i].item];
        input->folder = first;
        input->has_neighbours = count > 1;
        input->is_repeated = i > 0 && strcmp(places[i].name, places[i - 1].name) == 0;
    }
}

bool cli_inputs_note_folders(cli_inputs *inputs) {
    if (inputs->count < 2) return true;
    place *const places = malloc(inputs->count * sizeof *places);
    if (!places) return cli_complain("out of memory"), false;
    const size_t count = list_places(inputs, places);
    if (count > 0) qsort(places, count, sizeof *places, compare_places);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count; end++)
            if (compare_folders(&places[first], &places[end]) != 0) break;
        note_folder(inputs, places + first, end - first);
    }
    free(places);
    return true;
}
