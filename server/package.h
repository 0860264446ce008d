/* What a form or an archive is taken apart with: what came, what is made of it, and its memory. */
#ifndef NAVLINT_SERVER_PACKAGE_H
#define NAVLINT_SERVER_PACKAGE_H

#include "intake/archive.h"
#include "navlint/navlint.h"
#include "server/media.h"
#include "server/memory.h"

/* Most bytes of a name in an archive: longer ones come from nobody's release. */
enum { SRV_ENTRY_NAME_MAX = 1024 };

/* What unpacks to more than so many times the archive is a bomb. Navigation files shrink to a third
 * or a tenth, deflate reaches 1032 on zeros; little is no danger however well it is packed. */
enum { SRV_HIGHEST_RATIO = 256, SRV_RATIO_FREE_BYTES = 16 << 20 };

/* An upload whose body is there. */
typedef struct srv_package {
    const srv_media *media; /* a set, or a file that holds others */
    const char *name;       /* of the body; NULL if none was given */
    srv_text body;
    const navlint_options *options; /* what is asked for decides what is recognised */
    srv_memory *memory;
    uint64_t max_files;
    uint64_t max_unpacked_bytes;
    uint64_t held_bytes; /* of the budget, by the body and what it came from */
} srv_package;

/* Names are in the block; bytes are in the body (form) or in the block (archive). What is in what
 * is there (server/inside.h) has its names, and its bytes if they were packed, in chained blocks.
 */
typedef struct srv_members {
    srv_block block;
    srv_block table;        /* of the inputs, once what is in them is among them */
    srv_block chain;        /* the last of the chained blocks; each begins with the one before it */
    uint64_t chained_bytes; /* of all of these */
    srv_block lists;        /* the two below */
    navlint_input *inputs;
    size_t count;
    uint64_t *outer_offsets; /* where each lies in the file that was sent, as navlint_report_json
                                has it */
    navlint_location *locations; /* as navlint_options has them */
    const char *outer_name; /* of that file; NULL: there are several, or none with places in it */
    bool has_skipped;       /* is an archive that was read to its end */
    size_t skipped;         /* files of it that are no navigation files */
} srv_members;

/* Takes a block for a set, or counts bytes for it that are allocated elsewhere. held_bytes: what
 * the request has already. Returns SRV_OK; SRV_BUSY; SRV_SET_TOO_LARGE if the budget could not hold
 * it all even if the request were alone. */
srv_problem srv_set_take(srv_memory *memory, uint64_t bytes, uint64_t held_bytes, srv_block *block);
srv_problem srv_set_reserve(srv_memory *memory, uint64_t bytes, uint64_t held_bytes);

/* Opens the body as an archive of these kinds, within the limits. Returns as intake_open. */
intake_archive *srv_package_open(const srv_package *package, unsigned kinds);

/* The problem that an outcome means, SRV_OK if it is none. archive: whose outcome it is. */
srv_problem srv_package_problem(const srv_package *package, const intake_archive *archive,
                                intake_outcome outcome);

/* The same of an archive that was gone through: a tar without the empty block at its end is cut. */
srv_problem srv_package_end(const srv_package *package, const intake_archive *archive,
                            intake_outcome outcome);

/* The archive's half of srv_members_make (server/members.h). */
srv_problem srv_archive_members(const srv_package *package, srv_members *members);

#endif
