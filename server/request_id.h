/* Names of requests: X-Request-Id. */
#ifndef NAVLINT_SERVER_REQUEST_ID_H
#define NAVLINT_SERVER_REQUEST_ID_H

#include "server/head.h"

enum { SRV_ID_BYTES = 65 };

/* Takes over the client's X-Request-Id if it is 1 to 64 letters, digits, '-', '_' or '.'; else
 * makes one of `boot_id`, which tells runs apart, and `number`, which tells requests apart. */
void srv_choose_id(char id[SRV_ID_BYTES], const srv_head *head, uint64_t boot_id, uint32_t number);

/* 64 bits that nobody can guess. */
uint64_t srv_random_id(void);

#endif
