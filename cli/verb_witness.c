/* navlint witness: a smallest file that breaks a rule. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/names.h"
#include "cli/output.h"
#include "cli/verbs.h"

typedef struct witness_settings {
    const char *output; /* NULL: standard output */
} witness_settings;

static const cli_option options[] = {
    {"--output", "-o", CLI_WORD, offsetof(witness_settings, output), "FILE",
     "Write to FILE instead of standard output."},
};

/* The header promises that 1 MiB holds every witness. */
enum { CAPACITY_BYTES = 1 << 20 };

static int complain_no_witness(const navlint_rule *rule, navlint_status status) {
    if (status == NAVLINT_UNSUPPORTED) {
        cli_complain("witness: the format cannot write a witness of %s", rule->code);
        return CLI_USAGE;
    }
    cli_complain("witness: %s: %s", rule->code, navlint_status_text(status));
    return CLI_INTERNAL;
}

static int save(const char *path, const void *bytes, size_t length) {
    FILE *const file = fopen(path, "wb");
    bool saved = file && fwrite(bytes, 1, length, file) == length;
    if (file) saved = (fclose(file) == 0) && saved;
    if (saved) return CLI_OK;
    cli_complain("cannot write %s: %s", path, strerror(errno));
    return CLI_INTERNAL;
}

static bool is_standard_output(const char *path) {
    return !path || strcmp(path, "-") == 0;
}

static int write_witness(const navlint_rule *rule, const char *path, void *buffer) {
    size_t length = 0;
    const navlint_status status = navlint_witness(rule->code, buffer, CAPACITY_BYTES, &length);
    if (status != NAVLINT_OK) return complain_no_witness(rule, status);
    if (!is_standard_output(path)) return save(path, buffer, length);
    cli_write(buffer, length);
    return CLI_OK;
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    witness_settings settings = {NULL};
    cli_operands operands;
    const int code = cli_parse(verb, words, word_count, &settings, &operands);
    if (code != CLI_OK) return code;
    const navlint_rule *const rule = cli_find_rule(verb->name, operands.items[0], NULL);
    if (!rule) return CLI_USAGE;
    if (is_standard_output(settings.output) && isatty(STDOUT_FILENO)) {
        cli_complain("witness: will not write raw bytes to a terminal: use -o FILE");
        return CLI_USAGE;
    }
    void *const buffer = malloc(CAPACITY_BYTES);
    if (!buffer) {
        cli_complain("out of memory");
        return CLI_INTERNAL;
    }
    const int written = write_witness(rule, settings.output, buffer);
    free(buffer);
    return written;
}

const cli_verb cli_verb_witness = {
    .name = "witness",
    .operands = "CODE",
    .summary = "Writes a smallest file that breaks a rule, to standard output or a file.",
    .details = "For a rule about several files together it is a tar archive of them. Try it: "
               "navlint witness CODE | navlint check -",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
};
