/* The header of a BSP: which dialect it is, and which of two orders the fields of its lumps have.
 */
#ifndef NAVLINT_CONTAINERS_SOURCE_BSP_HEADER_H
#define NAVLINT_CONTAINERS_SOURCE_BSP_HEADER_H

#include "containers/source_bsp/layout.h"

/* Reads the header and the lump table into the document. false if there is none to be followed: a
 * finding or a limit says why. */
bool bsp_read_header(nl_job *job, bsp_document *doc);

#endif
