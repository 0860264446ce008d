/* Included in front of a room's fix.c for a program that says what can be fixed and fixes nothing:
 * the table keeps how safe a fix is and what it does, and leads to none of the functions. */
#ifndef NAVLINT_PARSERS_NO_FIXING_H
#define NAVLINT_PARSERS_NO_FIXING_H

#include "parsers/fix.h"

#undef NL_FIX_ROW
#define NL_FIX_ROW(rule, safety_word, function, deed_text)                                         \
    [rule] = {.safety = NAVLINT_##safety_word, .make = nl_fix_nothing, .deed = deed_text},

#undef NL_FIX_ONCE_ROW
#define NL_FIX_ONCE_ROW(segments, rule, safety_word, function, deed_text)                          \
    NL_FIX_ROW(rule, safety_word, function, deed_text)

/* wasm/no_fixing.c. Fixes nothing: never called, and not NULL, which says that a rule cannot be
 * fixed. */
bool nl_fix_nothing(nl_fixer *fixer, const navlint_finding *finding);

#endif
