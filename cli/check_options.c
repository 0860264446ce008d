#include "cli/check_options.h"

#include <stdlib.h>

/* Four inputs as large as --max-bytes lets them be. */
#define DEFAULT_ARCHIVE_BYTES (UINT64_C(4) << 30)

/* As many as one input may have; the plugins of most players have fewer. */
#define DEFAULT_SET_BYTES (UINT64_C(1) << 30)

cli_check_settings cli_check_defaults(void) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    return (cli_check_settings){.min_severity = CLI_SEVERITY_OF_FORM,
                                .fail_on = NAVLINT_ERROR,
                                .max_bytes = options.max_input_bytes,
                                .max_archive_bytes = DEFAULT_ARCHIVE_BYTES,
                                .max_set_bytes = DEFAULT_SET_BYTES};
}

void cli_check_settings_free(cli_check_settings *settings) {
    free(settings->masters.items);
    free(settings->exclude.items);
    free(settings->ignore.items);
    free(settings->only.items);
    free(settings->overrides.items);
    free(settings->suppress_rules.items);
}

#define TARGET(member) offsetof(cli_check_settings, member)

const cli_option cli_check_options[CLI_CHECK_OPTION_COUNT] = {
    {"--format", NULL, CLI_OUTPUTS, TARGET(outputs), CLI_FORMS,
     "What to print: text (default), errors and warnings for people, at most three of a rule in a "
     "file, where it is in the file on the disk if it stands open in a container there, and the "
     "console command that takes you there where the game has one; json, everything: "
     "a report object, or an array of them for several inputs or a directory; ndjson, the same, "
     "one report a line; sarif, SARIF 2.1.0; sarif-github, the same as GitHub's code scanning "
     "wants it; github, annotations of a run on GitHub; gitlab, a Code Quality report; junit, XML "
     "with a test case for each file; markdown, tables for a summary or a comment; csv, a row for "
     "each finding; auto, github or gitlab in a run of theirs, else text. May be repeated with "
     "FORM=FILE, which writes to a file: --format sarif=navlint.sarif --format github."},
    {"--output", "-o", CLI_WORD, TARGET(output), "FILE",
     "Write what goes to standard output to this file."},
    {"--all", "-a", CLI_FLAG, TARGET(all), NULL,
     "Show everything: infos, all findings of a rule, up to 100,000 of a file, and the notes that "
     "say where else a finding is about."},
#define CLI_KEY(member, key, option, kind, argument, layering, place, help, key_help)              \
    {option, NULL, kind, TARGET(member), argument, help},
#include "cli/config/keys.def"
#undef CLI_KEY
    {"--config", NULL, CLI_WORD, TARGET(config), "FILE",
     "Take the settings of all inputs from this file, whatever .navlint.json lies beside or above "
     "them: see navlint.json(5)."},
    {"--no-config", NULL, CLI_FLAG, TARGET(no_config), NULL, "Read no .navlint.json."},
    {"--force-exclude", NULL, CLI_FLAG, TARGET(force_exclude), NULL,
     "Leave out what is named, too, where --exclude or .navlint.json means it or a folder that it "
     "lies in: for hooks, which pass names of files."},
    {"--since", NULL, CLI_WORD, TARGET(since), "COMMIT",
     "Judge of all inputs only the files that differ from this commit of git, and those that git "
     "does not know; without inputs those below the current folder."},
    {"--diff-only", NULL, CLI_FLAG, TARGET(diff_only), NULL, "The same as --since HEAD."},
    {"--files-from", NULL, CLI_WORD, TARGET(files_from), "FILE",
     "Judge, besides, the files that this list names, one a line, if they are recognised; - is "
     "standard input."},
    {"--null", "-0", CLI_FLAG, TARGET(null), NULL,
     "In --files-from a NUL ends a path, not the end of a line."},
    {"--suppress-all", NULL, CLI_FLAG, TARGET(suppress_all), NULL,
     "Report nothing that is found now: note it in navlint-suppressions.json. Later runs that find "
     "this file in the current folder count what it knows and report the rest; exit codes follow "
     "the rest."},
    {"--suppress-rule", NULL, CLI_CODES, TARGET(suppress_rules), "CODE[,CODE...]",
     "The same for these rules alone. May be repeated."},
    {"--prune-suppressions", NULL, CLI_FLAG, TARGET(prune_suppressions), NULL,
     "Remove from the file what this run would have met and has not, and files that have gone."},
    {"--suppressions", NULL, CLI_WORD, TARGET(suppressions), "FILE",
     "Use this file instead. The names of files in it are seen from its folder."},
    {"--no-suppressions", NULL, CLI_FLAG, TARGET(no_suppressions), NULL,
     "Report everything, whatever is known."},
    {"--fail-on-unused-suppressions", NULL, CLI_FLAG, TARGET(fail_on_unused), NULL,
     "Exit with 1 if the file knows findings that are not there any more, too."},
    {"--stdin-filename", NULL, CLI_WORD, TARGET(stdin_filename), "NAME",
     "Report standard input under this name."},
    {"--jobs", "-j", CLI_JOBS, TARGET(jobs), "N",
     "Judge N files at once; the output is the same for every N. Default: one for each core."},
    {"--max-set-bytes", NULL, CLI_SIZE, TARGET(max_set_bytes), "SIZE",
     "Judge plugins of one folder that have more bytes than this in parts, each with the masters "
     "that it needs, so that they need not all be in memory. The findings are the same. Default "
     "1G."},
    {"--digest", NULL, CLI_FLAG, TARGET(digest), NULL,
     "Put the SHA-256 of the input into JSON reports."},
    {"--statistics", NULL, CLI_FLAG, TARGET(statistics), NULL,
     "Instead of findings print how many files break which rule."},
    {"--summary", NULL, CLI_TABLE, TARGET(summary), "text|csv",
     "Instead of findings print a table with a row for each file: verdict, counts, the rule that "
     "weighs most, format, version. csv: for spreadsheets (RFC 4180)."},
    {"--color", NULL, CLI_CHOICE, TARGET(color), "auto|always|never",
     "Severity words of text in colour. Default auto: on a terminal, unless NO_COLOR is set."},
    {"--quiet", "-q", CLI_FLAG, TARGET(quiet), NULL,
     "Print no findings, no progress and no totals: the exit code tells."},
    {"--verbose", "-v", CLI_FLAG, TARGET(verbose), NULL,
     "Count errors, warnings, infos and skipped files in the last line."},
};
