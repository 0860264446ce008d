#include "core/reader.h"
#include "parsers/source_nav/layout.h"

static const navlint_rule rules[] = {
#define NL_RULE NL_RULE_ROW
#include "parsers/source_nav/rules.def"
#undef NL_RULE
};

static const char *const extensions[] = {".nav", NULL};

/* One byte of the magic damaged, and the rest of the head as it should be. */
static bool has_damaged_magic(const uint8_t *bytes, size_t length) {
    static const uint8_t magic[4] = {0xCE, 0xFA, 0xED, 0xFE};
    int equal = 0;
    for (int i = 0; i < 4 && length >= 8; i++)
        equal += bytes[i] == magic[i];
    return equal == 3 && nl_load_u32(bytes + NAV_HEAD_VERSION_AT) <= NAV_NEWEST_VERSION;
}

/* Valve's wrapper: "LZMA", size unpacked, size packed, 5 bytes of properties, data. */
static bool is_wrapped(const uint8_t *bytes, size_t length) {
    enum { WRAPPER_BYTES = 17 };
    return length >= WRAPPER_BYTES && nl_load_u32(bytes) == NAV_MAGIC_LZMA &&
           nl_load_u32(bytes + 8) == length - WRAPPER_BYTES;
}

static bool has_magic(const uint8_t *bytes, size_t length) {
    if (length < 4) return false;
    const uint32_t magic = nl_load_u32(bytes);
    return magic == NAV_MAGIC_WORD || magic == NAV_MAGIC_WORD_SWAPPED;
}

static bool is_plausible(const uint8_t *bytes, size_t length) {
    return has_damaged_magic(bytes, length) || is_wrapped(bytes, length);
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
            .layout = &nav_fields,
            .axes = {.up = 3, .north = -2, .east = 1},
        },
    .has_magic = has_magic,
    .is_plausible = is_plausible,
    .arena_bound = nav_arena_bound,
    .decode = nav_decode,
    .check = nav_check_document,
    .check_beside = nav_check_map,
    .is_beside = nav_is_map,
    .put_jump = nav_put_jump,
    .dump = nav_dump,
    .kinds = &nav_kinds,
    .draw = nav_draw,
    .flags = nav_flag_words,
    .witnesses = &nav_witnesses,
    .fixes = &nav_fixes,
    .build = nav_build,
    .build_variants = NAV_BUILD_VARIANTS,
};
