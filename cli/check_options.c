#include "cli/check_options.h"

#include <stdlib.h>

/* Four inputs as large as --max-bytes lets them be. */
#define DEFAULT_ARCHIVE_BYTES (UINT64_C(4) << 30)

cli_check_settings cli_check_defaults(void) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    return (cli_check_settings){.min_severity = CLI_SEVERITY_OF_FORM,
                                .fail_on = NAVLINT_ERROR,
                                .max_bytes = options.max_input_bytes,
                                .max_archive_bytes = DEFAULT_ARCHIVE_BYTES};
}

void cli_check_settings_free(cli_check_settings *settings) {
    free(settings->masters.items);
    free(settings->exclude.items);
    free(settings->ignore.items);
    free(settings->only.items);
    free(settings->overrides.items);
}

#define TARGET(member) offsetof(cli_check_settings, member)

const cli_option cli_check_options[CLI_CHECK_OPTION_COUNT] = {
    {"--format", NULL, CLI_OUTPUTS, TARGET(outputs), CLI_FORMS,
     "What to print: text (default), errors and warnings for people, at most three of a rule in a "
     "file, and the console command that takes you there where the game has one; json, everything: "
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
    {"--input-format", NULL, CLI_FORMAT, TARGET(input_format), "ID",
     "Judge as this format instead of telling it from the bytes; in directories take the files of "
     "this format only. See 'navlint formats'."},
    {"--game", NULL, CLI_GAME, TARGET(game), "NAME",
     "Judge as this game would load the file. See 'navlint formats'."},
    {"--scope", NULL, CLI_CHOICE, TARGET(scope), "all|navmesh",
     "What of a plugin to judge: all records (default), or those alone that navigation needs, "
     "which "
     "is faster."},
    {"--ignore", NULL, CLI_CODES, TARGET(ignore), "CODE[,CODE...]",
     "Never report these rules. NAV_LADDER_* means all that begin so. May be repeated."},
    {"--only", NULL, CLI_CODES, TARGET(only), "CODE[,CODE...]",
     "Report these rules and no others. May be repeated."},
    {"--severity", NULL, CLI_SEVERITIES, TARGET(overrides), "CODE=error|warning|info|off",
     "Give a rule another severity. May be repeated; the last one wins."},
    {"--min-severity", NULL, CLI_CHOICE, TARGET(min_severity), "error|warning|info",
     "Show nothing less severe; counts and exit code do not change. Default: warning in text, info "
     "in JSON and with --all."},
    {"--pedantic", NULL, CLI_FLAG, TARGET(pedantic), NULL,
     "Report what is odd and needs no repair, too: infos that are off without it. Naming such a "
     "rule "
     "in --only or --severity turns it on by itself."},
    {"--fail-on", NULL, CLI_CHOICE, TARGET(fail_on), "error|warning|info|never",
     "Exit with 1 for findings of this severity or above. Default error."},
    {"--masters", NULL, CLI_WORDS, TARGET(masters), "DIR",
     "Look up the masters that plugins name, and theirs, in this folder, whatever the case of "
     "their "
     "names: they are read so that references into them can be judged, and never reported. What is "
     "judged itself is not taken from there. May be repeated; the first folder that has a master "
     "counts."},
    {"--exclude", NULL, CLI_WORDS, TARGET(exclude), "GLOB",
     "Leave out what is found in folders and archives: without a slash every file and folder of "
     "that name, with one the path as it is shown; * stands for slashes, too. May be repeated. "
     ".git, .hg and .svn are always left out."},
    {"--respect-gitignore", NULL, CLI_FLAG, TARGET(respect_gitignore), NULL,
     "Leave out what is found in folders and git ignores."},
    {"--since", NULL, CLI_WORD, TARGET(since), "COMMIT",
     "Judge of all inputs only the files that differ from this commit of git, and those that git "
     "does not know; without inputs those below the current folder."},
    {"--diff-only", NULL, CLI_FLAG, TARGET(diff_only), NULL, "The same as --since HEAD."},
    {"--files-from", NULL, CLI_WORD, TARGET(files_from), "FILE",
     "Judge, besides, the files that this list names, one a line, if they are recognised; - is "
     "standard input."},
    {"--null", "-0", CLI_FLAG, TARGET(null), NULL,
     "In --files-from a NUL ends a path, not the end of a line."},
    {"--allow-empty", NULL, CLI_FLAG, TARGET(allow_empty), NULL,
     "Nothing to judge is in order: no exit code 3."},
    {"--on-indeterminate", NULL, CLI_CHOICE, TARGET(on_indeterminate), "fail|warn|ignore",
     "What becomes of files that have no verdict, as their version is not supported, say: fail "
     "(default), exit code 3; warn, say so, and no exit code; ignore, say nothing."},
    {"--max-findings", NULL, CLI_COUNT, TARGET(max_findings), "N",
     "Keep at most N findings of each file: errors stay longest, then warnings; the counts stay "
     "exact. Default 1000."},
    {"--max-findings-per-rule", NULL, CLI_COUNT, TARGET(max_findings_per_rule), "N",
     "Keep, and show, at most N findings of one rule in a file. Default 100, of which text shows "
     "3."},
    {"--max-bytes", NULL, CLI_SIZE, TARGET(max_bytes), "SIZE",
     "Do not judge larger files: their verdict is indeterminate. Bytes, or with a suffix k, M, G. "
     "Default 1G."},
    {"--max-archive-bytes", NULL, CLI_SIZE, TARGET(max_archive_bytes), "SIZE",
     "Unpack at most so much of one archive; one that holds more ends with exit code 3. Default "
     "4G."},
    {"--stdin-filename", NULL, CLI_WORD, TARGET(stdin_filename), "NAME",
     "Report standard input under this name."},
    {"--jobs", "-j", CLI_JOBS, TARGET(jobs), "N",
     "Judge N files at once; the output is the same for every N. Default: one for each core."},
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
     "Count errors, warnings, infos and skipped files in the last line, and say why archives in "
     "archives are skipped."},
};
