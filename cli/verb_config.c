/* navlint config: which settings hold for a file, and what a file of settings may hold. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/check_options.h"
#include "cli/config/schema.h"
#include "cli/config/show.h"
#include "cli/output.h"
#include "cli/verbs.h"

/* In the order of the words in the option table. */
enum { AS_TEXT, AS_JSON };

typedef struct config_settings {
    cli_check_settings check; /* first: keys have their targets in it */
    bool show;
    bool schema;
    unsigned format; /* AS_TEXT, ... */
} config_settings;

#define TARGET(member) offsetof(config_settings, member)

static const cli_option options[] = {
    {"--show", NULL, CLI_FLAG, TARGET(show), NULL,
     "Print the file of settings that holds for each FILE, all settings, and where each comes "
     "from: "
     "a file, one of its overrides, the command line."},
    {"--schema", NULL, CLI_FLAG, TARGET(schema), NULL,
     "Print the JSON Schema of files of settings."},
    {"--format", NULL, CLI_CHOICE, TARGET(format), "text|json",
     "text (default) or json: of each file an object, one a line."},
    {"--config", NULL, CLI_WORD, TARGET(check.config), "FILE", "As in 'navlint check'."},
    {"--no-config", NULL, CLI_FLAG, TARGET(check.no_config), NULL, "As in 'navlint check'."},
    {"--all", "-a", CLI_FLAG, TARGET(check.all), NULL, "As in 'navlint check'."},
#define CLI_KEY(member, key, option, kind, argument, layering, place, help, key_help)              \
    {option, NULL, kind, TARGET(check.member), argument, help},
#include "cli/config/keys.def"
#undef CLI_KEY
};

static int print_json(json_t *json, size_t flags) {
    char *const text = json ? json_dumps(json, flags) : NULL;
    json_decref(json);
    if (!text) return cli_complain("out of memory"), CLI_INTERNAL;
    cli_print("%s\n", text);
    free(text);
    return CLI_OK;
}

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static const cli_terms *terms_of(cli_terms_book *book, const char *name) {
    if (strcmp(name, "-") == 0) return cli_terms_of_folder(book, ".");
    return is_folder(name) ? cli_terms_of_folder(book, name) : cli_terms_of_file(book, name);
}

static int show(cli_terms_book *book, const config_settings *settings, const char *name) {
    const cli_terms *const terms = terms_of(book, name);
    if (!terms) return book->code;
    if (settings->format == AS_JSON)
        return print_json(cli_config_shown(name, terms, &settings->check), JSON_COMPACT);
    cli_config_print(name, terms, &settings->check);
    return CLI_OK;
}

static int show_all(const config_settings *settings, const cli_operands *operands) {
    cli_terms_book book;
    int code = cli_terms_book_open(&book, &settings->check);
    for (size_t i = 0; code == CLI_OK && i < operands->count; i++)
        code = show(&book, settings, operands->items[i]);
    cli_terms_book_close(&book);
    return code;
}

static int check_use(const cli_verb *verb, const config_settings *settings,
                     const cli_operands *operands) {
    if (settings->show == settings->schema) {
        cli_complain("%s: either --show or --schema is needed", verb->name);
        return CLI_USAGE;
    }
    if (settings->show == (operands->count > 0)) return CLI_OK;
    cli_complain(settings->show ? "%s: a FILE is missing; see 'navlint help config'"
                                : "%s: --schema takes no FILE",
                 verb->name);
    return CLI_USAGE;
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    config_settings settings = {.check = cli_check_defaults()};
    cli_operands operands;
    int code = cli_parse(verb, words, word_count, &settings, &operands);
    if (code == CLI_OK) code = check_use(verb, &settings, &operands);
    if (code == CLI_OK)
        code = settings.schema ? print_json(cli_config_schema(), JSON_INDENT(2))
                               : show_all(&settings, &operands);
    cli_check_settings_free(&settings.check);
    return code;
}

const cli_verb cli_verb_config = {
    .name = "config",
    .operands = "[FILE...]",
    .summary = "Shows which settings hold for a file.",
    .details = "Settings are those of the nearest .navlint.json, in the folder of the file or "
               "above it: see navlint.json(5). A FILE need not be there.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .max_operands = SIZE_MAX,
    .note = cli_keys_note,
    .run = run,
};
