/* Whole files, for tests that compare with what is committed. */
#ifndef NAVLINT_TESTS_SUPPORT_FILES_H
#define NAVLINT_TESTS_SUPPORT_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the file anew. Ends the program with a message if that fails. */
void file_write(const char *path, const void *bytes, size_t length);

/* Whether the file exists and holds exactly these bytes. */
bool file_equals(const char *path, const void *bytes, size_t length);

/* The path folder/name: static, overwritten by the next call but three. Ends the program if it is
 * too long. */
const char *file_path(const char *folder, const char *name);

/* "source_nav" of "source-nav": the folder of a format in corpus/. Static, as file_path. */
const char *file_room(const char *format_id);

#endif
