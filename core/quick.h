/* Quick predicates. Nearly every record and list of a real file is in order, so a check asks one
 * cheap question first (`is_plain`), and only where the answer is no a second pass locates and
 * reports what is odd. The predicate is wrapped where it is asked:
 *
 *     if (!NL_QUICK(path_is_plain(view, path))) check_path(h, path);
 *
 * so that test builds (NAVLINT_TWINS) can hold the two against each other: fuzz/twins.c judges each
 * input once more with every predicate refusing, and the report must be the same; and in a file
 * about which nothing is found no predicate may have said no. One that is rougher than its slow
 * pass by design is wrapped in NL_QUICK_ROUGH, with the reason beside it. */
#ifndef NAVLINT_CORE_QUICK_H
#define NAVLINT_CORE_QUICK_H

#ifdef NAVLINT_TWINS

#include <stdbool.h>
#include <stdint.h>

typedef struct nl_twins {
    bool refuses;      /* every predicate says no */
    uint64_t refusals; /* how often one said no by itself, the rough ones left out */
} nl_twins;

extern _Thread_local nl_twins nl_twins_here;

static inline bool nl_quick(bool plain, bool is_rough) {
    nl_twins_here.refusals += !plain && !is_rough;
    return plain && !nl_twins_here.refuses;
}

#define NL_QUICK(plain)       nl_quick((plain), false)
#define NL_QUICK_ROUGH(plain) nl_quick((plain), true)

#else

#define NL_QUICK(plain)       (plain)
#define NL_QUICK_ROUGH(plain) (plain)

#endif

#endif
