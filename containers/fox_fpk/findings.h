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

/* A row of a table. */
typedef struct fpk_row {
    const fpk_check *check;
    bool is_reference;
    uint32_t index;
} fpk_row;

static inline fpk_row fpk_entry(const fpk_check *c, uint32_t index) {
    return (fpk_row){c, false, index};
}

static inline fpk_row fpk_reference(const fpk_check *c, uint32_t index) {
    return (fpk_row){c, true, index};
}

/* Emits a finding about a row, or a field of it, as nl_found does; users know it by its name. */
void fpk_found(fpk_row row, unsigned rule, unsigned field, const nl_draft *draft);

#endif
