/* The zip in lump 40, as Valve's reader takes it: zip_utils.cpp of the SDK. */
#ifndef NAVLINT_CONTAINERS_SOURCE_BSP_ZIP_H
#define NAVLINT_CONTAINERS_SOURCE_BSP_ZIP_H

#include "containers/source_bsp/layout.h"

/* Finds the end record and the central headers of the document's pakfile, as many as can be
 * followed, and says what is wrong with the directory itself. false if the arena or the budget is
 * used up. */
bool bsp_read_zip(nl_job *job, bsp_document *doc);

/* The bytes of the central header at `at`; 0 if there is none, or not all of it. */
uint64_t bsp_central_bytes(const nl_job *job, const bsp_zip *zip, uint64_t at);

#endif
