#include "intake/names.h"

#include <stdbool.h>

/* (locale_t)0 if there is no such locale. Never freed: it lasts as long as the process. */
static locale_t names_locale;

#ifdef __GLIBC__

#include <dlfcn.h>
#include <langinfo.h>
#include <string.h>

/* glibc reads its locales from files, which small containers leave out. libarchive asks nl_langinfo
 * for the locale's character set, and converts names without any file if the answer is UTF-8. A
 * program's functions come before those of libraries, so it finds the nl_langinfo below, which
 * answers so while names are read and the system has no such locale. */
static _Thread_local bool is_reading_names;

typedef char *ask_locale(nl_item item);

/* POSIX lets a function's address pass through a void *; ISO C does not, so it is copied. */
static char *ask_system(nl_item item) {
    static char nothing[] = "";
    void *const symbol = dlsym(RTLD_NEXT, "nl_langinfo");
    ask_locale *ask = NULL;
    memcpy(&ask, &symbol, sizeof symbol);
    return ask ? ask(item) : nothing;
}

static void say_utf8(bool is_reading) {
    is_reading_names = is_reading;
}

__attribute__((visibility("default"))) char *nl_langinfo(nl_item item) {
    static char utf8[] = "UTF-8";
    return is_reading_names && item == CODESET ? utf8 : ask_system(item);
}

#else /* other libraries have the locale inside */

static void say_utf8(bool is_reading) {
    (void)is_reading;
}

#endif

void intake_names_prepare(void) {
    names_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

locale_t intake_names_begin(void) {
    if (names_locale != (locale_t)0) return uselocale(names_locale);
    say_utf8(true);
    return (locale_t)0;
}

void intake_names_end(locale_t before) {
    if (before != (locale_t)0) (void)uselocale(before);
    say_utf8(false);
}
