#include "parsers/mgs_nav2/fields.h"

#define NL_FIELDS "parsers/mgs_nav2/fields.def"
#include "core/fields_table.h"

const nl_layout nav2_fields = NL_LAYOUT;
