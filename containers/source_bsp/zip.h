/* The zip in lump 40, as Valve's reader takes it: zip_utils.cpp of the SDK. */
#ifndef NAVLINT_CONTAINERS_SOURCE_BSP_ZIP_H
#define NAVLINT_CONTAINERS_SOURCE_BSP_ZIP_H

#include "containers/source_bsp/layout.h"

/* Finds the end record and the central headers of the document's pakfile, as many as can be
 * followed, and says what is wrong with the directory itself. false if the arena or the budget is
 * used up. */
bool bsp_read_zip(nl_job *job, bsp_document *doc);

#endif
