#include "parsers/source_nav/fields.h"

#define NL_FIELDS "parsers/source_nav/fields.def"
#include "core/fields_table.h"

#define NL_STRUCTURE "parsers/source_nav/structure.def"
#include "core/structure_table.h"

const nl_layout nav_fields = NL_LAYOUT_WITH(&layout_structure);
