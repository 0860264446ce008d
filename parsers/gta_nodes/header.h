/* What the first bytes say: shared by decode.c and the probe. */
#ifndef NAVLINT_PARSERS_GTA_NODES_HEADER_H
#define NAVLINT_PARSERS_GTA_NODES_HEADER_H

#include "parsers/gta_nodes/layout.h"

/* Reads the header and says in the report what is wrong with it. false if there is nothing that the
 * rest could be read by; a finding then says why. */
bool gta_read_header(const nl_job *job, gta_header *header);

/* The first shape in which these counts make a file of exactly this length; NULL if there is none.
 */
const gta_shape *gta_find_shape(const uint8_t *bytes, size_t length, gta_header header,
                                gta_sections *at);

#endif
