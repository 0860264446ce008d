#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

/* errno of the first write that failed; stdio keeps only the fact that one did. */
static int write_error;

/* The length of the character of UTF-8 (RFC 3629) at `at` that a terminal can be trusted with; 0
 * for what is none, and for C0, DEL and C1. Overlong forms count as none, for the sake of C1. */
static size_t harmless_length(const char *at) {
    const unsigned char *const bytes = (const unsigned char *)at;
    if (bytes[0] < 0x80) return bytes[0] >= 0x20 && bytes[0] != 0x7f ? 1 : 0;
    if (bytes[0] < 0xc2 || bytes[0] > 0xf4) return 0;
    const size_t length = bytes[0] < 0xe0 ? 2 : bytes[0] < 0xf0 ? 3 : 4;
    for (size_t i = 1; i < length; i++)
        if ((bytes[i] & 0xc0) != 0x80) return 0;
    const bool is_c1 = bytes[0] == 0xc2 && bytes[1] < 0xa0;
    const bool is_overlong =
        (bytes[0] == 0xe0 && bytes[1] < 0xa0) || (bytes[0] == 0xf0 && bytes[1] < 0x90);
    const bool is_surrogate = bytes[0] == 0xed && bytes[1] >= 0xa0;
    const bool is_beyond = bytes[0] == 0xf4 && bytes[1] >= 0x90; /* U+10FFFF */
    return is_c1 || is_overlong || is_surrogate || is_beyond ? 0 : length;
}

static size_t harmless_ascii_length(const char *at) {
    return harmless_length(at) == 1 ? 1 : 0;
}

static void escape(char *out, size_t capacity, const char *text, size_t (*keep)(const char *at)) {
    size_t used = 0;
    for (const char *at = text; *at != '\0';) {
        const size_t kept = keep(at), needed = kept > 0 ? kept : sizeof "\\xNN" - 1;
        if (used + needed >= capacity) break;
        if (kept > 0)
            memcpy(out + used, at, kept);
        else
            snprintf(out + used, capacity - used, "\\x%02x", (unsigned char)*at);
        used += needed;
        at += kept > 0 ? kept : 1;
    }
    out[used] = '\0';
}

void cli_make_safe(char *safe, size_t capacity, const char *text) {
    escape(safe, capacity, text, harmless_length);
}

void cli_make_ascii(char *ascii, size_t capacity, const char *text) {
    escape(ascii, capacity, text, harmless_ascii_length);
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
    if (!written && write_error == 0) write_error = errno != 0 ? errno : EIO;
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
    return note_write(fflush(stdout) == 0);
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
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++)
        if (fcntl(descriptor, F_GETFD) < 0)
            (void)!open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    signal(SIGPIPE, SIG_IGN);
}

int cli_finish(int code) {
    if (cli_flush() || write_error == EPIPE) return code;
    cli_complain("cannot write to standard output: %s", strerror(write_error));
    return CLI_INTERNAL;
}
