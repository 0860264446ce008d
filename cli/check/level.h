/* One level of what cli_check_inside goes through: an archive, or a container. What becomes of its
 * members is in level.c (results), level_sets.c (members of sets), level_volumes.c (files of
 * containers in several) and level_waiting.c (what waits for other members); archive.c goes through
 * the levels. */
#ifndef NAVLINT_CLI_CHECK_LEVEL_H
#define NAVLINT_CLI_CHECK_LEVEL_H

#include "cli/check/archive.h"
#include "cli/check/kept.h"
#include "cli/check/pairs.h"
#include "cli/inside/box.h"
#include "cli/inside/kept_sides.h"

/* One input with all that is nested in it. */
typedef struct cli_tree {
    const cli_archive_request *request;
    cli_allowance allowance;
    bool going; /* take wants more */
} cli_tree;

/* An archive or a container that is gone through. */
typedef struct cli_level {
    cli_tree *tree;
    struct cli_level *outer; /* NULL: the input itself */
    const char *name;
    unsigned depth; /* 1: the input itself */
    cli_box *box;
    cli_kept kept;
    struct cli_level *keeper; /* where its members of sets wait: mostly itself */
    cli_pairs pairs;          /* meshes and maps of it */
    cli_kept waiting;       /* a mesh whose map may yet come, and what is to be judged behind it */
    uint64_t waiting_bytes; /* that these own */
    cli_kept_sides volumes; /* files that have the bytes of containers beside them */
    cli_kept directories;   /* these containers, which wait for them */
    cli_kept numbered;      /* containers called like such files, which are one or the other */
    uint64_t outer_offset;  /* of its bytes in the input; UINT64_MAX: they are not there */
    bool is_whole;          /* nothing was left out */
} cli_level;

/* Bytes, and where they begin in the file on the disk; UINT64_MAX: they do not stand there. */
typedef struct cli_located {
    navlint_input input;
    uint64_t outer_offset;
} cli_located;

/* A set, or an input alone. */
typedef struct cli_judged {
    const navlint_input *inputs;
    size_t count;
    const char *name;
    const cli_shelf *shelf; /* NULL: none */
    size_t shelf_set;
    const cli_map *map; /* of an input alone; NULL: none */
    const uint64_t *outer_offsets;
    bool is_member;
} cli_judged;

/* ---- Results ---- */

static inline const cli_check_settings *cli_level_settings(const cli_level *here) {
    return here->tree->request->settings;
}

/* "x.zip!d/a.nav" -> "d/a.nav": a member's name at this level. */
const char *cli_level_name(const cli_level *here, const char *name);

/* Whether there is more to be done, and enough of the allowance for it. */
bool cli_level_goes_on(const cli_level *here);

/* Reports why something was not judged. failure: errno; reason: words for EIO, or NULL. */
void cli_level_complain(cli_level *here, const char *name, int failure, const char *reason);

/* The same of what belongs to the level, which is not whole then. */
void cli_level_fail(cli_level *here, const char *name, int failure, const char *reason);

/* Reports a member that is of no format. */
void cli_level_skip(cli_level *here, const navlint_input *input);

/* Judges, and reports. */
void cli_level_check(cli_level *here, const cli_judged *what);
void cli_level_check_one(cli_level *here, const cli_located *what);

/* ---- Members that are judged later ---- */

/* The map of a mesh, as far as one has come; NULL: none. */
const cli_map *cli_level_map(const cli_level *here, const char *name);

/* Moves what does not lie in the container out of the box, so that the member owns it. */
void cli_level_move(cli_level *here, const cli_view *view, cli_kept_member *member);

/* Keeps a member until the others of its set have come. */
void cli_level_keep(cli_level *here, const cli_located *what, const cli_view *view,
                    const navlint_format *format);

/* Judges all that were kept: as sets, if the level is whole. */
void cli_level_check_kept(cli_level *here);

/* Keeps a member of no set. kept: of this level. */
void cli_level_set_aside(cli_level *here, cli_kept *kept, const cli_located *what,
                         const cli_view *view, const navlint_format *format);

/* What was set aside, by its number. */
cli_located cli_level_located(const cli_kept *kept, size_t item);

/* Keeps the member that the box stands at for the container that has bytes in it. Returns 0 or an
 * errno. */
int cli_level_take_volume(cli_level *here, const char *name);

/* At the end: of the numbered, those whose directory is there belong to it, and are left without
 * bytes. */
void cli_level_sort_numbered(cli_level *here);

/* Judges a member, but not before those that came earlier, nor a mesh before its map. */
void cli_level_check_in_turn(cli_level *here, const cli_located *what, const cli_view *view,
                             const navlint_format *format);

/* Judges all that waited for that. */
void cli_level_check_waiting(cli_level *here);

/* Takes note of a map. bytes: its size; start: its first bytes, or more. */
void cli_level_note_map(cli_level *here, const char *name, uint64_t bytes, const cli_view *start);

#endif
