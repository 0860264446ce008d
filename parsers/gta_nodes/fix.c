/* What this room repairs. */
#include "parsers/fix.h"

#include "parsers/gta_nodes/layout.h"

static const nl_fix_row rows[GTA_RULE_COUNT] = {
#define NL_FIX NL_FIX_ROW
#include "parsers/gta_nodes/fixes.def"
#undef NL_FIX
};

const nl_fixes gta_fixes = {.rows = rows};
