#include "cli/outputs.h"

#include <stdlib.h>
#include <string.h>

#include "cli/output.h"

bool cli_is_export(unsigned form) {
    return form >= CLI_EXPORTS && form < CLI_AUTO;
}

bool cli_is_for_people(unsigned form) {
    return form == CLI_TEXT || form == CLI_EXPORTS + NAVLINT_GITHUB ||
           form == CLI_EXPORTS + NAVLINT_MARKDOWN;
}

unsigned cli_stdout_form(const cli_outputs *outputs) {
    for (size_t i = 0; i < outputs->count; i++)
        if (!outputs->items[i].path) return outputs->items[i].form;
    return CLI_TEXT;
}

static bool is_true(const char *variable) {
    const char *const value = getenv(variable);
    return value && strcmp(value, "true") == 0;
}

/* Both runners set these for every job:
 * https://docs.github.com/actions/reference/variables-reference,
 * https://docs.gitlab.com/ci/variables/predefined_variables/ */
static unsigned form_of_environment(void) {
    if (is_true("GITHUB_ACTIONS")) return CLI_EXPORTS + NAVLINT_GITHUB;
    return is_true("GITLAB_CI") ? CLI_EXPORTS + NAVLINT_GITLAB : CLI_TEXT;
}

/* The last output that goes to standard output; NULL if none or several do. */
static cli_output *one_without_path(cli_outputs *outputs) {
    cli_output *found = NULL;
    for (size_t i = 0; i < outputs->count; i++) {
        if (outputs->items[i].path) continue;
        if (found) return NULL;
        found = &outputs->items[i];
    }
    return found;
}

static int give_path(cli_outputs *outputs, const char *path, const char *verb) {
    cli_output *const output = one_without_path(outputs);
    if (output) return output->path = path, CLI_OK;
    cli_complain("%s: --output %s goes with exactly one --format that names no file of its own",
                 verb, path);
    return CLI_USAGE;
}

static int check_apart(const cli_outputs *outputs, const char *verb) {
    for (size_t i = 0; i < outputs->count; i++)
        for (size_t k = 0; k < i; k++) {
            const char *const a = outputs->items[i].path, *const b = outputs->items[k].path;
            if (a && b ? strcmp(a, b) != 0 : a != b) continue;
            cli_complain("%s: two formats go to %s; give one a file: --format FORM=FILE", verb,
                         a ? a : "standard output");
            return CLI_USAGE;
        }
    return CLI_OK;
}

int cli_outputs_settle(cli_outputs *outputs, const char *path, const char *verb) {
    if (outputs->count == 0) outputs->items[outputs->count++] = (cli_output){CLI_TEXT, NULL};
    if (path && give_path(outputs, path, verb) != CLI_OK) return CLI_USAGE;
    for (size_t i = 0; i < outputs->count; i++)
        if (outputs->items[i].form == CLI_AUTO) outputs->items[i].form = form_of_environment();
    return check_apart(outputs, verb);
}
