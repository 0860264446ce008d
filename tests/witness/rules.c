/* What the rows of the catalogue must have, whatever they say. */
#include "tests/witness/witness.h"

#include <ctype.h>
#include <string.h>

void for_each_rule(rule_fn visit) {
    for (size_t i = 0; i < navlint_format_count(); i++) {
        const navlint_format *const format = navlint_format_at(i);
        for (size_t k = 0; k < format->rule_count; k++)
            visit(format, &format->rules[k]);
    }
}

static size_t prefix_length(const char *code) {
    return strcspn(code, "_");
}

static void check_code(const navlint_format *format, const navlint_rule *rule) {
    const char *const first = format->rules[0].code;
    const size_t prefix = prefix_length(first);
    assert_true(prefix >= 2 && first[prefix] == '_');
    if (strncmp(rule->code, first, prefix + 1) != 0) fail_msg("%s: prefix", rule->code);
    char previous = '_';
    for (const char *c = rule->code; *c; previous = *c++) {
        const bool plain = isupper((unsigned char)*c) || isdigit((unsigned char)*c);
        if (!plain && (*c != '_' || previous == '_')) fail_msg("%s: pattern", rule->code);
    }
    if (previous == '_' || !isupper((unsigned char)*rule->code)) fail_msg("%s: ends", rule->code);
}

static void codes_have_one_pattern_and_their_format_s_prefix(void **state) {
    (void)state;
    assert_true(navlint_format_count() > 0);
    for_each_rule(check_code);
}

/* Of the first row with a code, navlint_rule_by_code gives the address; a second one's differs. */
static void check_unique(const navlint_format *format, const navlint_rule *rule) {
    const navlint_format *owner = NULL;
    if (navlint_rule_by_code(rule->code, &owner) != rule || owner != format)
        fail_msg("%s is there twice", rule->code);
}

static void codes_are_unique_across_formats(void **state) {
    (void)state;
    for_each_rule(check_unique);
    for (size_t i = 1; i < navlint_format_count(); i++)
        for (size_t k = 0; k < i; k++) {
            const char *const a = navlint_format_at(i)->rules[0].code;
            const char *const b = navlint_format_at(k)->rules[0].code;
            const size_t length = prefix_length(a);
            assert_true(length != prefix_length(b) || strncmp(a, b, length) != 0);
        }
}

/* The length of a placeholder's name: in front of ":x" and of ":byte|bytes". */
static size_t name_length(const char *name, size_t length) {
    const char *const colon = memchr(name, ':', length);
    if (!colon) return length;
    const size_t front = (size_t)(colon - name);
    const bool is_plural = memchr(colon, '|', length - front) != NULL;
    return is_plural || (length - front == 2 && colon[1] == 'x') ? front : length;
}

static bool is_placeholder(const char *name, size_t length) {
    length = name_length(name, length);
    if (length == 1) return *name >= '0' && *name <= '3';
    return (length == 6 && memcmp(name, "actual", 6) == 0) ||
           (length == 8 && memcmp(name, "expected", 8) == 0);
}

static void check_message(const navlint_format *format, const navlint_rule *rule) {
    (void)format;
    const char *next = rule->message;
    for (next += strcspn(next, "{}"); *next; next += strcspn(next, "{}")) {
        const size_t length = strcspn(next + 1, "{}");
        if (*next != '{' || next[1 + length] != '}' || !is_placeholder(next + 1, length))
            fail_msg("%s: a brace of \"%s\"", rule->code, rule->message);
        next += length + 2;
    }
}

static void placeholders_of_messages_exist(void **state) {
    (void)state;
    assert_true(is_placeholder("actual:x", 8) && !is_placeholder("4", 1) &&
                !is_placeholder(":x", 2));
    for_each_rule(check_message);
}

static bool is_prose(const char *text) {
    const size_t length = text ? strlen(text) : 0;
    return length > 1 && !isspace((unsigned char)text[0]) &&
           !isspace((unsigned char)text[length - 1]) && !strstr(text, "  ");
}

static void check_text(const navlint_format *format, const navlint_rule *rule) {
    (void)format;
    if (!is_prose(rule->message) || !is_prose(rule->explanation) || !is_prose(rule->remedy) ||
        !is_prose(rule->source))
        fail_msg("%s: a text is missing or has stray spaces", rule->code);
    if (rule->message[strlen(rule->message) - 1] == '.')
        fail_msg("%s: a message is no sentence", rule->code);
    if (!strchr(".)", rule->explanation[strlen(rule->explanation) - 1]) ||
        !strchr(".)", rule->remedy[strlen(rule->remedy) - 1]))
        fail_msg("%s: explanation and remedy are sentences", rule->code);
    if (rule->severity >= NAVLINT_OFF) fail_msg("%s: severity", rule->code);
    if (rule->impact > NAVLINT_COSMETIC) fail_msg("%s: impact", rule->code);
    if (rule->severity == NAVLINT_ERROR && rule->impact == NAVLINT_COSMETIC)
        fail_msg("%s: an error has an effect", rule->code);
}

static void rules_are_told_in_full(void **state) {
    (void)state;
    for_each_rule(check_text);
}

/* A remedy that asks for nothing, be it with an exception. */
static bool asks_for_nothing(const char *remedy) {
    return strncmp(remedy, "Nothing ", strlen("Nothing ")) == 0;
}

static void check_remedy(const navlint_format *format, const navlint_rule *rule) {
    (void)format;
    if (asks_for_nothing(rule->remedy) && !rule->is_pedantic)
        fail_msg("%s: there is nothing to repair, and it is on", rule->code);
}

static void what_needs_no_repair_is_off(void **state) {
    (void)state;
    for_each_rule(check_remedy);
}

int run_rule_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_have_one_pattern_and_their_format_s_prefix),
        cmocka_unit_test(codes_are_unique_across_formats),
        cmocka_unit_test(placeholders_of_messages_exist),
        cmocka_unit_test(rules_are_told_in_full),
        cmocka_unit_test(what_needs_no_repair_is_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
