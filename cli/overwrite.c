#include "cli/overwrite.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "cli/input.h"
#include "cli/inside/outer_path.h"
#include "cli/load.h"
#include "cli/output.h"

bool cli_is_one_file(const char *path, const char *other) {
    struct stat a, b;
    return stat(path, &a) == 0 && stat(other, &b) == 0 && S_ISREG(a.st_mode) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* Of a file that cannot be read nothing is known, and nothing can be written over most. */
static void read_start(const char *path, cli_buffer *start) {
    enum { ENOUGH_BYTES = 1 << 20 };
    const int descriptor = cli_open(path, true);
    if (descriptor < 0) return;
    if (cli_read(descriptor, ENOUGH_BYTES, start) != 0) start->length = 0;
    cli_close(descriptor);
}

/* Neither reports nor pictures are any of these, whatever they are called. */
static bool is_navigation(const cli_buffer *start) {
    const navlint_input input = {.bytes = start->bytes, .length = start->length};
    return cli_is_archive(start->bytes, start->length) || navlint_detect(&input, NULL) != NULL;
}

static bool holds_navigation(const char *path) {
    cli_buffer start = {0};
    read_start(path, &start);
    const bool holds = start.length > 0 && is_navigation(&start);
    cli_buffer_free(&start);
    return holds;
}

static bool is_one_of(const char *path, const cli_operands *inputs) {
    bool is_one = false;
    for (size_t i = 0; i < inputs->count && !is_one; i++) {
        char *const outer = cli_outer_path(inputs->items[i]);
        is_one = outer && cli_is_one_file(path, outer);
        free(outer);
    }
    return is_one;
}

int cli_check_overwrite(const char *output, const cli_operands *inputs) {
    const char *const what = is_one_of(output, inputs)  ? "the file that is read"
                             : holds_navigation(output) ? "a navigation file or an archive"
                                                        : NULL;
    if (!what) return CLI_OK;
    cli_complain("%s: %s would be lost: name another output", output, what);
    return CLI_USAGE;
}
