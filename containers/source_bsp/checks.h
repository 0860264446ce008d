/* The checks, in the order in which check.c calls them: one file for each subject, check_*.c. Those
 * that return false have used up the budget or the arena. */
#ifndef NAVLINT_CONTAINERS_SOURCE_BSP_CHECKS_H
#define NAVLINT_CONTAINERS_SOURCE_BSP_CHECKS_H

#include "containers/source_bsp/findings.h"

/* Where lumps are, and the headers of packed ones. */
bool bsp_check_lumps(bsp_check *c);

/* What the end record says beside where the directory is. */
bool bsp_check_end(const bsp_check *c);

/* Each entry of the pakfile by itself: its numbers, its local header, its bytes. */
bool bsp_check_entries(const bsp_check *c);

/* Entries that share bytes. */
bool bsp_check_overlaps(const bsp_check *c);

/* Names: too long, hostile, there twice. */
bool bsp_check_names(const bsp_check *c);

/* Whether the game finds the navigation meshes in the pakfile, and what they say of the map. */
void bsp_check_navs(const bsp_check *c);

/* Bytes that belong to nothing. */
void bsp_check_spare(const bsp_check *c);

#endif
