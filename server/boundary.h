/* The boundary between the parts of an answer: text that occurs in none of them. */
#ifndef NAVLINT_SERVER_BOUNDARY_H
#define NAVLINT_SERVER_BOUNDARY_H

#include <stddef.h>
#include <stdint.h>

#include "server/head.h"

/* "navlint-", 16 hexadecimal digits, and the NUL. */
enum { SRV_BOUNDARY_BYTES = 8 + 16 + 1 };

/* Chooses one by the parts alone, whatever they hold, in a few passes over them.
 * Returns its number, which is not 0. */
uint64_t srv_boundary_choose(const srv_text *parts, size_t count);

void srv_boundary_text(char out[SRV_BOUNDARY_BYTES], uint64_t number);

#endif
