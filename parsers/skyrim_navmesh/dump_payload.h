/* Dumps of the payloads of NAVI and NAVM. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_DUMP_PAYLOAD_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_DUMP_PAYLOAD_H

#include "core/dump.h"
#include "parsers/skyrim_navmesh/container/container.h"

/* Visits the payload of a field of a NAVI or NAVM record, in the bytes of the dump. path:
 * /records/N/fields/K. Returns false if it does not know the field's type. */
bool sky_dump_payload(nl_dump *dump, const sky_field *field, const nl_path *path);

/* Visits the body of an NVMI field that is the whole input. */
void sky_dump_bare_nvmi(nl_dump *dump);

#endif
