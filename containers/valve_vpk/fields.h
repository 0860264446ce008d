/* The table of records, fields.def, and its constants: VPK_ENTRY_BYTES, VPK_ENTRY_CRC_AT. */
#ifndef NAVLINT_CONTAINERS_VALVE_VPK_FIELDS_H
#define NAVLINT_CONTAINERS_VALVE_VPK_FIELDS_H

#include "core/fields.h"

#define NL_ROOM   VPK
#define NL_FIELDS "containers/valve_vpk/fields.def"
#include "core/fields_constants.h"

extern const nl_layout vpk_fields;

#endif
