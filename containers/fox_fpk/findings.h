/* What decoding and checks say something with, and the state of a check. */
#ifndef NAVLINT_CONTAINERS_FOX_FPK_FINDINGS_H
#define NAVLINT_CONTAINERS_FOX_FPK_FINDINGS_H

#include "containers/fox_fpk/layout.h"
#include "core/place.h"

typedef struct fpk_check {
    nl_job *job;
    const fpk_document *doc;
    bool is_for_scripts; /* an .fpkd by its type or its name */
    uint32_t meshes;     /* entries that are navigation */
    uint32_t enciphered; /* entries that are enciphered scripts */
    box_hashed *names;   /* of the entries that have one */
    uint32_t name_count;
} fpk_check;

/* The header. */
nl_place fpk_header_place(const nl_job *job);

/* A row, and the name that users know it by. Borrows it from itself: it must stay where it is. */
typedef struct fpk_spot {
    nl_place place;
    char name[BOX_NAME_BYTES];
} fpk_spot;

void fpk_spot_entry(fpk_spot *spot, const fpk_check *c, uint32_t index);
void fpk_spot_reference(fpk_spot *spot, const fpk_check *c, uint32_t index);

#endif
