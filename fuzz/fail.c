#include "fuzz/require.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void fuzz_fail(int number, const char *condition, const char *file, int line) {
    fprintf(stderr, "%s:%d: invariant %d of docs/security.md is broken: %s\n", file, line, number,
            condition);
    abort();
}
