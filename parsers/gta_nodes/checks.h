/* The subjects that a file and a map are checked for, each in a check_*.c of its own. */
#ifndef NAVLINT_PARSERS_GTA_NODES_CHECKS_H
#define NAVLINT_PARSERS_GTA_NODES_CHECKS_H

#include "parsers/gta_nodes/findings.h"

/* ---- A file ---- */

/* The file's name, and the spare entries behind the link sections. */
void gta_check_sections(const gta_file *f);

/* Nodes by themselves, and whose links are whose: notes whether nodes share some. Returns whether
 * the nodes' links follow each other in order, each with one owner: is_tiled of the checks below.
 */
bool gta_check_nodes(gta_check *c);

/* Two nodes at one place. Takes memory from the job's arena. */
void gta_check_places(const gta_file *f);

/* All links, with their navi links; counts those that lead out of the file. */
void gta_check_links(gta_check *c, bool is_tiled);

/* All navi nodes, and how often they are used; counts the links that use those of other files. */
void gta_check_navis(gta_check *c, bool is_tiled);

/* ---- Single records: of a file by itself or, with c->map, what its company shows ---- */

/* One link, and its navi link. */
void gta_check_link(const gta_check *c, const gta_row *row);

/* The navi link of a link. to: the file that the link leads to, NULL if it is not there; back: the
 * link back, NL_NO_ROW if there is none. */
void gta_check_navi_link(const gta_check *c, const gta_row *row, const gta_file *to, uint32_t back);

/* The target of a navi node. */
void gta_check_navi_target(const gta_check *c, uint32_t navi);

#endif
