#include "server/wishes.h"

#include <stddef.h>
#include <string.h>

#include "server/input_name.h"

static srv_problem refuse(srv_answer answer, const char *word, size_t length) {
    return srv_problem_make(answer, word, length);
}

/* ---- one word ---- */

static const char *const scopes[] = {
    [NAVLINT_SCOPE_ALL] = "all", [NAVLINT_SCOPE_NAVMESH] = "navmesh", NULL};

static const char *const severities[] = {[NAVLINT_ERROR] = "error",
                                         [NAVLINT_WARNING] = "warning",
                                         [NAVLINT_INFO] = "info",
                                         [NAVLINT_OFF] = "pedantic",
                                         NULL};

static const char *const switches[] = {"off", "on", "false", "true", NULL};

const char *const *srv_wish_words(srv_param param) {
    if (param == SRV_PARAM_UNSAFE) return switches;
    if (param == SRV_PARAM_SCOPE) return scopes;
    return param == SRV_PARAM_MIN_SEVERITY ? severities : NULL;
}

static bool read_choice(const char *word, size_t length, const char *const *words,
                        unsigned *choice) {
    for (unsigned i = 0; words[i]; i++) {
        if (strlen(words[i]) != length || memcmp(words[i], word, length) != 0) continue;
        *choice = i;
        return true;
    }
    return false;
}

/* Are format and game known to the library? */
static srv_problem check_names(const srv_wishes *wishes, srv_answer otherwise) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.format = wishes->format;
    options.game = wishes->game;
    const char *culprit = NULL;
    if (navlint_options_check(&options, &culprit) == NAVLINT_OK) return srv_no_problem;
    return refuse(otherwise, culprit, culprit ? strlen(culprit) : 0);
}

static srv_problem read_format(srv_wishes *wishes, const char *word, const srv_terms *terms) {
    (void)terms;
    wishes->format = word;
    return check_names(wishes, SRV_FORMAT_UNKNOWN);
}

static srv_problem read_game(srv_wishes *wishes, const char *word, const srv_terms *terms) {
    (void)terms;
    wishes->game = word;
    return check_names(wishes, SRV_GAME_UNKNOWN);
}

static srv_problem read_name(srv_wishes *wishes, const char *word, const srv_terms *terms) {
    (void)terms;
    wishes->name = word;
    return srv_is_name((srv_text){word, strlen(word)}) ? srv_no_problem
                                                       : refuse(SRV_NAME_BAD, NULL, 0);
}

static srv_problem read_scope(srv_wishes *wishes, const char *word, const srv_terms *terms) {
    (void)terms;
    unsigned choice = 0;
    const size_t length = strlen(word);
    if (!read_choice(word, length, scopes, &choice)) return refuse(SRV_SCOPE_UNKNOWN, word, length);
    wishes->scope = (navlint_scope)choice;
    return srv_no_problem;
}

static srv_problem read_min_severity(srv_wishes *wishes, const char *word, const srv_terms *terms) {
    (void)terms;
    unsigned choice = 0;
    const size_t length = strlen(word);
    if (!read_choice(word, length, severities, &choice))
        return refuse(SRV_SEVERITY_UNKNOWN, word, length);
    wishes->has_min_severity = true;
    wishes->pedantic = choice == NAVLINT_OFF;
    wishes->min_severity = wishes->pedantic ? NAVLINT_INFO : (navlint_severity)choice;
    return srv_no_problem;
}

static srv_problem read_max_findings(srv_wishes *wishes, const char *word, const srv_terms *terms) {
    enum { MOST_DIGITS = 18 };
    const size_t length = strlen(word);
    const bool is_number = length > 0 && strspn(word, "0123456789") == length;
    if (!is_number || length > MOST_DIGITS) return refuse(SRV_MAX_FINDINGS_BAD, word, length);
    uint64_t number = 0;
    for (size_t i = 0; i < length; i++)
        number = number * 10 + (uint64_t)(word[i] - '0');
    if (number > terms->max_findings)
        return srv_problem_limit(SRV_MAX_FINDINGS_TOO_LARGE, terms->max_findings, number);
    wishes->max_findings = (uint32_t)number;
    wishes->has_max_findings = true;
    return srv_no_problem;
}

static srv_problem read_unsafe(srv_wishes *wishes, const char *word, const srv_terms *terms) {
    (void)terms;
    unsigned choice = 0;
    const size_t length = strlen(word);
    if (!read_choice(word, length, switches, &choice)) return refuse(SRV_UNSAFE_BAD, word, length);
    wishes->unsafe = choice % 2 == 1; /* every other word says yes */
    return srv_no_problem;
}

/* ---- lists ---- */

/* Takes the text before the next comma; *rest becomes NULL behind the last. */
static srv_text take_item(const char **rest) {
    const srv_text item = {*rest, strcspn(*rest, ",")};
    *rest = item.bytes[item.length] == ',' ? item.bytes + item.length + 1 : NULL;
    return item;
}

/* The library's own text of a code; NULL if there is no such rule. */
static const char *find_code(srv_text text) {
    char code[64];
    if (text.length >= sizeof code) return NULL;
    memcpy(code, text.bytes, text.length);
    code[text.length] = '\0';
    const navlint_rule *const rule = navlint_rule_by_code(code, NULL);
    return rule ? rule->code : NULL;
}

/* Adds what begins as the item does, up to its star: as the command reads "NAV_CONN_*". */
static srv_problem add_codes_like(srv_codes *codes, srv_text item) {
    size_t found = 0;
    for (size_t i = 0; i < navlint_format_count(); i++) {
        const navlint_format *const format = navlint_format_at(i);
        for (size_t k = 0; k < format->rule_count; k++) {
            const char *const code = format->rules[k].code;
            if (strncmp(code, item.bytes, item.length - 1) != 0) continue;
            if (codes->count == SRV_MOST_CODES)
                return srv_problem_over(SRV_TOO_MANY_CODES, SRV_MOST_CODES);
            codes->items[codes->count++] = code;
            found++;
        }
    }
    return found > 0 ? srv_no_problem : refuse(SRV_CODE_UNKNOWN, item.bytes, item.length);
}

static srv_problem add_code(srv_codes *codes, srv_text item) {
    if (item.length > 1 && item.bytes[item.length - 1] == '*') return add_codes_like(codes, item);
    const char *const code = find_code(item);
    if (!code) return refuse(SRV_CODE_UNKNOWN, item.bytes, item.length);
    if (codes->count == SRV_MOST_CODES) return srv_problem_over(SRV_TOO_MANY_CODES, SRV_MOST_CODES);
    codes->items[codes->count++] = code;
    return srv_no_problem;
}

static srv_problem read_codes(srv_codes *codes, const char *word) {
    srv_problem problem = srv_no_problem;
    for (const char *rest = word; rest && problem.answer == SRV_OK;)
        problem = add_code(codes, take_item(&rest));
    return problem;
}

static srv_problem read_only(srv_wishes *wishes, const char *word, const srv_terms *terms) {
    (void)terms;
    return read_codes(&wishes->only, word);
}

static srv_problem read_ignore(srv_wishes *wishes, const char *word, const srv_terms *terms) {
    (void)terms;
    return read_codes(&wishes->ignore, word);
}

/* "CODE=severity" */
static srv_problem read_override(srv_text item, navlint_override *override) {
    static const char *const words[] = {[NAVLINT_ERROR] = "error",
                                        [NAVLINT_WARNING] = "warning",
                                        [NAVLINT_INFO] = "info",
                                        [NAVLINT_OFF] = "off",
                                        NULL};
    const char *const sign = memchr(item.bytes, '=', item.length);
    const size_t code_length = sign ? (size_t)(sign - item.bytes) : item.length;
    unsigned choice = 0;
    if (!sign || !read_choice(sign + 1, item.length - code_length - 1, words, &choice))
        return refuse(SRV_OVERRIDE_BAD, item.bytes, item.length);
    override->code = find_code((srv_text){item.bytes, code_length});
    override->severity = (navlint_severity)choice;
    return override->code ? srv_no_problem : refuse(SRV_CODE_UNKNOWN, item.bytes, code_length);
}

/* The library lets later rows win, as the command lets later words. */
static srv_problem read_severity(srv_wishes *wishes, const char *word, const srv_terms *terms) {
    (void)terms;
    for (const char *rest = word; rest;) {
        navlint_override override;
        const srv_problem problem = read_override(take_item(&rest), &override);
        if (problem.answer != SRV_OK) return problem;
        if (wishes->override_count == SRV_MOST_CODES)
            return srv_problem_over(SRV_TOO_MANY_CODES, SRV_MOST_CODES);
        wishes->overrides[wishes->override_count++] = override;
    }
    return srv_no_problem;
}

static srv_problem read_masters(srv_wishes *wishes, const char *word, const srv_terms *terms) {
    wishes->masters = word;
    if (strcmp(word, "none") == 0) return srv_no_problem;
    for (const char *rest = word; rest;) {
        const srv_text item = take_item(&rest);
        if (!srv_masters_has(terms->masters, item.bytes, item.length))
            return refuse(SRV_MASTER_UNKNOWN, item.bytes, item.length);
    }
    return srv_no_problem;
}

/* ---- all ---- */

typedef srv_problem reader(srv_wishes *wishes, const char *word, const srv_terms *terms);

void srv_wishes_clear(srv_wishes *wishes, uint32_t max_findings) {
    memset(wishes, 0, offsetof(srv_wishes, only));
    wishes->min_severity = NAVLINT_INFO;
    wishes->max_findings = max_findings;
    wishes->only.count = 0;
    wishes->ignore.count = 0;
}

srv_problem srv_wishes_read(srv_wishes *wishes, const char *const words[SRV_PARAM_COUNT],
                            const srv_terms *terms) {
    static reader *const readers[SRV_PARAM_COUNT] = {
        [SRV_PARAM_FORMAT] = read_format,   [SRV_PARAM_GAME] = read_game,
        [SRV_PARAM_SCOPE] = read_scope,     [SRV_PARAM_ONLY] = read_only,
        [SRV_PARAM_IGNORE] = read_ignore,   [SRV_PARAM_SEVERITY] = read_severity,
        [SRV_PARAM_MASTERS] = read_masters, [SRV_PARAM_MIN_SEVERITY] = read_min_severity,
        [SRV_PARAM_NAME] = read_name,       [SRV_PARAM_MAX_FINDINGS] = read_max_findings,
        [SRV_PARAM_UNSAFE] = read_unsafe,
    };
    srv_wishes_clear(wishes, terms->max_findings);
    srv_problem problem = srv_no_problem;
    for (int i = 0; i < SRV_PARAM_COUNT && problem.answer == SRV_OK; i++)
        if (words[i]) problem = readers[i](wishes, words[i], terms);
    return problem;
}

void srv_wishes_apply(const srv_wishes *wishes, navlint_options *options) {
    options->format = wishes->format;
    options->game = wishes->game;
    options->scope = wishes->scope;
    options->only = wishes->only.items;
    options->only_count = wishes->only.count;
    options->ignore = wishes->ignore.items;
    options->ignore_count = wishes->ignore.count;
    options->overrides = wishes->overrides;
    options->override_count = wishes->override_count;
    options->pedantic = wishes->pedantic;
    options->min_severity = wishes->min_severity;
    options->max_findings = wishes->max_findings;
    options->set_name = wishes->name;
}
