/* What this room repairs. */
#include "parsers/gta_nodes/fix_parts.h"

#include "parsers/gta_nodes/layout.h"

/* The first of the values that would do. */
static bool fix_first_expected(nl_fixer *fixer, const navlint_finding *finding) {
    const navlint_field field = nl_fix_field_of(finding);
    return finding->type && finding->relation == NAVLINT_ONE_OF &&
           nl_fix_set(fixer, &field, finding->expected);
}

/* Clears bits of the number that the finding is about. */
static bool clear_bits(nl_fixer *fixer, const navlint_finding *finding, uint32_t bits) {
    const navlint_field field = nl_fix_field_of(finding);
    const gta_file f = gta_fix_file(fixer, fixer->input);
    const uint8_t *const p = gta_bytes(&f, field.offset);
    const uint32_t old = field.length == 1 ? *p : nl_load_u32(p);
    return (field.length == 1 || field.length == sizeof old) &&
           nl_fix_set(fixer, &field, nl_uint(old & ~bits));
}

static bool fix_roadblock(nl_fixer *fixer, const navlint_finding *finding) {
    return clear_bits(fixer, finding, GTA_FLAG_ROADBLOCK);
}

static bool fix_special(nl_fixer *fixer, const navlint_finding *finding) {
    return clear_bits(fixer, finding, GTA_FLAG_SPECIAL);
}

static bool fix_crossing(nl_fixer *fixer, const navlint_finding *finding) {
    return clear_bits(fixer, finding, 0xFC);
}

static bool fix_light(nl_fixer *fixer, const navlint_finding *finding) {
    return clear_bits(fixer, finding, 3);
}

/* What writers of the extended formats leave there (README.md). */
static bool fix_old_position(nl_fixer *fixer, const navlint_finding *finding) {
    static const uint8_t bytes[] = {0xF8, 0x7F, 0xF8, 0x7F, 0xF8, 0x7F};
    const navlint_field field = nl_fix_field_of(finding);
    return field.length == sizeof bytes && nl_fix_replace(fixer, &field, bytes, sizeof bytes);
}

/* The id of a node of this file that it is linked to. */
static bool fix_flood(nl_fixer *fixer, const navlint_finding *finding) {
    const navlint_field field = nl_fix_field_of(finding);
    const gta_file f = gta_fix_file(fixer, fixer->input);
    uint32_t node;
    if (!f.doc || nl_fix_numbers(finding->path, &node, 1) != 1 || node >= f.doc->node_count)
        return false;
    const gta_range links = gta_links_of(&f, node);
    for (uint32_t row = links.first; row < links.end; row++) {
        const gta_row link = gta_row_at(&f, node, row);
        if (link.area != f.doc->area || link.target >= f.doc->node_count) continue;
        const uint32_t flood = gta_node_flood(f.doc->layout, gta_node(&f, link.target));
        if (flood != 0) return nl_fix_set(fixer, &field, nl_uint(flood));
    }
    return false;
}

static const nl_fix_row rows[GTA_RULE_COUNT] = {
#define NL_FIX NL_FIX_ROW
#include "parsers/gta_nodes/fixes.def"
#undef NL_FIX
};

const nl_fixes gta_fixes = {.rows = rows};
