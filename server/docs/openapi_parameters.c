#include <string.h>

#include "server/docs/operations.h"
#include "server/input_name.h"
#include "server/wishes.h"

json_t *srv_json_append(json_t *list, json_t *item) {
    if (json_array_append_new(list, item) == 0) return list;
    json_decref(list);
    return NULL;
}

/* Appends the text unless it is there. */
static json_t *add_once(json_t *list, const char *text) {
    size_t i = 0;
    json_t *item = NULL;
    json_array_foreach(list, i, item) if (strcmp(json_string_value(item), text) == 0) return list;
    return srv_json_append(list, json_string(text));
}

static json_t *enumeration(json_t *list) {
    return json_pack("{s:s, s:o}", "type", "string", "enum", list);
}

static json_t *formats(void) {
    json_t *list = json_array();
    for (size_t i = 0; i < navlint_format_count(); i++) {
        const navlint_format *const format = navlint_format_at(i);
        list = add_once(list, format->id);
        for (size_t k = 0; k < format->part_count; k++)
            list = add_once(list, format->parts[k].id);
    }
    return enumeration(list);
}

static json_t *games(void) {
    json_t *list = json_array();
    for (size_t i = 0; i < navlint_format_count(); i++)
        for (size_t k = 0; k < navlint_format_at(i)->game_count; k++)
            list = add_once(list, navlint_format_at(i)->games[k].id);
    return enumeration(list);
}

json_t *srv_openapi_codes(void) {
    json_t *list = json_array();
    for (size_t i = 0; i < navlint_format_count(); i++)
        for (size_t k = 0; k < navlint_format_at(i)->rule_count; k++)
            list = srv_json_append(list, json_string(navlint_format_at(i)->rules[k].code));
    return enumeration(list);
}

static json_t *words(srv_param param) {
    json_t *list = json_array();
    for (const char *const *word = srv_wish_words(param); *word; word++)
        list = add_once(list, *word);
    return enumeration(list);
}

/* Separated by commas. */
static json_t *list_of(json_t *items) {
    return json_pack("{s:s, s:o, s:i}", "type", "array", "items", items, "maxItems",
                     SRV_MOST_CODES);
}

static json_t *schema_of(srv_param param, const srv_openapi_terms *terms) {
    switch (param) {
    case SRV_PARAM_FORMAT:
        return formats();
    case SRV_PARAM_GAME:
        return games();
    case SRV_PARAM_SCOPE:
    case SRV_PARAM_MIN_SEVERITY:
    case SRV_PARAM_UNSAFE:
        return words(param);
    case SRV_PARAM_ONLY:
    case SRV_PARAM_IGNORE:
        return list_of(json_pack("{s:[{s:s}, {s:s, s:s}]}", "anyOf", "$ref",
                                 "#/components/schemas/RuleCode", "type", "string", "pattern",
                                 "^[A-Z0-9_]+\\*$"));
    case SRV_PARAM_SEVERITY:
        return list_of(json_pack("{s:s, s:s}", "type", "string", "pattern",
                                 "^[A-Z][A-Z0-9_]+=(error|warning|info|off)$"));
    case SRV_PARAM_MASTERS:
        return list_of(json_pack("{s:s, s:i}", "type", "string", "minLength", 1));
    case SRV_PARAM_MAX_FINDINGS:
        return json_pack("{s:s, s:i, s:I}", "type", "integer", "minimum", 0, "maximum",
                         (json_int_t)terms->max_findings);
    case SRV_PARAM_NAME:
        return json_pack("{s:s, s:i, s:i}", "type", "string", "minLength", 1, "maxLength",
                         SRV_NAME_MAX);
    case SRV_PARAM_COUNT:
        break;
    }
    return NULL;
}

static json_t *parameter(srv_param param, const srv_openapi_terms *terms) {
    static const struct {
        const char *name, *meaning;
    } rows[SRV_PARAM_COUNT] = {
#define SRV_PARAMETER(id, name, meaning) {name, meaning},
#include "server/query.def"
#undef SRV_PARAMETER
    };
    /* Lists are one text with commas, not a parameter for each item. */
    return json_pack("{s:s, s:s, s:s, s:s, s:b, s:o}", "name", rows[param].name, "in", "query",
                     "description", rows[param].meaning, "style", "form", "explode", 0, "schema",
                     schema_of(param, terms));
}

json_t *srv_openapi_parameters(const srv_route *route, const srv_openapi_terms *terms) {
    json_t *list = json_array();
    for (int i = 0; i < SRV_PARAM_COUNT; i++)
        if (route->params & (1u << i)) list = srv_json_append(list, parameter((srv_param)i, terms));
    return list;
}
