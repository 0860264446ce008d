/* What libarchive's configure script would find out about musl, of which wasi-libc is made, as far
 * as its readers ask. */
#ifndef NAVLINT_WASM_COMMAND_ARCHIVE_CONFIG_H
#define NAVLINT_WASM_COMMAND_ARCHIVE_CONFIG_H

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
#define HAVE_DIRENT_H    1
#define HAVE_ERRNO_H     1
#define HAVE_FCNTL_H     1
#define HAVE_INTTYPES_H  1
#define HAVE_ICONV_H     1
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

#define HAVE_EILSEQ   1
#define HAVE_GMTIME_R 1
#define HAVE_ICONV    1
#define ICONV_CONST
#define HAVE_LOCALTIME_R                 1
#define HAVE_MBRTOWC                     1
#define HAVE_MEMMOVE                     1
#define HAVE_NL_LANGINFO                 1
#define HAVE_STRCHR                      1
#define HAVE_STRDUP                      1
#define HAVE_STRERROR_R                  1
#define HAVE_STRFTIME                    1
#define HAVE_STRNLEN                     1
#define HAVE_STRRCHR                     1
#define HAVE_STRUCT_STAT_ST_MTIM_TV_NSEC 1
#define HAVE_TIMEGM                      1
#define HAVE_UINTMAX_T                   1
#define HAVE_INTMAX_T                    1
#define HAVE_VPRINTF                     1
#define HAVE_WCRTOMB                     1
#define HAVE_WCSCMP                      1
#define HAVE_WCSCPY                      1
#define HAVE_WCSLEN                      1
#define HAVE_WCHAR_T                     1
#define HAVE_WCTOMB                      1
#define HAVE_WMEMCMP                     1
#define HAVE_WMEMCPY                     1
#define HAVE_WMEMMOVE                    1

#endif
