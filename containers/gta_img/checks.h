/* The checks, in the order in which check.c calls them: one file for each subject, check_*.c. */
#ifndef NAVLINT_CONTAINERS_GTA_IMG_CHECKS_H
#define NAVLINT_CONTAINERS_GTA_IMG_CHECKS_H

#include "containers/gta_img/findings.h"

/* Where the file of an entry is, and how long: notes whether bytes of it are missing. */
void img_check_extent(img_check *c, const img_entry *entry);

/* The name of an entry that is no path file. */
void img_check_name(const img_check *c, const img_entry *entry);

/* The name of a path file. */
void img_check_path_name(const img_check *c, const img_entry *entry);

/* Names and areas that come twice: marks what the game ignores. false: the budget is used up. */
bool img_check_twins(img_check *c);

/* Whether what the game reads together lies together. */
void img_check_neighbours(const img_check *c);

/* Files that share bytes, and bytes of no file: claims those of all files. false: the budget or the
 * arena is used up. */
bool img_check_places(img_check *c);

#endif
