#include "cli/inputs/archive_extensions.h"

#include <stdio.h>

#include "intake/bare.h"
#include "intake/extensions.h"
#include "navlint/navlint.h"

bool cli_is_compressed_file_name(const char *path) {
    char plain[FILENAME_MAX];
    intake_bare_name(path, plain, sizeof plain);
    return navlint_format_takes_name(NULL, plain);
}

bool cli_has_archive_extension(const char *path) {
    return intake_has_archive_extension(path);
}
