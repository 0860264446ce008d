/* Links into the test programs of a mutants build. They then obey
 * NAVLINT_MUTANT=UNIT#NUMBER:always|never    run with this one jump forced;
 * NAVLINT_REACHED=FILE                       write the names of the jumps that were executed. */
#include "jumps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t *reached;

static void write_reached(void) {
    jumps_unwatch();
    FILE *const file = fopen(getenv("NAVLINT_REACHED"), "w");
    if (file == NULL) return;
    for (size_t i = 0; i < jump_count(); ++i)
        if (reached[i])
            fprintf(file, "%s#%llu\n", jumps[i].unit, (unsigned long long)jumps[i].number);
    (void)fclose(file);
}

static void start_watching(void) {
    reached = calloc(jump_count() + 1, 1);
    if (reached == NULL) abort();
    jumps_watch(reached);
    (void)atexit(write_reached);
}

static void force(const char *name) {
    const char *way = NULL;
    const jump *const chosen = jump_by_name(name, &way);
    if (chosen == NULL) return; /* not linked into this program */
    jump_force(chosen, strcmp(way, ":always") == 0 ? JUMP_ALWAYS : JUMP_NEVER);
}

__attribute__((constructor)) static void obey(void) {
    if (getenv("NAVLINT_REACHED") != NULL) start_watching();
    if (getenv("NAVLINT_MUTANT") != NULL) force(getenv("NAVLINT_MUTANT"));
}
