/* The module fixes nothing: what its tables of fixes lead to (parsers/no_fixing.h), which nothing
 * calls. Defined here, these functions come before those of the rooms, and so before all that those
 * need. */
#include <stdbool.h>
#include <stdint.h>

struct navlint_finding;
struct nl_fixer;
struct nl_fix_splice;
struct nl_packed;

bool nl_fix_nothing(struct nl_fixer *fixer, const struct navlint_finding *finding);
bool nav2_fix_follow(struct nl_fixer *fixer, const struct nl_fix_splice *splice);
bool sky_follow(struct nl_fixer *fixer, const struct nl_fix_splice *splice);
bool sky_repack(struct nl_fixer *fixer, const struct nl_packed *packed, const uint8_t *inner,
                uint64_t length);

bool nl_fix_nothing(struct nl_fixer *fixer, const struct navlint_finding *finding) {
    (void)fixer, (void)finding;
    return false;
}

bool nav2_fix_follow(struct nl_fixer *fixer, const struct nl_fix_splice *splice) {
    (void)fixer, (void)splice;
    return false;
}

bool sky_follow(struct nl_fixer *fixer, const struct nl_fix_splice *splice) {
    (void)fixer, (void)splice;
    return false;
}

bool sky_repack(struct nl_fixer *fixer, const struct nl_packed *packed, const uint8_t *inner,
                uint64_t length) {
    (void)fixer, (void)packed, (void)inner, (void)length;
    return false;
}
