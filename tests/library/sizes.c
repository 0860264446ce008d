/* Sizes of the structs that programs allocate or are handed, and where their last members are:
 * names, bytes, a line each. */
#include <stdio.h>

#include "navlint/navlint.h"

#define SHOW(type, last)                                                                           \
    (void)printf("%s %zu, %s at %zu\n", #type, sizeof(type), #last, offsetof(type, last))

int main(void) {
    SHOW(navlint_value, as);
    SHOW(navlint_rule, is_pedantic);
    SHOW(navlint_game, title);
    SHOW(navlint_part, title);
    SHOW(navlint_axes, east);
    SHOW(navlint_flag, word);
    SHOW(navlint_format, is_container);
    SHOW(navlint_override, severity);
    SHOW(navlint_location, folder);
    SHOW(navlint_options, locations);
    SHOW(navlint_input, is_context);
    SHOW(navlint_range, length);
    SHOW(navlint_related, message);
    SHOW(navlint_fix, bytes);
    SHOW(navlint_subject, worldspace);
    SHOW(navlint_position, z);
    SHOW(navlint_finding, suppression);
    SHOW(navlint_fact, value);
    SHOW(navlint_limit, message);
    SHOW(navlint_summary, hidden);
    SHOW(navlint_tally, infos);
    SHOW(navlint_usage, step_budget);
    SHOW(navlint_field, bytes);
    SHOW(navlint_record, field_count);
    SHOW(navlint_record_field, is_value);
    SHOW(navlint_unpacked, packed);
    SHOW(navlint_shape, flags);
    SHOW(navlint_member, crc32);
    SHOW(navlint_put, problem);
    SHOW(navlint_fix_options, max_rounds);
    SHOW(navlint_edit, added_bytes);
    SHOW(navlint_applied, reason);
    SHOW(navlint_change, after);
    SHOW(navlint_text, length);
    SHOW(navlint_text_style, outer_name);
    SHOW(navlint_export_style, unjudged);
    SHOW(navlint_export_item, sha256_hex);
    return 0;
}
