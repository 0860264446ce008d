/* The files in a form or an archive: what the library judges together. */
#ifndef NAVLINT_SERVER_MEMBERS_H
#define NAVLINT_SERVER_MEMBERS_H

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
    const srv_media *media; /* a set */
    srv_text body;
    const navlint_options *options; /* what is asked for decides what is recognised */
    srv_memory *memory;
    uint64_t max_files;
    uint64_t max_unpacked_bytes;
} srv_package;

/* Names are in the block; bytes are in the body (form) or in the block (archive). */
typedef struct srv_members {
    srv_block block;
    navlint_input *inputs;
    size_t count;
    bool has_skipped; /* is an archive that was read to its end */
    size_t skipped;   /* files of it that are no navigation files */
} srv_members;

/* Every part of a form is a member; of an archive the files that are recognised. Nothing is
 * unpacked before all limits have been held against what the archive says, and nothing is kept if
 * one is reached.
 * members: receives them; give the block back to package->memory.
 * Returns the problem, with the answer SRV_OK if there is none. */
srv_problem srv_members_make(const srv_package *package, srv_members *members);

/* Takes a block for a set, or counts bytes for it that are allocated elsewhere. held_bytes: what
 * the request has already. Returns SRV_OK; SRV_BUSY; SRV_SET_TOO_LARGE if the budget could not hold
 * it all even if the request were alone. */
srv_problem srv_set_take(srv_memory *memory, uint64_t bytes, uint64_t held_bytes, srv_block *block);
srv_problem srv_set_reserve(srv_memory *memory, uint64_t bytes, uint64_t held_bytes);

/* The two below are the halves of srv_members_make. */
srv_problem srv_form_members(const srv_package *package, srv_members *members);
srv_problem srv_archive_members(const srv_package *package, srv_members *members);

#endif
