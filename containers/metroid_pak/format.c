#include "containers/metroid_pak/layout.h"

static const navlint_rule rules[] = {
#define NL_RULE NL_RULE_ROW
#include "containers/metroid_pak/rules.def"
#undef NL_RULE
};

static const char *const extensions[] = {".pak", NULL};

const nl_format nl_format_metroid_pak = {
    .info =
        {
            .id = "metroid-pak",
            .title = "Metroid Prime PAK",
            .summary = "archive of a world, with the PATH of its rooms: version 3.5 of Metroid "
                       "Prime, Echoes and the prototype of Corruption, 2 of Corruption",
            .extensions = extensions,
            .rules = rules,
            .rule_count = PK_RULE_COUNT,
            .is_measured = true,
            .layout = &pk_fields,
            .is_container = true,
        },
    .has_magic = pk_has_magic,
    .is_plausible = pk_is_plausible,
    .matches_name = pk_matches_name,
    .arena_bound = pk_arena_bound,
    .arena_need = pk_arena_need,
    .decode = pk_decode,
    .check = pk_check_document,
    .dump = pk_dump,
    .each_member = pk_each_member,
    .follow = pk_follow,
    .witnesses = &pk_witnesses,
    .build = pk_build,
    .build_variants = PK_VARIANT_COUNT,
};
