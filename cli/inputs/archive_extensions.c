#include "cli/inputs/archive_extensions.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "intake/bare.h"
#include "navlint/navlint.h"

bool cli_is_compressed_file_name(const char *path) {
    char plain[FILENAME_MAX];
    intake_bare_name(path, plain, sizeof plain);
    return navlint_format_takes_name(NULL, plain);
}

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
