#include "cli/print/report_writer.h"

#include <ctype.h>
#include <string.h>

#include "cli/outputs.h"

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

static bool put(const cli_report_writer *writer, const char *bytes, size_t length) {
    return writer->write(writer->context, bytes, length);
}

static bool put_text(const cli_report_writer *writer, const char *text) {
    return put(writer, text, strlen(text));
}

static bool write_colored_line(const cli_report_writer *writer, const char *line, const char *end) {
    const spot word = find_spot(line, end);
    const char *rest = line;
    if (word.color) {
        rest = memchr(word.start, ':', (size_t)(end - word.start));
        put(writer, line, (size_t)(word.start - line));
        put_text(writer, word.color);
        put(writer, word.start, (size_t)(rest - word.start));
        put_text(writer, "\033[0m");
    }
    return put(writer, rest, (size_t)(end - rest));
}

/* The start of the next line, or `end`. */
static const char *line_end(const char *line, const char *end) {
    const char *const newline = memchr(line, '\n', (size_t)(end - line));
    return newline ? newline + 1 : end;
}

static bool write_colored(const cli_report_writer *writer, navlint_text text) {
    const char *const end = text.text + text.length;
    bool is_taken = true;
    for (const char *line = text.text; line < end; line = line_end(line, end))
        is_taken = write_colored_line(writer, line, line_end(line, end));
    return is_taken;
}

/* JSON strings hold no raw newline, so every line can be moved in. */
static bool write_indented(const cli_report_writer *writer, navlint_text text) {
    const char *const end = text.text + text.length;
    bool is_taken = true;
    for (const char *line = text.text; line < end; line = line_end(line, end)) {
        put(writer, "  ", 2);
        is_taken = put(writer, line, (size_t)(line_end(line, end) - line));
    }
    return is_taken;
}

static bool write_line(const cli_report_writer *writer, navlint_text text) {
    put(writer, text.text, text.length);
    return put(writer, "\n", 1);
}

static bool write_json(const cli_report_writer *writer, navlint_text text) {
    if (!writer->is_array) return write_line(writer, text);
    put_text(writer, writer->count == 0 ? "[\n" : ",\n");
    return write_indented(writer, text);
}

static bool write_report(const cli_report_writer *writer, navlint_text text) {
    if (writer->format == CLI_JSON) return write_json(writer, text);
    if (writer->format == CLI_NDJSON) return write_line(writer, text);
    if (writer->is_colored) return write_colored(writer, text);
    return put(writer, text.text, text.length);
}

bool cli_report_writer_add(cli_report_writer *writer, navlint_text text) {
    const bool is_taken = write_report(writer, text);
    writer->count++;
    return is_taken;
}

void cli_report_writer_end(cli_report_writer *writer) {
    if (writer->format != CLI_JSON || !writer->is_array) return;
    put_text(writer, writer->count == 0 ? "[]\n" : "\n]\n");
}
