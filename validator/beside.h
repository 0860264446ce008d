/* Files that belong together by their names: a mesh and its map. */
#ifndef NAVLINT_VALIDATOR_BESIDE_H
#define NAVLINT_VALIDATOR_BESIDE_H

#include "parsers/format.h"
#include "parsers/recognised.h"

/* Inputs of a set that have been judged, each as what it was recognised. */
typedef struct nl_judged {
    nl_member *members;
    const nl_recognised *recognised;
    size_t count;
} nl_judged;

/* Calls check_beside of each member whose format has it, with the first input of another format, or
 * beginning of a file, that is_beside accepts, in the same folder, whose name differs in its
 * extension and in case alone.
 * arena: for what is given back at once, nl_beside_bytes(count). */
void nl_check_beside(const nl_judged *judged, nl_arena *arena);

uint64_t nl_beside_bytes(uint64_t input_count);

#endif
