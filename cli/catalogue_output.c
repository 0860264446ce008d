#include "cli/catalogue_output.h"

#include "cli/output.h"

const cli_option cli_catalogue_options[1] = {
    {"--format", NULL, CLI_CHOICE, offsetof(cli_catalogue_settings, format), "text|json",
     "What to print; text is the default."},
};

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
