/* Where the files of an upload lie: which of them lie in one folder, and where in the upload. */
#ifndef NAVLINT_SERVER_PLACES_H
#define NAVLINT_SERVER_PLACES_H

#include "server/package.h"

/* Of bytes that do not stand in the upload as they are. */
#define SRV_NO_OFFSET UINT64_MAX

typedef struct srv_place {
    uint64_t outer_offset; /* of its bytes in the file that was sent; SRV_NO_OFFSET */
    const char *folder;    /* in its box; borrowed */
    uint32_t folder_bytes;
    uint32_t box; /* a number that only the files of one archive, container or form share */
} srv_place;

/* The place of a file in a box, whose name there is inner_name. */
srv_place srv_place_in(uint32_t box, const char *inner_name, uint64_t outer_offset);

/* Makes what the library is to know of the members' places: locations and outer_offsets of the
 * members, in a block of theirs. places: one for each member.
 * held_bytes: what the request has already. Returns as srv_set_take. */
srv_problem srv_places_tell(srv_memory *memory, const srv_place *places, uint64_t held_bytes,
                            srv_members *members);

#endif
