/* Writes packages: a navigation mesh in maps/, texts in folders of a few, and a file without folder
 * and extension. */
#ifndef NAVLINT_CONTAINERS_VALVE_VPK_BUILD_H
#define NAVLINT_CONTAINERS_VALVE_VPK_BUILD_H

#include "containers/valve_vpk/layout.h"

typedef struct vpk_spec {
    vpk_variant variant;
    uint32_t texts;
    uint32_t text_bytes;   /* of each */
    uint32_t text_preload; /* of these, in the tree */
    uint32_t mesh_preload; /* bytes of the mesh in the tree; at most VPK_MESH_BYTES */
    bool has_no_mesh;
} vpk_spec;

enum { VPK_MESH_BYTES = 79 };

/* Writes the package. With no preload of the mesh, and a mesh, it passes every rule. */
void vpk_write(nl_writer *out, const vpk_spec *spec);

/* Compute the hashes of a package of version 2 anew, if their sections are there and whole: first
 * those of pieces of its own data, then those of the tree, of the list of hashes, and of all. Any
 * bytes may come. */
void vpk_seal_pieces(uint8_t *bytes, size_t length);
void vpk_seal(uint8_t *bytes, size_t length);

#endif
