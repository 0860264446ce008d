/* navlint check: judges files, folders and archives. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "cli/run.h"
#include "cli/verbs.h"

static int check_operands(const cli_verb *verb, const cli_operands *operands) {
    size_t stdin_count = 0;
    for (size_t i = 0; i < operands->count; i++)
        if (strcmp(operands->items[i], "-") == 0) stdin_count++;
    if (stdin_count < 2) return CLI_OK;
    cli_complain("%s: standard input (-) can be read only once", verb->name);
    return CLI_USAGE;
}

static int check_tables(const cli_verb *verb, const cli_check_settings *settings) {
    if (!settings->summary || (!settings->statistics && settings->format == CLI_TEXT))
        return CLI_OK;
    cli_complain("%s: --summary prints a table of its own and does not go with %s", verb->name,
                 settings->statistics ? "--statistics" : "--format json or ndjson");
    return CLI_USAGE;
}

/* Four inputs as large as --max-bytes lets them be. */
#define DEFAULT_ARCHIVE_BYTES (UINT64_C(4) << 30)

static cli_check_settings default_settings(void) {
    navlint_options options;
    navlint_options_init(&options);
    return (cli_check_settings){.min_severity = CLI_SEVERITY_OF_FORM,
                                .fail_on = NAVLINT_ERROR,
                                .max_bytes = options.max_input_bytes,
                                .max_archive_bytes = DEFAULT_ARCHIVE_BYTES};
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    cli_check_settings settings = default_settings();
    cli_operands operands;
    int code = cli_parse(verb, words, word_count, &settings, &operands);
    if (code == CLI_OK) code = check_operands(verb, &operands);
    if (code == CLI_OK) code = check_tables(verb, &settings);
    if (code == CLI_OK) code = cli_run(&settings, &operands);
    free(settings.masters.items);
    free(settings.ignore.items);
    free(settings.only.items);
    free(settings.overrides.items);
    return code;
}

#define TARGET(member) offsetof(cli_check_settings, member)

static const cli_option options[] = {
    {"--format", NULL, CLI_CHOICE, TARGET(format), "text|json|ndjson",
     "What to print: text (default), errors and warnings for people, at most three of a rule in a "
     "file, and the console command that takes you there where the game has one; json, everything: "
     "a report object, or an array of them for several inputs or a directory; ndjson, the same, "
     "one "
     "report a line."},
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
     "Never report these rules. May be repeated."},
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

const cli_verb cli_verb_check = {
    .name = "check",
    .operands = "FILE|DIR|ARCHIVE|-...",
    .summary = "Judges navigation files. Says nothing about files that are in order.",
    .details =
        "A file that is named is always judged; of a directory and the folders below it, the "
        "files that are recognised as navigation files, sorted by path. - is standard input. "
        "Archives (zip, 7z, tar, also packed by gzip, bzip2, xz or zstd) are recognised by their "
        "bytes "
        "and judged like directories, their files under the name ARCHIVE!FILE; in directories they "
        "need a usual extension. Files of a format with sets (see 'navlint formats') that lie in "
        "one folder, of the disk or of an archive, are judged together, after all other files: a "
        "plugin with the masters beside it, if they are named too. "
        "Findings go to standard output, diagnostics to standard error, and so does a last line "
        "that counts the files that are in order and the infos that are hidden.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .min_operands = 1,
    .max_operands = SIZE_MAX,
    .run = run,
};
