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

navlint_field nav_fix_field(unsigned field, uint32_t at, const char *path) {
    const nl_field *const row = &nav_fields.fields[field];
    return (navlint_field){.path = path,
                           .type = nl_type_name((nl_type)row->type),
                           .offset = at + row->at,
                           .length = nl_field_bytes(row)};
}

bool nav_fix_index(const char *path, const char *key, uint32_t *index) {
    const char *const at = strstr(path, key);
    const char *digit = at ? at + strlen(key) : "";
    uint64_t number = 0;
    const bool is_there = *digit >= '0' && *digit <= '9';
    for (; *digit >= '0' && *digit <= '9' && number < UINT32_MAX; digit++)
        number = 10 * number + (uint64_t)(*digit - '0');
    *index = (uint32_t)number;
    return is_there && number < UINT32_MAX;
}

bool nav_fix_write(nl_fixer *fixer, const navlint_finding *finding, uint32_t value) {
    const navlint_field field = nl_fix_field_of(finding);
    return finding->type && nl_fix_set(fixer, &field, nl_uint(value));
}
