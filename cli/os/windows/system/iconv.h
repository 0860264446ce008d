/* libarchive is built without: names are UTF-8 or converted by its own tables. */
#ifndef NAVLINT_CLI_OS_WINDOWS_SYSTEM_ICONV_H
#define NAVLINT_CLI_OS_WINDOWS_SYSTEM_ICONV_H

typedef void *iconv_t;

static inline iconv_t iconv_open(const char *to, const char *from) {
    return (void)to, (void)from, (iconv_t)-1;
}

static inline int iconv_close(iconv_t conversion) {
    return (void)conversion, 0;
}

#endif
