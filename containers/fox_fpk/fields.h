/* The table of records, fields.def, and its constants: FPK_ENTRY_BYTES, FPK_ENTRY_DIGEST_AT. */
#ifndef NAVLINT_CONTAINERS_FOX_FPK_FIELDS_H
#define NAVLINT_CONTAINERS_FOX_FPK_FIELDS_H

#include "core/fields.h"

#define NL_ROOM   FPK
#define NL_FIELDS "containers/fox_fpk/fields.def"
#include "core/fields_constants.h"

extern const nl_layout fpk_fields;

#endif
