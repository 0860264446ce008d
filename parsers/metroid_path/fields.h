/* Sizes and places of records and fields: constants made of fields.def. */
#ifndef NAVLINT_PARSERS_METROID_PATH_FIELDS_H
#define NAVLINT_PARSERS_METROID_PATH_FIELDS_H

#include "core/fields.h"

#define NL_ROOM   MP
#define NL_FIELDS "parsers/metroid_path/fields.def"
#include "core/fields_constants.h"

extern const nl_layout mp_fields;

#endif
