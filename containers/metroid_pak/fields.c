#include "containers/metroid_pak/fields.h"

#define NL_FIELDS "containers/metroid_pak/fields.def"
#include "core/fields_table.h"

const nl_layout pk_fields = NL_LAYOUT;
