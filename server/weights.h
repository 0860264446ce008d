/* Lists with weights: "gzip;q=0.5, *" and "text/plain, application/json;q=0.9" (RFC 9110 sections
 * 5.6.1 and 12.4.2). */
#ifndef NAVLINT_SERVER_WEIGHTS_H
#define NAVLINT_SERVER_WEIGHTS_H

#include "server/head.h"

/* In thousandths. */
enum { SRV_FULL_WEIGHT = 1000 };

/* Takes the next member off a list without quotes; blanks around it go. */
srv_text srv_list_take(srv_text *list);

/* "0.5" -> 500; 0 for what is no weight of section 12.4.2. */
int srv_weight_read(srv_text text);

#endif
