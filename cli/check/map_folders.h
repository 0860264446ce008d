/* The maps of the folders on the disk that a run meets: each folder is read once, however many
 * meshes lie in it, and only if the map of one is not there as it is spelt. Any thread. */
#ifndef NAVLINT_CLI_CHECK_MAP_FOLDERS_H
#define NAVLINT_CLI_CHECK_MAP_FOLDERS_H

#include <pthread.h>

typedef struct cli_map_folders {
    pthread_mutex_t lock;
    void *root; /* of a tree of tsearch(3) */
} cli_map_folders;

/* cli_map_folders_close at the end. */
void cli_map_folders_open(cli_map_folders *folders);

/* Looks for a map whose path differs from `path` in the case of its name alone; of several the
 * first by their bytes.
 * Returns its path, heap; NULL if there is none, the folder cannot be read, or memory ran out. */
char *cli_map_folders_find(cli_map_folders *folders, const char *path);

void cli_map_folders_close(cli_map_folders *folders);

#endif
