/* The table of records, fields.def, and its constants: GTA_NODE_BYTES, GTA_NODE_AREA_AT. */
#ifndef NAVLINT_PARSERS_GTA_NODES_FIELDS_H
#define NAVLINT_PARSERS_GTA_NODES_FIELDS_H

#include "core/fields.h"

#define NL_ROOM   GTA
#define NL_FIELDS "parsers/gta_nodes/fields.def"
#include "core/fields_constants.h"

extern const nl_layout gta_fields;

#endif
