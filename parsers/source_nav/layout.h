/* Source engine .nav: dialects, and what the room shows to the house. README.md has the sources'
 * abbreviations. */
#ifndef NAVLINT_PARSERS_SOURCE_NAV_LAYOUT_H
#define NAVLINT_PARSERS_SOURCE_NAV_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "parsers/format.h"
#include "parsers/source_nav/fields.h"

#define NAV_MAGIC_WORD         0xFEEDFACEu
#define NAV_MAGIC_WORD_SWAPPED 0xCEFAEDFEu /* a big-endian file's first four bytes, read as LE */
#define NAV_MAGIC_LZMA         0x414D5A4Cu /* "LZMA": Valve's wrapper */

enum {
    NAV_NEWEST_VERSION = 16,
    NAV_NEWEST_GOLDSRC = 5,
    NAV_DIRECTIONS = 4,    /* north (-y), east (+x), south (+y), west (-x) */
    NAV_MAX_APPROACH = 16, /* GoldSrc and CS keep them in an array of 16 */
    NAV_MAX_POPULATION_BYTES = 64,
    NAV_ENDS = 5 /* areas of a ladder: top forward, left, right, behind; bottom */
};

/* Who owns the bytes that a game adds to the base format. */
typedef enum nav_family {
    NAV_BASE = 0, /* CNavMesh itself: GoldSrc, GMod, HL2:DM, DoD:S, Alien Swarm */
    NAV_CS,       /* Counter-Strike: Source and Global Offensive */
    NAV_TF,       /* Team Fortress 2 */
    NAV_L4D,      /* Left 4 Dead 1 and 2 */
    NAV_TF2C,     /* Team Fortress 2 Classified */
    NAV_FAMILY_COUNT,
    NAV_UNKNOWN_FAMILY /* no game is known to write this sub-version */
} nav_family;

/* What a version and a family make of the record layouts. Nothing else compares versions to find
 * out what stands where, except area.c for the opaque bytes of old Left 4 Dead. */
typedef struct nav_layout {
    uint32_t version;
    uint32_t sub_version; /* as the layout is read, not always as the file says */
    nav_family family;
    uint32_t holding; /* conditions of fields.def that hold: bit i */
    uint8_t attribute_bytes;
    uint8_t occupy_bytes;  /* of all occupy times of an area */
    uint8_t visible_bytes; /* of one entry of the visible set */
    uint8_t custom_bytes;  /* TF, TF2C: flat bytes at the end of an area */
    uint8_t ladder_bytes;
    uint8_t area_min_bytes;
} nav_layout;

/* Whether records are laid out under this condition: NAV_WITH_... of fields.def. */
static inline bool nav_holds(const nav_layout *layout, unsigned condition) {
    return nl_holds(layout->holding, condition);
}

/* The layout of `version` (1 to 16) as `family` reads a file with this sub-version. */
nav_layout nav_layout_of(nav_family family, uint32_t version, uint32_t sub_version);

/* "goldsrc", "source", "counter-strike", "team-fortress", "left-4-dead", "tf2-classified". */
const char *nav_dialect_name(const nav_layout *layout);

/* The same for messages: "Counter-Strike: Source / Global Offensive". */
const char *nav_dialect_title(const nav_layout *layout);

/* The games that a file can be judged as: how each reads. */
typedef struct nav_game {
    nav_family family;
    uint32_t newest_version; /* a newer one is refused */
} nav_game;

enum {
    NAV_GAME_COUNT = 0
#define NAV_GAME(...) +1
#include "parsers/source_nav/games.def"
#undef NAV_GAME
};

extern const navlint_game nav_games[NAV_GAME_COUNT];

/* The row of one of nav_games; NULL for NULL. */
const nav_game *nav_game_of(const navlint_game *game);

extern const nl_format nl_format_source_nav;

const void *nav_decode(nl_job *job);
void nav_check_document(nl_job *job, const void *document);
void nav_check_map(nl_job *job, const void *document, const nl_job *other); /* a map beside it */
bool nav_is_map(const uint8_t *bytes, size_t length);
void nav_put_jump(nl_text *text, const nl_place *place);
void nav_dump(const nl_job *job, const void *document, nl_dump *dump);
void nav_draw(const nl_job *job, const void *document, nl_mesh *mesh);
extern const navlint_flag nav_flag_words[];
extern const struct nl_witnesses nav_witnesses;
extern const struct nl_fixes nav_fixes;
void nav_build(unsigned variant, uint64_t target_bytes, nl_writer *out);
uint64_t nav_arena_bound(uint64_t input_bytes);
enum { NAV_BUILD_VARIANTS = 21 };

/* The rules, as indexes into the table of format.c. */
enum {
#define NL_RULE(code, ...) code,
#include "parsers/source_nav/rules.def"
#undef NL_RULE
    NAV_RULE_COUNT
};

/* What is compared of two files: core/kinds.h. */
extern const struct nl_kinds nav_kinds;

#endif
