/* Formats and rules by name. */
#ifndef NAVLINT_VALIDATOR_CATALOGUE_H
#define NAVLINT_VALIDATOR_CATALOGUE_H

#include "parsers/format.h"

/* The room behind a public format record; NULL for NULL. */
const nl_format *nl_format_of(const navlint_format *format);

/* The room with this id; NULL if there is none. */
const nl_format *nl_format_by_id(const char *id);

/* nl_job.part for options.format: 0 if the id is the format's own, or NULL. */
unsigned nl_part_of(const navlint_format *format, const char *id);

/* The library's own row of a rule, which the caller may hold a copy of; NULL if there is none or
 * rule is NULL. format: receives the format that owns it. */
const navlint_rule *nl_known_rule(const navlint_rule *rule, const navlint_format **format);

/* The index of the rule with this code in the format's table; rule_count if it has none. */
size_t nl_rule_index(const navlint_format *format, const char *code);

/* The game with this id among the format's own; NULL if the format does not know it. */
const navlint_game *nl_game_of(const navlint_format *format, const char *id);

/* The longest rule table of all formats: what a report must have room for. */
size_t nl_longest_rule_table(void);

#endif
