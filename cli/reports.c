#include "reports.h"

#include "print.h"
#include "settings.h"

#include <ctype.h>
#include <string.h>

/* The word of a finding's line that tells how bad it is. */
typedef struct severity_word {
    const char *start;
    size_t length;
    const char *color; /* escape sequence */
} severity_word;

static const char *after_hex(const char *at, const char *end) {
    while (at < end && isxdigit((unsigned char)*at))
        at++;
    return at;
}

/* Finds what follows the place `:+0x2e60: ` in the line; `end` if there is no place. */
static const char *after_place(const char *line, const char *end) {
    static const char mark[] = ":+0x";
    for (const char *at = line; at + sizeof mark - 1 < end; at++) {
        if (memcmp(at, mark, sizeof mark - 1) != 0) continue;
        const char *const rest = after_hex(at + sizeof mark - 1, end);
        if (end - rest > 2 && rest[0] == ':' && rest[1] == ' ') return rest + 2;
    }
    return end;
}

static severity_word find_severity(const char *line, const char *end) {
    static const char *const colors[] = {"\033[1;31m", "\033[1;33m", "\033[1;36m"};
    const char *const start = after_place(line, end);
    for (int severity = NAVLINT_ERROR; severity <= NAVLINT_INFO; severity++) {
        const char *const word = navlint_severity_text((navlint_severity)severity);
        const size_t length = strlen(word);
        if ((size_t)(end - start) > length && memcmp(start, word, length) == 0 &&
            start[length] == ':')
            return (severity_word){start, length, colors[severity]};
    }
    return (severity_word){.start = line};
}

static void write_colored_line(const char *line, const char *end) {
    const severity_word word = find_severity(line, end);
    cli_write(line, (size_t)(word.start - line));
    if (word.length > 0) {
        cli_print("%s", word.color);
        cli_write(word.start, word.length);
        cli_print("\033[0m");
    }
    const char *const rest = word.start + word.length;
    cli_write(rest, (size_t)(end - rest));
}

/* The start of the next line, or `end`. */
static const char *line_end(const char *line, const char *end) {
    const char *const newline = memchr(line, '\n', (size_t)(end - line));
    return newline != NULL ? newline + 1 : end;
}

static void write_colored(const char *text, size_t length) {
    const char *const end = text + length;
    for (const char *line = text; line < end; line = line_end(line, end))
        write_colored_line(line, line_end(line, end));
}

/* JSON strings hold no raw newline, so every line can be moved in. */
static void write_indented(const char *text, size_t length) {
    const char *const end = text + length;
    for (const char *line = text; line < end; line = line_end(line, end)) {
        cli_write("  ", 2);
        cli_write(line, (size_t)(line_end(line, end) - line));
    }
}

static void write_json(const cli_reports *reports, navlint_text text) {
    if (!reports->is_array) {
        cli_write(text.text, text.length);
        cli_write("\n", 1);
        return;
    }
    cli_print("%s", reports->count == 0 ? "[\n" : ",\n");
    write_indented(text.text, text.length);
}

bool cli_reports_add(cli_reports *reports, navlint_text text) {
    if (reports->format == CLI_JSON) {
        write_json(reports, text);
    } else if (reports->format == CLI_NDJSON) {
        cli_write(text.text, text.length);
        cli_write("\n", 1);
    } else if (reports->is_colored) {
        write_colored(text.text, text.length);
    } else {
        cli_write(text.text, text.length);
    }
    reports->count++;
    return text.length == 0 || cli_flush();
}

void cli_reports_end(cli_reports *reports) {
    if (reports->format != CLI_JSON || !reports->is_array) return;
    cli_print("%s", reports->count == 0 ? "[]\n" : "\n]\n");
}
