/* What libarchive's configure script would find out about mingw-w64, as far as its readers ask.
 * They take the branches of POSIX: names then come out as on Linux, and not in the user's code
 * page. Headers of the system come first, which would take the word for it. */
#ifndef NAVLINT_CLI_OS_WINDOWS_ARCHIVE_CONFIG_H
#define NAVLINT_CLI_OS_WINDOWS_ARCHIVE_CONFIG_H

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <io.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

#define __CYGWIN__ 1

/* Nothing is created here: what would be, would not be handed to other programs, either. */
typedef unsigned uid_t, gid_t;
enum { F_GETFD = 1, F_SETFD = 2, FD_CLOEXEC = 1 };
#define fcntl(descriptor, ...) ((void)(descriptor), FD_CLOEXEC)
#define mkstemp(name)          ((void)(name), -1)

#define __LIBARCHIVE_CONFIG_H_INCLUDED 1 /* what some of its headers insist on */

#define HAVE_BZLIB_H 1
#define HAVE_LIBBZ2  1
#define HAVE_LIBLZMA 1
#define HAVE_LIBZ    1
#define HAVE_LIBZSTD 1
#define HAVE_LZMA_H  1
#define HAVE_ZLIB_H  1
#define HAVE_ZSTD_H  1

#define HAVE_CTYPE_H     1
#define HAVE_ERRNO_H     1
#define HAVE_FCNTL_H     1
#define HAVE_INTTYPES_H  1
#define HAVE_LANGINFO_H  1
#define HAVE_LIMITS_H    1
#define HAVE_LOCALE_H    1
#define HAVE_STDARG_H    1
#define HAVE_STDINT_H    1
#define HAVE_STDLIB_H    1
#define HAVE_STRING_H    1
#define HAVE_SYS_STAT_H  1
#define HAVE_SYS_TYPES_H 1
#define HAVE_SYS_TIME_H  1
#define HAVE_TIME_H      1
#define HAVE_UNISTD_H    1
#define HAVE_WCHAR_H     1
#define HAVE_WCTYPE_H    1

#define HAVE_DECL_INT32_MAX   1
#define HAVE_DECL_INT32_MIN   1
#define HAVE_DECL_INT64_MAX   1
#define HAVE_DECL_INT64_MIN   1
#define HAVE_DECL_INTMAX_MAX  1
#define HAVE_DECL_INTMAX_MIN  1
#define HAVE_DECL_SIZE_MAX    1
#define HAVE_DECL_SSIZE_MAX   1
#define HAVE_DECL_UINT32_MAX  1
#define HAVE_DECL_UINT64_MAX  1
#define HAVE_DECL_UINTMAX_MAX 1

#define HAVE_EILSEQ      1
#define HAVE_INTMAX_T    1
#define HAVE_MBRTOWC     1
#define HAVE_MEMMOVE     1
#define HAVE_MKSTEMP     1
#define HAVE_NL_LANGINFO 1
#define HAVE_STRCHR      1
#define HAVE_STRDUP      1
#define HAVE_STRFTIME    1
#define HAVE_STRNLEN     1
#define HAVE_STRRCHR     1
#define HAVE_UINTMAX_T   1
#define HAVE_VPRINTF     1
#define HAVE_WCHAR_T     1
#define HAVE_WCRTOMB     1
#define HAVE_WCSCMP      1
#define HAVE_WCSCPY      1
#define HAVE_WCSLEN      1
#define HAVE_WCTOMB      1
#define HAVE_WMEMCMP     1
#define HAVE_WMEMCPY     1
#define HAVE_WMEMMOVE    1

#endif
