#include "cli/catalogue_output.h"

#include "cli/names.h"
#include "cli/output.h"

const cli_option cli_catalogue_options[1] = {
    {"--format", NULL, CLI_CHOICE, offsetof(cli_catalogue_settings, format), "text|json",
     "What to print; text is the default."},
};

int cli_parse_of_format(const cli_verb *verb, cli_words words, cli_catalogue_settings *settings,
                        const navlint_format **format) {
    cli_operands operands;
    const int code = cli_parse(verb, words.items, words.count, settings, &operands);
    if (code != CLI_OK || operands.count == 0) return code;
    *format = cli_find_format(verb->name, operands.items[0]);
    return *format ? CLI_OK : CLI_USAGE;
}

int cli_print_text(navlint_text text) {
    if (!text.text) {
        cli_complain("out of memory");
        return CLI_INTERNAL;
    }
    cli_write(text.text, text.length);
    cli_write("\n", 1);
    navlint_text_free(text);
    return CLI_OK;
}
