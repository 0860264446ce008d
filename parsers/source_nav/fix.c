/* What this room repairs. Every list has its count in front, and nothing else says where anything
 * is: no size or offset has to follow. */
#include "parsers/fix.h"

#include "parsers/source_nav/layout.h"

static const nl_fix_row rows[NAV_RULE_COUNT] = {
#define NL_FIX NL_FIX_ROW
#include "parsers/source_nav/fixes.def"
#undef NL_FIX
};

static const nl_fix_list lists[] = {
    {"north", "northCount"},
    {"east", "eastCount"},
    {"south", "southCount"},
    {"west", "westCount"},
    {"hidingSpots", "hidingSpotCount"},
    {"approachAreas", "approachCount"},
    {"encounterPaths", "encounterPathCount"},
    {"spots", "spotCount"},
    {"up", "upCount"},
    {"down", "downCount"},
    {"visibleAreas", "visibleCount"},
    {NULL, NULL},
};

const nl_fixes nav_fixes = {.rows = rows, .lists = lists};
