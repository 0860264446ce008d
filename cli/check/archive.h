/* Judges what an archive or a container holds, and what is nested in it, to CLI_MOST_LEVELS levels.
 * Members are judged as they come, except those of formats with sets: they wait for the others of
 * their folder until all of their archive was gone through. */
#ifndef NAVLINT_CLI_CHECK_ARCHIVE_H
#define NAVLINT_CLI_CHECK_ARCHIVE_H

#include "cli/check/task.h"

typedef struct cli_archive_request {
    const cli_check_settings *settings;
    const navlint_options *options; /* made of the settings */
    cli_masters *masters;           /* as in a task */
    cli_suppress *suppress;         /* as in a task */
    const char *name; /* of the archive; members are reported as NAME!MEMBER, theirs as
                         NAME!MEMBER!MEMBER */
    bool is_on_disk;  /* the name is a path */
    cli_job *job;
    void *context;
    /* Takes the result of a container itself, of a member, of a set, or of the archive where not
     * all of it can be read; returns false to end. name and result are good during the call only.
     */
    bool (*take)(void *context, const char *name, cli_result *result);
} cli_archive_request;

/* found: of cli_judge_input, with the outcome CLI_CONTAINER.
 * Returns false if `take` ended it. */
bool cli_check_inside(const cli_archive_request *request, const cli_result *found);

#endif
