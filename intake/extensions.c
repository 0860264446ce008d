#include "intake/extensions.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool ends(const char *name, const char *with) {
    const size_t length = strlen(name), ending = strlen(with);
    return length > ending && strcasecmp(name + length - ending, with) == 0;
}

bool intake_has_archive_extension(const char *name) {
    static const char *const all[] = {".zip",    ".mgsv",   ".fomod",   ".7z",      ".rar",
                                      ".tar",    ".tar.gz", ".tgz",     ".tar.bz2", ".tbz2",
                                      ".tar.xz", ".txz",    ".tar.zst", ".tzst"};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (ends(name, all[i])) return true;
    return false;
}

bool intake_is_numbered_package(const char *name) {
    static const char ending[] = "_000.vpk";
    const size_t length = strlen(name);
    if (length < sizeof ending || !ends(name, ".vpk")) return false;
    const char *const number = name + length - (sizeof ending - 1);
    return number[0] == '_' && isdigit((unsigned char)number[1]) &&
           isdigit((unsigned char)number[2]) && isdigit((unsigned char)number[3]);
}
