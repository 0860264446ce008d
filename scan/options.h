/* The options of the verbs: their own, and those of `navlint check` that say how to judge. */
#ifndef NAVLINT_SCAN_OPTIONS_H
#define NAVLINT_SCAN_OPTIONS_H

#include "cli/spell.h"
#include "scan/settings.h"

/* What one verb takes. */
typedef struct scan_arguments {
    scan_settings scan;
    cli_check_settings check; /* of submit */
} scan_arguments;

/* A table for cli_parse whose targets are members of scan_arguments. */
typedef struct scan_table {
    const cli_option *options; /* static */
    size_t count;
} scan_table;

scan_table scan_submit_table(void);
scan_table scan_work_table(void);
scan_table scan_collect_table(void);

/* The options that say how to judge; targets are members of cli_check_settings. */
scan_table scan_judging_table(void);

/* What holds without options. */
scan_arguments scan_defaults(void);

/* Frees the lists in them. */
void scan_arguments_free(scan_arguments *arguments);

/* How to judge, as a task carries it. Returns false if memory ran out; free the words in either
 * case. */
bool scan_spell(const scan_arguments *arguments, cli_words *words);

/* Reads such words.
 * words: a list that is used up. settings: receives what they say, to be freed in either case.
 * Returns false after a complaint. */
bool scan_read_words(char **words, size_t count, cli_check_settings *settings);

#endif
