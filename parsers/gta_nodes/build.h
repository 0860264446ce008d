/* Writes areas and whole maps: of each kind of node one chain that winds through the area's cell,
 * joined to the chains of the neighbouring areas. */
#ifndef NAVLINT_PARSERS_GTA_NODES_BUILD_H
#define NAVLINT_PARSERS_GTA_NODES_BUILD_H

#include "parsers/gta_nodes/layout.h"

/* The nodes of one kind: column after column, up and down in turn. */
typedef struct gta_chain {
    uint32_t columns, rows;
} gta_chain;

/* One link more than the chain has, at the end of a node's links. */
typedef struct gta_spec_link {
    bool present;
    uint32_t from; /* node */
    uint32_t area, node;
    uint32_t navi; /* as a navi link of this file's variant stands for it */
    uint32_t length;
} gta_spec_link;

enum { GTA_SPEC_EXTRAS = 2 };

typedef struct gta_spec {
    gta_variant variant;
    uint32_t dim;  /* areas along an edge of the map */
    uint32_t area; /* number of the file */
    gta_chain vehicles, peds;
    /* The areas below this number are joined to their neighbours to the east and, if the chains
     * have four rows or more, to the north. Chains that are joined have an even number of columns,
     * at least 4. */
    uint32_t joined_areas;
    uint32_t flood; /* of all nodes; 0 stands for 1 */
    bool in_star;   /* all ped nodes are linked to the first and to no other; one row */
    bool in_pairs;  /* ped nodes are linked two by two, each pair with its own flood-fill id */
    gta_spec_link extra[GTA_SPEC_EXTRAS];
    uint32_t spare_links; /* at the end of the link sections, owned by no node */
    uint32_t spare_navis; /* used by no link; needs a row of vehicle nodes, which may be empty */
} gta_spec;

/* Writes the file. Without extras and with legal numbers it passes every rule, and so does the set
 * of the files 0 to dim * dim - 1 with joined_areas = dim * dim. */
void gta_write(nl_writer *out, const gta_spec *spec);

/* Area `area` of a map of dim x dim areas, of about target_bytes each, never less than about 4 KB.
 * The game's own format has no room for places outside a map of 8 x 8. */
gta_spec gta_spec_of_map(gta_variant variant, uint32_t dim, uint32_t area, uint64_t target_bytes);

#endif
