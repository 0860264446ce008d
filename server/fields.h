/* The parts of a form that are no files: parameters by the names of the query. */
#ifndef NAVLINT_SERVER_FIELDS_H
#define NAVLINT_SERVER_FIELDS_H

#include "server/package.h"
#include "server/wishes.h"

/* Most bytes of one field, and most fields of a form, those that nobody knows among them. */
enum { SRV_FIELD_MAX = 8192, SRV_MOST_FIELDS = 64 };

/* Zeroed, there is no field. */
typedef struct srv_fields {
    srv_block block;    /* holds the rest; give it back to package->memory, after a failure too */
    srv_wishes *wishes; /* of query and fields together; NULL: no field is a parameter */
} srv_fields;

/* Reads the fields of a form, wherever they stand in it; of those that are no parameters nothing is
 * kept. words: those of the query.
 * Returns the problem, with the answer SRV_OK if there is none: a form that is malformed, a limit,
 * a parameter that comes twice, a bad word. */
srv_problem srv_fields_read(const srv_package *package, const char *const words[SRV_PARAM_COUNT],
                            const srv_terms *terms, srv_fields *fields);

#endif
