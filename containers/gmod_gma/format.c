#include "containers/gmod_gma/build.h"

static const navlint_rule rules[] = {
#define NL_RULE NL_RULE_ROW
#include "containers/gmod_gma/rules.def"
#undef NL_RULE
};

static const char *const extensions[] = {".gma", NULL};

const nl_format nl_format_gmod_gma = {
    .info =
        {
            .id = "gmod-gma",
            .title = "Garry's Mod addon",
            .summary = "versions 1 to 3, open or packed with LZMA as a whole",
            .extensions = extensions,
            .rules = rules,
            .rule_count = GMA_RULE_COUNT,
            .layout = &gma_fields,
            .is_container = true,
        },
    .has_magic = gma_has_magic,
    .is_plausible = gma_is_plausible,
    .arena_bound = gma_arena_bound,
    .decode = gma_decode,
    .check = gma_check_document,
    .dump = gma_dump,
    .each_member = gma_each_member,
    .follow = gma_follow,
    .witnesses = &gma_witnesses,
    .build = gma_build,
    .build_variants = GMA_BUILD_COUNT,
};
