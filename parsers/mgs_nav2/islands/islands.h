/* IslandGraphs (Section2) and ConnectTileInfo (Section3). */
#ifndef NAVLINT_PARSERS_MGS_NAV2_ISLANDS_ISLANDS_H
#define NAVLINT_PARSERS_MGS_NAV2_ISLANDS_ISLANDS_H

#include "parsers/mgs_nav2/dumper.h"
#include "parsers/mgs_nav2/findings.h"
#include "parsers/mgs_nav2/reading.h"

/* ---- Reading ---- */

/* false if memory or work is used up. */
bool nav2_read_islands(nav2_reading *r);

void nav2_read_tiles(nav2_reading *r);

/* ---- Records ---- */

/* The header of an island graph, which is at `at` of the file. */
static inline nl_place nav2_island_place(const nl_job *job, uint32_t index, uint64_t at) {
    return nl_place_about(nl_place_in(nav2_file_place(job), "islandGraphs", index, at),
                          "island graph", index);
}

/* A node of an island graph. */
typedef struct nav2_island_node {
    uint32_t index;
    uint32_t at;    /* of its record, in the file */
    uint64_t links; /* in the file: those to groups, then inside, then to tiles */
    uint32_t chunks, inside, tiles;
} nav2_island_node;

nav2_island_node nav2_island_node_of(const uint8_t *bytes, const nav2_island *g, uint32_t index);

/* Bytes of its links. */
uint32_t nav2_island_link_bytes(const nav2_island_node *n);

/* The number behind the last place that a side has. */
uint32_t nav2_end_of_places(const uint8_t *bytes, const nav2_island *g);

/* ---- Checking ---- */

/* Before the groups: what their nodes say of a graph may follow from what is found in it. */
void nav2_check_islands(nav2_check *c);
void nav2_check_tiles(const nav2_check *c);

/* What leads to groups that the file does not have, against the other file of its split set. */
void nav2_check_islands_to(const nav2_check *c, const nav2_peers *peers);

/* ---- Dump ---- */

/* All island graphs, and the header of one that the chain of graphs could not be followed from. */
void nav2_dump_islands(nav2_dumper *d);

void nav2_dump_tiles(nav2_dumper *d);

#endif
