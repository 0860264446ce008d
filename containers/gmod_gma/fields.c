#include "containers/gmod_gma/fields.h"

#define NL_FIELDS "containers/gmod_gma/fields.def"
#include "core/fields_table.h"

/* No structure: the table of files ends where a number is 0, which its rows cannot say. */
const nl_layout gma_fields = NL_LAYOUT;
