#include "cli/inputs/archive_extensions.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "navlint/navlint.h"

bool cli_is_compressed_file_name(const char *path) {
    static const char *const extensions[] = {".gz", ".bz2", ".xz", ".zst"};
    const char *const dot = strrchr(path, '.');
    char plain[FILENAME_MAX];
    bool is_compressed = false;
    for (size_t i = 0; dot && i < sizeof extensions / sizeof extensions[0]; i++)
        is_compressed |= strcasecmp(dot, extensions[i]) == 0;
    if (!is_compressed || (size_t)(dot - path) >= sizeof plain) return false;
    memcpy(plain, path, (size_t)(dot - path));
    plain[dot - path] = '\0';
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
