#include "cli/inputs/choose.h"

#include <stdlib.h>

#include "cli/inputs/file_list.h"
#include "cli/inputs/folders.h"
#include "cli/inputs/git.h"
#include "cli/output.h"
#include "navlint/navlint.h"

void cli_choose_default(const cli_check_settings *settings, cli_operands *operands) {
    static char here[] = ".", *items[] = {here};
    if (operands->count == 0 && (settings->since || settings->diff_only) && !settings->files_from)
        *operands = (cli_operands){items, 1};
}

int cli_choose_inputs(const cli_check_settings *settings, const cli_operands *operands,
                      cli_walk walk, cli_inputs *inputs, bool *is_directory) {
    for (walk.operand = 0; walk.operand < operands->count; walk.operand++)
        if (!cli_inputs_add(inputs, &walk, operands->items[walk.operand],
                            &is_directory[walk.operand]))
            return CLI_INTERNAL;
    if (!settings->files_from) return CLI_OK;
    return cli_inputs_add_list(inputs, &walk, settings->files_from, settings->null ? '\0' : '\n');
}

/* What did not change becomes context. */
static int ask_git(const cli_check_settings *settings, cli_inputs *inputs) {
    const char *const since = settings->since       ? settings->since
                              : settings->diff_only ? "HEAD"
                                                    : NULL;
    const int code = cli_git_drop_ignored(inputs, settings->respect_gitignore);
    return code == CLI_OK && since ? cli_git_note_unchanged(inputs, since) : code;
}

static bool may_be_of_a_set(const char *path) {
    bool may_be = false;
    for (size_t i = 0; path && i < navlint_format_count(); i++) {
        const navlint_format *const format = navlint_format_at(i);
        may_be |= format->has_sets && navlint_format_takes_name(format, path);
    }
    return may_be;
}

/* has_changes: of each folder, by its number, whether something in it changed; NULL: nobody asks.
 */
static bool is_kept(const cli_input *input, const bool *has_changes) {
    if (!input->is_context) return true;
    return has_changes && input->has_neighbours && has_changes[input->folder] &&
           may_be_of_a_set(input->path);
}

static void drop_context(cli_inputs *inputs, const bool *has_changes) {
    size_t kept = 0;
    for (size_t i = 0; i < inputs->count; i++)
        if (is_kept(&inputs->items[i], has_changes))
            inputs->items[kept++] = inputs->items[i];
        else
            free(inputs->items[i].path);
    inputs->count = kept;
}

int cli_choose_by_git(const cli_check_settings *settings, cli_inputs *inputs) {
    const int code = ask_git(settings, inputs);
    drop_context(inputs, NULL);
    return code;
}

static bool drop_strangers(cli_inputs *inputs) {
    bool *const has_changes = calloc(inputs->count + 1, sizeof *has_changes);
    if (!has_changes) return cli_complain("out of memory"), false;
    for (size_t i = 0; i < inputs->count; i++)
        has_changes[inputs->items[i].folder] |= !inputs->items[i].is_context;
    drop_context(inputs, has_changes);
    free(has_changes);
    return true;
}

/* The folders' numbers go by the inputs that are there. */
int cli_choose_with_company(const cli_check_settings *settings, cli_inputs *inputs) {
    const int code = ask_git(settings, inputs);
    if (code != CLI_OK) return code;
    const bool is_done = cli_inputs_note_folders(inputs) && drop_strangers(inputs) &&
                         cli_inputs_note_folders(inputs);
    return is_done ? CLI_OK : CLI_INTERNAL;
}
