#include "containers/fox_fpk/layout.h"

static const navlint_rule rules[] = {
#define NL_RULE NL_RULE_ROW
#include "containers/fox_fpk/rules.def"
#undef NL_RULE
};

static const char *const extensions[] = {".fpk", ".fpkd", NULL};

const nl_format nl_format_fox_fpk = {
    .info =
        {
            .id = "fox-fpk",
            .title = "Fox Engine pack",
            .summary = "FPK and FPKD of Metal Gear Solid V (The Phantom Pain) and Survive for "
                       "Windows; their .nav2 files are judged where they lie",
            .extensions = extensions,
            .rules = rules,
            .rule_count = FPK_RULE_COUNT,
            .layout = &fpk_fields,
            .is_container = true,
            .sets_go_on = true,
        },
    .has_magic = fpk_has_magic,
    .arena_bound = fpk_arena_bound,
    .decode = fpk_decode,
    .check = fpk_check_document,
    .dump = fpk_dump,
    .each_member = fpk_each_member,
    .follow = fpk_follow,
    .witnesses = &fpk_witnesses,
    .build = fpk_build,
    .build_variants = 2,
    .resize = fpk_resize,
};
