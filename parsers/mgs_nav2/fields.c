#include "parsers/mgs_nav2/fields.h"

#define NL_FIELDS "parsers/mgs_nav2/fields.def"
#include "core/fields_table.h"

#define NL_STRUCTURE "parsers/mgs_nav2/structure.def"
#include "core/structure_table.h"

const nl_layout nav2_fields = NL_LAYOUT_WITH(&layout_structure);
