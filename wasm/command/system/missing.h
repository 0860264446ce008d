/* Declared by POSIX and not by wasi-libc: included in front of every file of the command. */
#ifndef NAVLINT_WASM_COMMAND_SYSTEM_MISSING_H
#define NAVLINT_WASM_COMMAND_SYSTEM_MISSING_H

#include <stdio.h>
#include <sys/types.h>

/* wasi-libc declares it as deprecated, because it has none. */
#define tmpfile command_tmpfile

FILE *command_tmpfile(void);
char *realpath(const char *path, char *real);
int mkstemp(char *name);
int fchmod(int descriptor, mode_t mode);
int fchown(int descriptor, uid_t user, gid_t group);
mode_t umask(mode_t mask);

/* There are no time zones. */
static inline void tzset(void) {
}

#endif
