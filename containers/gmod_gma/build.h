/* Writes addons: a navigation mesh, and as many other files as the spec asks for. */
#ifndef NAVLINT_CONTAINERS_GMOD_GMA_BUILD_H
#define NAVLINT_CONTAINERS_GMOD_GMA_BUILD_H

#include "containers/gmod_gma/layout.h"

typedef struct gma_spec {
    uint32_t version;    /* 0 stands for 3 */
    bool is_packed;      /* as a whole, with LZMA */
    bool has_no_sums;    /* as of gmad -nocrc: all of them are 0 */
    bool has_no_end;     /* nothing behind the files' bytes */
    bool is_hollow;      /* the last file is empty */
    uint32_t more;       /* files besides the mesh */
    uint32_t more_bytes; /* of each */
    const char *path;    /* of the mesh; NULL: maps/navlint.nav */
    const char *other;   /* of the first of the other files; NULL: one of our own */
} gma_spec;

/* Writes the addon. With legal paths and files that are not empty it passes every rule. */
void gma_write(nl_writer *out, const gma_spec *spec);

/* Variants of builds: versions 3, 2 and 1, and version 3 packed. */
enum { GMA_BUILD_PACKED = GMA_LATEST_VERSION, GMA_BUILD_COUNT };

/* The same addon in the dialect of this build variant. */
gma_spec gma_spec_as(const gma_spec *spec, unsigned variant);

#endif
