#include "parsers/gta_nodes/fields.h"

#define NL_FIELDS "parsers/gta_nodes/fields.def"
#include "core/fields_table.h"

#define NL_STRUCTURE "parsers/gta_nodes/structure.def"
#include "core/structure_table.h"

const nl_layout gta_fields = NL_LAYOUT_WITH(&layout_structure);
