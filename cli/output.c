#include "cli/output.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "cli/os/program.h"
#include "draw/escape.h"

/* errno of the first write that failed; stdio keeps only the fact that one did. */
static int write_error;

static size_t harmless_ascii_length(const char *at) {
    return draw_harmless_length(at) == 1 ? 1 : 0;
}

void cli_make_safe(char *safe, size_t capacity, const char *text) {
    draw_escape(safe, capacity, text, draw_harmless_length);
}

void cli_make_ascii(char *ascii, size_t capacity, const char *text) {
    draw_escape(ascii, capacity, text, harmless_ascii_length);
}

void cli_complain(const char *format, ...) {
    char raw[8192], safe[4 * sizeof raw];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(raw, sizeof raw, format, arguments);
    va_end(arguments);
    if (length >= (int)sizeof raw) strcpy(raw + sizeof raw - sizeof "...", "...");
    cli_make_safe(safe, sizeof safe, raw);
    fprintf(stderr, "%s: %s\n", cli_this_program.name, safe);
}

static bool note_write(bool written) {
    if (!written && write_error == 0) {
        const int failure = cli_os_write_error();
        write_error = failure != 0 ? failure : EIO;
    }
    return write_error == 0;
}

bool cli_write(const char *bytes, size_t length) {
    if (write_error != 0) return false;
    return note_write(fwrite(bytes, 1, length, stdout) == length);
}

bool cli_print(const char *format, ...) {
    if (write_error != 0) return false;
    va_list arguments;
    va_start(arguments, format);
    const int printed = vprintf(format, arguments);
    va_end(arguments);
    return note_write(printed >= 0);
}

bool cli_flush(void) {
    if (write_error != 0) return false;
    /* msvcrt notes what failed on a device, and says nothing when it is flushed. */
    return note_write(fflush(stdout) == 0 && !ferror(stdout));
}

/* The length of the longest piece of `text` that fits into `width` and ends at a space. */
static size_t fold_length(const char *text, size_t width) {
    const size_t length = strlen(text);
    if (length <= width) return length;
    size_t fold = width;
    while (fold > 0 && text[fold] != ' ')
        fold--;
    return fold > 0 ? fold : strcspn(text, " ");
}

void cli_print_folded(const char *text, int indent) {
    enum { COLUMNS = 80 };
    while (*text != '\0') {
        const size_t length = fold_length(text, (size_t)(COLUMNS - indent));
        cli_print("%*s%.*s\n", indent, "", (int)length, text);
        text += length;
        text += strspn(text, " ");
    }
}

void cli_begin(void) {
    cli_os_begin();
}

static int settle(int code) {
    if (cli_flush() || write_error == EPIPE) return code;
    cli_complain("cannot write to standard output: %s", strerror(write_error));
    return CLI_INTERNAL;
}

int cli_finish(int code) {
    const int settled = settle(code);
    cli_os_end();
    return settled;
}
