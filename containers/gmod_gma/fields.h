/* The table of records, fields.def, and its constants: GMA_DATA_BYTES, GMA_DATA_CRC_AT. */
#ifndef NAVLINT_CONTAINERS_GMOD_GMA_FIELDS_H
#define NAVLINT_CONTAINERS_GMOD_GMA_FIELDS_H

#include "core/fields.h"

#define NL_ROOM   GMA
#define NL_FIELDS "containers/gmod_gma/fields.def"
#include "core/fields_constants.h"

extern const nl_layout gma_fields;

#endif
