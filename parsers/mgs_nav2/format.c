#include "parsers/mgs_nav2/layout.h"

static const navlint_rule rules[] = {
#define NL_RULE NL_RULE_ROW
#include "parsers/mgs_nav2/rules.def"
#undef NL_RULE
};

static const char *const extensions[] = {".nav2", NULL};

const nl_format nl_format_mgs_nav2 = {
    .info =
        {
            .id = "mgs-nav2",
            .title = "Fox Engine navigation mesh",
            .summary = "Metal Gear Solid V and Survive, version 201403242: tiles, split sets, "
                       "stand-alone maps, files of Obj2Nav2; tiles are judged together",
            .extensions = extensions,
            .has_sets = true,
            .rules = rules,
            .rule_count = NAV2_RULE_COUNT,
            .layout = &nav2_fields,
            .axes = {.up = 2},
        },
    .has_magic = nav2_has_magic,
    .is_plausible = nav2_is_plausible,
    .arena_bound = nav2_arena_bound,
    .decode = nav2_decode,
    .check = nav2_check_document,
    .check_set = nav2_check_set,
    .dump = nav2_dump,
    .kinds = &nav2_kinds,
    .draw = nav2_draw,
    .witnesses = &nav2_witnesses,
    .fixes = &nav2_fixes,
    .build = nav2_build,
    .build_variants = 5,
};
