/* Names of inputs that clients choose. They are shown, and never used as paths. */
#ifndef NAVLINT_SERVER_INPUT_NAME_H
#define NAVLINT_SERVER_INPUT_NAME_H

#include "server/head.h"

enum { SRV_NAME_MAX = 255 };

/* Is it UTF-8 without control characters? */
bool srv_is_line(srv_text text);

/* Is it that, and 1 to SRV_NAME_MAX bytes? */
bool srv_is_name(srv_text text);

#endif
