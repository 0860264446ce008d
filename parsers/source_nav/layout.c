#include "parsers/source_nav/layout.h"

#define LATER UINT32_MAX

/* A condition, and the numbers between which it holds. Lists of them end with NAV_ALWAYS. */
typedef struct nav_range {
    unsigned condition;
    uint32_t first, last;
} nav_range;

static const nav_range versions[] = {
    {NAV_WITH_OLD_BSP_SIZE, 4, 9},
    {NAV_WITH_PLACES, 5, LATER},
    {NAV_WITH_LADDERS, 6, LATER},
    {NAV_WITH_DANGLING, 6, 6},
    {NAV_WITH_LADDER_IDS, 7, LATER},
    {NAV_WITH_OCCUPY, 8, LATER},
    {NAV_WITH_SUB_VERSION, 10, LATER},
    {NAV_WITH_LIGHT, 11, LATER},
    {NAV_WITH_UNNAMED, 12, LATER},
    {NAV_WITH_ANALYZED, 14, LATER},
    {NAV_WITH_BYTE_ATTRIBUTES, 1, 8},
    {NAV_WITH_WORD_ATTRIBUTES, 9, 12},
    {NAV_WITH_LONG_ATTRIBUTES, 13, LATER},
    {NAV_WITH_OLD_SPOTS, 1, 1},
    {NAV_WITH_SPOT_IDS, 2, LATER},
    {NAV_WITH_APPROACH, 1, 14},
    {NAV_WITH_OLD_PATHS, 1, 2},
    {NAV_WITH_PATHS, 3, LATER},
    {NAV_WITH_STALE_TAIL, 1, NAV_NEWEST_GOLDSRC},
    {NAV_ALWAYS, 0, 0},
};

/* What an area sees is the base game's; Left 4 Dead has a list of its own. */
static const nav_range base_versions[] = {
    {NAV_WITH_VISIBLE, 16, LATER},
    {NAV_WITH_VISIBLE_BITS, 16, LATER},
    {NAV_WITH_INHERITANCE, 16, LATER},
    {NAV_ALWAYS, 0, 0},
};

static const nav_range l4d_sub_versions[] = {
    {NAV_WITH_L4D, 0, LATER},          {NAV_WITH_L4D_DATA, 1, LATER},
    {NAV_WITH_VISIBLE, 5, LATER},      {NAV_WITH_FOG, 8, LATER},
    {NAV_WITH_VISIBLE_BITS, 9, LATER}, {NAV_WITH_INHERITANCE, 11, LATER},
    {NAV_WITH_POPULATION, 12, LATER},  {NAV_ALWAYS, 0, 0},
};

static uint32_t condition_if(bool holds, unsigned condition) {
    return (uint32_t)holds << condition;
}

static uint32_t conditions_at(const nav_range *range, uint32_t number) {
    uint32_t holding = 0;
    for (; range->condition != NAV_ALWAYS; range++)
        holding |= condition_if(number >= range->first && number <= range->last, range->condition);
    return holding;
}

/* What the game's own mesh class adds. */
static uint32_t family_conditions(const nav_layout *l) {
    if (l->family == NAV_L4D) return conditions_at(l4d_sub_versions, l->sub_version);
    const bool late_approach = l->family == NAV_CS && l->version >= 15 && l->sub_version >= 1;
    const bool tf_data = l->family == NAV_TF && l->sub_version == 2; /* tf_nav_area.cpp:796-808 */
    return conditions_at(base_versions, l->version) |
           condition_if(late_approach, NAV_WITH_LATE_APPROACH) |
           condition_if(tf_data, NAV_WITH_TF_DATA) |
           condition_if(l->family == NAV_TF2C, NAV_WITH_TF2C_DATA);
}

static unsigned bytes_if(const nav_layout *l, unsigned condition, unsigned bytes) {
    return nav_holds(l, condition) ? bytes : 0;
}

/* What a family adds to the smallest area: for Left 4 Dead a lower bound, which is enough. */
static unsigned family_min_bytes(const nav_layout *l) {
    if (l->family == NAV_L4D) return bytes_if(l, NAV_WITH_L4D_DATA, 4);
    return bytes_if(l, NAV_WITH_VISIBLE, NAV_VISIBLE_LIST_BYTES + NAV_INHERITANCE_BYTES) +
           bytes_if(l, NAV_WITH_LATE_APPROACH, NAV_LATE_APPROACH_LIST_BYTES) + l->custom_bytes;
}

/* The fixed fields and empty lists of one area: what an area count is held against. */
static uint8_t smallest_area(const nav_layout *l) {
    const unsigned always = NAV_AREA_ATTRIBUTES_AT + l->attribute_bytes + NAV_CORNERS_BYTES +
                            NAV_DIRECTIONS * NAV_NORTH_LIST_BYTES + NAV_SPOT_LIST_BYTES +
                            NAV_PATH_LIST_BYTES;
    return (uint8_t)(always + bytes_if(l, NAV_WITH_APPROACH, NAV_APPROACH_LIST_BYTES) +
                     bytes_if(l, NAV_WITH_PLACES, NAV_AREA_PLACE_BYTES) +
                     bytes_if(l, NAV_WITH_LADDER_IDS, NAV_UP_LIST_BYTES + NAV_DOWN_LIST_BYTES) +
                     l->occupy_bytes + bytes_if(l, NAV_WITH_LIGHT, NAV_LIGHT_BYTES) +
                     family_min_bytes(l));
}

static uint8_t attribute_bytes_of(const nav_layout *l) {
    if (nav_holds(l, NAV_WITH_BYTE_ATTRIBUTES)) return 1;
    return nav_holds(l, NAV_WITH_WORD_ATTRIBUTES) ? 2 : 4;
}

nav_layout nav_layout_of(nav_family family, uint32_t version, uint32_t sub_version) {
    nav_layout l = {
        .version = version,
        .sub_version = sub_version,
        .family = version >= 10 ? family : NAV_BASE, /* there are no sub-versions before */
    };
    l.holding = conditions_at(versions, version) | family_conditions(&l);
    l.attribute_bytes = attribute_bytes_of(&l);
    l.occupy_bytes = (uint8_t)(bytes_if(&l, NAV_WITH_OCCUPY, NAV_OCCUPY_BYTES) +
                               bytes_if(&l, NAV_WITH_TF2C_DATA, NAV_MORE_OCCUPY_BYTES));
    l.visible_bytes =
        nav_holds(&l, NAV_WITH_VISIBLE_BITS) ? NAV_VISIBLE_BYTES : NAV_VISIBLE_BITS_AT;
    l.custom_bytes = (uint8_t)(bytes_if(&l, NAV_WITH_TF_DATA, NAV_TF_DATA_BYTES) +
                               bytes_if(&l, NAV_WITH_TF2C_DATA, NAV_TF2C_DATA_BYTES));
    l.ladder_bytes = (uint8_t)(NAV_LADDER_BYTES + NAV_LADDER_ENDS_BYTES +
                               bytes_if(&l, NAV_WITH_DANGLING, NAV_DANGLING_BYTES));
    l.area_min_bytes = smallest_area(&l);
    return l;
}

static const struct {
    const char *name;
    const char *title;
} dialects[NAV_FAMILY_COUNT] = {
    [NAV_BASE] = {"source", "the base Source format"},
    [NAV_CS] = {"counter-strike", "Counter-Strike: Source / Global Offensive"},
    [NAV_TF] = {"team-fortress", "Team Fortress 2"},
    [NAV_L4D] = {"left-4-dead", "Left 4 Dead"},
    [NAV_TF2C] = {"tf2-classified", "Team Fortress 2 Classified"},
};

const char *nav_dialect_name(const nav_layout *layout) {
    return layout->version <= NAV_NEWEST_GOLDSRC ? "goldsrc" : dialects[layout->family].name;
}

const char *nav_dialect_title(const nav_layout *layout) {
    return dialects[layout->family].title;
}

const navlint_game nav_games[NAV_GAME_COUNT] = {
#define NAV_GAME(id, title, family, newest) {id, title},
#include "parsers/source_nav/games.def"
#undef NAV_GAME
};

static const nav_game game_rows[NAV_GAME_COUNT] = {
#define NAV_GAME(id, title, family, newest) {family, newest},
#include "parsers/source_nav/games.def"
#undef NAV_GAME
};

const nav_game *nav_game_of(const navlint_game *game) {
    return game ? &game_rows[game - nav_games] : NULL;
}
