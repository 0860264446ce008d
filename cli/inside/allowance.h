/* What may be taken out of one input and of all that is nested in it: one allowance for the whole
 * tree, since limits of each level for itself would multiply. */
#ifndef NAVLINT_CLI_INSIDE_ALLOWANCE_H
#define NAVLINT_CLI_INSIDE_ALLOWANCE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    /* rar > gma > bsp > its pakfile are four; one more is generous. */
    CLI_MOST_LEVELS = 5,
    /* Sixteen times the files of the largest map that a format has: 4096 areas. */
    CLI_MOST_ENTRIES = 65536,
    /* Real navigation data shrink to a quarter; deflate reaches 1032 on zeros. What unpacks to
     * little is no danger, however well it is packed. */
    CLI_HIGHEST_RATIO = 256,
    CLI_RATIO_FREE_BYTES = 64 << 20,
    /* Of unpacked members of one archive that wait for maps: eight times the largest real mesh. */
    CLI_MOST_WAITING_BYTES = 16 << 20
};

typedef struct cli_allowance {
    uint64_t max_bytes;        /* --max-archive-bytes */
    uint64_t max_member_bytes; /* --max-bytes */
    uint64_t outer_bytes;      /* of the input itself, as far as it has been read */
    uint64_t bytes;            /* unpacked, and handed out where they lie, so far */
    uint64_t entries;          /* seen so far, at whatever level */
    char problem[160];         /* which limit was reached; "": none */
} cli_allowance;

/* Each counts what is taken. Returns false if a limit is reached: nothing more is to be taken. */
bool cli_allow_bytes(cli_allowance *allowance, uint64_t bytes);
bool cli_allow_entries(cli_allowance *allowance, uint64_t entries);

/* What is left. */
uint64_t cli_bytes_left(const cli_allowance *allowance);
uint64_t cli_entries_left(const cli_allowance *allowance);

/* Each notes that a limit was reached, unless one was before. */
void cli_note_many_bytes(cli_allowance *allowance);
void cli_note_many_entries(cli_allowance *allowance);
void cli_note_high_ratio(cli_allowance *allowance);

/* Whether no limit has been reached. */
bool cli_is_allowed(const cli_allowance *allowance);

#endif
