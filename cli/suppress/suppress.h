/* What a run does with findings that are known already: suppresses them, notes those that are to be
 * known from now on, and says what is known for nothing. docs/ci.md says what users see. */
#ifndef NAVLINT_CLI_SUPPRESS_SUPPRESS_H
#define NAVLINT_CLI_SUPPRESS_SUPPRESS_H

#include <pthread.h>

#include "cli/settings.h"
#include "cli/suppress/names.h"
#include "cli/suppress/suppressions.h"

/* Start with {0}; cli_suppress_close at the end. */
typedef struct cli_suppress {
    const cli_check_settings *settings; /* of the command line */
    const char *path;                   /* of the suppressions file */
    bool is_active;                     /* else nothing is suppressed, and all below is {0} */
    cli_suppressions known;
    pthread_mutex_t lock; /* on what follows, and on what is noted in `known` */
    cli_suppressed_names names;
    cli_note *notes; /* heap; findings to be known from now on */
    size_t note_count;
    size_t note_capacity;
} cli_suppress;

/* Reads the file, if there is one or the settings name it.
 * settings: of the command line; borrowed.
 * Returns CLI_OK, or CLI_USAGE or CLI_INTERNAL after a complaint. */
int cli_suppress_open(cli_suppress *suppress, const cli_check_settings *settings);

/* What was judged. */
typedef struct cli_suppress_request {
    const navlint_report *report; /* of one input or a set */
    const cli_check_settings *settings;
    const navlint_options *options; /* made of the settings, not widened */
    const char *archive;            /* of the inputs; NULL: none */
    bool is_partial; /* of a set files may be missing: what does not show may be there */
} cli_suppress_request;

/* Options with which to judge, so that the caps leave out nothing that is known. */
navlint_options cli_suppress_widen(const navlint_options *options,
                                   const cli_check_settings *settings);

/* Widens them to what a report holds that the caps have cut short all the same. Returns false if
 * they have not, or no wider ones may be had. */
bool cli_suppress_widen_more(navlint_options *options, const navlint_report *report);

/* Suppresses what is known and settles the report by the options. On any thread.
 * Returns false if memory ran out. */
bool cli_suppress_apply(cli_suppress *suppress, const cli_suppress_request *request);

/* Notes that all files of an archive were judged, by these settings. */
void cli_suppress_saw_archive(cli_suppress *suppress, const cli_check_settings *settings,
                              const char *archive);

/* Says what has ended and what is known for nothing, or writes the file, as the settings ask.
 * Returns the exit code that follows from it. */
int cli_suppress_finish(cli_suppress *suppress);

void cli_suppress_close(cli_suppress *suppress);

#endif
