#include "containers/fox_fpk/fields.h"

#define NL_FIELDS "containers/fox_fpk/fields.def"
#include "core/fields_table.h"

#define NL_STRUCTURE "containers/fox_fpk/structure.def"
#include "core/structure_table.h"

const nl_layout fpk_fields = NL_LAYOUT_WITH(&layout_structure);
