/* Systems that `navlint watch` has not been taught. */
#include "cli/output.h"
#include "cli/watch/source.h"

cli_watch_source *cli_watch_open(const cli_list *exclude) {
    (void)exclude;
    cli_complain("watch: not on this system: it needs Linux");
    return NULL;
}

bool cli_watch_add(cli_watch_source *source, const char *path) {
    (void)source, (void)path;
    return false;
}

size_t cli_watch_folder_count(const cli_watch_source *source) {
    (void)source;
    return 0;
}

void cli_watch_hear_signals(cli_watch_source *source) {
    (void)source;
}

cli_watch_event cli_watch_next(cli_watch_source *source, int wait_ms) {
    (void)source, (void)wait_ms;
    return (cli_watch_event){CLI_WATCH_FAILED, NULL};
}

void cli_watch_close(cli_watch_source *source) {
    (void)source;
}
