/* Links into the test programs of a mutants build. They then obey
 * NAVLINT_MUTANT=FILE:FUNCTION#NUMBER:always|never    run with this one jump forced;
 * NAVLINT_REACHED=FILE                                write the mutants that could have run
 *                                                     otherwise. */
#include "fuzz/mutants/jumps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { MOST_LOOKS = 50, MOST_CPU_S = 5 };

static uint8_t *ways;

static void write_name(FILE *file, const jump *each, jump_way way) {
    fprintf(file, "%s#%llu:%s\n", each->owner, (unsigned long long)each->number,
            jump_way_text(way));
}

static void write_reached(void) {
    jumps_unwatch();
    FILE *const file = fopen(getenv("NAVLINT_REACHED"), "w");
    if (!file) return;
    for (size_t i = 0; i < jump_count(); i++) {
        if (jump_differs(ways[i], JUMP_ALWAYS)) write_name(file, &jumps[i], JUMP_ALWAYS);
        if (jump_differs(ways[i], JUMP_NEVER)) write_name(file, &jumps[i], JUMP_NEVER);
    }
    (void)fclose(file);
}

static void start_watching(void) {
    ways = calloc(jump_count() + 1, 1);
    if (!ways) abort();
    jumps_watch(ways, NULL, MOST_LOOKS);
    (void)atexit(write_reached);
}

/* Of processor time, so that a busy machine does not kill. */
static void limit_time(void) {
    const struct rlimit limit = {MOST_CPU_S, MOST_CPU_S};
    (void)setrlimit(RLIMIT_CPU, &limit);
}

static void force(const char *name) {
    const char *way = NULL;
    const jump *const chosen = jump_by_name(name, &way);
    if (!chosen) return; /* not linked into this program */
    limit_time();
    jump_force(chosen, strcmp(way, ":always") == 0 ? JUMP_ALWAYS : JUMP_NEVER);
}

__attribute__((constructor)) static void obey(void) {
    if (getenv("NAVLINT_REACHED")) start_watching();
    if (getenv("NAVLINT_MUTANT")) force(getenv("NAVLINT_MUTANT"));
}
