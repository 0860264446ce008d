#include "parsers/gta_nodes/fields.h"

#define NL_FIELDS "parsers/gta_nodes/fields.def"
#include "core/fields_table.h"

const nl_layout gta_fields = NL_LAYOUT;
