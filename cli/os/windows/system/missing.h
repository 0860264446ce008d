/* POSIX where mingw-w64 has none, or has it in the ANSI code page, in text mode or with 16 bits for
 * a file's number: included in front of every file of the command. Paths are UTF-8, with '/' or
 * '\'. */
#ifndef NAVLINT_CLI_OS_WINDOWS_SYSTEM_MISSING_H
#define NAVLINT_CLI_OS_WINDOWS_SYSTEM_MISSING_H

#define tell windows_tell /* a name that POSIX does not take */
#include <fcntl.h>
#include <io.h>
#undef tell
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* ---- Files ---- */

typedef uint64_t windows_device;
typedef uint64_t windows_file_number;
typedef unsigned windows_user;

typedef struct windows_status {
    windows_device st_dev;
    windows_file_number st_ino;
    unsigned st_nlink;
    unsigned st_mode;
    windows_user st_uid, st_gid;
    int64_t st_size;
    struct timespec st_mtim;
} windows_status;

#define dev_t  windows_device
#define ino_t  windows_file_number
#define uid_t  windows_user
#define gid_t  windows_user
#define mode_t unsigned

/* Links are followed by the first, and by what is open. */
int windows_stat(const char *path, windows_status *status);
int windows_lstat(const char *path, windows_status *status);
int windows_fstat(int descriptor, windows_status *status);

#undef stat
#undef lstat
#undef fstat
#define stat  windows_status
#define lstat windows_lstat
#define fstat windows_fstat
/* The name is a type's and a function's. */
#define windows_status(path, status) windows_stat(path, status)

#ifndef S_IFLNK
#define S_IFLNK 0120000
#endif
#undef S_ISLNK
#define S_ISLNK(mode) (((mode)&0170000) == S_IFLNK)
#define S_ISUID       04000

#define O_CLOEXEC   _O_NOINHERIT
#define O_NOCTTY    0
#define O_NONBLOCK  0
#define O_DIRECTORY 0

/* Always binary; others may rename and delete the file meanwhile, as on POSIX. */
int windows_open(const char *path, int flags, ...);
FILE *windows_fopen(const char *path, const char *mode);
FILE *windows_tmpfile(void);
int windows_access(const char *path, int ways);
int windows_rename(const char *from, const char *to);
int windows_unlink(const char *path);
int windows_isatty(int descriptor);

/* Never more than 1 GiB at once. */
ssize_t windows_read(int descriptor, void *bytes, size_t length);
ssize_t windows_write(int descriptor, const void *bytes, size_t length);

#define read    windows_read
#define write   windows_write
#define open    windows_open
#define fopen   windows_fopen
#define tmpfile windows_tmpfile
#define access  windows_access
#define rename  windows_rename
#define unlink  windows_unlink
#define isatty  windows_isatty
#define mkstemp windows_mkstemp

/* An absolute path is "/C:/maps" or, on another machine, "/UNC/machine/share/maps": it begins with
 * a slash, as everywhere. */
char *realpath(const char *path, char *real);
int windows_mkstemp(char *name);
int fsync(int descriptor);

/* ---- Text ---- */

static inline struct tm *gmtime_r(const time_t *seconds, struct tm *parts) {
    return gmtime_s(parts, seconds) == 0 ? parts : NULL;
}

/* Hands over the text in one piece. */
int windows_fprintf(FILE *stream, const char *format, ...)
    __attribute__((format(gnu_printf, 2, 3)));
#define fprintf windows_fprintf

char *strndup(const char *text, size_t length);
void *memmem(const void *bytes, size_t length, const void *wanted, size_t wanted_length);
ssize_t getdelim(char **line, size_t *capacity, int delimiter, FILE *file);

/* As glibc words them: messages are the same everywhere. */
const char *windows_strerror(int number);
#define strerror(number) ((char *)(size_t)windows_strerror(number))

#endif
