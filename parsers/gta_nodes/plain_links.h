/* The usual file in one pass: every link has a link back that agrees with it. */
#ifndef NAVLINT_PARSERS_GTA_NODES_PLAIN_LINKS_H
#define NAVLINT_PARSERS_GTA_NODES_PLAIN_LINKS_H

#include "parsers/gta_nodes/findings.h"

/* Marks the links that are not plain in c->suspects, and counts those that lead out of the file.
 * The nodes' links must follow each other. false: no telling which, all have to be checked. */
bool gta_mark_odd_links(gta_check *c);

#endif
