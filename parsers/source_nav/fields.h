/* Constants of the records in fields.def, and the table that findings and dumps read. */
#ifndef NAVLINT_PARSERS_SOURCE_NAV_FIELDS_H
#define NAVLINT_PARSERS_SOURCE_NAV_FIELDS_H

#include "core/fields.h"

#define NL_ROOM   NAV
#define NL_FIELDS "parsers/source_nav/fields.def"
#include "core/fields_constants.h"

extern const nl_layout nav_fields;

#endif
