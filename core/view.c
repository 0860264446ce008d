#include "core/view.h"

#include <string.h>

bool nl_section_has(nl_section section, uint64_t at, uint64_t length) {
    if (section.to != 0 && at >= section.to) return false;
    return at >= section.from || length > section.from - at;
}

bool nl_view_has(const nl_view *view, const nl_path *path, bool is_leaf) {
    char chars[NL_PATH_CAPACITY];
    if (!view->path) return true;
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_path(&text, path);
    const size_t wanted = strlen(view->path);
    const size_t compared = wanted < text.length ? wanted : text.length;
    if (memcmp(chars, view->path, compared) != 0) return false;
    if (text.length >= wanted) return chars[wanted] == '/' || chars[wanted] == '\0';
    return !is_leaf && view->path[compared] == '/';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* The number that a path goes on with; false if that is none which a list has. */
static bool read_index(const char *text, uint64_t *index) {
    uint64_t number = 0;
    unsigned digits = 0;
    for (; is_digit(text[digits]) && digits < 18; digits++)
        number = 10 * number + (uint64_t)(text[digits] - '0');
    *index = number;
    return digits > 0 && (text[digits] == '/' || text[digits] == '\0');
}

nl_span nl_view_items(const nl_view *view, const nl_path *list, uint64_t count) {
    char chars[NL_PATH_CAPACITY];
    uint64_t index = 0;
    nl_text text = nl_text_over(chars, sizeof chars);
    if (!view->path) return (nl_span){0, count};
    nl_put_path(&text, list);
    if (!nl_view_has(view, list, false)) return (nl_span){0, 0};
    if (strlen(view->path) <= text.length) return (nl_span){0, count};
    if (!read_index(view->path + text.length + 1, &index)) return (nl_span){0, count};
    return index < count ? (nl_span){index, index + 1} : (nl_span){0, 0};
}
