#include "cli/inputs/choose.h"

#include "cli/inputs/file_list.h"
#include "cli/inputs/git.h"
#include "cli/output.h"

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

int cli_choose_by_git(const cli_check_settings *settings, cli_inputs *inputs) {
    const char *const since = settings->since       ? settings->since
                              : settings->diff_only ? "HEAD"
                                                    : NULL;
    const int code = cli_git_drop_ignored(inputs);
    return code == CLI_OK && since ? cli_git_keep_changed(inputs, since) : code;
}
