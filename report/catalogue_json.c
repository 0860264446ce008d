/* What the library knows, as JSON: the formats (schemas/formats.schema.json) and their rules
 * (schemas/rules.schema.json). */
#include <stdio.h>

#include "report/report.h"

/* ---- Formats ------------------------------------------------------------------------------- */

static void put_extensions(rep_json *json, const navlint_format *format) {
    rep_json_open(json, "extensions", '[');
    for (size_t i = 0; format->extensions && format->extensions[i]; i++)
        rep_json_text(json, NULL, format->extensions[i]);
    rep_json_close(json, ']');
}

static void put_titled(rep_json *json, const char *id, const char *title) {
    rep_json_open(json, NULL, '{');
    rep_json_text(json, "id", id);
    rep_json_text(json, "title", title);
    rep_json_close(json, '}');
}

static void put_games(rep_json *json, const navlint_format *format) {
    rep_json_open(json, "games", '[');
    for (size_t i = 0; i < format->game_count; i++)
        put_titled(json, format->games[i].id, format->games[i].title);
    rep_json_close(json, ']');
}

static void put_parts(rep_json *json, const navlint_format *format) {
    rep_json_open(json, "parts", '[');
    for (size_t i = 0; i < format->part_count; i++)
        put_titled(json, format->parts[i].id, format->parts[i].title);
    rep_json_close(json, ']');
}

static void put_format(rep_json *json, const navlint_format *format) {
    rep_json_open(json, NULL, '{');
    rep_json_text(json, "id", format->id);
    rep_json_text(json, "title", format->title);
    rep_json_text_if(json, "summary", format->summary);
    put_extensions(json, format);
    put_games(json, format);
    put_parts(json, format);
    rep_json_bool(json, "sets", format->has_sets);
    rep_json_bool(json, "container", format->is_container);
    rep_json_count(json, "rules", format->rule_count);
    rep_json_close(json, '}');
}

navlint_text navlint_formats_json(enum navlint_json_style style) {
    rep_json json = rep_json_begin(style);
    rep_json_open(&json, "formats", '[');
    for (size_t i = 0; i < navlint_format_count(); i++)
        put_format(&json, navlint_format_at(i));
    rep_json_close(&json, ']');
    return rep_json_end(&json);
}

/* ---- Rules --------------------------------------------------------------------------------- */

static void put_fix(rep_json *json, const navlint_rule *rule) {
    const char *deed = NULL;
    const navlint_safety safety = navlint_rule_fix(rule, &deed);
    if (safety == NAVLINT_NOT_FIXABLE) return;
    rep_json_open(json, "fix", '{');
    rep_json_text(json, "safety", navlint_safety_text(safety));
    rep_json_text(json, "deed", deed);
    rep_json_close(json, '}');
}

static void put_rule(rep_json *json, const navlint_format *format, const navlint_rule *rule) {
    char help_uri[96];
    (void)snprintf(help_uri, sizeof help_uri, "docs/rules.md#%s", rule->code);
    rep_json_text(json, "format", format->id);
    rep_json_text(json, "code", rule->code);
    rep_json_text(json, "severity", navlint_severity_text(rule->severity));
    rep_json_text(json, "impact", navlint_impact_text(rule->impact));
    if (rule->is_pedantic) rep_json_bool(json, "pedantic", true);
    rep_json_text(json, "message", rule->message);
    rep_json_text_if(json, "explanation", rule->explanation);
    rep_json_text_if(json, "remedy", rule->remedy);
    rep_json_text_if(json, "source", rule->source);
    put_fix(json, rule);
    rep_json_text(json, "helpUri", help_uri);
}

static void put_rules(rep_json *json, const navlint_format *format) {
    for (size_t i = 0; i < format->rule_count; i++) {
        rep_json_open(json, NULL, '{');
        put_rule(json, format, &format->rules[i]);
        rep_json_close(json, '}');
    }
}

navlint_text navlint_rules_json(const navlint_format *format, enum navlint_json_style style) {
    rep_json json = rep_json_begin(style);
    rep_json_open(&json, "rules", '[');
    if (format) put_rules(&json, format);
    for (size_t i = 0; !format && i < navlint_format_count(); i++)
        put_rules(&json, navlint_format_at(i));
    rep_json_close(&json, ']');
    return rep_json_end(&json);
}

navlint_text navlint_rule_json(const navlint_rule *rule, enum navlint_json_style style) {
    const navlint_format *format = NULL;
    if (!rule || !navlint_rule_by_code(rule->code, &format)) return (navlint_text){NULL, 0};
    rep_json json = rep_json_begin(style);
    put_rule(&json, format, rule);
    return rep_json_end(&json);
}
