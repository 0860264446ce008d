/* Small files of the first format, for tests of what does not depend on the format. */
#ifndef NAVLINT_TESTS_SUPPORT_SAMPLE_H
#define NAVLINT_TESTS_SUPPORT_SAMPLE_H

#include "navlint/navlint.h"

enum { SAMPLE_BYTES = 8192 };

typedef struct sample {
    uint8_t bytes[SAMPLE_BYTES];
    size_t length;
} sample;

/* Numbers of the build variants, as the room's build.c lists them. */
enum { COUNTER_STRIKE = 0, BASE = 1, TEAM_FORTRESS = 2, LEFT_4_DEAD = 3, GOLDSRC = 16 };

/* The smallest valid file of a build variant. Ends the program if there is none. */
sample built(unsigned variant);

/* The file that breaks the rule. Ends the program if there is none. */
sample witness(const char *code);

navlint_options default_options(void);

#endif
