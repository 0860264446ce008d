#include "parsers/skyrim_navmesh/fields.h"

#define NL_FIELDS "parsers/skyrim_navmesh/fields.def"
#include "core/fields_table.h"

#define NL_STRUCTURE "parsers/skyrim_navmesh/structure.def"
#include "core/structure_table.h"

const nl_layout sky_layout = NL_LAYOUT_WITH(&layout_structure);
