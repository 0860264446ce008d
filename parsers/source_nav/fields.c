#include "parsers/source_nav/fields.h"

#define NL_FIELDS "parsers/source_nav/fields.def"
#include "core/fields_table.h"

const nl_layout nav_fields = NL_LAYOUT;
