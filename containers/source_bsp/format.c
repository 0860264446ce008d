#include "containers/source_bsp/layout.h"

#include "containers/source_bsp/build.h"

static const navlint_rule rules[] = {
#define NL_RULE NL_RULE_ROW
#include "containers/source_bsp/rules.def"
#undef NL_RULE
};

static const char *const extensions[] = {".bsp", NULL};

const nl_format nl_format_source_bsp = {
    .info =
        {
            .id = "source-bsp",
            .title = "Source and GoldSrc maps",
            .summary = "the lumps of a .bsp and the pakfile in it: VBSP 17 to 27, Left 4 Dead 2's "
                       "order of fields, GoldSrc's version 30",
            .extensions = extensions,
            .rules = rules,
            .rule_count = BSP_RULE_COUNT,
            .layout = &bsp_fields,
            .is_container = true,
        },
    .has_magic = bsp_has_magic,
    .is_plausible = bsp_is_plausible,
    .arena_bound = bsp_arena_bound,
    .decode = bsp_decode,
    .check = bsp_check_document,
    .dump = bsp_dump,
    .each_member = bsp_each_member,
    .follow = bsp_follow,
    .witnesses = &bsp_witnesses,
    .build = bsp_build,
    .build_variants = BSP_BUILD_VARIANTS,
};
