#include "parsers/metroid_path/layout.h"

static const navlint_rule rules[] = {
#define NL_RULE NL_RULE_ROW
#include "parsers/metroid_path/rules.def"
#undef NL_RULE
};

static const char *const extensions[] = {".PATH", NULL};

const nl_format nl_format_metroid_path = {
    .info =
        {
            .id = "metroid-path",
            .title = "Metroid Prime PATH",
            .summary = "navigation of a room: version 4 of Metroid Prime, 6 of Echoes, 7 of "
                       "Corruption (unconfirmed)",
            .extensions = extensions,
            .rules = rules,
            .rule_count = MP_RULE_COUNT,
            .layout = &mp_fields,
            .axes = {.up = 3},
        },
    .is_plausible = mp_is_plausible,
    .arena_bound = mp_arena_bound,
    .decode = mp_decode,
    .check = mp_check_document,
    .dump = mp_dump,
    .kinds = &mp_kinds,
    .draw = mp_draw,
    .flags = mp_flag_words,
    .witnesses = &mp_witnesses,
    .fixes = &mp_fixes,
    .build = mp_build,
    .build_variants = MP_VERSION_COUNT,
};
