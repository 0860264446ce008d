/* The subjects that a pack is checked for, each in a check_*.c of its own. Those that return false
 * have used up the budget or the memory. */
#ifndef NAVLINT_CONTAINERS_FOX_FPK_CHECKS_H
#define NAVLINT_CONTAINERS_FOX_FPK_CHECKS_H

#include "containers/fox_fpk/findings.h"

/* The type, the values that every pack has, and the size. */
void fpk_check_header(const fpk_check *c);

/* The rows of entries and references: whether what they lead to is in the pack. Collects names. */
bool fpk_check_rows(fpk_check *c);

/* The name of a row, which is in the pack. */
void fpk_check_name(fpk_row row, fpk_range range);

/* The digest of an entry's name, which is in the pack. rule: of digests that are wrong. */
bool fpk_check_digest(fpk_row row, unsigned rule);

/* Whether an entry is a navigation mesh, by its name or, as the name may be damaged, by what its
 * file begins with. */
bool fpk_is_mesh(fpk_row row, box_name name);

/* An entry that is a navigation mesh: in the right pack, of the right size, in the right place. */
void fpk_check_mesh(fpk_row row);

/* Whether files share bytes, and what lies between them. */
bool fpk_check_space(const fpk_check *c);

/* Names that come twice. */
bool fpk_check_twins(fpk_check *c);

#endif
