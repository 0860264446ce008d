#include "containers/gta_img/layout.h"

static const navlint_rule rules[] = {
#define NL_RULE NL_RULE_ROW
#include "containers/gta_img/rules.def"
#undef NL_RULE
};

static const char *const extensions[] = {".img", NULL};

/* A row has 25 bytes of tables at a time: one byte that marks duplicates, and while what overlaps
 * is looked for an extent of 24. */
uint64_t img_arena_bound(uint64_t input_bytes) {
    return input_bytes / IMG_ENTRY_BYTES * 25 + 512;
}

const nl_format nl_format_gta_img = {
    .info =
        {
            .id = "gta-img",
            .title = "GTA San Andreas IMG archive",
            .summary = "version 2 (VER2), which holds the game's path nodes among models, textures "
                       "and scripts",
            .extensions = extensions,
            .rules = rules,
            .rule_count = IMG_RULE_COUNT,
            .layout = &img_fields,
            .is_container = true,
        },
    .has_magic = img_has_magic,
    .is_plausible = img_is_plausible,
    .arena_bound = img_arena_bound,
    .decode = img_decode,
    .check = img_check_document,
    .dump = img_dump,
    .each_member = img_each_member,
    .follow = img_follow,
    .witnesses = &img_witnesses,
    .build = img_build,
    .build_variants = IMG_BUILD_VARIANTS,
    .sparse_variant = IMG_BUILD_LARGE_FILES,
};
