/* navlint check: judges files, folders and archives. */
#include <stdint.h>
#include <string.h>

#include "cli/check/run.h"
#include "cli/check_options.h"
#include "cli/config/keys.h"
#include "cli/inputs/choose.h"
#include "cli/output.h"
#include "cli/verbs.h"

static int check_operands(const cli_verb *verb, const cli_check_settings *settings,
                          const cli_operands *operands) {
    size_t stdin_count = settings->files_from && strcmp(settings->files_from, "-") == 0;
    if (operands->count == 0 && !settings->files_from) {
        cli_complain("%s: %s is missing; see 'navlint help %s'", verb->name, verb->operands,
                     verb->name);
        return CLI_USAGE;
    }
    for (size_t i = 0; i < operands->count; i++)
        if (strcmp(operands->items[i], "-") == 0) stdin_count++;
    if (stdin_count < 2) return CLI_OK;
    cli_complain("%s: standard input (-) can be read only once", verb->name);
    return CLI_USAGE;
}

static int check_tables(const cli_verb *verb, const cli_check_settings *settings) {
    const unsigned form = cli_stdout_form(&settings->outputs);
    if (settings->summary && (settings->statistics || form != CLI_TEXT)) {
        cli_complain("%s: --summary prints a table of its own and does not go with %s", verb->name,
                     settings->statistics ? "--statistics" : "another --format on standard output");
        return CLI_USAGE;
    }
    if (!settings->statistics || !cli_is_export(form)) return CLI_OK;
    cli_complain("%s: --statistics prints text, json or ndjson", verb->name);
    return CLI_USAGE;
}

static int check_suppressions(const cli_verb *verb, const cli_check_settings *settings) {
    const bool adds = settings->suppress_all || settings->suppress_rules.count > 0;
    const char *problem = NULL;
    if (adds && settings->prune_suppressions)
        problem = "--prune-suppressions does not go with --suppress-all and --suppress-rule";
    else if (settings->no_suppressions && (adds || settings->prune_suppressions))
        problem = "--no-suppressions does not go with options that write them";
    else if (settings->no_suppressions && settings->suppressions)
        problem = "--no-suppressions does not go with --suppressions";
    if (!problem) return CLI_OK;
    cli_complain("%s: %s", verb->name, problem);
    return CLI_USAGE;
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    cli_check_settings settings = cli_check_defaults();
    cli_operands operands;
    int code = cli_parse(verb, words, word_count, &settings, &operands);
    if (code == CLI_OK) cli_choose_default(&settings, &operands);
    if (code == CLI_OK) code = check_operands(verb, &settings, &operands);
    if (code == CLI_OK) code = cli_outputs_settle(&settings.outputs, settings.output, verb->name);
    if (code == CLI_OK) code = check_tables(verb, &settings);
    if (code == CLI_OK) code = check_suppressions(verb, &settings);
    if (code == CLI_OK) code = cli_run(&settings, &operands);
    cli_check_settings_free(&settings);
    return code;
}

const cli_verb cli_verb_check = {
    .name = "check",
    .operands = "FILE|DIR|ARCHIVE|-...",
    .summary = "Judges navigation files. Says nothing about files that are in order.",
    .details =
        "A file that is named is always judged; of a directory and the folders below it, the "
        "files that are recognised as navigation files, sorted by path. - is standard input. "
        "Archives (zip, 7z, rar, tar, also packed by gzip, bzip2, xz or zstd) are recognised by "
        "their bytes "
        "and judged like directories, their files under the name ARCHIVE!FILE; in directories they "
        "need a usual extension. Files of a format with sets (see 'navlint formats') that lie in "
        "one folder, of the disk or of an archive, are judged together, after all other files: a "
        "plugin with the masters beside it, if they are named too. "
        "Findings go to standard output, diagnostics to standard error, and so does a last line "
        "that counts the files that are in order and the infos that are hidden.",
    .options = cli_check_options,
    .option_count = CLI_CHECK_OPTION_COUNT,
    .min_operands = 0, /* where others say what to judge */
    .max_operands = SIZE_MAX,
    .note = cli_keys_note,
    .run = run,
};
