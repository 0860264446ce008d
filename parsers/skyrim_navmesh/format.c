#include "parsers/skyrim_navmesh/layout.h"

#include <string.h>

#include "core/reader.h"
#include "parsers/skyrim_navmesh/fields.h"
#include "parsers/skyrim_navmesh/make/resize.h"

static const navlint_rule rules[] = {
#define NL_RULE NL_RULE_ROW
#include "parsers/skyrim_navmesh/rules.def"
#undef NL_RULE
};

static const char *const extensions[] = {".esp", ".esm", ".esl", NULL};

static const navlint_part parts[] = {
    {"skyrim-nvmi", "one NVMI field of a Skyrim plugin, without its header"},
};

/* Four letters with one of them damaged. */
static bool is_nearly(const uint8_t *bytes, const char *word) {
    int equal = 0;
    for (int i = 0; i < 4; i++)
        equal += bytes[i] == (uint8_t)word[i];
    return equal >= 3;
}

static bool has_magic(const uint8_t *bytes, size_t length) {
    return length >= 4 && memcmp(bytes, "TES4", 4) == 0;
}

/* Morrowind's plugins, or a damaged letter. */
static bool is_plausible(const uint8_t *bytes, size_t length) {
    if (length >= 4 && memcmp(bytes, "TES3", 4) == 0) return true;
    return length >= SKY_HEADER_BYTES + 4 && is_nearly(bytes, "TES4") &&
           memcmp(bytes + SKY_HEADER_BYTES, "HEDR", 4) == 0;
}

const nl_format nl_format_skyrim_navmesh = {
    .info =
        {
            .id = "skyrim-navmesh",
            .title = "Skyrim plugin navigation meshes",
            .summary = "NAVI, NAVM and what they refer to, in .esp, .esm and .esl of Skyrim and "
                       "Skyrim Special Edition; plugins are judged with the masters that are given",
            .extensions = extensions,
            .rules = rules,
            .rule_count = SKY_RULE_COUNT,
            .layout = &sky_layout,
            .axes = {.up = 3, .north = 2, .east = 1},
            .has_sets = true,
            .parts = parts,
            .part_count = SKY_PART_COUNT - 1,
            .is_measured = true,
            .sets_by_need = true,
        },
    .has_magic = has_magic,
    .is_plausible = is_plausible,
    .other_game = sky_other_game,
    .each_needed = sky_each_needed,
    .arena_bound = sky_arena_bound,
    .arena_need = sky_arena_need,
    .decode = sky_decode,
    .check = sky_check_document,
    .check_set = sky_check_set,
    .put_jump = sky_put_jump,
    .dump = sky_dump,
    .kinds = &sky_kinds,
    .unpack = sky_unpack,
    .draw = sky_draw,
    .flags = sky_flag_words,
    .witnesses = &sky_witnesses,
    .fixes = &sky_fixes,
    .build = sky_build,
    .resize = sky_resize,
    .build_variants = SKY_BUILD_VARIANTS,
    .sparse_variant = SKY_BUILD_SPARSE,
};
