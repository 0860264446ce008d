/* The one cut that a file alone cannot show: a plugin that ends where one of its top groups did.
 * What invariant 9 (docs/security.md) allows of its prefixes, and nothing else. */
#ifndef NAVLINT_TESTS_SUPPORT_PREFIX_H
#define NAVLINT_TESTS_SUPPORT_PREFIX_H

#include "navlint/navlint.h"

/* Whether one of the top groups of a whole plugin begins at `cut`. Sizes are read anew here, not by
 * the room; false for other formats. */
bool prefix_ends_between_groups(const uint8_t *bytes, size_t length, size_t cut);

/* Whether the report of a prefix warns that its header counts more than there is. */
bool prefix_is_told(const navlint_report *report);

#endif
