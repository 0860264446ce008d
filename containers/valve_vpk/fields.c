#include "containers/valve_vpk/fields.h"

#define NL_FIELDS "containers/valve_vpk/fields.def"
#include "core/fields_table.h"

const nl_layout vpk_fields = NL_LAYOUT;
