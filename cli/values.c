#include "cli/values.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/names.h"
#include "cli/output.h"
#include "cli/outputs.h"

enum { LONGEST_WORD = 63 };

static int refuse(const cli_assignment *assignment, const char *want) {
    cli_complain("%s: %s: '%s' is not %s", assignment->verb, assignment->option->name,
                 assignment->value, want);
    return CLI_USAGE;
}

static int out_of_memory(void) {
    cli_complain("out of memory");
    return CLI_INTERNAL;
}

/* The position of `value` in "a|b|c", or -1 with the nearest of them in `guess`. The candidates are
 * copied to `words`, which must live as long as the guess. */
static int find_choice(const char *choices, cli_guess *guess, char *words, size_t capacity) {
    snprintf(words, capacity, "%s", choices);
    char *rest = NULL;
    int position = 0;
    for (char *word = strtok_r(words, "|", &rest); word;
         word = strtok_r(NULL, "|", &rest), position++) {
        if (strcmp(word, guess->word) == 0) return position;
        cli_guess_try(guess, word);
    }
    return -1;
}

static int refuse_choice(const cli_assignment *assignment, const char *choices,
                         const cli_guess *guess) {
    char what[128];
    snprintf(what, sizeof what, "%s takes %s, not", assignment->option->name, choices);
    cli_complain_guess(assignment->verb, what, guess);
    return CLI_USAGE;
}

static int assign_choice(const cli_assignment *assignment) {
    char words[128];
    cli_guess guess = cli_guess_for(assignment->value);
    const int position = find_choice(assignment->option->argument, &guess, words, sizeof words);
    if (position < 0) return refuse_choice(assignment, assignment->option->argument, &guess);
    const unsigned first = assignment->option->kind == CLI_TABLE ? 1 : 0;
    *(unsigned *)assignment->target = first + (unsigned)position;
    return CLI_OK;
}

/* Decimal digits only: strtoull alone would take signs and spaces. */
static bool read_number(const char *text, uint64_t *number, char **end) {
    if (!isdigit((unsigned char)text[0])) return false;
    errno = 0;
    *number = strtoull(text, end, 10);
    return errno == 0;
}

static int assign_count(const cli_assignment *assignment) {
    uint64_t number = 0;
    char *end = NULL;
    if (!read_number(assignment->value, &number, &end) || *end != '\0' || number > UINT32_MAX)
        return refuse(assignment, "a number from 0 to 4294967295");
    *(cli_count *)assignment->target = (cli_count){(uint32_t)number, true};
    return CLI_OK;
}

static int assign_jobs(const cli_assignment *assignment) {
    uint64_t number = 0;
    char *end = NULL;
    if (!read_number(assignment->value, &number, &end) || *end != '\0' || number < 1 ||
        number > CLI_MAX_JOBS)
        return refuse(assignment, "a number from 1 to 256");
    *(uint32_t *)assignment->target = (uint32_t)number;
    return CLI_OK;
}

/* "" -> 1, "k" -> 1024, ...; 0 for anything else. */
static uint64_t suffix_factor(const char *suffix) {
    if (suffix[0] == '\0') return 1;
    if (suffix[1] != '\0') return 0;
    switch (suffix[0]) {
    case 'k':
    case 'K':
        return UINT64_C(1) << 10;
    case 'm':
    case 'M':
        return UINT64_C(1) << 20;
    case 'g':
    case 'G':
        return UINT64_C(1) << 30;
    default:
        return 0;
    }
}

static int assign_size(const cli_assignment *assignment) {
    uint64_t number = 0;
    char *end = NULL;
    const bool is_number = read_number(assignment->value, &number, &end);
    const uint64_t factor = is_number ? suffix_factor(end) : 0;
    if (factor == 0 || number > UINT64_MAX / factor)
        return refuse(assignment, "a size: bytes, or a number with the suffix k, M or G");
    *(uint64_t *)assignment->target = number * factor;
    return CLI_OK;
}

/* "4096", "0x1000", "+0x1000"; UINT64_MAX is none: no byte can lie there. */
static int assign_offset(const cli_assignment *assignment) {
    const char *const text = assignment->value + (assignment->value[0] == '+');
    const bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *const digits = text + (is_hex ? 2 : 0);
    char *end = NULL;
    errno = 0;
    const uint64_t offset = strtoull(digits, &end, is_hex ? 16 : 10);
    const bool is_digit =
        is_hex ? isxdigit((unsigned char)*digits) : isdigit((unsigned char)*digits);
    if (!is_digit || *end != '\0' || errno != 0 || offset == UINT64_MAX)
        return refuse(assignment, "an offset: bytes, decimal or 0x and hexadecimal");
    *(uint64_t *)assignment->target = offset;
    return CLI_OK;
}

/* As JSON Pointers are: "" or "/...". */
static int assign_path(const cli_assignment *assignment) {
    if (assignment->value[0] != '\0' && assignment->value[0] != '/')
        return refuse(assignment, "a path as findings and dumps show it: /areas/40");
    *(const char **)assignment->target = assignment->value;
    return CLI_OK;
}

static int assign_format(const cli_assignment *assignment) {
    const navlint_format *const format = cli_find_format(assignment->verb, assignment->value);
    if (!format) return CLI_USAGE;
    *(const char **)assignment->target = assignment->value; /* which may be a part of the format */
    return CLI_OK;
}

static int assign_game(const cli_assignment *assignment) {
    const navlint_game *const game = cli_find_game(assignment->verb, assignment->value);
    if (!game) return CLI_USAGE;
    *(const char **)assignment->target = game->id;
    return CLI_OK;
}

/* Finds the rule whose code is the first `length` bytes of `text`. */
static const navlint_rule *rule_in(const cli_assignment *assignment, const char *text,
                                   size_t length) {
    char code[LONGEST_WORD + 1];
    snprintf(code, sizeof code, "%.*s", (int)(length < sizeof code ? length : sizeof code), text);
    return cli_find_rule(assignment->verb, code, NULL);
}

int cli_list_append(cli_list *words, const char *word) {
    const char **const items = realloc(words->items, (words->count + 1) * sizeof *items);
    if (!items) return out_of_memory();
    words->items = items;
    words->items[words->count++] = word;
    return CLI_OK;
}

static int assign_words(const cli_assignment *assignment) {
    return cli_list_append(assignment->target, assignment->value);
}

static bool has_code(const cli_list *codes, const char *code) {
    for (size_t i = 0; i < codes->count; i++)
        if (codes->items[i] == code) return true;
    return false;
}

/* A code is in the list once. */
static int append_code(cli_list *codes, const char *code) {
    return has_code(codes, code) ? CLI_OK : cli_list_append(codes, code);
}

/* All rules whose codes begin with the first `length` bytes of `text`. */
static int append_codes_like(const cli_assignment *assignment, const char *text, size_t length) {
    size_t found = 0;
    int code = CLI_OK;
    for (size_t i = 0; i < navlint_format_count(); i++) {
        const navlint_format *const format = navlint_format_at(i);
        for (size_t k = 0; code == CLI_OK && k < format->rule_count; k++) {
            if (strncmp(format->rules[k].code, text, length) != 0) continue;
            code = append_code(assignment->target, format->rules[k].code);
            found++;
        }
    }
    return found > 0 ? code : refuse(assignment, "the beginning of any rule's code");
}

static int append_codes(const cli_assignment *assignment, const char *text, size_t length) {
    if (length > 1 && text[length - 1] == '*')
        return append_codes_like(assignment, text, length - 1);
    const navlint_rule *const rule = rule_in(assignment, text, length);
    return rule ? append_code(assignment->target, rule->code) : CLI_USAGE;
}

static int assign_codes(const cli_assignment *assignment) {
    const char *at = assignment->value;
    for (;;) {
        const size_t length = strcspn(at, ",");
        const int code = append_codes(assignment, at, length);
        if (code != CLI_OK || at[length] == '\0') return code;
        at += length + 1;
    }
}

static int append_override(cli_overrides *overrides, navlint_override override) {
    navlint_override *const items =
        realloc(overrides->items, (overrides->count + 1) * sizeof *items);
    if (!items) return out_of_memory();
    overrides->items = items;
    overrides->items[overrides->count++] = override;
    return CLI_OK;
}

int cli_overrides_set(cli_overrides *overrides, navlint_override override) {
    for (size_t i = 0; i < overrides->count; i++)
        if (overrides->items[i].code == override.code)
            return overrides->items[i] = override, CLI_OK;
    return append_override(overrides, override);
}

static int assign_severity(const cli_assignment *assignment) {
    static const char severities[] = "error|warning|info|off"; /* in the enum's order */
    const size_t length = strcspn(assignment->value, "=");
    if (assignment->value[length] == '\0') return refuse(assignment, "CODE=error|warning|info|off");
    const navlint_rule *const rule = rule_in(assignment, assignment->value, length);
    if (!rule) return CLI_USAGE;
    char words[64];
    cli_guess guess = cli_guess_for(assignment->value + length + 1);
    const int severity = find_choice(severities, &guess, words, sizeof words);
    if (severity < 0) return refuse_choice(assignment, severities, &guess);
    return cli_overrides_set(assignment->target,
                             (navlint_override){rule->code, (navlint_severity)severity});
}

/* "sarif", "sarif=navlint.sarif"; "-" is standard output. */
static int assign_output(const cli_assignment *assignment) {
    cli_outputs *const outputs = assignment->target;
    char form[LONGEST_WORD + 1], words[128];
    const size_t length = strcspn(assignment->value, "=");
    snprintf(form, sizeof form, "%.*s", (int)(length < sizeof form ? length : sizeof form),
             assignment->value);
    cli_guess guess = cli_guess_for(form);
    const int position = find_choice(assignment->option->argument, &guess, words, sizeof words);
    if (position < 0) return refuse_choice(assignment, assignment->option->argument, &guess);
    const char *const path =
        assignment->value[length] == '=' ? assignment->value + length + 1 : NULL;
    if (path && path[0] == '\0') return refuse(assignment, "a form with the name of a file");
    if (outputs->count == CLI_MOST_OUTPUTS) return refuse(assignment, "one of at most 12 outputs");
    outputs->items[outputs->count++] =
        (cli_output){(unsigned)position, path && strcmp(path, "-") == 0 ? NULL : path};
    return CLI_OK;
}

static int assign_word(const cli_assignment *assignment) {
    *(const char **)assignment->target = assignment->value;
    return CLI_OK;
}

int cli_assign(const cli_assignment *assignment) {
    static int (*const assign_as[])(const cli_assignment *) = {
        [CLI_CHOICE] = assign_choice,  [CLI_TABLE] = assign_choice,
        [CLI_COUNT] = assign_count,    [CLI_JOBS] = assign_jobs,
        [CLI_SIZE] = assign_size,      [CLI_WORD] = assign_word,
        [CLI_WORDS] = assign_words,    [CLI_PATHS] = assign_words,
        [CLI_FORMAT] = assign_format,  [CLI_GAME] = assign_game,
        [CLI_CODES] = assign_codes,    [CLI_SEVERITIES] = assign_severity,
        [CLI_OUTPUTS] = assign_output, [CLI_OFFSET] = assign_offset,
        [CLI_PATH] = assign_path,
    };
    return assign_as[assignment->option->kind](assignment);
}
