/* What the command says: diagnostics on standard error, output on standard output, and the exit
 * codes. Names from disks and arguments are hostile: they never reach a terminal raw. */
#ifndef NAVLINT_CLI_OUTPUT_H
#define NAVLINT_CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The same for every verb and every --format; where several apply the highest wins. */
enum cli_exit {
    CLI_OK = 0,
    CLI_FINDINGS = 1, /* findings at or above --fail-on */
    CLI_USAGE = 2,    /* usage or configuration */
    CLI_UNJUDGED = 3, /* an input could not be read or has no verdict, or none was there to judge */
    CLI_INTERNAL = 4  /* out of memory, output could not be written */
};

/* The program that runs; it defines this beside its main. */
typedef struct cli_program {
    const char *name;
    const char *exit_help; /* the lines of --help that explain the exit codes */
} cli_program;

extern const cli_program cli_this_program;

/* Holds a complaint: a path of any file system and a reason. */
enum { CLI_COMPLAINT_CAPACITY = 8 * 1024 };

/* Prints one line `PROGRAM: ...` on standard error; what could steer a terminal is escaped as
 * \xNN. format: as for printf; at most 8 KiB of it are shown: a path of any file system and a
 * reason. */
void cli_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Copies `text` to `safe` with control characters and bytes that are no UTF-8
 * escaped as \xNN, cut short to fit.
 * capacity: bytes in `safe`, at least 1; the result always ends in a NUL. */
void cli_make_safe(char *safe, size_t capacity, const char *text);

/* The same, with all bytes beyond ASCII escaped too. */
void cli_make_ascii(char *ascii, size_t capacity, const char *text);

/* Writes to standard output. After the first failure nothing more is written.
 * Returns false if this or an earlier write failed; cli_finish says why. */
bool cli_write(const char *bytes, size_t length);
bool cli_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Pushes out what is buffered, so that readers of a pipe see it now.
 * Returns false if this or an earlier write failed. */
bool cli_flush(void);

/* Prints `text` folded to 80 columns, every line behind `indent` spaces. */
void cli_print_folded(const char *text, int indent);

/* The first step of the program: cli/os/program.h says what it settles. */
void cli_begin(void);

/* The last step of the program: flushes standard output and complains if it could not be written;
 * a reader that went away (EPIPE) is no reason to complain.
 * Returns `code`, or CLI_INTERNAL if output was lost. */
int cli_finish(int code);

#endif
