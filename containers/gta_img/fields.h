/* The table of records, fields.def, and its constants: IMG_ENTRY_BYTES, IMG_ENTRY_SIZE_AT. */
#ifndef NAVLINT_CONTAINERS_GTA_IMG_FIELDS_H
#define NAVLINT_CONTAINERS_GTA_IMG_FIELDS_H

#include "core/fields.h"

#define NL_ROOM   IMG
#define NL_FIELDS "containers/gta_img/fields.def"
#include "core/fields_constants.h"

extern const nl_layout img_fields;

#endif
