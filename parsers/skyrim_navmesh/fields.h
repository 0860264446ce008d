/* Where the fields of a plugin's records are: the constants of fields.def. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_FIELDS_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_FIELDS_H

#include "core/fields.h"

#define NL_ROOM   SKY
#define NL_FIELDS "parsers/skyrim_navmesh/fields.def"
#include "core/fields_constants.h"

extern const nl_layout sky_layout;

#endif
