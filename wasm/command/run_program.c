/* Running git; the rest of what runs elsewhere. */
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>

#include "wasm/command/host.h"

static int32_t last_status;

int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions) {
    *actions = (posix_spawn_file_actions_t){{-1, -1}};
    return 0;
}

int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions) {
    (void)actions;
    return 0;
}

int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to) {
    if (to < 0 || to > 1) return EINVAL;
    actions->descriptors[to] = from;
    return 0;
}

int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *actions, int to, const char *path,
                                     int flags, mode_t mode) {
    (void)flags, (void)mode;
    if (to < 0 || to > 1 || strcmp(path, "/dev/null") != 0) return EINVAL;
    actions->descriptors[to] = -1;
    return 0;
}

/* The words with a NUL behind each; heap. */
static char *join(char *const *words, size_t *length) {
    *length = 0;
    for (size_t i = 0; words[i]; i++)
        *length += strlen(words[i]) + 1;
    char *const joined = malloc(*length);
    char *at = joined;
    for (size_t i = 0; joined && words[i]; i++)
        at = stpcpy(at, words[i]) + 1;
    return joined;
}

int posix_spawnp(pid_t *child, const char *program, const posix_spawn_file_actions_t *actions,
                 const void *attributes, char *const *words, char *const *environment) {
    (void)program, (void)attributes, (void)environment;
    size_t length = 0;
    char *const joined = join(words, &length);
    if (!joined) return ENOMEM;
    last_status = host_run(joined, length, actions->descriptors[0], actions->descriptors[1]);
    free(joined);
    *child = 1;
    return last_status < 0 ? -last_status : 0;
}

pid_t waitpid(pid_t child, int *status, int options) {
    (void)options;
    *status = last_status;
    return child;
}

int command_window_size(int descriptor, struct winsize *size) {
    const int32_t columns = host_columns(descriptor);
    *size = (struct winsize){.ws_col = (unsigned short)columns};
    return columns > 0 ? 0 : -1;
}
