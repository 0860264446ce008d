/* An invariant of docs/security.md, by its number, held against what happened. */
#ifndef NAVLINT_FUZZ_REQUIRE_H
#define NAVLINT_FUZZ_REQUIRE_H

/* Aborts with the invariant's number, the broken condition and its place. */
#define REQUIRE(number, holds)                                                                     \
    do {                                                                                           \
        if (!(holds)) fuzz_fail(number, #holds, __FILE__, __LINE__);                               \
    } while (0)

_Noreturn void fuzz_fail(int number, const char *condition, const char *file, int line);

#endif
