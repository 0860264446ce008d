/* Locales of one thread, of which there are none: names are UTF-8 by langinfo.h. */
#ifndef NAVLINT_CLI_OS_WINDOWS_SYSTEM_LOCALE_H
#define NAVLINT_CLI_OS_WINDOWS_SYSTEM_LOCALE_H

#include_next <locale.h>

#define LC_CTYPE_MASK 1
typedef void *locale_t;

static inline locale_t newlocale(int mask, const char *name, locale_t base) {
    return (void)mask, (void)name, base;
}

static inline locale_t uselocale(locale_t locale) {
    return locale;
}

#endif
