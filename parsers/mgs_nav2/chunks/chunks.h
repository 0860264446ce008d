/* The chain of chunks, their descriptors, and what is in a NavigationGraph and a NavmeshChunk. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_CHUNKS_CHUNKS_H
#define NAVLINT_PARSERS_MGS_NAV2_CHUNKS_CHUNKS_H

#include "parsers/mgs_nav2/dumper.h"
#include "parsers/mgs_nav2/findings.h"
#include "parsers/mgs_nav2/reading.h"

/* ---- Reading ---- */

/* The chain of chunks and the groups that they make. false if memory or work is used up. */
bool nav2_read_chain(nav2_reading *r);

/* Where the tables of a group's chunks are. */
void nav2_read_tables(nav2_reading *r, nav2_group *group);

/* Whether the header of a chunk that can follow a chunk of this uid stands here. */
bool nav2_is_chunk(nav2_reading *r, uint64_t at, nav2_kind kind, uint32_t uid);

/* ---- Checking ---- */

/* ChunkDescs (Manifest): each descriptor against the chunk that it is for. */
void nav2_check_descs(const nav2_check *c);

/* Whether the edges of a group's graph stand behind the links of its nodes, if that can be known
 * before the nodes are checked: what else is odd may follow from it. */
void nav2_check_edges_place(nav2_group_check *gc);

/* A group's chunks of these kinds; its segments have been checked. */
void nav2_check_graph(nav2_group_check *gc);
void nav2_check_mesh(nav2_group_check *gc);

/* What leads to groups that the file does not have, against the other file of its split set. Nodes:
 * one that crosses to such a group, which is NULL if the other file does not have it either. */
void nav2_check_crossing_to(nav2_group_check *gc, uint32_t node, const nav2_group *other,
                            const nav2_peers *peers);
void nav2_check_face_to(nav2_group_check *gc, uint32_t face, const nav2_peers *peers);

/* Reports a node that crosses to another tile. */
void nav2_found_tile_crossing(nav2_group_check *gc, uint32_t node, unsigned rule);

/* ---- Dump ---- */

/* The chunks, as far as the chain can be followed. */
void nav2_dump_chunks(nav2_dumper *d);

#endif
