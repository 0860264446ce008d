#include "containers/gta_img/fields.h"

#define NL_FIELDS "containers/gta_img/fields.def"
#include "core/fields_table.h"

const nl_layout img_fields = NL_LAYOUT;
