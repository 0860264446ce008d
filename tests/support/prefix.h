/* The cuts that a file alone cannot show, or that lose nothing: a plugin that ends where one of its
 * top groups did, an addon without the sum at its end. What invariant 9 (docs/security.md) allows
 * of their prefixes, and nothing else. */
#ifndef NAVLINT_TESTS_SUPPORT_PREFIX_H
#define NAVLINT_TESTS_SUPPORT_PREFIX_H

#include "navlint/navlint.h"

/* Whether one of the top groups of a whole plugin begins at `cut`. Sizes are read anew here, not by
 * the room; false for other formats. */
bool prefix_ends_between_groups(const uint8_t *bytes, size_t length, size_t cut);

/* Whether the report of a prefix warns that its header counts more than there is. */
bool prefix_is_told(const navlint_report *report);

/* Whether nothing but the sum at the end of a whole addon of Garry's Mod, or some of it, was cut
 * off; false for other formats. */
bool prefix_lacks_sum(const uint8_t *bytes, size_t length, size_t cut);

#endif
