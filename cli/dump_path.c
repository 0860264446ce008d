#include "cli/dump_path.h"

#include <ctype.h>
#include <string.h>

bool cli_is_item(const char *step) {
    return isdigit((unsigned char)*step);
}

size_t cli_step_length(const char *step) {
    return strcspn(step, "/");
}

size_t cli_path_down_to(const char *path, const char *base, uint32_t levels) {
    size_t at = strlen(base);
    for (uint32_t i = 0; i < levels && path[at] == '/'; i++)
        at += 1 + cli_step_length(path + at + 1);
    return at;
}

/* The last step is the field's own. */
size_t cli_record_length(const char *path) {
    const char *const last = strrchr(path, '/');
    size_t record = 0;
    for (size_t at = 0; path + at != last;) {
        const char *const step = path + at + 1;
        at += 1 + cli_step_length(step);
        if (cli_is_item(step) || record == 0) record = at;
    }
    const bool is_in_list = record == (size_t)(last - path) && cli_is_item(last + 1);
    const bool is_top_list = is_in_list && strchr(path + 1, '/') == last;
    return is_top_list ? strlen(path) : record;
}
