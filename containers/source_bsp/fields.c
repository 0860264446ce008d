#include "containers/source_bsp/fields.h"

#define NL_FIELDS "containers/source_bsp/fields.def"
#include "core/fields_table.h"

const nl_layout bsp_fields = NL_LAYOUT;
