/* Sizes and places of records and fields: constants made of fields.def. */
#ifndef NAVLINT_CONTAINERS_METROID_PAK_FIELDS_H
#define NAVLINT_CONTAINERS_METROID_PAK_FIELDS_H

#include "core/fields.h"

#define NL_ROOM   PK
#define NL_FIELDS "containers/metroid_pak/fields.def"
#include "core/fields_constants.h"

extern const nl_layout pk_fields;

#endif
