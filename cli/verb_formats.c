/* navlint formats: what this build can judge. */
#include "cli/catalogue_output.h"
#include "cli/output.h"
#include "cli/verbs.h"

static void print_format(const navlint_format *format) {
    cli_print("%s\n    %s\n    %s\n    extensions:", format->id, format->title, format->summary);
    for (const char *const *extension = format->extensions; *extension; extension++)
        cli_print(" %s", *extension);
    cli_print("\n    sets: %s\n    rules: %zu\n",
              format->has_sets ? "the files of one folder are judged together" : "none",
              format->rule_count);
    if (format->is_container) cli_print("    holds other files, which are judged, too\n");
    for (size_t i = 0; i < format->part_count; i++)
        cli_print("    --input-format %s: %s\n", format->parts[i].id, format->parts[i].title);
    for (size_t i = 0; i < format->game_count; i++)
        cli_print("    --game %-10s %s\n", format->games[i].id, format->games[i].title);
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    cli_catalogue_settings settings = {CLI_AS_TEXT};
    cli_operands operands;
    const int code = cli_parse(verb, words, word_count, &settings, &operands);
    if (code != CLI_OK) return code;
    if (settings.format == CLI_AS_JSON)
        return cli_print_text(navlint_formats_json(NAVLINT_JSON_INDENT));
    for (size_t i = 0; i < navlint_format_count(); i++)
        print_format(navlint_format_at(i));
    return CLI_OK;
}

const cli_verb cli_verb_formats = {
    .name = "formats",
    .operands = "",
    .summary = "Lists the formats and the games that they serve.",
    .options = cli_catalogue_options,
    .option_count = 1,
    .run = run,
};
