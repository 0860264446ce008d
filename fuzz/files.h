/* The files that arguments name. */
#ifndef NAVLINT_FUZZ_FILES_H
#define NAVLINT_FUZZ_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void (*fuzz_file_fn)(const char *path, const uint8_t *bytes, size_t length);

/* Calls `visit` with a file, or with every file below a folder in order of their names; those that
 * begin with a dot are left out. Returns false after a message if something cannot be read. */
bool fuzz_each_file(const char *path, fuzz_file_fn visit);

/* Writes a file into a folder. Returns false after a message. */
bool fuzz_write_file(const char *folder, const char *name, const void *bytes, size_t length);

#endif
