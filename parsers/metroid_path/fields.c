#include "parsers/metroid_path/fields.h"

#define NL_FIELDS "parsers/metroid_path/fields.def"
#include "core/fields_table.h"

#define NL_STRUCTURE "parsers/metroid_path/structure.def"
#include "core/structure_table.h"

const nl_layout mp_fields = NL_LAYOUT_WITH(&layout_structure);
