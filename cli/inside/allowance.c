#include "cli/inside/allowance.h"

#include <inttypes.h>
#include <stdio.h>

bool cli_is_allowed(const cli_allowance *allowance) {
    return allowance->problem[0] == '\0';
}

void cli_note_many_bytes(cli_allowance *allowance) {
    if (!cli_is_allowed(allowance)) return;
    snprintf(allowance->problem, sizeof allowance->problem,
             "unpacks to more than %" PRIu64 " bytes, see --max-archive-bytes "
             "[limit:archiveBytes]",
             allowance->max_bytes);
}

void cli_note_many_entries(cli_allowance *allowance) {
    if (!cli_is_allowed(allowance)) return;
    snprintf(allowance->problem, sizeof allowance->problem,
             "holds more than %d entries [limit:archiveEntries]", CLI_MOST_ENTRIES);
}

void cli_note_high_ratio(cli_allowance *allowance) {
    if (!cli_is_allowed(allowance)) return;
    snprintf(allowance->problem, sizeof allowance->problem,
             "unpacks to more than %d times its size [limit:archiveRatio]", CLI_HIGHEST_RATIO);
}

uint64_t cli_bytes_left(const cli_allowance *allowance) {
    return allowance->bytes < allowance->max_bytes ? allowance->max_bytes - allowance->bytes : 0;
}

uint64_t cli_entries_left(const cli_allowance *allowance) {
    return allowance->entries < CLI_MOST_ENTRIES ? CLI_MOST_ENTRIES - allowance->entries : 0;
}

bool cli_allow_bytes(cli_allowance *allowance, uint64_t bytes) {
    const bool is_little = bytes <= cli_bytes_left(allowance);
    allowance->bytes += bytes <= UINT64_MAX - allowance->bytes ? bytes : 0;
    if (!is_little)
        cli_note_many_bytes(allowance);
    else if (allowance->bytes > CLI_RATIO_FREE_BYTES &&
             allowance->bytes / CLI_HIGHEST_RATIO > allowance->outer_bytes)
        cli_note_high_ratio(allowance);
    return cli_is_allowed(allowance);
}

bool cli_allow_entries(cli_allowance *allowance, uint64_t entries) {
    if (entries > cli_entries_left(allowance)) cli_note_many_entries(allowance);
    allowance->entries += entries;
    return cli_is_allowed(allowance);
}
