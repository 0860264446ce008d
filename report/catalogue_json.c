/* What the library knows, as JSON: the formats (schemas/formats.schema.json) and their rules
 * (schemas/rules.schema.json). */
#include <stdio.h>

#include "report/report.h"

/* ---- Formats ------------------------------------------------------------------------------- */

static json_t *extension_json(const void *source, size_t index) {
    const navlint_format *format = source;
    return rep_json_text(format->extensions[index]);
}

static json_t *extensions_json(const navlint_format *format) {
    size_t count = 0;
    while (format->extensions && format->extensions[count])
        count++;
    return rep_json_array(count, extension_json, format);
}

static json_t *game_json(const void *source, size_t index) {
    const navlint_format *format = source;
    json_t *game = json_object();
    return rep_json_keep(game, rep_json_put_text(game, "id", format->games[index].id) &&
                                   rep_json_put_text(game, "title", format->games[index].title));
}

static json_t *part_json(const void *source, size_t index) {
    const navlint_format *format = source;
    json_t *part = json_object();
    return rep_json_keep(part, rep_json_put_text(part, "id", format->parts[index].id) &&
                                   rep_json_put_text(part, "title", format->parts[index].title));
}

static json_t *format_json(const void *unused, size_t index) {
    (void)unused;
    const navlint_format *format = navlint_format_at(index);
    const size_t games = format->game_count;
    const size_t parts = format->part_count;
    json_t *json = json_object();
    return rep_json_keep(
        json, rep_json_put_text(json, "id", format->id) &&
                  rep_json_put_text(json, "title", format->title) &&
                  rep_json_put_text(json, "summary", format->summary) &&
                  rep_json_put(json, "extensions", extensions_json(format)) &&
                  rep_json_put(json, "games", rep_json_array(games, game_json, format)) &&
                  rep_json_put(json, "parts", rep_json_array(parts, part_json, format)) &&
                  rep_json_put(json, "sets", json_boolean(format->has_sets)) &&
                  rep_json_put(json, "rules", rep_json_count(format->rule_count)));
}

navlint_text navlint_formats_json(enum navlint_json_style style) {
    json_t *root = json_object();
    json_t *formats = rep_json_array(navlint_format_count(), format_json, NULL);
    return rep_json_print(rep_json_keep(root, rep_json_put(root, "formats", formats)), style);
}

/* ---- Rules --------------------------------------------------------------------------------- */

static json_t *rule_json(const navlint_format *format, const navlint_rule *rule) {
    const char *severity = navlint_severity_text(rule->severity);
    char help_uri[96];
    (void)snprintf(help_uri, sizeof help_uri, "docs/rules.md#%s", rule->code);
    json_t *json = json_object();
    return rep_json_keep(json,
                         rep_json_put_text(json, "format", format->id) &&
                             rep_json_put_text(json, "code", rule->code) &&
                             rep_json_put_text(json, "severity", severity) &&
                             rep_json_put_text(json, "impact", navlint_impact_text(rule->impact)) &&
                             (!rule->is_pedantic || rep_json_put(json, "pedantic", json_true())) &&
                             rep_json_put_text(json, "message", rule->message) &&
                             rep_json_put_text(json, "explanation", rule->explanation) &&
                             rep_json_put_text(json, "remedy", rule->remedy) &&
                             rep_json_put_text(json, "source", rule->source) &&
                             rep_json_put_text(json, "helpUri", help_uri));
}

static bool append_rules(json_t *rules, const navlint_format *format) {
    bool whole = true;
    for (size_t i = 0; whole && i < format->rule_count; i++)
        whole = json_array_append_new(rules, rule_json(format, &format->rules[i])) == 0;
    return whole;
}

static bool append_all_rules(json_t *rules) {
    bool whole = true;
    for (size_t i = 0; whole && i < navlint_format_count(); i++)
        whole = append_rules(rules, navlint_format_at(i));
    return whole;
}

static json_t *rules_json(const navlint_format *format) {
    json_t *rules = json_array();
    const bool whole = rules && (format ? append_rules(rules, format) : append_all_rules(rules));
    return rep_json_keep(rules, whole);
}

navlint_text navlint_rules_json(const navlint_format *format, enum navlint_json_style style) {
    json_t *root = json_object();
    const bool whole = rep_json_put(root, "rules", rules_json(format));
    return rep_json_print(rep_json_keep(root, whole), style);
}

navlint_text navlint_rule_json(const navlint_rule *rule, enum navlint_json_style style) {
    const navlint_format *format = NULL;
    if (!rule || !navlint_rule_by_code(rule->code, &format)) return (navlint_text){NULL, 0};
    return rep_json_print(rule_json(format, rule), style);
}
