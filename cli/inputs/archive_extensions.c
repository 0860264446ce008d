#include "cli/inputs/archive_extensions.h"

#include <string.h>
#include <strings.h>

bool cli_has_archive_extension(const char *path) {
    static const char *const extensions[] = {".zip",    ".mgsv",   ".fomod",   ".7z",      ".rar",
                                             ".tar",    ".tar.gz", ".tgz",     ".tar.bz2", ".tbz2",
                                             ".tar.xz", ".txz",    ".tar.zst", ".tzst"};
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        const size_t ending = strlen(extensions[i]);
        if (length > ending && strcasecmp(path + length - ending, extensions[i]) == 0) return true;
    }
    return false;
}
