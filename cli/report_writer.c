#include "cli/report_writer.h"

#include <ctype.h>
#include <string.h>

#include "cli/output.h"
#include "cli/settings.h"

/* The words that the library puts behind a place, and before the reason of an indeterminate
 * verdict, and their colours as escape sequences. */
typedef struct colored_word {
    const char *text;
    const char *color;
} colored_word;

static const colored_word words_behind_place[] = {
    {"error: ", "\033[1;31m"},
    {"warning: ", "\033[1;33m"},
    {"info: ", "\033[1;36m"},
    {"note: ", "\033[36m"},
};
static const colored_word indeterminate = {"indeterminate: ", "\033[1;35m"};

/* Where a line has its word. */
typedef struct spot {
    const char *start;
    const char *color; /* NULL: nothing to colour */
} spot;

static bool starts_with(const char *at, const char *end, const char *text) {
    const size_t length = strlen(text);
    return (size_t)(end - at) >= length && memcmp(at, text, length) == 0;
}

static const char *after_hex(const char *at, const char *end) {
    while (at < end && isxdigit((unsigned char)*at))
        at++;
    return at;
}

/* Finds the word behind a place, `:+0x2e60: error: `, if one begins at `at`. */
static spot spot_behind_place(const char *at, const char *end) {
    static const char mark[] = ":+0x";
    if (!starts_with(at, end, mark)) return (spot){0};
    const char *const rest = after_hex(at + sizeof mark - 1, end);
    if (!starts_with(rest, end, ": ")) return (spot){0};
    for (size_t i = 0; i < sizeof words_behind_place / sizeof words_behind_place[0]; i++)
        if (starts_with(rest + 2, end, words_behind_place[i].text))
            return (spot){rest + 2, words_behind_place[i].color};
    return (spot){0};
}

static spot find_spot(const char *line, const char *end) {
    spot found = {0};
    for (const char *at = line; at < end && !found.color; at++) {
        found = spot_behind_place(at, end);
        if (starts_with(at, end, ": ") && starts_with(at + 2, end, indeterminate.text))
            found = (spot){at + 2, indeterminate.color};
    }
    return found;
}

static void write_colored_line(const char *line, const char *end) {
    const spot word = find_spot(line, end);
    const char *rest = line;
    if (word.color) {
        rest = memchr(word.start, ':', (size_t)(end - word.start));
        cli_write(line, (size_t)(word.start - line));
        cli_print("%s%.*s\033[0m", word.color, (int)(rest - word.start), word.start);
    }
    cli_write(rest, (size_t)(end - rest));
}

/* The start of the next line, or `end`. */
static const char *line_end(const char *line, const char *end) {
    const char *const newline = memchr(line, '\n', (size_t)(end - line));
    return newline ? newline + 1 : end;
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

static void write_json(const cli_report_writer *writer, navlint_text text) {
    if (!writer->is_array) {
        cli_write(text.text, text.length);
        cli_write("\n", 1);
        return;
    }
    cli_print("%s", writer->count == 0 ? "[\n" : ",\n");
    write_indented(text.text, text.length);
}

bool cli_report_writer_add(cli_report_writer *writer, navlint_text text) {
    if (writer->format == CLI_JSON) {
        write_json(writer, text);
    } else if (writer->format == CLI_NDJSON) {
        cli_write(text.text, text.length);
        cli_write("\n", 1);
    } else if (writer->is_colored) {
        write_colored(text.text, text.length);
    } else {
        cli_write(text.text, text.length);
    }
    writer->count++;
    return text.length == 0 || cli_flush();
}

void cli_report_writer_end(cli_report_writer *writer) {
    if (writer->format != CLI_JSON || !writer->is_array) return;
    cli_print("%s", writer->count == 0 ? "[]\n" : "\n]\n");
}
