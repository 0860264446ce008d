/* What this room repairs. Every list has its count in front, and nothing else says where anything
 * is: no size or offset has to follow. */
#include <string.h>

#include "parsers/source_nav/fixes.h"

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
    {"ladders", "ladderCount"},
    {"places", "placeCount"},
    {NULL, NULL},
};

const nl_fixes nav_fixes = {.rows = rows, .lists = lists};

bool nav_fix_index(const char *path, const char *list, uint32_t *index) {
    return strncmp(path, list, strlen(list)) == 0 && nl_fix_numbers(path, index, 1) == 1;
}

uint32_t nav_fix_free_id(const uint32_t *ids, uint32_t count, uint32_t row) {
    uint32_t highest = 0;
    for (uint32_t i = 0; i < count; i++)
        if (ids[i] > highest && ids[i] != UINT32_MAX) highest = ids[i];
    return row < UINT32_MAX - 2 && highest < UINT32_MAX - 2 - row ? highest + 1 + row : 0;
}

bool nav_fix_write(nl_fixer *fixer, const navlint_finding *finding, uint32_t value) {
    const navlint_field field = nl_fix_field_of(finding);
    return finding->type && nl_fix_set(fixer, &field, nl_uint(value));
}
