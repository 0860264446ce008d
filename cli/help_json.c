#include "cli/help_json.h"

#include <jansson.h>
#include <stdlib.h>

#include "cli/output.h"

/* What a shell can complete behind an option. */
static const char *value_of(cli_kind kind) {
    switch (kind) {
    case CLI_FLAG:
        return NULL;
    case CLI_CHOICE:
    case CLI_TABLE:
    case CLI_OUTPUTS:
        return "choice";
    case CLI_FORMAT:
        return "format";
    case CLI_GAME:
        return "game";
    case CLI_CODES:
    case CLI_SEVERITIES:
        return "rule";
    case CLI_COUNT:
    case CLI_JOBS:
    case CLI_SIZE:
    case CLI_OFFSET:
    case CLI_PATH:
        return "number";
    case CLI_WORD:
    case CLI_WORDS:
    case CLI_PATHS:
        break;
    }
    return "file";
}

static json_t *option_json(const cli_option *option) {
    return json_pack("{s:s, s:s?, s:s?, s:s?, s:b, s:s}", "name", option->name, "letter",
                     option->letter, "argument", option->argument, "value", value_of(option->kind),
                     "isOptional", option->kind == CLI_TABLE, "help", option->help);
}

static json_t *verb_json(const cli_verb *verb) {
    json_t *const options = json_array();
    for (size_t i = 0; i < cli_option_count(verb); i++)
        json_array_append_new(options, option_json(cli_option_at(verb, i)));
    json_t *const object =
        json_pack("{s:s, s:s, s:s, s:s?, s:o}", "name", verb->name, "operands", verb->operands,
                  "summary", verb->summary, "details", verb->details, "options", options);
    if (verb->exit_help) json_object_set_new(object, "exitCodes", json_string(verb->exit_help));
    return object;
}

int cli_print_help_json(const cli_verb *const *verbs, size_t count) {
    json_t *const list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, verb_json(verbs[i]));
    json_t *const whole =
        json_pack("{s:s, s:o}", "exitCodes", cli_this_program.exit_help, "verbs", list);
    char *const text = json_dumps(whole, JSON_INDENT(2));
    json_decref(whole);
    if (!text) return cli_complain("out of memory"), CLI_INTERNAL;
    cli_print("%s\n", text);
    free(text);
    return CLI_OK;
}
