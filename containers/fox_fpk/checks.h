/* The subjects that a pack is checked for, each in a check_*.c of its own. Those that return false
 * have used up the budget or the memory. */
#ifndef NAVLINT_CONTAINERS_FOX_FPK_CHECKS_H
#define NAVLINT_CONTAINERS_FOX_FPK_CHECKS_H

#include "containers/fox_fpk/findings.h"

/* The type, the values that every pack has, and the size. */
void fpk_check_header(const fpk_check *c);

/* The rows of entries and references: whether what they lead to is in the pack. Collects names. */
bool fpk_check_rows(fpk_check *c);

/* The name of the row at `spot`, which is in the pack. length: the number of its length's field. */
void fpk_check_name(const fpk_check *c, const fpk_spot *spot, fpk_range range, unsigned length);

/* The digest of an entry's name, which is in the pack. */
bool fpk_check_digest(const fpk_check *c, const fpk_spot *spot, uint32_t index);

/* An entry that is a navigation mesh by its name: in the right pack, of the right size. */
void fpk_check_mesh(const fpk_check *c, const fpk_spot *spot, uint32_t index);

/* Whether the pack, the folder and the name of a mesh are of one tile. */
void fpk_check_place(const fpk_check *c, const fpk_spot *spot, uint32_t index);

/* Whether files share bytes, and what lies between them. */
bool fpk_check_space(const fpk_check *c);

/* Names that come twice. */
bool fpk_check_twins(fpk_check *c);

#endif
