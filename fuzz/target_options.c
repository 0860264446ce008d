/* The words of a command line: `navlint check` and `navlint dump`.
 *
 * Input: the words, ended by NUL or line feed each. */
#include "cli/check_options.h"
#include "cli/options.h"
#include "cli/options_of_check.h"
#include "cli/output.h"
#include "cli/settings.h"
#include "cli/verbs.h"
#include "fuzz/oracle.h"
#include "fuzz/target.h"

#include <stdio.h>
#include <stdlib.h>

const cli_program cli_this_program = {.name = "navlint", .exit_help = ""};

enum { MOST_WORDS = 64, WORD_BYTES = 1024 };

/* ---- Words ---- */

typedef struct words {
    char *items[MOST_WORDS + 1]; /* ended by NULL, as main's */
    size_t count;
} words;

/* The storage's words; each is a heap block of its size. */
static void add_word(words *w, const char *bytes, size_t length) {
    if (w->count == MOST_WORDS) return;
    char *const word = malloc(length + 1);
    if (!word) abort();
    memcpy(word, bytes, length);
    word[length] = '\0';
    w->items[w->count++] = word;
    w->items[w->count] = NULL;
}

static void split_words(words *w, const uint8_t *bytes, size_t length) {
    size_t start = 0;
    for (size_t at = 0; at <= length; at++) {
        if (at < length && bytes[at] != '\0' && bytes[at] != '\n') continue;
        if (at > start || at < length) add_word(w, (const char *)bytes + start, at - start);
        start = at + 1;
    }
}

static void free_words(words *w) {
    for (size_t i = 0; i < w->count; i++)
        free(w->items[i]);
    w->count = 0;
}

/* ---- One reading ---- */

/* What the words were taken for. */
typedef struct reading {
    int code;
    cli_check_settings settings;
    char *order[MOST_WORDS + 1]; /* the words, which parsing compacts to the operands */
    cli_operands operands;
    char *complaint; /* heap */
    size_t complaint_length;
} reading;

/* A number that no default is: what parsing does not write stays recognisable. */
static const cli_check_settings untouched = {.max_bytes = 0x1234567,
                                             .max_findings = {.value = 0x234567}};

static void read_words(reading *r, const words *from) {
    FILE *const usual = stderr;
    *r = (reading){.settings = untouched};
    memcpy(r->order, from->items, sizeof from->items);
    stderr = open_memstream(&r->complaint, &r->complaint_length);
    if (!stderr) abort();
    r->code = cli_parse(&cli_verb_check, r->order, from->count, &r->settings, &r->operands);
    fclose(stderr);
    stderr = usual;
}

static void free_reading(reading *r) {
    cli_check_settings_free(&r->settings);
    free(r->complaint);
}

/* ---- What holds of it (invariant 33) ---- */

/* A refusal says why in one line that shows nothing raw; else nothing is said. */
static void check_complaint(const reading *r) {
    const char *const text = r->complaint;
    REQUIRE(33, r->code == CLI_OK || r->code == CLI_USAGE);
    REQUIRE(33, (r->code == CLI_OK) == (r->complaint_length == 0));
    if (r->code == CLI_OK) return;
    REQUIRE(33, strncmp(text, "navlint: ", 9) == 0);
    REQUIRE(33, strchr(text, '\n') == text + r->complaint_length - 1);
    for (const char *at = text; at[1] != '\0'; at++)
        REQUIRE(33, (unsigned char)*at >= 0x20 && *at != 0x7f);
}

/* The operands are words, in their order. */
static void check_operands(const reading *r, const words *from) {
    size_t at = 0;
    REQUIRE(33, r->operands.count <= from->count);
    for (size_t i = 0; i < r->operands.count; i++) {
        while (at < from->count && from->items[at] != r->operands.items[i])
            at++;
        REQUIRE(33, at++ < from->count);
    }
}

static void check_codes(const cli_list *codes) {
    for (size_t i = 0; i < codes->count; i++)
        REQUIRE(33, navlint_rule_by_code(codes->items[i], NULL));
}

static void check_settings(const cli_check_settings *settings) {
    REQUIRE(33, settings->color <= CLI_COLOR_NEVER);
    REQUIRE(33, settings->outputs.count <= CLI_MOST_OUTPUTS);
    for (size_t i = 0; i < settings->outputs.count; i++)
        REQUIRE(33, settings->outputs.items[i].form <= CLI_AUTO);
    REQUIRE(33, settings->min_severity <= NAVLINT_INFO && settings->fail_on <= NAVLINT_OFF);
    REQUIRE(33, settings->summary <= CLI_CSV_TABLE);
    REQUIRE(33, settings->on_indeterminate <= CLI_UNJUDGED_IS_IGNORED);
    REQUIRE(33, settings->jobs <= CLI_MAX_JOBS);
    REQUIRE(33, !settings->input_format || navlint_format_by_id(settings->input_format));
    check_codes(&settings->ignore);
    check_codes(&settings->only);
    check_codes(&settings->suppress_rules);
    for (size_t i = 0; i < settings->overrides.count; i++) {
        const navlint_override *const row = &settings->overrides.items[i];
        REQUIRE(33, navlint_rule_by_code(row->code, NULL) && row->severity <= NAVLINT_OFF);
        for (size_t k = 0; k < i; k++)
            REQUIRE(33, settings->overrides.items[k].code != row->code);
    }
}

static void check_usable(const cli_check_settings *settings) {
    const char *culprit = NULL;
    const navlint_options options = cli_options_of(settings);
    REQUIRE(33, options.min_severity <= NAVLINT_INFO);
    REQUIRE(33, navlint_options_check(&options, &culprit) == NAVLINT_OK && !culprit);
}

/* ---- The same, said in another way ---- */

static bool is_same_text(const char *a, const char *b) {
    return !a || !b ? a == b : strcmp(a, b) == 0;
}

static bool is_same_list(const cli_list *a, const cli_list *b) {
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->items[i], b->items[i]) != 0) return false;
    return true;
}

static bool is_same_codes(const cli_list *a, const cli_list *b) {
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->items, b->items, a->count * sizeof a->items[0]) == 0);
}

static bool is_same_overrides(const cli_overrides *a, const cli_overrides *b) {
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->items[i].code != b->items[i].code || a->items[i].severity != b->items[i].severity)
            return false;
    return true;
}

static bool is_same_count(cli_count a, cli_count b) {
    return a.value == b.value && a.is_given == b.is_given;
}

static bool is_same_outputs(const cli_outputs *a, const cli_outputs *b) {
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->items[i].form != b->items[i].form ||
            !is_same_text(a->items[i].path, b->items[i].path))
            return false;
    return true;
}

static bool is_same_choice_of_files(const cli_check_settings *a, const cli_check_settings *b) {
    return is_same_list(&a->exclude, &b->exclude) && is_same_text(a->files_from, b->files_from) &&
           a->null == b->null && is_same_text(a->since, b->since) && a->diff_only == b->diff_only &&
           a->respect_gitignore == b->respect_gitignore && a->allow_empty == b->allow_empty &&
           a->on_indeterminate == b->on_indeterminate && is_same_text(a->config, b->config) &&
           a->no_config == b->no_config && a->force_exclude == b->force_exclude &&
           memcmp(a->given, b->given, sizeof a->given) == 0;
}

static bool is_same_suppressing(const cli_check_settings *a, const cli_check_settings *b) {
    return is_same_text(a->suppressions, b->suppressions) &&
           a->no_suppressions == b->no_suppressions && a->suppress_all == b->suppress_all &&
           is_same_codes(&a->suppress_rules, &b->suppress_rules) &&
           a->prune_suppressions == b->prune_suppressions && a->fail_on_unused == b->fail_on_unused;
}

static bool is_same(const cli_check_settings *a, const cli_check_settings *b) {
    return is_same_outputs(&a->outputs, &b->outputs) && is_same_text(a->output, b->output) &&
           is_same_text(a->input_format, b->input_format) && is_same_text(a->game, b->game) &&
           a->scope == b->scope && is_same_codes(&a->ignore, &b->ignore) &&
           is_same_codes(&a->only, &b->only) && is_same_overrides(&a->overrides, &b->overrides) &&
           a->min_severity == b->min_severity && a->fail_on == b->fail_on &&
           is_same_count(a->max_findings, b->max_findings) &&
           is_same_count(a->max_findings_per_rule, b->max_findings_per_rule) &&
           a->max_bytes == b->max_bytes && a->max_archive_bytes == b->max_archive_bytes &&
           is_same_text(a->stdin_filename, b->stdin_filename) && a->jobs == b->jobs &&
           a->max_set_bytes == b->max_set_bytes && a->quiet == b->quiet && a->digest == b->digest &&
           a->verbose == b->verbose && a->statistics == b->statistics && a->summary == b->summary &&
           a->all == b->all && is_same_list(&a->masters, &b->masters) &&
           a->pedantic == b->pedantic && a->color == b->color && is_same_choice_of_files(a, b) &&
           is_same_suppressing(a, b);
}

static bool takes_value(const char *word) {
    for (size_t i = 0; i < cli_verb_check.option_count; i++) {
        const cli_option *const option = &cli_verb_check.options[i];
        if (strcmp(word, option->name) == 0)
            return option->kind != CLI_FLAG && option->kind != CLI_TABLE;
    }
    return false;
}

/* `--name value` as `--name=value`, options before operands, and `--` between. */
static void rewrite(const words *from, const reading *read, words *to) {
    char joined[2 * WORD_BYTES];
    size_t operand = 0;
    for (size_t i = 0; i < from->count; i++) {
        if (operand < read->operands.count && from->items[i] == read->operands.items[operand]) {
            operand++;
        } else if (strcmp(from->items[i], "--") == 0) {
            break;
        } else if (takes_value(from->items[i])) {
            snprintf(joined, sizeof joined, "%s=%s", from->items[i], from->items[i + 1]);
            add_word(to, joined, strlen(joined));
            i++;
        } else {
            add_word(to, from->items[i], strlen(from->items[i]));
        }
    }
    add_word(to, "--", 2);
    for (size_t i = 0; i < read->operands.count; i++)
        add_word(to, read->operands.items[i], strlen(read->operands.items[i]));
}

static bool is_letter_with_value(const char *word) {
    return strcmp(word, "-j") == 0 || strcmp(word, "-o") == 0;
}

static bool is_rewritable(const words *from) {
    if (from->count + 2 > MOST_WORDS) return false;
    for (size_t i = 0; i < from->count; i++) {
        /* A letter's value may be a word of its own: it would have to be told from an operand. */
        if (is_letter_with_value(from->items[i]) || strlen(from->items[i]) >= WORD_BYTES)
            return false;
    }
    return true;
}

static void check_rewritten(const words *from, const reading *before) {
    words other = {.count = 0};
    reading after;
    if (!is_rewritable(from)) return;
    rewrite(from, before, &other);
    read_words(&after, &other);
    REQUIRE(33, after.code == CLI_OK && after.operands.count == before->operands.count);
    for (size_t i = 0; i < after.operands.count; i++)
        REQUIRE(33, strcmp(after.operands.items[i], before->operands.items[i]) == 0);
    REQUIRE(33, is_same(&before->settings, &after.settings));
    free_reading(&after);
    free_words(&other);
}

void fuzz_target_run(const uint8_t *bytes, size_t length) {
    words from = {.count = 0};
    reading read;
    split_words(&from, bytes, length);
    read_words(&read, &from);
    check_complaint(&read);
    check_settings(&read.settings);
    if (read.code == CLI_OK) {
        check_operands(&read, &from);
        check_usable(&read.settings);
        check_rewritten(&from, &read);
    }
    free_reading(&read);
    free_words(&from);
}

/* ---- Seeds ---- */

void fuzz_target_seeds(const fuzz_seeds *seeds) {
    char line[512];
    const char *const code = navlint_format_at(0)->rules[0].code;
    for (size_t i = 0; i < cli_verb_check.option_count; i++) {
        const cli_option *const option = &cli_verb_check.options[i];
        const char *const value = option->kind == CLI_CODES    ? code
                                  : option->kind == CLI_FORMAT ? navlint_format_at(0)->id
                                  : option->kind == CLI_GAME   ? "gmod"
                                  : option->kind == CLI_CHOICE || option->kind == CLI_TABLE
                                      ? strrchr(option->argument, '|') + 1
                                  : option->kind == CLI_SEVERITIES ? "off"
                                                                   : "7";
        const bool is_flag = option->kind == CLI_FLAG;
        const bool has_code = option->kind == CLI_SEVERITIES;
        snprintf(line, sizeof line, "a.nav\n%s%s%s%s%s\nb\n%s\n--\n-c", option->name,
                 is_flag                                   ? ""
                 : i % 2 == 0 || option->kind == CLI_TABLE ? "="
                                                           : "\n",
                 has_code ? code : "", has_code ? "=" : "", is_flag ? "" : value,
                 option->letter && is_flag ? option->letter : "-v");
        seeds->give(seeds->context, option->name + 2, line, strlen(line));
    }
}
