#include "wasm/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char no_memory[] = "cannot be kept: out of memory";

/* ---- Values: each returns NULL, or what is wrong with it ------------------------------------- */

static const char *read_number(const char *value, uint64_t most, uint64_t *number) {
    char *end = NULL;
    errno = 0;
    const unsigned long long read = strtoull(value, &end, 10);
    const bool is_number = value[0] >= '0' && value[0] <= '9' && *end == '\0' && errno == 0;
    if (!is_number || read > most) return "is not a number in range";
    *number = read;
    return NULL;
}

static const char *read_count(const char *value, uint32_t *count) {
    uint64_t number = *count;
    const char *const wrong = read_number(value, UINT32_MAX, &number);
    *count = (uint32_t)number;
    return wrong;
}

static const char *read_flag(const char *value, bool *flag) {
    *flag = strcmp(value, "true") == 0;
    return *flag || strcmp(value, "false") == 0 ? NULL : "is neither true nor false";
}

static const char *read_severity(const char *value, navlint_severity *severity) {
    for (navlint_severity each = NAVLINT_ERROR; each <= NAVLINT_OFF; each++) {
        if (strcmp(value, navlint_severity_text(each)) != 0) continue;
        *severity = each;
        return NULL;
    }
    return "is not error, warning, info or off";
}

static const char *read_scope(const char *value, navlint_scope *scope) {
    const bool is_narrow = strcmp(value, "navmesh") == 0;
    *scope = is_narrow ? NAVLINT_SCOPE_NAVMESH : NAVLINT_SCOPE_ALL;
    return is_narrow || strcmp(value, "all") == 0 ? NULL : "is neither all nor navmesh";
}

/* An empty text is none. */
static const char *read_text(const char *value, const char **text) {
    *text = value[0] != '\0' ? value : NULL;
    return NULL;
}

static const char *add_code(wasm_codes *codes, const char *code) {
    const char **const items =
        (const char **)realloc((void *)codes->items, (codes->count + 1) * sizeof *items);
    if (!items) return no_memory;
    codes->items = items;
    codes->items[codes->count++] = code;
    return NULL;
}

static const char *add_override(wasm_overrides *overrides, char *value) {
    char *const equals = strchr(value, '=');
    if (!equals) return "is not CODE=SEVERITY";
    navlint_severity severity = NAVLINT_ERROR;
    const char *const wrong = read_severity(equals + 1, &severity);
    if (wrong) return wrong;
    navlint_override *const items =
        realloc(overrides->items, (overrides->count + 1) * sizeof *items);
    if (!items) return no_memory;
    *equals = '\0';
    overrides->items = items;
    overrides->items[overrides->count++] = (navlint_override){value, severity};
    return NULL;
}

/* ---- The table ------------------------------------------------------------------------------ */

typedef enum value_kind { TEXT, FLAG, NUMBER, COUNT, SEVERITY, SCOPE, CODES, OVERRIDE } value_kind;

typedef struct row {
    const char *name;
    value_kind kind;
    size_t offset; /* in wasm_options */
} row;

static const row rows[] = {
    /* What is judged, as navlint_options has it. */
    {"inputFormat", TEXT, offsetof(wasm_options, check.format)},
    {"game", TEXT, offsetof(wasm_options, check.game)},
    {"setName", TEXT, offsetof(wasm_options, check.set_name)},
    {"ignore", CODES, offsetof(wasm_options, ignore)},
    {"only", CODES, offsetof(wasm_options, only)},
    {"severity", OVERRIDE, offsetof(wasm_options, overrides)},
    {"pedantic", FLAG, offsetof(wasm_options, check.pedantic)},
    {"scope", SCOPE, offsetof(wasm_options, check.scope)},
    {"minSeverity", SEVERITY, offsetof(wasm_options, check.min_severity)},
    {"maxFindings", COUNT, offsetof(wasm_options, check.max_findings)},
    {"maxFindingsPerRule", COUNT, offsetof(wasm_options, check.max_findings_per_rule)},
    {"maxInputBytes", NUMBER, offsetof(wasm_options, check.max_input_bytes)},
    {"maxSteps", NUMBER, offsetof(wasm_options, check.max_steps)},
    /* What is shown of it, as navlint_text_style and navlint_export_style have it. */
    {"textSeverity", SEVERITY, offsetof(wasm_options, text.min_severity)},
    {"shownPerRule", COUNT, offsetof(wasm_options, text.findings_per_rule)},
    {"more", TEXT, offsetof(wasm_options, text.more)},
    {"hintsOnly", FLAG, offsetof(wasm_options, text.hints_only)},
    {"exportSeverity", SEVERITY, offsetof(wasm_options, export.min_severity)},
    {"unjudged", SEVERITY, offsetof(wasm_options, export.unjudged)},
    {"archive", TEXT, offsetof(wasm_options, archive)},
};

static const row *find_row(const char *name) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].name, name) == 0) return &rows[i];
    return NULL;
}

static const char *set_member(void *member, value_kind kind, char *value) {
    switch (kind) {
    case TEXT:
        return read_text(value, member);
    case FLAG:
        return read_flag(value, member);
    case NUMBER:
        return read_number(value, UINT64_MAX, member);
    case COUNT:
        return read_count(value, member);
    case SEVERITY:
        return read_severity(value, member);
    case SCOPE:
        return read_scope(value, member);
    case CODES:
        return add_code(member, value);
    case OVERRIDE:
        return add_override(member, value);
    }
    return NULL;
}

const char *wasm_options_set(wasm_options *options, const char *name, char *value) {
    const row *const found = find_row(name);
    return found ? set_member((char *)options + found->offset, found->kind, value) : "is no option";
}

/* ---- The whole ------------------------------------------------------------------------------ */

wasm_options wasm_options_make(void) {
    wasm_options options = {
        .text = {.struct_bytes = sizeof options.text, .min_severity = NAVLINT_INFO},
        .export = {.struct_bytes = sizeof options.export,
                   .min_severity = NAVLINT_INFO,
                   .unjudged = NAVLINT_ERROR}};
    navlint_options_init(&options.check, sizeof options.check);
    return options;
}

void wasm_options_free(wasm_options *options) {
    free((void *)options->ignore.items);
    free((void *)options->only.items);
    free(options->overrides.items);
    *options = wasm_options_make();
}

navlint_options wasm_options_check(const wasm_options *options) {
    navlint_options check = options->check;
    check.ignore = options->ignore.items;
    check.ignore_count = options->ignore.count;
    check.only = options->only.items;
    check.only_count = options->only.count;
    check.overrides = options->overrides.items;
    check.override_count = options->overrides.count;
    return check;
}
