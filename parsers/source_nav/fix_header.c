/* Fixes of the header, and of what decoding could not follow. */
#include "parsers/source_nav/fixes.h"

/* The file was read in the layout that fits: its number is the right one. */
bool nav_fix_sub_version(nl_fixer *fixer, const navlint_finding *finding) {
    const nav_document *const doc = nav_fix_document(fixer);
    return doc && nav_fix_write(fixer, finding, doc->layout.sub_version);
}

bool nav_fix_version(nl_fixer *fixer, const navlint_finding *finding) {
    const nav_document *const doc = nav_fix_document(fixer);
    return doc && nav_fix_write(fixer, finding, doc->layout.version);
}

/* Ladders are the last list: as many as fill the rest of the file. */
bool nav_fix_ladder_count(nl_fixer *fixer, const navlint_finding *finding) {
    const nav_document *const doc = nav_fix_document(fixer);
    if (!doc || !doc->areas_complete || doc->ladder_count_at == 0 ||
        finding->offset != doc->ladder_count_at)
        return false;
    const uint64_t behind = nav_fix_job(fixer)->length - doc->ladder_count_at;
    const uint64_t rest = NAV_LADDER_LIST_BYTES +
                          (nav_holds(&doc->layout, NAV_WITH_L4D) ? (uint64_t)NAV_VIEW_BYTES : 0);
    return behind >= rest && (behind - rest) % doc->layout.ladder_bytes == 0 &&
           nav_fix_write(fixer, finding, (uint32_t)((behind - rest) / doc->layout.ladder_bytes));
}

/* The name ends in a NUL, which stays. */
bool nav_fix_population(nl_fixer *fixer, const navlint_finding *finding) {
    if (finding->length <= NAV_MAX_POPULATION_BYTES) return false;
    const navlint_field excess =
        nl_fix_place(finding->path, finding->offset + NAV_MAX_POPULATION_BYTES - 1,
                     finding->length - NAV_MAX_POPULATION_BYTES);
    return nl_fix_remove(fixer, &excess);
}
