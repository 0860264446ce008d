/* Navi nodes: where they lead. */
#include "parsers/gta_nodes/checks.h"
#include "parsers/gta_nodes/fix_parts.h"

/* The navi node that the link of a finding uses, and where it is. */
typedef struct gta_used {
    size_t input;
    gta_file file;
    uint32_t navi;
    const uint8_t *p;
} gta_used;

static bool find_used(const nl_fixer *fixer, const gta_file *f, uint32_t row, gta_used *used) {
    const uint32_t link = gta_navi_link(f, row);
    used->navi = link & 0xFFFF;
    if (!gta_fix_input_of(fixer, link >> 16, &used->input)) return false;
    used->file = gta_fix_file(fixer, used->input);
    if (used->navi >= used->file.doc->navi_count) return false;
    used->p = gta_navi(&used->file, used->navi);
    return true;
}

static bool set_navi(nl_fixer *fixer, const gta_used *used, unsigned field, int64_t value) {
    const navlint_value number = {NAVLINT_INT, {.sint = value}};
    fixer->input = used->input;
    const navlint_field found =
        nl_fix_field_at(fixer, field, gta_navi_at(used->file.doc, used->navi), &used->navi);
    return found.path && nl_fix_set(fixer, &found, number);
}

/* The lanes of one direction in the place of the other's; what else the byte has stays. */
static uint32_t turned_lanes(uint32_t lanes) {
    return (lanes & ~0x3Fu) | (lanes & 7) << 3 | (lanes >> 3 & 7);
}

/* Leads to the lower end instead of the higher one. */
bool gta_fix_turn_navi(nl_fixer *fixer, const navlint_finding *finding) {
    const gta_file f = gta_fix_file(fixer, fixer->input);
    gta_used used;
    uint32_t row;
    if (!gta_fix_row(&f, finding->path, &row) || !find_used(fixer, &f, row, &used)) return false;
    const uint32_t node = gta_fix_owner(fixer, &f, row);
    if (node == NL_NO_ROW) return false;
    const gta_row link = gta_row_at(&f, node, row);
    const bool is_lower = gta_is_lower(&link);
    const int32_t x = gta_direction_x(used.p), y = gta_direction_y(used.p);
    return x > INT8_MIN && y > INT8_MIN &&
           set_navi(fixer, &used, GTA_NAVI_AREA, is_lower ? f.doc->area : link.area) &&
           set_navi(fixer, &used, GTA_NAVI_NODE, is_lower ? node : link.target) &&
           set_navi(fixer, &used, GTA_NAVI_DIRECTION_X, -x) &&
           set_navi(fixer, &used, GTA_NAVI_DIRECTION_Y, -y) &&
           set_navi(fixer, &used, GTA_NAVI_LANES, turned_lanes(used.p[GTA_NAVI_LANES_AT]));
}

/* A component of a direction that is `length` long, as one of 100: rounded. */
static int64_t scaled(int64_t component, int64_t length) {
    const int64_t twice = 2 * component * GTA_DIRECTION;
    return (twice + (component < 0 ? -length : length)) / (2 * length);
}

static bool set_direction(nl_fixer *fixer, const gta_used *used, int64_t x, int64_t y) {
    const int64_t length = (int64_t)gta_root((uint64_t)(x * x + y * y));
    return length != 0 && set_navi(fixer, used, GTA_NAVI_DIRECTION_X, scaled(x, length)) &&
           set_navi(fixer, used, GTA_NAVI_DIRECTION_Y, scaled(y, length));
}

/* The navi node of a finding about it. */
static bool find_navi(const nl_fixer *fixer, const navlint_finding *finding, gta_used *used) {
    *used = (gta_used){.input = fixer->input, .file = gta_fix_file(fixer, fixer->input)};
    if (!used->file.doc || nl_fix_numbers(finding->path, &used->navi, 1) != 1 ||
        used->navi >= used->file.doc->navi_count)
        return false;
    used->p = gta_navi(&used->file, used->navi);
    return true;
}

/* The row of the file's own vehicle link that uses the navi node and comes from where it leads
 * away. */
static uint32_t row_to_target(nl_fixer *fixer, const gta_used *used) {
    const gta_file *const f = &used->file;
    if (f->doc->area > UINT16_MAX || !nl_fix_spend(fixer, f->doc->link_count)) return NL_NO_ROW;
    const uint32_t wanted = used->navi | f->doc->area << 16;
    const uint32_t target = gta_navi_area(used->p) | gta_navi_node(used->p) << 16;
    for (uint32_t row = 0; row < f->doc->link_count; row++)
        if (gta_navi_link(f, row) == wanted && gta_link(f, row) == target) return row;
    return NL_NO_ROW;
}

/* A direction of no length is that of the link, whose ends are in this file. */
static bool fix_no_direction(nl_fixer *fixer, const gta_used *used) {
    const gta_file *const f = &used->file;
    const uint32_t row = row_to_target(fixer, used);
    const uint32_t node = row == NL_NO_ROW ? NL_NO_ROW : gta_fix_owner(fixer, f, row);
    const uint32_t target = gta_navi_node(used->p);
    if (node == NL_NO_ROW || gta_navi_area(used->p) != f->doc->area || target >= f->doc->node_count)
        return false;
    const gta_position from = gta_node_position(f->doc, gta_node(f, node));
    const gta_position to = gta_node_position(f->doc, gta_node(f, target));
    return set_direction(fixer, used, gta_span(to.x, from.x), gta_span(to.y, from.y));
}

/* The same direction, of the length that it must have. */
bool gta_fix_direction(nl_fixer *fixer, const navlint_finding *finding) {
    gta_used used;
    if (!find_navi(fixer, finding, &used)) return false;
    const int32_t x = gta_direction_x(used.p), y = gta_direction_y(used.p);
    return x == 0 && y == 0 ? fix_no_direction(fixer, &used) : set_direction(fixer, &used, x, y);
}

/* The width of the node that it leads to, which becomes the largest if it is larger itself: the two
 * are copies of one another. */
bool gta_fix_width(nl_fixer *fixer, const navlint_finding *finding) {
    gta_used used;
    size_t to_input;
    if (!find_navi(fixer, finding, &used) ||
        !gta_fix_input_of(fixer, gta_navi_area(used.p), &to_input))
        return false;
    const gta_file to = gta_fix_file(fixer, to_input);
    const uint32_t node = gta_navi_node(used.p);
    if (node >= to.doc->node_count) return false;
    const uint32_t width = gta_node_width(gta_node(&to, node));
    if (!set_navi(fixer, &used, GTA_NAVI_WIDTH, width < INT8_MAX ? width : INT8_MAX)) return false;
    fixer->input = to_input;
    if (width <= INT8_MAX) return true;
    const navlint_field node_width =
        nl_fix_field_at(fixer, GTA_NODE_WIDTH, gta_node_at(to.doc, node), &node);
    return node_width.path && nl_fix_set(fixer, &node_width, nl_uint(INT8_MAX));
}
