/* What this room repairs. */
#include "parsers/mgs_nav2/fixes/fixes.h"

/* Of y only that it is not above the file's. */
static bool nav2_fix_search_origin(nl_fixer *fixer, const navlint_finding *finding) {
    const navlint_field field = nl_fix_field_of(finding);
    return finding->type && nl_fix_set(fixer, &field, finding->expected);
}

static const nl_fix_row rows[NAV2_RULE_COUNT] = {
#define NL_FIX      NL_FIX_ROW
#define NL_FIX_ONCE NL_FIX_ONCE_ROW
#include "parsers/mgs_nav2/fixes.def"
#undef NL_FIX
#undef NL_FIX_ONCE
};

const nl_fixes nav2_fixes = {.rows = rows, .follow = nav2_fix_follow};
