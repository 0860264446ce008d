/* The clock that never jumps. */
#ifndef NAVLINT_SERVER_CLOCK_H
#define NAVLINT_SERVER_CLOCK_H

#include <stdint.h>

uint64_t srv_now_ms(void);
uint64_t srv_now_us(void);

#endif
