#include "cli/inputs/file_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "cli/output.h"

/* "maps/a.nav\r\n" too: lists are written on Windows, and no path ends in a carriage return. */
static void cut_end(char *path, size_t length, char delimiter) {
    if (length > 0 && path[length - 1] == delimiter) path[--length] = '\0';
    if (delimiter == '\n' && length > 0 && path[length - 1] == '\r') path[length - 1] = '\0';
}

static int add_paths(cli_inputs *inputs, const cli_walk *walk, FILE *list, char delimiter) {
    char *path = NULL;
    size_t capacity = 0;
    ssize_t length;
    bool going = true;
    while (going && (length = getdelim(&path, &capacity, delimiter, list)) > 0) {
        const size_t first = inputs->count;
        bool is_directory;
        cut_end(path, (size_t)length, delimiter);
        if (path[0] == '\0') continue;
        going = cli_inputs_add(inputs, walk, path, &is_directory);
        for (size_t i = first; i < inputs->count; i++)
            inputs->items[i].discovered = true;
    }
    free(path);
    return going ? CLI_OK : CLI_INTERNAL;
}

int cli_inputs_add_list(cli_inputs *inputs, const cli_walk *walk, const char *path,
                        char delimiter) {
    const bool is_stdin = strcmp(path, "-") == 0;
    FILE *const list = is_stdin ? stdin : fopen(path, "rb");
    int code = CLI_UNJUDGED;
    if (list) code = add_paths(inputs, walk, list, delimiter);
    if (!list || ferror(list)) {
        cli_complain("cannot read %s: %s", path, strerror(errno));
        code = CLI_UNJUDGED;
    }
    if (list && !is_stdin) fclose(list);
    return code;
}
