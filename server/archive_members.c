#include <string.h>

#include "intake/bare.h"
#include "intake/marks.h"
#include "server/inside.h"
#include "server/unpack.h"

/* An archive on its way into memory: first what it claims is measured, then it is unpacked. */
typedef struct unpacking {
    const srv_package *package;
    srv_members *members;
    intake_archive *archive;
    unsigned kind;
    size_t files;            /* measured */
    uint64_t name_bytes;     /* measured, with their NULs */
    uint64_t unpacked_bytes; /* measured */
    char *name;              /* where the next one goes: in the block, behind the table */
    char *contents;          /* in the block, behind the names */
    char *bytes;             /* where the next ones go: in the contents */
} unpacking;

/* ---- what the archive says ---- */

/* The ratio is held against the claims alone: intake holds it against the bytes. */
static srv_problem add_claims(unpacking *run, const intake_entry *entry) {
    const uint64_t most = run->package->max_unpacked_bytes;
    const uint64_t ratio_most = run->package->body.length * (uint64_t)SRV_HIGHEST_RATIO;
    if (entry->is_encrypted)
        return srv_problem_make(SRV_ARCHIVE_ENCRYPTED, entry->name, strlen(entry->name));
    if (entry->warning)
        return srv_problem_make(SRV_ARCHIVE_DAMAGED, entry->warning, strlen(entry->warning));
    if (!entry->has_size)
        return srv_problem_make(SRV_ARCHIVE_DAMAGED, entry->name, strlen(entry->name));
    if (entry->size > most - run->unpacked_bytes)
        return srv_problem_over(SRV_ARCHIVE_TOO_LARGE, most);
    run->files++;
    run->name_bytes += strlen(entry->name) + 1;
    run->unpacked_bytes += entry->size;
    return run->unpacked_bytes > SRV_RATIO_FREE_BYTES && run->unpacked_bytes > ratio_most
               ? srv_problem_over(SRV_ARCHIVE_RATIO, SRV_HIGHEST_RATIO)
               : srv_no_problem;
}

static srv_problem measure(unpacking *run) {
    intake_entry entry;
    intake_outcome outcome = INTAKE_OK;
    while ((outcome = intake_next(run->archive, &entry)) == INTAKE_OK) {
        const srv_problem problem = add_claims(run, &entry);
        if (problem.answer != SRV_OK) return problem;
    }
    return srv_package_end(run->package, run->archive, outcome);
}

/* One byte more than the bytes claimed shows an entry that holds more. */
static srv_problem take_block(unpacking *run) {
    srv_members *const members = run->members;
    const uint64_t table_bytes = run->files * (uint64_t)sizeof(navlint_input);
    const uint64_t bytes = table_bytes + run->name_bytes + run->unpacked_bytes + 1;
    const srv_problem problem =
        srv_set_take(run->package->memory, bytes, run->package->held_bytes, &members->block);
    if (problem.answer != SRV_OK) return problem;
    members->inputs = members->block.bytes;
    run->name = (char *)members->block.bytes + table_bytes;
    run->contents = run->name + run->name_bytes;
    run->bytes = run->contents;
    return problem;
}

/* ---- its files ---- */

/* Reads `size` bytes and looks for one more. */
static srv_problem read_entry(unpacking *run, uint64_t size) {
    uint64_t used = 0;
    size_t length = 1;
    while (length > 0 && used <= size) {
        const intake_outcome outcome =
            intake_read(run->archive, run->bytes + used, (size_t)(size + 1 - used), &length);
        if (outcome != INTAKE_OK) return srv_package_problem(run->package, run->archive, outcome);
        used += length;
    }
    return srv_problem_make(used == size ? SRV_OK : SRV_ARCHIVE_DAMAGED, NULL, 0);
}

/* The bytes of what neither is nor may hold a navigation file give way to the next file's. */
static void keep(unpacking *run, uint64_t size) {
    srv_members *const members = run->members;
    const navlint_input input = {
        .name = run->name, .bytes = run->bytes, .length = (size_t)size, .inner_name = run->name};
    const bool is_judged = navlint_detect_as(run->package->options, &input, NAVLINT_FOUND) != NULL;
    if (srv_inside_is_side(run->package->options, &input) ||
        (!is_judged && !srv_inside_may_hold(run->package->options, &input))) {
        members->skipped++;
        return;
    }
    members->inputs[members->count++] = input;
    run->name += strlen(run->name) + 1;
    run->bytes += size;
}

/* It is: the archive is in memory and says the same again. Were libarchive to see it otherwise when
 * the bytes are read too, the block would be too small. */
static bool is_as_measured(const unpacking *run, const intake_entry *entry) {
    const srv_members *const members = run->members;
    const size_t name_bytes = strlen(entry->name) + 1;
    return members->count + members->skipped < run->files && entry->has_size &&
           name_bytes <= (size_t)(run->contents - run->name) &&
           entry->size <= run->unpacked_bytes - (uint64_t)(run->bytes - run->contents);
}

static srv_problem unpack(unpacking *run) {
    intake_entry entry;
    intake_outcome outcome = INTAKE_OK;
    while ((outcome = intake_next(run->archive, &entry)) == INTAKE_OK) {
        if (!is_as_measured(run, &entry)) return srv_problem_make(SRV_ARCHIVE_DAMAGED, NULL, 0);
        memcpy(run->name, entry.name, strlen(entry.name) + 1);
        const srv_problem problem = read_entry(run, entry.size);
        if (problem.answer != SRV_OK) return problem;
        keep(run, entry.size);
    }
    run->members->has_skipped = outcome == INTAKE_END;
    return srv_package_problem(run->package, run->archive, outcome);
}

/* ---- both ---- */

static srv_problem read_archive(unpacking *run, srv_problem (*step)(unpacking *)) {
    run->archive = srv_package_open(run->package, run->kind);
    if (!run->archive) return srv_problem_make(SRV_BUSY, NULL, 0);
    const srv_problem problem = step(run);
    intake_close(run->archive);
    return problem;
}

static srv_problem read_members(const srv_package *package, unsigned kind, srv_members *members) {
    unpacking run = {.package = package, .members = members, .kind = kind};
    const uint64_t tables = intake_table_bound(package->body.bytes, package->body.length, kind);
    srv_problem problem = srv_set_reserve(package->memory, tables, package->held_bytes);
    if (problem.answer != SRV_OK) return problem;
    problem = read_archive(&run, measure);
    if (problem.answer == SRV_OK) problem = take_block(&run);
    if (problem.answer == SRV_OK) problem = read_archive(&run, unpack);
    srv_memory_release(package->memory, tables);
    return problem;
}

/* ---- what is compressed as a whole ---- */

static const char no_archive[] =
    "what is compressed is neither a tar nor a zip archive, nor a navigation file";

/* The bytes are the only member, under the name that they have when they are unpacked. */
static srv_problem take_bare(const srv_package *plain, srv_members *members) {
    char name[SRV_ENTRY_NAME_MAX + 1];
    intake_bare_name(plain->name, name, sizeof name);
    unpacking run = {.package = plain,
                     .members = members,
                     .files = 1,
                     .name_bytes = strlen(name) + 1,
                     .unpacked_bytes = plain->body.length};
    const srv_problem problem = take_block(&run);
    if (problem.answer != SRV_OK) return problem;
    memcpy(run.name, name, strlen(name) + 1);
    memcpy(run.bytes, plain->body.bytes, plain->body.length);
    keep(&run, plain->body.length);
    members->has_skipped = true;
    return members->count > 0
               ? problem
               : srv_problem_make(SRV_ARCHIVE_DAMAGED, no_archive, sizeof no_archive - 1);
}

/* An archive is unpacked first: then what its tables may take can be told from its bytes. */
static srv_problem read_packed(const srv_package *package, srv_members *members) {
    srv_unpacked unpacked;
    srv_package plain = *package;
    srv_problem problem = srv_unpack(package, &unpacked);
    plain.body = (srv_text){unpacked.block.bytes, unpacked.length};
    plain.held_bytes += unpacked.block.capacity;
    const unsigned kind =
        problem.answer == SRV_OK ? intake_kinds_of(plain.body.bytes, plain.body.length) : 0;
    if (kind == INTAKE_TAR || kind == INTAKE_ZIP)
        problem = read_members(&plain, kind, members);
    else if (problem.answer == SRV_OK)
        problem = take_bare(&plain, members);
    srv_memory_give(package->memory, &unpacked.block);
    return problem;
}

srv_problem srv_archive_members(const srv_package *package, srv_members *members) {
    switch (package->media->kind) {
    case SRV_MEDIA_TAR:
        return read_members(package, INTAKE_TAR, members);
    case SRV_MEDIA_ZIP:
        return read_members(package, INTAKE_ZIP, members);
    case SRV_MEDIA_7ZIP:
        return read_members(package, INTAKE_7ZIP, members);
    case SRV_MEDIA_PACKED:
        return read_packed(package, members);
    case SRV_MEDIA_FILE:
    case SRV_MEDIA_FORM:
        break;
    }
    return srv_problem_make(SRV_INTERNAL, NULL, 0); /* these are no archives */
}
