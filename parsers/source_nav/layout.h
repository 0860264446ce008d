/* Source engine .nav: sizes, dialects and decoded structs. README.md has the wire layout, where
 * each fact comes from, and the sources' abbreviations. */
#ifndef NAVLINT_SOURCE_NAV_LAYOUT_H
#define NAVLINT_SOURCE_NAV_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/index.h"
#include "core/reader.h"
#include "parsers/format.h"

#define NAV_MAGIC_WORD         0xFEEDFACEu
#define NAV_MAGIC_WORD_SWAPPED 0xCEFAEDFEu /* a big-endian file's first four bytes, read as LE */
#define NAV_MAGIC_LZMA         0x414D5A4Cu /* "LZMA": Valve's wrapper */

enum {
    NAV_NEWEST_VERSION = 16,
    NAV_NEWEST_GOLDSRC = 5,
    NAV_DIRECTIONS = 4, /* north (-y), east (+x), south (+y), west (-x) */
    NAV_APPROACH_BYTES = 14,
    NAV_MAX_APPROACH = 16, /* GoldSrc and CS keep them in an array of 16 */
    NAV_CONNECTION_BYTES = 4,
    NAV_SPOT_BYTES = 17,
    NAV_OLD_SPOT_BYTES = 12, /* version 1 */
    NAV_LADDER_ID_BYTES = 4,
    NAV_VISIBLE_BYTES = 5,
    NAV_PATH_BYTES = 11, /* encounter path without its spots, version 3 and later */
    NAV_PATH_SPOT_BYTES = 5,
    NAV_OLD_PATH_BYTES = 33, /* versions 1 and 2 */
    NAV_OLD_PATH_SPOT_BYTES = 16,
    NAV_MAX_POPULATION_BYTES = 64,
    NAV_LADDER_AREAS = 5 /* top forward, left, right, behind; bottom */
};

/* Offsets inside a ladder record. Version 6 has one byte more, before the areas. */
enum {
    NAV_LADDER_WIDTH_AT = 4,
    NAV_LADDER_TOP_AT = 8,
    NAV_LADDER_BOTTOM_AT = 20,
    NAV_LADDER_LENGTH_AT = 32,
    NAV_LADDER_DIRECTION_AT = 36,
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

/* What a version and a family make of the record layouts: the only place that compares versions. */
typedef struct nav_layout {
    uint32_t version;
    uint32_t sub_version; /* as the layout is read, not always as the file says */
    nav_family family;
    bool has_sub_version;
    bool has_bsp_size;
    bool has_analyzed;
    bool has_places;
    bool has_unnamed;
    bool has_ladders; /* the section behind the areas */
    bool has_spot_ids;
    bool has_approach;      /* in the base record */
    bool has_late_approach; /* Counter-Strike's own, at the end of the record */
    bool has_old_paths;
    bool has_place;
    bool has_ladder_ids;
    bool has_light;
    bool has_visible;
    bool has_population; /* Left 4 Dead: string before the areas */
    bool has_fog;
    uint8_t attribute_bytes;
    uint8_t spot_bytes;
    uint8_t occupy_count;
    uint8_t custom_bytes;  /* TF, TF2C: flat bytes at the end of the record */
    uint8_t visible_bytes; /* of one entry of the visible set */
    uint8_t ladder_bytes;
    uint8_t area_min_bytes;
} nav_layout;

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

/* `count` records from offset `at` of the input on. */
typedef struct nav_list {
    uint32_t at;
    uint32_t count;
} nav_list;

typedef struct nav_header {
    uint32_t version;
    uint32_t sub_version;
    uint32_t bsp_size;
    uint8_t is_analyzed;
    uint8_t has_unnamed;
    uint32_t sub_version_at;
    uint32_t bsp_size_at;
    uint32_t analyzed_at;
    uint32_t place_count_at;
    uint32_t unnamed_at;
    uint32_t end; /* offset of what follows: the area count, or Left 4 Dead's own data */
} nav_header;

/* One area, decoded onto the stack: values of fixed fields, offsets of the lists. */
typedef struct nav_area {
    uint32_t at; /* offset of the record */
    uint32_t id;
    uint32_t attributes;
    uint32_t corners_at; /* 8 floats: nw x y z, se x y z, ne z, sw z */
    float corners[8];
    nav_list connections[NAV_DIRECTIONS];
    nav_list spots;
    nav_list approach;
    nav_list paths; /* encounter paths: records of varying size */
    uint32_t paths_end;
    uint16_t place;
    uint32_t place_at;
    nav_list ladders[2]; /* up, down */
    uint32_t occupy_at;
    uint32_t light_at;
    nav_list visible;
    uint32_t inherit;
    uint32_t inherit_at;
    uint32_t custom_at; /* the game's own bytes; the record's end if there are none */
    uint16_t fog_index;
    uint32_t fog_index_at;
    uint32_t spawn_attributes;
    uint32_t spawn_at;
} nav_area;

/* What is kept of each area: enough to find it again and to judge those that point to it. */
typedef struct nav_area_row {
    uint32_t at;
    uint32_t spots_at;
    uint32_t paths_end;
    uint32_t inherit;
    uint32_t spot_count;
    float west, north, east, south; /* nw.x nw.y se.x se.y */
} nav_area_row;

/* Where and why the structure could not be followed any further. */
typedef struct nav_loss {
    bool happened;
    unsigned rule;       /* NAV_COUNT or NAV_TRUNCATED */
    const char *section; /* "areas", "ladders", ...; NULL: the header */
    uint64_t item;       /* of the section; NL_NO_ROW if none */
    uint64_t at;         /* offset of what could not be read */
    uint64_t need;       /* bytes it takes */
    uint64_t left;       /* bytes there were */
    uint64_t count;      /* records promised, for NAV_COUNT */
} nav_loss;

typedef struct nav_document {
    nav_header header;
    nav_layout layout;
    nav_loss loss;
    uint32_t *place_at; /* offset of each name's length word */
    uint32_t place_count;
    uint32_t population_at;
    uint32_t population_bytes; /* with its NUL */
    uint32_t fog_count_at;
    uint16_t fog_count;
    uint32_t fog_end;
    uint32_t area_count_at;
    uint32_t *area_ids;
    nav_area_row *areas;
    uint32_t area_count; /* decoded */
    bool areas_complete; /* every area that the file promises is there */
    nl_index area_index;
    uint32_t *spot_ids;
    uint32_t *spot_at;
    uint32_t spot_count;
    nl_index spot_index;
    uint32_t ladder_count_at;
    nav_list ladders;
    uint32_t *ladder_ids;
    bool ladders_complete;
    nl_index ladder_index;
    uint32_t view_distance_at; /* Left 4 Dead's last float */
    uint32_t end;              /* offset behind the last section */
} nav_document;

/* Reads the record at the reader. paths_end: where its encounter paths end, if that is known from
 * an earlier reading, else 0. The area is good only if nl_ok(r) afterwards. */
void nav_read_area(nl_reader *r, const nav_layout *layout, uint32_t paths_end, nav_area *area);

/* Area `index` of a decoded document. */
void nav_area_at(const nl_job *job, const nav_document *doc, uint32_t index, nav_area *area);

/* Whether old bytes follow the mesh, as the GoldSrc writer leaves them: known, and never read. */
bool nav_has_stale_tail(const nl_job *job, const nav_document *doc);

extern const nl_format nl_format_source_nav;

const void *nav_decode(nl_job *job);
void nav_check_document(nl_job *job, const void *document);
void nav_dump(const nl_job *job, const void *document, nl_dump *dump);
void nav_draw(const nl_job *job, const void *document, nl_mesh *mesh);
extern const struct nl_witnesses nav_witnesses;
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

extern const char *const nav_direction_names[NAV_DIRECTIONS];
extern const char *const nav_ladder_area_names[NAV_LADDER_AREAS];

#endif
