/* What cli/git.c runs a program with; the program ends before posix_spawnp returns. */
#ifndef NAVLINT_WASM_COMMAND_SYSTEM_SPAWN_H
#define NAVLINT_WASM_COMMAND_SYSTEM_SPAWN_H

#include <sys/types.h>

typedef struct posix_spawn_file_actions_t {
    int descriptors[2]; /* its standard input and output; -1: nothing */
} posix_spawn_file_actions_t;

int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to);
/* path: /dev/null alone. */
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *actions, int to, const char *path,
                                     int flags, mode_t mode);
int posix_spawnp(pid_t *child, const char *program, const posix_spawn_file_actions_t *actions,
                 const void *attributes, char *const *words, char *const *environment);

#endif
