#include "cli/os/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* What is closed becomes /dev/null, opened the wrong way round, so that using it still fails. */
void cli_os_begin(void) {
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++)
        if (fcntl(descriptor, F_GETFD) < 0)
            (void)!open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    signal(SIGPIPE, SIG_IGN);
}

cli_os_words cli_os_words_of(int argc, char **argv) {
    const size_t named = argc > 0 ? 1 : 0;
    return (cli_os_words){argv + named, (size_t)argc - named};
}

int cli_os_write_error(void) {
    return errno;
}

void cli_os_end(void) {
}

unsigned cli_os_processor_count(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
}

size_t cli_os_terminal_columns(void) {
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool cli_os_has_colors(void) {
    const char *const terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
}
