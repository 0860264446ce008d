/* What the decode files of this room share. */
#ifndef NAVLINT_MGS_NAV2_DECODE_H
#define NAVLINT_MGS_NAV2_DECODE_H

#include "parsers/mgs_nav2/place.h"

/* One file while it is read. A file that is shorter than it says is read quietly first: if what is
 * missing matters, nothing else is said of it. */
typedef struct nav2_reading {
    nl_job *job;
    nav2_document *doc;
    bool is_quiet;
    bool lacks_chunks; /* a chunk is of no known type, or of the wrong group */
    uint32_t errors;   /* that keep something from being read, told or not */
} nav2_reading;

void nav2_tell(nav2_reading *r, unsigned rule, const nav2_place *place, nl_draft draft);

/* The chain of chunks and the groups that they make. false if memory or work is used up. */
bool nav2_read_chain(nav2_reading *r);

/* Where the tables of a group's chunks are. */
void nav2_read_tables(nav2_reading *r, nav2_group *group);

/* IslandGraphs, SearchSpace and ConnectTileInfo. false if memory or work is used up. */
bool nav2_read_sections(nav2_reading *r);

/* What stands between and behind the parts of the file. */
void nav2_check_parts(nav2_reading *r);

/* Whether the header of a chunk that can follow a chunk of this uid stands here. */
bool nav2_is_chunk(const nl_job *job, uint64_t at, nav2_kind kind, uint32_t uid);

/* Bytes of the smallest payload of a chunk; 0 for a kind that is not known. */
uint32_t nav2_payload_header_bytes(nav2_kind kind);

#endif
