/* What the options of `navlint check` say. */
#ifndef NAVLINT_CLI_SETTINGS_H
#define NAVLINT_CLI_SETTINGS_H

#include "cli/options.h"
#include "cli/outputs.h"

/* In the order of the words in the option table. */
enum { CLI_COLOR_AUTO, CLI_COLOR_ALWAYS, CLI_COLOR_NEVER };
enum { CLI_UNJUDGED_FAILS, CLI_UNJUDGED_WARNS, CLI_UNJUDGED_IS_IGNORED };
enum { CLI_NO_TABLE, CLI_TEXT_TABLE, CLI_CSV_TABLE };

/* The members that a file of settings may give, too (config/keys.h), in the order of keys.def. */
enum {
#define CLI_KEY(member, ...) CLI_KEY_##member,
#include "cli/config/keys.def"
#undef CLI_KEY
    CLI_KEY_COUNT
};

/* What min_severity is if the user does not choose. */
enum { CLI_SEVERITY_OF_FORM = NAVLINT_OFF };

typedef struct cli_check_settings {
    cli_outputs outputs; /* settled by cli_outputs_settle */
    const char *output;  /* file of --output */
    const char *input_format;
    const char *game;
    unsigned scope; /* navlint_scope */
    cli_list ignore;
    cli_list only;
    cli_overrides overrides;
    unsigned min_severity; /* navlint_severity, or CLI_SEVERITY_OF_FORM */
    unsigned fail_on;      /* navlint_severity; NAVLINT_OFF: never */
    cli_count max_findings;
    cli_count max_findings_per_rule;
    uint64_t max_bytes;
    uint64_t max_archive_bytes;
    const char *stdin_filename;
    cli_list masters; /* folders */
    cli_list exclude; /* globs */
    const char *files_from;
    bool null;         /* what ends a path of files_from, not a line end */
    const char *since; /* a commit; NULL: none */
    bool diff_only;    /* since HEAD */
    bool respect_gitignore;
    bool allow_empty;
    const char *suppressions; /* file; NULL: CLI_SUPPRESSIONS_NAME, if it is there */
    bool no_suppressions;
    bool suppress_all;
    cli_list suppress_rules; /* codes */
    bool prune_suppressions;
    bool fail_on_unused;       /* suppressions */
    unsigned on_indeterminate; /* CLI_UNJUDGED_FAILS, ... */
    uint32_t jobs;             /* 0: as many as there are cores */
    uint64_t max_set_bytes;    /* of a set that may be parted */
    bool quiet;
    bool digest;
    bool verbose;
    bool statistics;
    unsigned summary; /* CLI_NO_TABLE, ... */
    bool all;
    bool pedantic;
    unsigned color;     /* CLI_COLOR_AUTO, ... */
    const char *config; /* a file; NULL: what lies beside or above the inputs */
    bool no_config;
    bool force_exclude;
    bool keeps_marks;          /* navlint watch compares them */
    bool given[CLI_KEY_COUNT]; /* by the user; the others stand as they do by default */
} cli_check_settings;

#endif
