/* The other end of spawn.h: the status of the program that ran last. */
#ifndef NAVLINT_WASM_COMMAND_SYSTEM_SYS_WAIT_H
#define NAVLINT_WASM_COMMAND_SYSTEM_SYS_WAIT_H

#include <sys/types.h>

#define WIFEXITED(status)   ((status) < 256)
#define WEXITSTATUS(status) (status)

pid_t waitpid(pid_t child, int *status, int options);

#endif
