#include "validator/catalogue.h"

#include <string.h>

const nl_format *nl_format_of(const navlint_format *format) {
    for (size_t i = 0; i < nl_format_count; i++)
        if (&nl_formats[i]->info == format) return nl_formats[i];
    return NULL;
}

const nl_format *nl_format_by_id(const char *id) {
    for (size_t i = 0; id && i < nl_format_count; i++)
        if (strcmp(nl_formats[i]->info.id, id) == 0 || nl_part_of(&nl_formats[i]->info, id) != 0)
            return nl_formats[i];
    return NULL;
}

unsigned nl_part_of(const navlint_format *format, const char *id) {
    for (size_t i = 0; id && i < format->part_count; i++)
        if (strcmp(format->parts[i].id, id) == 0) return (unsigned)i + 1;
    return 0;
}

size_t nl_rule_index(const navlint_format *format, const char *code) {
    size_t i = 0;
    while (i < format->rule_count && strcmp(format->rules[i].code, code) != 0)
        i++;
    return i;
}

const navlint_game *nl_game_of(const navlint_format *format, const char *id) {
    for (size_t i = 0; id && i < format->game_count; i++)
        if (strcmp(format->games[i].id, id) == 0) return &format->games[i];
    return NULL;
}

size_t nl_longest_rule_table(void) {
    size_t longest = 0;
    for (size_t i = 0; i < nl_format_count; i++)
        if (nl_formats[i]->info.rule_count > longest) longest = nl_formats[i]->info.rule_count;
    return longest;
}

size_t navlint_format_count(void) {
    return nl_format_count;
}

const navlint_format *navlint_format_at(size_t index) {
    return index < nl_format_count ? &nl_formats[index]->info : NULL;
}

const navlint_format *navlint_format_by_id(const char *id) {
    const nl_format *const format = nl_format_by_id(id);
    return format ? &format->info : NULL;
}

const navlint_flag *navlint_flag_at(const navlint_format *format, size_t index) {
    const nl_format *const room = nl_format_of(format);
    const navlint_flag *flag = room ? room->flags : NULL;
    for (; flag && flag->word && index > 0; index--)
        flag++;
    return flag && flag->word ? flag : NULL;
}

static bool is_of(const navlint_format *format, const navlint_rule *rule) {
    const uintptr_t first = (uintptr_t)format->rules;
    const uintptr_t at = (uintptr_t)rule;
    return at >= first && at - first < format->rule_count * sizeof *rule;
}

const navlint_rule *nl_known_rule(const navlint_rule *rule, const navlint_format **format) {
    for (size_t i = 0; rule && i < nl_format_count; i++) {
        if (!is_of(&nl_formats[i]->info, rule)) continue;
        *format = &nl_formats[i]->info;
        return rule;
    }
    return rule ? navlint_rule_by_code(rule->code, format) : NULL;
}

const navlint_rule *navlint_rule_by_code(const char *code, const navlint_format **format) {
    for (size_t i = 0; code && i < nl_format_count; i++) {
        const navlint_format *const info = &nl_formats[i]->info;
        const size_t rule = nl_rule_index(info, code);
        if (rule == info->rule_count) continue;
        if (format) *format = info;
        return &info->rules[rule];
    }
    return NULL;
}
