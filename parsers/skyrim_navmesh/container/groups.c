/* What is wrong with a group's header: where it stands, what its label says. */
#include "core/checked.h"
#include "parsers/skyrim_navmesh/container/container.h"

enum { LABEL_AT = 8, TYPE_AT = 12, GROUP_TITLES = SKY_GROUP_TYPES };

static const char *const titles[GROUP_TITLES] = {
    "top group",
    "group of a worldspace's children",
    "block of interior cells",
    "sub-block of interior cells",
    "block of exterior cells",
    "sub-block of exterior cells",
    "group of a cell's children",
    "group of a topic's children",
    "group of persistent references",
    "group of temporary references",
    "group of visible distant references",
};

/* Bit t: a group of type t may be around it; bit 31: none. For a top group around it, its label. */
static const struct {
    uint32_t parents;
    uint32_t top;
} homes[GROUP_TITLES] = {
    [SKY_TOP] = {1u << 31, 0},
    [SKY_WORLD_CHILDREN] = {1u << SKY_TOP, SKY_WRLD},
    [SKY_INTERIOR_BLOCK] = {1u << SKY_TOP, SKY_CELL},
    [SKY_INTERIOR_SUB_BLOCK] = {1u << SKY_INTERIOR_BLOCK, 0},
    [SKY_EXTERIOR_BLOCK] = {1u << SKY_WORLD_CHILDREN, 0},
    [SKY_EXTERIOR_SUB_BLOCK] = {1u << SKY_EXTERIOR_BLOCK, 0},
    [SKY_CELL_CHILDREN] = {1u << SKY_WORLD_CHILDREN | 1u << SKY_INTERIOR_SUB_BLOCK |
                               1u << SKY_EXTERIOR_SUB_BLOCK,
                           0},
    [SKY_TOPIC_CHILDREN] = {1u << SKY_TOP, SKY_DIAL},
    [SKY_PERSISTENT] = {1u << SKY_CELL_CHILDREN, 0},
    [SKY_TEMPORARY] = {1u << SKY_CELL_CHILDREN, 0},
    [SKY_VISIBLE_DISTANT] = {1u << SKY_CELL_CHILDREN, 0},
};

sky_place sky_header_place(const nl_path *path, const char *member, nl_type type, uint64_t at) {
    return (sky_place){
        .path = path, .member = member, .type = type, .at = at, .length = type == NL_BYTES ? 4 : 0};
}

/* The group around the one just entered; NULL if there is none. */
static const sky_group *parent_of(const sky_scan *s) {
    const uint32_t depth = s->walk.depth - !s->walk.is_too_deep;
    return depth == 0 ? NULL : &s->walk.open[depth - 1];
}

static void found_value(const sky_scan *s, unsigned rule, const char *member, uint32_t at,
                        nl_draft draft) {
    sky_record_path path;
    const nl_path *const item = sky_path_of(&path, "groups", s->walk.group.number);
    sky_found(&s->check, rule, sky_header_place(item, member, NL_U32LE, s->walk.group.at + at),
              draft);
}

static void found_label(const sky_scan *s, unsigned rule, nl_draft draft) {
    found_value(s, rule, "label", LABEL_AT, draft);
}

/* ---- Type and place ---- */

static bool is_at_home(const sky_group *group, const sky_group *parent) {
    const uint32_t kind = parent ? parent->type : 31;
    if (kind >= SKY_GROUP_TYPES && kind != 31) return true; /* the parent's type is told */
    if ((homes[group->type].parents >> kind & 1) == 0) return false;
    return homes[group->type].top == 0 || parent->label == homes[group->type].top;
}

static void check_home(const sky_scan *s) {
    const sky_group *const group = &s->walk.group;
    const sky_group *const parent = parent_of(s);
    if (group->type >= SKY_GROUP_TYPES)
        found_value(
            s, SKYRIM_GROUP_TYPE, "groupType", TYPE_AT,
            (nl_draft){.actual = nl_uint(group->type), .expected = nl_uint(SKY_GROUP_TYPES - 1)});
    else if (!is_at_home(group, parent))
        found_value(s, SKYRIM_GROUP_PARENT, "groupType", TYPE_AT,
                    (nl_draft){.actual = nl_uint(group->type),
                               .args = {nl_string(titles[group->type]),
                                        nl_string(!parent ? "no group"
                                                  : parent->type >= SKY_GROUP_TYPES
                                                      ? "a group"
                                                      : titles[parent->type])}});
}

/* ---- Label ---- */

static bool is_printable(uint32_t label) {
    for (int i = 0; i < 4; i++) {
        const uint32_t c = label >> 8 * i & 0xFF;
        if (c < 0x20 || c > 0x7E) return false;
    }
    return true;
}

/* A top group's label as the letters that it is. */
static void found_letters(const sky_scan *s, unsigned rule) {
    sky_record_path path;
    char chars[24];
    nl_text text = nl_text_over(chars, sizeof chars);
    const uint64_t at = s->walk.group.at + LABEL_AT;
    const nl_path *const item = sky_path_of(&path, "groups", s->walk.group.number);
    nl_put_bytes(&text, s->check.job->bytes + at, 4);
    sky_found(&s->check, rule, sky_header_place(item, "label", NL_BYTES, at),
              (nl_draft){.actual = nl_string(text.chars)});
}

static void check_twice(sky_scan *s) {
    const uint32_t label = s->walk.group.label;
    enum { MOST = sizeof s->tops / sizeof s->tops[0] };
    uint32_t i = 0;
    while (i < s->top_count && s->tops[i] != label)
        i++;
    if (!nl_spend(s->check.job->budget, i)) return;
    if (i < s->top_count)
        found_letters(s, SKYRIM_GROUP_TWICE);
    else if (s->top_count < MOST)
        s->tops[s->top_count++] = label;
}

static void check_top(sky_scan *s) {
    if (!is_printable(s->walk.group.label))
        found_letters(s, SKYRIM_GROUP_SIGNATURE);
    else if (s->walk.depth == 1)
        check_twice(s);
}

static void found_form(const sky_scan *s, unsigned rule, uint32_t expected, const char *what) {
    const sky_form_text actual = sky_form(s->plugin, s->walk.group.label);
    const sky_form_text right = sky_form(s->plugin, expected);
    found_label(s, rule,
                (nl_draft){.actual = nl_string(actual.chars),
                           .expected = nl_string(expected ? right.chars : "none"),
                           .args = {nl_string(titles[s->walk.group.type]), nl_string(what)}});
}

/* The children's group stands right behind the record that its label names. */
static void check_owner(const sky_scan *s, uint32_t type, unsigned rule, const char *what) {
    const bool is_behind = s->before == type;
    if (is_behind && s->before_id == s->walk.group.label) return;
    found_form(s, rule, is_behind ? s->before_id : 0, what);
}

static void check_cell_label(const sky_scan *s) {
    const sky_group *const parent = parent_of(s);
    if (!parent || parent->type != SKY_CELL_CHILDREN) return; /* its place is told */
    if (s->walk.group.label != parent->label)
        found_form(s, SKYRIM_GROUP_LABEL, parent->label, "the group around it");
}

static void check_label(sky_scan *s) {
    switch (s->walk.group.type) {
    case SKY_TOP:
        check_top(s);
        return;
    case SKY_WORLD_CHILDREN:
        check_owner(s, SKY_WRLD, SKYRIM_GROUP_LABEL, "the WRLD record in front");
        return;
    case SKY_CELL_CHILDREN:
        check_owner(s, SKY_CELL, SKYRIM_GROUP_LABEL, "the CELL record in front");
        return;
    case SKY_TOPIC_CHILDREN:
        check_owner(s, SKY_DIAL, SKYRIM_GROUP_TOPIC, "the DIAL record in front");
        return;
    case SKY_PERSISTENT:
    case SKY_TEMPORARY:
        check_cell_label(s);
        return;
    default:
        return; /* blocks are compared with their cells */
    }
}

static void check_depth(const sky_scan *s) {
    sky_record_path path;
    sky_found(
        &s->check, SKYRIM_GROUP_DEPTH,
        (sky_place){.path = sky_path_of(&path, "groups", s->walk.group.number),
                    .at = s->walk.group.at,
                    .length = s->walk.group.bytes},
        (nl_draft){.actual = nl_uint(s->walk.depth + 1u), .expected = nl_uint(SKY_GROUP_DEPTH)});
    s->check.job->report->undecoded = true;
}

void sky_check_group(sky_scan *s) {
    if (s->walk.is_too_deep) {
        check_depth(s);
        return;
    }
    check_home(s);
    check_label(s);
}

/* ---- Blocks and their cells ---- */

static void found_block(const sky_check *c, sky_block block, const char *actual,
                        const char *expected, const char *title) {
    sky_record_path path;
    const nl_path *const item = sky_path_of(&path, "groups", block.number);
    sky_found(c, SKYRIM_GROUP_BLOCK,
              sky_header_place(item, "label", NL_U32LE, (uint64_t)block.at + LABEL_AT),
              (nl_draft){.actual = nl_string(actual),
                         .expected = nl_string(expected),
                         .args = {nl_string(title)}});
}

static int32_t floor_divide(int32_t value, int32_t divisor) {
    const int32_t quotient = value / divisor;
    return quotient - (value % divisor < 0);
}

/* "x 3, y -1" */
static void put_grid(nl_text *text, int32_t x, int32_t y) {
    nl_put(text, "x ");
    nl_put_real(text, x);
    nl_put(text, ", y ");
    nl_put_real(text, y);
}

static void check_exterior(const sky_check *c, sky_block block, int32_t x, int32_t y,
                           const char *title) {
    if (block.at == 0) return;
    const uint8_t *const label = c->job->bytes + block.at + LABEL_AT;
    const int32_t label_x = nl_load_i16(label + 2);
    const int32_t label_y = nl_load_i16(label);
    if (label_x == x && label_y == y) return;
    char chars[2][40];
    nl_text actual = nl_text_over(chars[0], sizeof chars[0]);
    nl_text expected = nl_text_over(chars[1], sizeof chars[1]);
    put_grid(&actual, label_x, label_y);
    put_grid(&expected, x, y);
    found_block(c, block, actual.chars, expected.chars, title);
}

void sky_check_blocks(const sky_check *c, const sky_cell *cell, int32_t x, int32_t y) {
    check_exterior(c, cell->block, floor_divide(x, 32), floor_divide(y, 32), "block");
    check_exterior(c, cell->sub_block, floor_divide(x, 8), floor_divide(y, 8), "sub-block");
}

static void check_interior(const sky_check *c, const sky_group *group, uint32_t number,
                           const char *title) {
    if (group->label == number) return;
    char chars[2][16];
    nl_text actual = nl_text_over(chars[0], sizeof chars[0]);
    nl_text expected = nl_text_over(chars[1], sizeof chars[1]);
    nl_put_uint(&actual, group->label);
    nl_put_uint(&expected, number);
    found_block(c, (sky_block){(uint32_t)group->at, group->number}, actual.chars, expected.chars,
                title);
}

/* The last two decimal digits of the cell's object id. */
void sky_check_interior_blocks(const sky_scan *s) {
    const sky_group *const sub_block = sky_innermost(&s->walk);
    const uint32_t object = s->walk.record.form_id & SKY_OBJECT_MASK;
    if (s->walk.depth < 2 || sub_block->type != SKY_INTERIOR_SUB_BLOCK) return;
    check_interior(&s->check, sub_block - 1, object % 10, "block");
    check_interior(&s->check, sub_block, object / 10 % 10, "sub-block");
}
