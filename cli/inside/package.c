#include "cli/inside/package.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool is_wanted(const cli_package *package, const char *name, const char *wanted) {
    return package->has_sought_all ? cli_is_side_of(name, package->sides.name)
                                   : strcasecmp(name, wanted) == 0;
}

/* Returns 0 or ENOMEM; why the rest of the holder cannot be read it tells itself. */
static int keep_wanted(cli_package *package, cli_box *holder, const char *wanted) {
    cli_inner inner;
    cli_view view;
    while (cli_box_next(holder, &inner))
        if (is_wanted(package, inner.name, wanted) &&
            cli_keep_side(&package->kept, holder, inner.name, &view) == ENOMEM)
            return ENOMEM;
    return cli_box_lacks_memory(holder) ? ENOMEM : 0;
}

/* A holder that is damaged may have had more of them. */
static void note_absence(cli_kept_sides *kept, const char *problem) {
    if (problem) snprintf(kept->absence, sizeof kept->absence, "is not here: %.160s", problem);
}

/* Entries that were seen before count once. */
static void seek(cli_package *package, const char *wanted) {
    const cli_holder *const from = &package->holder;
    cli_allowance *const allowance = from->allowance;
    const uint64_t seen = allowance->entries;
    allowance->entries = from->entries_before;
    cli_box *const holder = from->open_again(from->context, from->level);
    if (holder && keep_wanted(package, holder, wanted) == 0)
        note_absence(&package->kept, cli_box_problem(holder));
    else
        snprintf(package->kept.absence, sizeof package->kept.absence, "does not fit in memory");
    cli_box_close(holder);
    if (allowance->entries < seen) allowance->entries = seen;
}

static bool is_known(const cli_package *package, const char *name) {
    return package->kept.count > 0 && strcasecmp(package->kept.items[0].name, name) == 0;
}

/* A way to a member mostly needs one file; a list, and what is nested in it, may need them all. So
 * the holder is gone through twice more at most. */
static void seek_if_needed(cli_package *package, const char *name) {
    if (package->has_sought_all || (package->has_sought && is_known(package, name))) return;
    cli_kept_sides_free(&package->kept);
    package->has_sought_all = package->has_sought || package->lists_members;
    package->has_sought = true;
    seek(package, name);
}

static const char *find_side(void *context, const char *name, const unsigned char **bytes,
                             uint64_t *length) {
    cli_package *const package = context;
    seek_if_needed(package, name);
    return cli_find_kept_side(&package->kept, name, bytes, length);
}

void cli_package_open_on_disk(cli_package *package, const char *path) {
    package->sides = cli_sides_of(path, NULL, NULL);
    package->volumes = cli_volumes_of(&package->sides);
}

void cli_package_open(cli_package *package, const cli_holder *holder, const char *directory) {
    package->holder = *holder;
    package->kept.max_bytes = holder->max_bytes;
    package->sides = cli_sides_of(directory, find_side, package);
    package->volumes = cli_volumes_of(&package->sides);
}

/* One that was never opened has no file open. */
void cli_package_close(cli_package *package) {
    if (package->volumes.read) cli_sides_close(&package->sides);
    cli_kept_sides_free(&package->kept);
}
