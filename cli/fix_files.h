/* Files that are fixed together: one, or those of a set; from their paths to the new bytes on disk.
 */
#ifndef NAVLINT_CLI_FIX_FILES_H
#define NAVLINT_CLI_FIX_FILES_H

#include <sys/stat.h>

#include "cli/config/terms.h"
#include "cli/fix_settings.h"
#include "cli/fix_text.h"
#include "cli/inputs/walk.h"
#include "cli/inside/put.h"

/* A file of the disk, standard input, or a member of an archive or a container. */
typedef struct cli_fix_file {
    const cli_input *input;
    const char *name; /* as it is reported */
    cli_buffer bytes;
    struct stat status; /* of what is on the disk, when it was read; of standard input zeros */
    cli_place *place;   /* of a member, read, with keeps_file; NULL */
    cli_buffer whole;   /* of a member that was fixed: the file that it is in, as it is to be */
    bool has_backup;    /* of this run, which keeps what was there before it */
} cli_fix_file;

typedef struct cli_fix_task {
    const cli_fix_settings *settings;
    const cli_terms *terms;
    cli_fix_file *files; /* read */
    size_t count;        /* at least 1; of a member 1 */
} cli_fix_task;

/* Reads a file. Returns CLI_OK, or an exit code after a complaint. */
int cli_fix_read(cli_fix_file *file, uint64_t max_bytes);

/* The same for a file that has been read. */
int cli_fix_check_size(const cli_fix_file *file, uint64_t max_bytes);

/* The same for a member; one that could not be written back is refused.
 * place: of cli_place_of; the file's until cli_fix_close_member, whatever is returned. */
int cli_fix_read_member(cli_fix_file *file, cli_place *place);
void cli_fix_close_member(cli_fix_file *file);

/* Fixes the files, says what was done and writes what the settings want.
 * tally: what was done is added. Returns an exit code. */
int cli_fix_run(const cli_fix_task *task, cli_fix_tally *tally);

#endif
