#include "cli/suppress/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/input.h"
#include "cli/output.h"
#include "cli/replace_file.h"
#include "cli/suppress/text.h"

/* ---- Reading ---- */

static int read_file(const char *path, cli_buffer *text) {
    const int descriptor = cli_open(path, true);
    if (descriptor < 0) return errno;
    const int failure = cli_read(descriptor, (size_t)CLI_SUPPRESSIONS_BYTES + 1, text);
    cli_close(descriptor);
    return failure;
}

static int refuse(const char *path, int failure) {
    cli_complain("cannot read %s: %s", path, strerror(failure));
    return failure == ENOMEM ? CLI_INTERNAL : CLI_USAGE;
}

int cli_suppressions_load(cli_suppressions *all, const char *path, bool *is_there) {
    cli_buffer text = {0};
    const int failure = read_file(path, &text);
    int code = CLI_OK;
    *is_there = failure != ENOENT;
    if (failure == 0)
        code = cli_suppressions_read(all, (const char *)text.bytes, text.length, path);
    else if (*is_there)
        code = refuse(path, failure);
    cli_buffer_free(&text);
    return code;
}

/* ---- Writing ---- */

static bool is_written(const char *path, const char *text) {
    cli_buffer now = {0};
    const bool is_same = read_file(path, &now) == 0 && now.length == strlen(text) &&
                         memcmp(now.bytes, text, now.length) == 0;
    cli_buffer_free(&now);
    return is_same;
}

int cli_suppressions_save(const cli_suppressions *all, const char *path) {
    char *const text = cli_suppressions_write(all);
    int failure = text ? 0 : ENOMEM;
    if (text && !is_written(path, text)) failure = cli_replace_file(path, text, strlen(text));
    free(text);
    if (failure == 0) return CLI_OK;
    cli_complain("cannot write %s: %s", path, strerror(failure));
    return CLI_INTERNAL;
}
