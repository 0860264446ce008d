#define INTAKE_LIBARCHIVE_ITSELF
#include "intake/libarchive.h"

#ifdef INTAKE_LINKS_LIBARCHIVE

bool intake_libarchive_load(void) {
    return true;
}

#else

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

intake_libarchive_calls intake_libarchive;
static bool is_loaded;

/* POSIX lets a function's address pass through a void *; ISO C does not, so it is copied. */
static bool find(void *library, const char *name, void *function) {
    void *const symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

/* The number is that of the interface of libarchive 3. */
static void load(void) {
    void *const library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
    bool found = library != NULL;
#define FIND(name) found = found && find(library, #name, &intake_libarchive.name);
    INTAKE_LIBARCHIVE_CALLS(FIND)
#undef FIND
    is_loaded = found;
}

bool intake_libarchive_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, load);
    return is_loaded;
}

#endif
