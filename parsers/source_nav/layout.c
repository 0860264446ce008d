#include "parsers/source_nav/layout.h"

/* What a family adds to the smallest area record of version 16 and later. */
static uint8_t family_min_bytes(const nav_layout *l) {
    switch (l->family) {
    case NAV_CS:
        return l->has_late_approach ? 1 : 0;
    case NAV_L4D:
        return l->sub_version > 0 ? 4 : 0; /* or more: a lower bound is enough */
    default:
        return l->custom_bytes;
    }
}

/* The fixed fields and empty lists of one area: what an area count is held against. */
static uint8_t smallest_area(const nav_layout *l) {
    uint8_t bytes = 4 + 32 + 16 + 1 + 4; /* id, corners, connections, spots, paths */
    bytes = (uint8_t)(bytes + l->attribute_bytes);
    bytes = (uint8_t)(bytes + (l->has_approach ? 1 : 0));
    bytes = (uint8_t)(bytes + (l->has_place ? 2 : 0));
    bytes = (uint8_t)(bytes + (l->has_ladder_ids ? 8 : 0));
    bytes = (uint8_t)(bytes + 4 * l->occupy_count);
    bytes = (uint8_t)(bytes + (l->has_light ? 16 : 0));
    bytes = (uint8_t)(bytes + (l->has_visible ? 8 : 0));
    return (uint8_t)(bytes + family_min_bytes(l));
}

static uint8_t attribute_bytes_of(uint32_t version) {
    if (version <= 8) return 1;
    return version <= 12 ? 2 : 4;
}

static uint8_t custom_bytes_of(nav_family family, uint32_t version, uint32_t sub_version) {
    if (version < 10) return 0;
    if (family == NAV_TF2C) return 8;
    return family == NAV_TF && sub_version == 2 ? 4 : 0; /* tf_nav_area.cpp:796-808 */
}

nav_layout nav_layout_of(nav_family family, uint32_t version, uint32_t sub_version) {
    const bool l4d = family == NAV_L4D && version >= 10;
    nav_layout l = {
        .version = version,
        .sub_version = sub_version,
        .family = version >= 10 ? family : NAV_BASE,
        .has_sub_version = version >= 10,
        .has_bsp_size = version >= 4,
        .has_analyzed = version >= 14,
        .has_places = version >= 5,
        .has_unnamed = version >= 12,
        .has_ladders = version >= 6,
        .has_spot_ids = version >= 2,
        .has_approach = version < 15,
        .has_late_approach = family == NAV_CS && version >= 15 && sub_version >= 1,
        .has_old_paths = version < 3,
        .has_place = version >= 5,
        .has_ladder_ids = version >= 7,
        .has_light = version >= 11,
        .has_visible = version >= 16 && !l4d,
        .has_population = l4d && sub_version >= 12,
        .has_fog = l4d && sub_version >= 8,
        .attribute_bytes = attribute_bytes_of(version),
        .spot_bytes = version >= 2 ? NAV_SPOT_BYTES : NAV_OLD_SPOT_BYTES,
        .occupy_count = version < 8                           ? 0
                        : family == NAV_TF2C && version >= 10 ? 4
                                                              : 2,
        .custom_bytes = custom_bytes_of(family, version, sub_version),
        .visible_bytes = l4d && sub_version < 9 ? 4 : NAV_VISIBLE_BYTES,
        .ladder_bytes = version == 6 ? 61 : 60,
    };
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

const char *const nav_direction_names[NAV_DIRECTIONS] = {"north", "east", "south", "west"};
const char *const nav_ladder_area_names[NAV_LADDER_AREAS] = {
    "topForwardArea", "topLeftArea", "topRightArea", "topBehindArea", "bottomArea"};

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
