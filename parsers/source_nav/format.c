#include "parsers/source_nav/layout.h"

static const navlint_rule rules[] = {
#define NL_RULE(code, severity, impact, message, explanation, remedy, source)                      \
    {#code, NAVLINT_##severity, NAVLINT_##impact, message, explanation, remedy, source},
#include "parsers/source_nav/rules.def"
#undef NL_RULE
};

static const char *const extensions[] = {".nav", NULL};

static nl_confidence probe(const uint8_t *bytes, size_t length) {
    if (length < 4) return NL_NOT_MINE;
    const uint32_t magic = nl_load_u32(bytes);
    const bool mine = magic == NAV_MAGIC_WORD || magic == NAV_MAGIC_WORD_SWAPPED;
    return mine ? NL_CERTAIN : NL_NOT_MINE;
}

const nl_format nl_format_source_nav = {
    .info =
        {
            .id = "source-nav",
            .title = "Source engine navigation mesh",
            .summary = "versions 1-16: Counter-Strike 1.6/CZ bots, CS:S, CS:GO, TF2, L4D, L4D2, "
                       "Garry's Mod, HL2:DM, DoD:S, Alien Swarm; Source 2 is recognised only",
            .extensions = extensions,
            .games = nav_games,
            .game_count = NAV_GAME_COUNT,
            .rules = rules,
            .rule_count = NAV_RULE_COUNT,
        },
    .probe = probe,
    .arena_bound = nav_arena_bound,
    .decode = nav_decode,
    .check = nav_check_document,
    .dump = nav_dump,
    .witness = nav_witness,
    .build = nav_build,
    .build_variants = NAV_BUILD_VARIANTS,
};
