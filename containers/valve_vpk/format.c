#include "containers/valve_vpk/layout.h"

static const navlint_rule rules[] = {
#define NL_RULE NL_RULE_ROW
#include "containers/valve_vpk/rules.def"
#undef NL_RULE
};

static const char *const extensions[] = {".vpk", NULL};

const nl_format nl_format_valve_vpk = {
    .info =
        {
            .id = "valve-vpk",
            .title = "Valve packages",
            .summary = "VPK of Source games, versions 1 and 2, in one file or as a directory of "
                       "data archives",
            .extensions = extensions,
            .rules = rules,
            .rule_count = VPK_RULE_COUNT,
            .layout = &vpk_fields,
            .is_measured = true,
            .is_container = true,
        },
    .has_magic = vpk_has_magic,
    .matches_name = vpk_matches_name,
    .arena_bound = vpk_arena_bound,
    .arena_need = vpk_arena_need,
    .decode = vpk_decode,
    .check = vpk_check_document,
    .dump = vpk_dump,
    .kinds = &vpk_kinds,
    .each_member = vpk_each_member,
    .follow = vpk_follow,
    .witnesses = &vpk_witnesses,
    .build = vpk_build,
    .build_variants = VPK_BUILD_VARIANTS,
    .resize = vpk_resize,
};
