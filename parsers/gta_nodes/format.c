#include "parsers/gta_nodes/layout.h"

static const navlint_rule rules[] = {
#define NL_RULE NL_RULE_ROW
#include "parsers/gta_nodes/rules.def"
#undef NL_RULE
};

static const char *const extensions[] = {".dat", NULL};

const navlint_game gta_games[GTA_GAME_COUNT] = {
    [GTA_GAME_VANILLA] = {"gta-sa", "GTA San Andreas (unmodified)"},
    [GTA_GAME_FLA] = {"fla", "GTA San Andreas with fastman92's limit adjuster"},
};

const nl_format nl_format_gta_nodes = {
    .info =
        {
            .id = "gta-nodes",
            .title = "GTA San Andreas path nodes",
            .summary = "nodes*.dat of the game; FM92 VER2 and VER3, FLA4 of the limit adjuster; "
                       "files of a map are judged together",
            .extensions = extensions,
            .games = gta_games,
            .has_sets = true,
            .game_count = GTA_GAME_COUNT,
            .rules = rules,
            .rule_count = GTA_RULE_COUNT,
            .layout = &gta_fields,
            .axes = {.up = 3, .north = 2, .east = 1},
        },
    .has_magic = gta_has_magic,
    .is_plausible = gta_is_plausible,
    .matches_name = gta_matches_name,
    .arena_bound = gta_arena_bound,
    .decode = gta_decode,
    .check = gta_check_document,
    .check_set = gta_check_set,
    .dump = gta_dump,
    .kinds = &gta_kinds,
    .draw = gta_draw,
    .flags = gta_flag_words,
    .witnesses = &gta_witnesses,
    .fixes = &gta_fixes,
    .build = gta_build,
    .build_variants = GTA_VARIANT_COUNT,
};
