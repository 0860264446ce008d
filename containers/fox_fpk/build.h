/* Writes packs: navigation meshes, other files, references. */
#ifndef NAVLINT_CONTAINERS_FOX_FPK_BUILD_H
#define NAVLINT_CONTAINERS_FOX_FPK_BUILD_H

#include "containers/fox_fpk/layout.h"

/* The entries are the meshes, the other files and the scripts, in this order. */
typedef struct fpk_spec {
    bool is_fpkd;        /* by its type */
    uint32_t meshes;     /* tiles of one place, x = 100, 101, ... */
    uint32_t files;      /* that are none, each of file_bytes */
    uint32_t scripts;    /* that are enciphered, each of file_bytes */
    uint32_t references; /* to other packs */
    uint32_t file_bytes;
    const char *name; /* of the last entry, instead of its own; NULL: its own */
    uint32_t gap;     /* zeros more in front of the first file: a multiple of 16 */
    uint32_t tail;    /* zeros more at the end */
    bool is_shared;   /* the last entry, a file, has the bytes of the one before, another one */
    bool has_no_nul;  /* behind the last name stands something else */
} fpk_spec;

/* Writes the pack. With nothing but entries and references it passes every rule. */
void fpk_write(nl_writer *out, const fpk_spec *spec);

#endif
