#include "intake/bare.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *own_name(const char *path) {
    for (const char *c = path; *c != '\0'; c++)
        if (*c == '/' || *c == '\\' || *c == '!') path = c + 1;
    return path;
}

static bool is_of_compression(const char *extension) {
    static const char *const all[] = {".gz", ".bz2", ".xz", ".zst"};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcasecmp(extension, all[i]) == 0) return true;
    return false;
}

void intake_bare_name(const char *outer, char *name, size_t capacity) {
    const char *const own = own_name(outer ? outer : "");
    const char *const dot = strrchr(own, '.');
    if (dot && dot > own && is_of_compression(dot))
        (void)snprintf(name, capacity, "%.*s", (int)(dot - own), own);
    else
        (void)snprintf(name, capacity, "data");
}
