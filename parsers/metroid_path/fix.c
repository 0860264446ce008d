/* What this room repairs. */
#include "parsers/metroid_path/fixes.h"

static const nl_fix_row rows[MP_RULE_COUNT] = {
#define NL_FIX      NL_FIX_ROW
#define NL_FIX_ONCE NL_FIX_ONCE_ROW
#include "parsers/metroid_path/fixes.def"
#undef NL_FIX
#undef NL_FIX_ONCE
};

/* Counts and numbers of records follow in the functions; nothing else says where anything is. */
const nl_fixes mp_fixes = {.rows = rows};
