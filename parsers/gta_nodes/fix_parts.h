/* What this room's fixes are made of: fields by their records, links that come and go. */
#ifndef NAVLINT_PARSERS_GTA_NODES_FIX_PARTS_H
#define NAVLINT_PARSERS_GTA_NODES_FIX_PARTS_H

#include "parsers/fix.h"
#include "parsers/gta_nodes/findings.h"

/* An input of the set as a file; its document is NULL if it could not be decoded. */
gta_file gta_fix_file(const nl_fixer *fixer, size_t input);

/* The input with the nodes of an area. Returns false if it is not there. */
bool gta_fix_input_of(const nl_fixer *fixer, uint32_t area, size_t *input);

/* The row of links that a path is about, of which each section has one: false unless all sections
 * of the file are where the game reads them, and have it. */
bool gta_fix_row(const gta_file *f, const char *path, uint32_t *row);

/* The node that has link `row`; NL_NO_ROW: none. */
uint32_t gta_fix_owner(nl_fixer *fixer, const gta_file *f, uint32_t row);

/* Takes `count` links from `first` on out of all sections of an input; nodes that start behind them
 * start as much earlier, and nodes that have them have as many less. */
bool gta_fix_remove_rows(nl_fixer *fixer, size_t input, uint32_t first, uint32_t count);

/* A link as all sections have it. */
typedef struct gta_new_link {
    uint32_t area, node;
    uint32_t navi_link; /* as it stands in the file */
    uint32_t length, flags;
} gta_new_link;

/* Puts a link behind those that a node of an input has: at least one, at most 14. */
bool gta_fix_add_link(nl_fixer *fixer, size_t input, uint32_t node, const gta_new_link *link);

/* The functions of fixes.def that know links, and those that know what is around them. */
bool gta_fix_remove_link(nl_fixer *fixer, const navlint_finding *finding);
bool gta_fix_remove_pair(nl_fixer *fixer, const navlint_finding *finding);
bool gta_fix_link_back(nl_fixer *fixer, const navlint_finding *finding);
bool gta_fix_remove_gap(nl_fixer *fixer, const navlint_finding *finding);
bool gta_fix_length(nl_fixer *fixer, const navlint_finding *finding);
bool gta_fix_pads(nl_fixer *fixer, const navlint_finding *finding);
bool gta_fix_filler(nl_fixer *fixer, const navlint_finding *finding);
bool gta_fix_remove_bytes(nl_fixer *fixer, const navlint_finding *finding);
bool gta_fix_swap_navi_links(nl_fixer *fixer, const navlint_finding *finding);
bool gta_fix_turn_navi(nl_fixer *fixer, const navlint_finding *finding);
bool gta_fix_direction(nl_fixer *fixer, const navlint_finding *finding);
bool gta_fix_width(nl_fixer *fixer, const navlint_finding *finding);
bool gta_fix_marker(nl_fixer *fixer, const navlint_finding *finding);

#endif
