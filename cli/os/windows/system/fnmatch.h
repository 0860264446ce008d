/* The patterns of the shell, without options. */
#ifndef NAVLINT_CLI_OS_WINDOWS_SYSTEM_FNMATCH_H
#define NAVLINT_CLI_OS_WINDOWS_SYSTEM_FNMATCH_H

enum { FNM_NOMATCH = 1 };

/* As fnmatch(3) in the POSIX locale, but that '\' is a slash in both and large letters are not told
 * from small ones: so file names are here. Returns 0 if the text matches. */
int fnmatch(const char *pattern, const char *text, int flags);

#endif
