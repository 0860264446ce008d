/* Paths and words as Windows wants them, in UTF-16, and back. Bytes that are no UTF-8, and halves
 * of surrogate pairs, which file names may have, go through as CESU-like forms do not: they fail.
 */
#ifndef NAVLINT_CLI_OS_WINDOWS_WIDE_H
#define NAVLINT_CLI_OS_WINDOWS_WIDE_H

#include <wchar.h>

/* Heap; NULL with errno set: EILSEQ if the text is no UTF-8, ENOMEM. */
wchar_t *windows_wide_text(const char *text);
char *windows_utf8_text(const wchar_t *text);

/* The same for a path of the command: "/C:/maps" is "C:\maps", "/UNC/machine/share" is
 * "\\machine\share", and one that is too long for most of Windows becomes absolute, with "\\?\"
 * before it. Heap; NULL with errno set. */
wchar_t *windows_wide_path(const char *path);

/* Sets errno to what the error of Windows means. */
void windows_set_errno(unsigned long error);

#endif
