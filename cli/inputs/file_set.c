#include "cli/inputs/file_set.h"

#include <search.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef struct identity {
    dev_t device;
    ino_t inode;
} identity;

static int compare_identities(const void *left, const void *right) {
    const identity *const a = left, *const b = right;
    if (a->device != b->device) return a->device < b->device ? -1 : 1;
    return (a->inode > b->inode) - (a->inode < b->inode);
}

bool cli_file_set_add(cli_file_set *set, const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) return true;
    identity *const one = malloc(sizeof *one);
    if (!one) return false;
    *one = (identity){status.st_dev, status.st_ino};
    identity *const *const found = tsearch(one, &set->files, compare_identities);
    if (!found || *found != one) free(one);
    set->has_folders |= S_ISDIR(status.st_mode);
    return found != NULL;
}

bool cli_file_set_has(const cli_file_set *set, const char *path) {
    struct stat status;
    if (!path || stat(path, &status) != 0) return false;
    const identity one = {status.st_dev, status.st_ino};
    return tfind(&one, &set->files, compare_identities) != NULL;
}

void cli_file_set_free(cli_file_set *set) {
    while (set->files) {
        identity *const one = *(identity **)set->files;
        tdelete(one, &set->files, compare_identities);
        free(one);
    }
    set->has_folders = false;
}
