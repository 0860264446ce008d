/* The parameters of a header field: "; name=value" of RFC 9110 section 5.6.6 and RFC 2183. */
#ifndef NAVLINT_SERVER_PARAMETERS_H
#define NAVLINT_SERVER_PARAMETERS_H

#include "server/head.h"

typedef struct srv_parameter {
    srv_text name;
    srv_text value; /* of a quoted one what stands between the quotes, escapes as they came */
} srv_parameter;

typedef enum srv_parameter_step {
    SRV_PARAMETER_READ = 0,
    SRV_PARAMETERS_END,
    SRV_PARAMETERS_BAD /* what follows is no parameter */
} srv_parameter_step;

/* Takes the media or disposition type off `rest`: what stands before the first blank or semicolon.
 */
srv_text srv_leading_token(srv_text *rest);

/* Takes the next parameter off `rest`. Blanks around semicolons are passed over, and semicolons
 * that nothing follows; there are none around "=". In a quoted value a backslash escapes a quote
 * and itself, and is any character elsewhere: browsers do not escape it. */
srv_parameter_step srv_parameter_next(srv_text *rest, srv_parameter *parameter);

/* Writes the value without its escapes. out: receives at most value.length bytes, no NUL.
 * Returns the bytes written. */
size_t srv_parameter_unescape(srv_text value, char *out);

#endif
