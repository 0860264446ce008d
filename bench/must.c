#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>

void bench_must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "navlint-bench: %s failed\n", what);
    exit(EXIT_FAILURE);
}
