/* Numbers, sizes and places of the records in fields.def. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_FIELDS_H
#define NAVLINT_PARSERS_MGS_NAV2_FIELDS_H

#include "core/fields.h"

#define NL_ROOM   NAV2
#define NL_FIELDS "parsers/mgs_nav2/fields.def"
#include "core/fields_constants.h"

extern const nl_layout nav2_fields;

#endif
