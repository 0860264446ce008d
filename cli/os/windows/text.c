/* Functions on text that POSIX has and mingw-w64 has not. */
#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdbool.h>

char *strndup(const char *text, size_t length) {
    const size_t whole = strnlen(text, length);
    char *const copy = malloc(whole + 1);
    if (!copy) return errno = ENOMEM, NULL;
    memcpy(copy, text, whole);
    copy[whole] = '\0';
    return copy;
}

void *memmem(const void *bytes, size_t length, const void *wanted, size_t wanted_length) {
    const char *at = bytes, *const end = at + length, *const first = wanted;
    if (wanted_length == 0) return (void *)(size_t)bytes;
    while ((size_t)(end - at) >= wanted_length &&
           (at = memchr(at, *first, (size_t)(end - at) - wanted_length + 1))) {
        if (memcmp(at, wanted, wanted_length) == 0) return (void *)(size_t)at;
        at++;
    }
    return NULL;
}

static bool make_room(char **line, size_t *capacity, size_t length) {
    if (*line && length < *capacity) return true;
    const size_t wanted = *capacity > 0 ? 2 * *capacity : 256;
    char *const grown = realloc(*line, wanted);
    if (!grown) return false;
    *line = grown;
    *capacity = wanted;
    return true;
}

ssize_t getdelim(char **line, size_t *capacity, int delimiter, FILE *file) {
    size_t length = 0;
    bool is_whole = false;
    if (!*line) *capacity = 0;
    for (int c; !is_whole && (c = getc(file)) != EOF; is_whole = c == delimiter) {
        if (!make_room(line, capacity, length + 1)) return errno = ENOMEM, -1;
        (*line)[length++] = (char)c;
    }
    if (length == 0) return -1;
    (*line)[length] = '\0';
    return (ssize_t)length;
}

const char *windows_strerror(int number) {
#undef strerror
    switch (number) {
    case EBUSY:
        return "Device or resource busy";
    case EILSEQ:
        return "Invalid or incomplete multibyte or wide character";
    case ELOOP:
        return "Too many levels of symbolic links";
    case ENAMETOOLONG:
        return "File name too long";
    case ENOMEM:
        return "Cannot allocate memory";
    case EXDEV:
        return "Invalid cross-device link";
    default:
        return strerror(number);
    }
}

/* ---- Patterns ---- */

static char folded(char c) {
    return c == '\\' ? '/' : (char)tolower((unsigned char)c);
}

/* Behind the '[': whether the set has the character, and where it ends; NULL: it does not end, and
 * the '[' stands for itself. */
static const char *match_set(const char *set, char c, bool *has_it) {
    const bool is_negated = *set == '!' || *set == '^';
    const char *at = set + is_negated;
    *has_it = false;
    do {
        if (*at == '\0') return NULL;
        const char first = folded(*at++);
        const bool is_range = at[0] == '-' && at[1] != ']' && at[1] != '\0';
        const char last = is_range ? folded(at[1]) : first;
        if (is_range) at += 2;
        *has_it = *has_it || (first <= c && c <= last);
    } while (*at != ']');
    *has_it = *has_it != is_negated;
    return at + 1;
}

/* Whether the pattern's first step takes the character; next: behind that step. */
static bool match_one(const char *pattern, char c, const char **next) {
    bool has_it;
    *next = pattern + 1;
    if (*pattern == '?') return true;
    if (*pattern == '[') {
        const char *const end = match_set(pattern + 1, c, &has_it);
        if (end) return *next = end, has_it;
    }
    return folded(*pattern) == c;
}

/* A '*' that did not take enough takes a character more: the last one alone is ever taken back. */
int fnmatch(const char *pattern, const char *text, int flags) {
    const char *star = NULL, *after_star = NULL, *next = NULL;
    (void)flags;
    while (*text != '\0') {
        if (*pattern == '*') {
            star = ++pattern;
            after_star = text;
        } else if (*pattern != '\0' && match_one(pattern, folded(*text), &next)) {
            pattern = next;
            text++;
        } else if (star) {
            pattern = star;
            text = ++after_star;
        } else {
            return FNM_NOMATCH;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0' ? 0 : FNM_NOMATCH;
}
