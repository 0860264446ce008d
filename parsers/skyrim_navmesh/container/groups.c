/* What is wrong with a group's header: where it stands, what its label says. */
#include "core/checked.h"
#include "parsers/skyrim_navmesh/container/reading.h"

enum { BLOCK_CELLS = 32, SUB_BLOCK_CELLS = 8 /* along an edge */ };

static const char *const titles[SKY_GROUP_TYPES] = {
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
} homes[SKY_GROUP_TYPES] = {
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

/* The group around the one just entered; NULL if there is none. */
static const sky_group *parent_of(const sky_reading *s) {
    const uint32_t depth = s->walk.depth - !s->walk.is_too_deep;
    return depth == 0 ? NULL : &s->walk.open[depth - 1];
}

/* Of a cell's children the cell in front, whatever their label says. */
static sky_home home_of(const sky_reading *s) {
    sky_home home = sky_home_in(&s->walk, &s->world, &s->cell);
    if (s->before == SKY_CELL) home.cell_at = (uint32_t)s->cell.at;
    return home;
}

static bool has_owner(const sky_group *group) {
    return group->type == SKY_WORLD_CHILDREN ||
           (group->type >= SKY_CELL_CHILDREN && group->type < SKY_GROUP_TYPES);
}

static void found(sky_reading *s, unsigned rule, unsigned field, nl_draft draft) {
    const sky_group *const group = &s->walk.group;
    nl_place place = sky_group_place(&s->check, group->number, group->at);
    sky_enter_home(&s->check, home_of(s));
    if (has_owner(group)) place = sky_named(place, &s->check, SKY_GRUP, group->label);
    sky_found(sky_in_cell(place, &s->check), rule, field, draft);
    sky_leave_home(&s->check);
}

/* ---- Type and place ---- */

static bool is_at_home(const sky_group *group, const sky_group *parent) {
    const uint32_t kind = parent ? parent->type : 31;
    if (kind >= SKY_GROUP_TYPES && kind != 31) return true; /* that has a finding */
    if ((homes[group->type].parents >> kind & 1) == 0) return false;
    return homes[group->type].top == 0 || parent->label == homes[group->type].top;
}

static const char *title_of(const sky_group *parent) {
    if (!parent) return "no group";
    return parent->type >= SKY_GROUP_TYPES ? "a group" : titles[parent->type];
}

static void check_home(sky_reading *s) {
    const sky_group *const group = &s->walk.group;
    const sky_group *const parent = parent_of(s);
    if (group->type >= SKY_GROUP_TYPES)
        found(s, SKYRIM_GROUP_TYPE, SKY_GROUP_KIND,
              (nl_draft){.expected = nl_uint(SKY_GROUP_TYPES - 1)});
    else if (!is_at_home(group, parent))
        found(s, SKYRIM_GROUP_PARENT, SKY_GROUP_KIND,
              (nl_draft){.args = {nl_string(titles[group->type]), nl_string(title_of(parent))}});
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
static void found_letters(sky_reading *s, unsigned rule) {
    char chars[24];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_bytes(&text, s->check.job->bytes + s->walk.group.at + SKY_GROUP_TOP_LABEL_AT, 4);
    found(s, rule, SKY_GROUP_TOP_LABEL, (nl_draft){.actual = nl_string(text.chars)});
}

static void check_twice(sky_reading *s) {
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

static void check_top(sky_reading *s) {
    if (!is_printable(s->walk.group.label))
        found_letters(s, SKYRIM_GROUP_SIGNATURE);
    else if (s->walk.depth == 1)
        check_twice(s);
}

static void found_form(sky_reading *s, unsigned rule, uint32_t expected, const char *what) {
    const sky_form_text actual = sky_form(s->plugin, s->walk.group.label);
    const sky_form_text right = sky_form(s->plugin, expected);
    found(s, rule, SKY_GROUP_OWNER_LABEL,
          (nl_draft){.actual = nl_string(actual.chars),
                     .expected = nl_string(expected ? right.chars : "none"),
                     .args = {nl_string(titles[s->walk.group.type]), nl_string(what)}});
}

/* The children's group stands right behind the record that its label names. */
static void check_owner(sky_reading *s, uint32_t type, unsigned rule, const char *what) {
    const bool is_behind = s->before == type;
    if (is_behind && s->before_id == s->walk.group.label) return;
    found_form(s, rule, is_behind ? s->before_id : 0, what);
}

static void check_cell_label(sky_reading *s) {
    const sky_group *const parent = parent_of(s);
    if (!parent || parent->type != SKY_CELL_CHILDREN) return; /* its place has a finding */
    if (s->walk.group.label != parent->label)
        found_form(s, SKYRIM_GROUP_LABEL, parent->label, "the group around it");
}

static void check_label(sky_reading *s) {
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

static void report_depth(sky_reading *s) {
    found(s, SKYRIM_GROUP_DEPTH, NL_NO_FIELD,
          (nl_draft){.length = s->walk.group.bytes,
                     .actual = nl_uint(s->walk.depth + 1u),
                     .expected = nl_uint(SKY_GROUP_DEPTH)});
    s->check.job->report->undecoded = true;
}

void sky_check_group(sky_reading *s) {
    if (s->walk.is_too_deep) {
        report_depth(s);
        return;
    }
    check_home(s);
    check_label(s);
}

/* ---- Blocks and their cells ---- */

/* A cell that stands in a block or sub-block; c->cell is about it. */
typedef struct block_check {
    const sky_check *c;
    const sky_record *cell;
    navlint_related reason; /* what says where it belongs */
} block_check;

static void found_block(const block_check *b, sky_block block, const char *title,
                        const nl_text *shown, uint32_t expected) {
    const nl_place place = sky_group_place(b->c, block.number, block.at);
    sky_found(sky_about(place, b->c, b->cell), SKYRIM_GROUP_BLOCK, SKY_GROUP_LABEL,
              (nl_draft){.expected = nl_uint(expected),
                         .related = {b->reason},
                         .args = {nl_string(title), nl_string(shown[0].chars),
                                  nl_string(shown[1].chars)}});
}

static int32_t floor_divide(int32_t value, int32_t divisor) {
    const int32_t quotient = value / divisor;
    return quotient - (value % divisor < 0);
}

typedef struct grid_place {
    int32_t x, y;
} grid_place;

/* "x 3, y -1" */
static void put_grid(nl_text *text, grid_place place) {
    nl_put(text, "x ");
    nl_put_real(text, place.x);
    nl_put(text, ", y ");
    nl_put_real(text, place.y);
}

static grid_place divided(const sky_cell_facts *facts, int32_t divisor) {
    return (grid_place){floor_divide(facts->x, divisor), floor_divide(facts->y, divisor)};
}

static grid_place place_of(const sky_check *c, sky_block block) {
    const uint8_t *const label = c->job->bytes + block.at + SKY_GROUP_LABEL_AT;
    return (grid_place){nl_load_i16(label + 2), nl_load_i16(label)};
}

static bool is_right(const sky_check *c, sky_block block, grid_place expected) {
    if (block.at == 0) return true;
    const grid_place actual = place_of(c, block);
    return actual.x == expected.x && actual.y == expected.y;
}

bool sky_blocks_are_right(const sky_check *c, const sky_cell *cell, const sky_cell_facts *facts) {
    return is_right(c, cell->block, divided(facts, BLOCK_CELLS)) &&
           is_right(c, cell->sub_block, divided(facts, SUB_BLOCK_CELLS));
}

static void check_exterior(const block_check *b, sky_block block, grid_place expected,
                           const char *title) {
    if (is_right(b->c, block, expected)) return;
    char chars[2][40];
    nl_text shown[2] = {nl_text_over(chars[0], sizeof chars[0]),
                        nl_text_over(chars[1], sizeof chars[1])};
    put_grid(&shown[0], place_of(b->c, block));
    put_grid(&shown[1], expected);
    found_block(b, block, title, shown,
                ((uint32_t)expected.x & 0xFFFF) << 16 | ((uint32_t)expected.y & 0xFFFF));
}

void sky_check_blocks(const sky_check *c, const sky_cell *cell, const sky_cell_facts *facts) {
    const uint64_t grid_at = sky_is_compressed(&cell->record) ? cell->record.at : facts->grid_at;
    const block_check b = {c, &cell->record, {grid_at, 8, "the cell's coordinates"}};
    check_exterior(&b, cell->block, divided(facts, BLOCK_CELLS), "block");
    check_exterior(&b, cell->sub_block, divided(facts, SUB_BLOCK_CELLS), "sub-block");
}

static void check_interior(sky_reading *s, const sky_group *group, uint32_t number,
                           const char *title) {
    if (group->label == number) return;
    const uint64_t id_at = s->walk.record.at + SKY_HEADER_FORM_ID_AT;
    const block_check b = {&s->check, &s->walk.record, {id_at, 4, "the cell's FormID"}};
    char chars[2][16];
    nl_text shown[2] = {nl_text_over(chars[0], sizeof chars[0]),
                        nl_text_over(chars[1], sizeof chars[1])};
    nl_put_uint(&shown[0], group->label);
    nl_put_uint(&shown[1], number);
    sky_enter_home(&s->check, sky_home_here(s));
    found_block(&b, (sky_block){(uint32_t)group->at, group->number}, title, shown, number);
    sky_leave_home(&s->check);
}

/* The last two decimal digits of the cell's object id. */
void sky_check_interior_blocks(sky_reading *s) {
    const sky_group *const sub_block = sky_innermost(&s->walk);
    const uint32_t object = s->walk.record.form_id & SKY_OBJECT_MASK;
    if (s->walk.depth < 2 || sub_block->type != SKY_INTERIOR_SUB_BLOCK) return;
    if (sub_block[-1].type == SKY_INTERIOR_BLOCK) /* else its label is none: SKYRIM_GROUP_PARENT */
        check_interior(s, sub_block - 1, object % 10, "block");
    check_interior(s, sub_block, object / 10 % 10, "sub-block");
}
