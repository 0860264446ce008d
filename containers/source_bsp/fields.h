/* Sizes and places of records and fields: constants made of fields.def. */
#ifndef NAVLINT_CONTAINERS_SOURCE_BSP_FIELDS_H
#define NAVLINT_CONTAINERS_SOURCE_BSP_FIELDS_H

#include "core/fields.h"

#define NL_ROOM   BSP
#define NL_FIELDS "containers/source_bsp/fields.def"
#include "core/fields_constants.h"

extern const nl_layout bsp_fields;

#endif
