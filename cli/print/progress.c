#include "cli/print/progress.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/os/program.h"
#include "cli/output.h"

enum { FIRST_AFTER_MS = 500, EVERY_MS = 100, DEFAULT_COLUMNS = 80 };

static uint64_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

void cli_progress_open(cli_progress *progress, bool wanted, size_t total) {
    *progress = (cli_progress){.enabled = wanted && isatty(STDERR_FILENO), .total = total};
    if (progress->enabled) progress->next_ms = now_ms() + FIRST_AFTER_MS;
}

static size_t terminal_columns(void) {
    const size_t columns = cli_os_terminal_columns();
    return columns < 2 ? DEFAULT_COLUMNS : columns;
}

static void print_size(char *text, size_t capacity, uint64_t bytes) {
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (bytes < 1024) {
        snprintf(text, capacity, "%u B", (unsigned)bytes);
        return;
    }
    size_t unit = 0;
    double amount = (double)bytes / 1024;
    for (; amount >= 1024; amount /= 1024)
        unit++;
    snprintf(text, capacity, "%.1f %s", amount, units[unit]);
}

/* Cuts the line to the width of the terminal, between characters of UTF-8: a wrapped line could not
 * be wiped. */
static void cut_line(char *line, size_t columns) {
    size_t length = strlen(line);
    if (length < columns) return;
    length = columns - 1;
    while (length > 0 && ((unsigned char)line[length] & 0xc0) == 0x80)
        length--;
    line[length] = '\0';
}

void cli_progress_show(cli_progress *progress, size_t done, const char *name) {
    if (!progress->enabled) return;
    const uint64_t now = now_ms();
    if (now < progress->next_ms) return;
    progress->next_ms = now + EVERY_MS;
    char size[32], safe_name[512], line[640];
    print_size(size, sizeof size, progress->bytes);
    cli_make_safe(safe_name, sizeof safe_name, name);
    snprintf(line, sizeof line, "%zu/%zu files, %s, %s", done, progress->total, size, safe_name);
    cut_line(line, terminal_columns());
    fprintf(stderr, "\r\033[K%s", line);
    progress->shown = true;
}

void cli_progress_clear(cli_progress *progress) {
    if (!progress->shown) return;
    fputs("\r\033[K", stderr);
    progress->shown = false;
}
