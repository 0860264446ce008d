/* Judges what an archive holds. Members are judged as they come, except those of formats with sets:
 * they are kept in memory and judged with the others of their folder at the end. */
#ifndef NAVLINT_CLI_CHECK_ARCHIVE_H
#define NAVLINT_CLI_CHECK_ARCHIVE_H

#include "cli/check/task.h"

typedef struct cli_archive_request {
    const cli_check_settings *settings;
    const navlint_options *options; /* made of the settings */
    cli_masters *masters;           /* as in a task */
    cli_suppress *suppress;         /* as in a task */
    const char *name;               /* of the archive; members are reported as NAME!MEMBER */
    cli_job *job;
    void *context;
    /* Takes the result of a member, of a set, or of the archive where not all of it can be read;
     * returns false to end. name and result are good during the call only. */
    bool (*take)(void *context, const char *name, cli_result *result);
} cli_archive_request;

/* source: as cli_load returned it.
 * Returns false if `take` ended it. */
bool cli_check_archive(const cli_archive_request *request, const cli_source *source);

#endif
