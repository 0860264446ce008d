#include "cli/os/run.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

int cli_os_run(char *const *words, FILE *input, FILE *output) {
    posix_spawn_file_actions_t actions;
    pid_t child = 0;
    int status = 0;
    if (posix_spawn_file_actions_init(&actions) != 0) return errno = ENOMEM, -1;
    int failure =
        input ? posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO)
              : posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (failure == 0)
        failure = posix_spawn_file_actions_adddup2(&actions, fileno(output), STDOUT_FILENO);
    if (failure == 0) failure = posix_spawnp(&child, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) return errno = failure, -1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
