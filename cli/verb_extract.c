/* navlint extract: one member of an archive or a container into a file. */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/check_options.h"
#include "cli/decoding_options.h"
#include "cli/inside/place.h"
#include "cli/inside/volumes.h"
#include "cli/inside_options.h"
#include "cli/output.h"
#include "cli/overwrite.h"
#include "cli/replace_file.h"
#include "cli/verbs.h"

typedef struct extract_settings {
    const char *output; /* "-": standard output */
    uint64_t max_bytes;
    uint64_t max_archive_bytes;
} extract_settings;

static int check_settings(const cli_verb *verb, const extract_settings *settings) {
    const char *const problem =
        !settings->output ? "--output FILE is missing; - is standard output"
        : strcmp(settings->output, "-") == 0 && isatty(STDOUT_FILENO)
            ? "will not write raw bytes to a terminal: redirect standard output"
            : NULL;
    if (problem) cli_complain("%s: %s", verb->name, problem);
    return problem ? CLI_USAGE : CLI_OK;
}

/* "pak01_003.vpk" beside "pak01_dir.vpk". */
static bool is_beside(const char *output, const cli_place *place) {
    char *const directory = cli_is_called_side(output) ? cli_directory_of_side(output) : NULL;
    const bool is_one = directory && cli_is_one_file(directory, place->path);
    free(directory);
    return is_one && access(output, F_OK) == 0;
}

/* A member may take the place of an older copy of it, but not of the archive that it came from. */
static int check_output(const extract_settings *settings, const cli_place *place) {
    if (!cli_is_one_file(settings->output, place->path) && !is_beside(settings->output, place))
        return CLI_OK;
    cli_complain("%s: the file that is read would be lost: name another output", settings->output);
    return CLI_USAGE;
}

/* Whatever the member is called: nothing but the output is written. */
static int write_found(const extract_settings *settings, const navlint_input *found) {
    if (strcmp(settings->output, "-") == 0) {
        (void)cli_write(found->bytes, found->length);
        return CLI_OK; /* what could not be written is complained about at the end */
    }
    const int failure = cli_replace_file(settings->output, found->bytes, found->length);
    if (failure != 0) cli_complain("cannot write %s: %s", settings->output, strerror(failure));
    return failure == 0 ? CLI_OK : CLI_INTERNAL;
}

static int extract(const extract_settings *settings, const char *name) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.max_input_bytes = settings->max_bytes;
    cli_place place = cli_place_of(&options, settings->max_archive_bytes);
    const int failure = cli_place_read(&place, name);
    int code =
        failure == 0 ? check_output(settings, &place) : cli_complain_place(&place, name, failure);
    if (code == CLI_OK) code = write_found(settings, &place.found);
    cli_place_close(&place);
    return code;
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    const cli_check_settings defaults = cli_check_defaults();
    extract_settings settings = {.max_bytes = defaults.max_bytes,
                                 .max_archive_bytes = defaults.max_archive_bytes};
    cli_operands operands;
    int code = cli_parse(verb, words, word_count, &settings, &operands);
    if (code == CLI_OK) code = check_settings(verb, &settings);
    return code == CLI_OK ? extract(&settings, operands.items[0]) : code;
}

static const cli_option options[] = {
    {"--output", "-o", CLI_WORD, offsetof(extract_settings, output), "FILE",
     "Write the member to this file; - is standard output."},
    CLI_MAX_BYTES_OPTION(extract_settings),
    CLI_MAX_ARCHIVE_BYTES_OPTION(extract_settings),
};

const cli_verb cli_verb_extract = {
    .name = "extract",
    .operands = "FILE!MEMBER",
    .summary = "Writes a member of an archive or container to a file.",
    .details = "The name is that of reports, 'mod.zip!addon.gma!maps/a.nav': quote it, shells have "
               "a use for the mark. No name inside decides what is written where.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
};
