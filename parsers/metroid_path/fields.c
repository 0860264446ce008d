#include "parsers/metroid_path/fields.h"

#define NL_FIELDS "parsers/metroid_path/fields.def"
#include "core/fields_table.h"

const nl_layout mp_fields = NL_LAYOUT;
