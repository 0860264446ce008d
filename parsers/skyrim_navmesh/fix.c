/* What this room repairs: the table. The functions are in repair/. */
#include "parsers/skyrim_navmesh/repair/repair.h"

static const nl_fix_row rows[SKY_RULE_COUNT] = {
#define NL_FIX      NL_FIX_ROW
#define NL_FIX_ONCE NL_FIX_ONCE_ROW
#include "parsers/skyrim_navmesh/fixes.def"
#undef NL_FIX
#undef NL_FIX_ONCE
};

static const nl_fix_list lists[] = {
    {"cover", "coverCount"},
    {NULL, NULL},
};

const nl_fixes sky_fixes = {
    .rows = rows, .lists = lists, .follow = sky_follow, .repack = sky_repack};
