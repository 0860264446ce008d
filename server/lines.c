#include "server/lines.h"

#include <stdlib.h>
#include <string.h>

/* Of a single file the one line is its report. */
static bool render(srv_lines *lines) {
    const navlint_report *const member = navlint_report_member(lines->report, lines->next);
    const uint64_t *const offsets = lines->outer_offsets;
    lines->line = member ? navlint_report_json_within(member, NAVLINT_JSON_COMPACT, NULL,
                                                      offsets ? offsets + lines->next : NULL)
                         : navlint_report_json(lines->report, NAVLINT_JSON_SET_ALONE, NULL);
    lines->next++;
    lines->sent = 0;
    if (!lines->line.text) return false;
    lines->line.text[lines->line.length++] = '\n'; /* in the place of the NUL */
    return true;
}

static bool has_more(const srv_lines *lines) {
    return lines->report && lines->next <= navlint_report_member_count(lines->report);
}

static void drop_line(srv_lines *lines) {
    navlint_text_free(lines->line);
    lines->line = (navlint_text){.text = NULL};
}

srv_lines_step srv_lines_read(srv_lines *lines, char *buffer, size_t capacity, size_t *length) {
    *length = 0;
    if (lines->line.text && lines->sent == lines->line.length) drop_line(lines);
    if (!lines->line.text && !has_more(lines)) return SRV_LINES_END;
    if (!lines->line.text && !render(lines)) return SRV_LINES_NO_MEMORY;
    const size_t left = lines->line.length - lines->sent;
    *length = left < capacity ? left : capacity;
    memcpy(buffer, lines->line.text + lines->sent, *length);
    lines->sent += *length;
    lines->bytes_out += *length;
    return SRV_LINES_READ;
}

void srv_lines_close(srv_lines *lines) {
    drop_line(lines);
    lines->report = NULL;
}

/* navlint_text_free is free(): the library says that its texts are malloc's. */
navlint_text srv_lines_text(srv_lines *lines) {
    navlint_text all = {.text = NULL};
    while (has_more(lines)) {
        char *const wider =
            render(lines) ? realloc(all.text, all.length + lines->line.length + 1) : NULL;
        if (!wider) {
            srv_lines_close(lines);
            navlint_text_free(all);
            return (navlint_text){.text = NULL};
        }
        memcpy(wider + all.length, lines->line.text, lines->line.length);
        all = (navlint_text){wider, all.length + lines->line.length};
        drop_line(lines);
    }
    srv_lines_close(lines);
    return all;
}
