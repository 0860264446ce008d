#include "cli/inside/archive_reader.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/inputs/archive_extensions.h"
#include "intake/bare.h"
#include "intake/marks.h"

enum { READ_AT_ONCE_BYTES = 1 << 20 };

/* What a member claims as its size is believed so far when memory is set aside. */
enum { BELIEVED_BYTES = 16 << 20 };

enum { KINDS = INTAKE_TAR | INTAKE_ZIP | INTAKE_7ZIP | INTAKE_RAR | INTAKE_COMPRESSED };

struct cli_archive {
    intake_archive *reader;
    intake_entry entry;
    cli_allowance *allowance;
    intake_spending counted; /* of what it took that much is in the allowance */
    bool is_outermost;
    uint64_t encrypted_count;
    uint64_t nameless_count;
    char problem[512];
    char bare_name[FILENAME_MAX];
};

/* ---- the allowance ---- */

static bool settle(cli_archive *archive) {
    const intake_spending spent = intake_spent(archive->reader), counted = archive->counted;
    if (archive->is_outermost) archive->allowance->outer_bytes = spent.packed_bytes;
    archive->counted = spent;
    return cli_allow_entries(archive->allowance, spent.entries - counted.entries) &&
           cli_allow_bytes(archive->allowance, spent.unpacked_bytes - counted.unpacked_bytes);
}

static cli_archive *open_archive(const intake_source *source, unsigned kinds,
                                 cli_allowance *allowance) {
    const intake_limits limits = {.entries = cli_entries_left(allowance),
                                  .name_bytes = UINT64_MAX,
                                  .unpacked_bytes = cli_bytes_left(allowance),
                                  .ratio = CLI_HIGHEST_RATIO,
                                  .ratio_free_bytes = CLI_RATIO_FREE_BYTES};
    cli_archive *const archive = calloc(1, sizeof *archive);
    if (!archive) return NULL;
    archive->allowance = allowance;
    archive->reader = intake_open(source, kinds, &limits);
    if (!archive->reader) return free(archive), NULL;
    return archive;
}

/* Of what is compressed with a single file in it. */
static unsigned kinds_of(const void *bytes, size_t length) {
    return intake_kinds_of(bytes, length) == INTAKE_COMPRESSED ? KINDS | INTAKE_BARE : KINDS;
}

/* A tar.gz whose first header is damaged is no single file. */
cli_archive *cli_archive_open(const intake_source *source, const char *name,
                              cli_allowance *allowance) {
    const unsigned kinds =
        cli_has_archive_extension(name) ? KINDS : kinds_of(source->bytes, source->length);
    cli_archive *const archive = open_archive(source, kinds, allowance);
    if (!archive) return NULL;
    archive->is_outermost = true;
    intake_bare_name(name, archive->bare_name, sizeof archive->bare_name);
    return archive;
}

cli_archive *cli_archive_open_inside(const navlint_input *outer, cli_allowance *allowance) {
    const intake_source source = {outer->bytes, outer->length, -1};
    cli_archive *const archive =
        open_archive(&source, kinds_of(outer->bytes, outer->length), allowance);
    if (archive) intake_bare_name(outer->name, archive->bare_name, sizeof archive->bare_name);
    return archive;
}

void cli_archive_close(cli_archive *archive) {
    if (!archive) return;
    intake_close(archive->reader);
    free(archive);
}

/* ---- problems: the first one counts ---- */

static void note(cli_archive *archive, const char *problem) {
    if (archive->problem[0] == '\0')
        snprintf(archive->problem, sizeof archive->problem, "%s", problem);
}

/* An outcome after which no step goes on. member: whose bytes were being read; NULL for none. */
static void note_outcome(cli_archive *archive, intake_outcome outcome, const char *member) {
    char problem[sizeof archive->problem] = "";
    const char *const text = intake_message(archive->reader);
    switch (outcome) {
    case INTAKE_OK:
        return;
    case INTAKE_END:
        if (intake_has_end_mark(archive->reader)) return;
        snprintf(problem, sizeof problem, "the end of the tar archive is missing");
        break;
    case INTAKE_MUCH_UNPACKED:
        cli_note_many_bytes(archive->allowance);
        return;
    case INTAKE_MANY_ENTRIES:
        cli_note_many_entries(archive->allowance);
        return;
    case INTAKE_HIGH_RATIO:
        if (archive->is_outermost) return cli_note_high_ratio(archive->allowance);
        snprintf(problem, sizeof problem,
                 "unpacks to more than %d times its size [limit:archiveRatio]", CLI_HIGHEST_RATIO);
        break;
    case INTAKE_DAMAGED:
    case INTAKE_UNSUPPORTED:
    case INTAKE_LONG_NAME: /* no such limit is set */
    case INTAKE_NO_MEMORY:
        snprintf(problem, sizeof problem, "%.200s%s%s", member ? member : "", member ? ": " : "",
                 text);
        break;
    }
    note(archive, problem);
}

static void note_count(cli_archive *archive, const char *what, uint64_t count) {
    char problem[128];
    if (count == 0) return;
    snprintf(problem, sizeof problem, "%s: %" PRIu64, what, count);
    note(archive, problem);
}

static void note_passed_over(cli_archive *archive) {
    note_count(archive, "encrypted members", archive->encrypted_count);
    note_count(archive, "members whose names cannot be read", archive->nameless_count);
}

const char *cli_archive_problem(const cli_archive *archive) {
    return archive->problem[0] != '\0' ? archive->problem : NULL;
}

/* ---- members ---- */

/* What has no name cannot be told from others: settings and suppressions go by names. */
static bool is_judged(cli_archive *archive) {
    const bool is_nameless = archive->entry.name[0] == '\0';
    archive->encrypted_count += archive->entry.is_encrypted;
    archive->nameless_count += is_nameless && !archive->entry.is_encrypted;
    return !archive->entry.is_encrypted && !is_nameless;
}

bool cli_archive_next(cli_archive *archive, intake_entry *entry) {
    intake_outcome outcome;
    while ((outcome = intake_next(archive->reader, &archive->entry)) == INTAKE_OK) {
        if (!settle(archive)) return false;
        if (intake_is_bare(archive->reader)) archive->entry.name = archive->bare_name;
        if (is_judged(archive)) return *entry = archive->entry, true;
    }
    note_outcome(archive, outcome, NULL);
    note_passed_over(archive);
    (void)settle(archive);
    return false;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static int reserve_for_member(const cli_archive *archive, size_t limit_bytes, cli_buffer *buffer) {
    const intake_entry *const entry = &archive->entry;
    if (!entry->has_size || entry->size > BELIEVED_BYTES) return 0;
    return cli_buffer_reserve(buffer, least((size_t)entry->size + 1, limit_bytes));
}

int cli_archive_read(cli_archive *archive, size_t limit_bytes, cli_buffer *buffer) {
    int failure = reserve_for_member(archive, limit_bytes, buffer);
    while (failure == 0 && buffer->length < limit_bytes) {
        failure = cli_buffer_grow(buffer, limit_bytes);
        if (failure != 0) break;
        const size_t room = least(buffer->capacity, limit_bytes) - buffer->length;
        size_t count = 0;
        const intake_outcome outcome = intake_read(archive->reader, buffer->bytes + buffer->length,
                                                   least(room, READ_AT_ONCE_BYTES), &count);
        buffer->length += count;
        if (outcome != INTAKE_OK) {
            note_outcome(archive, outcome, archive->entry.name);
            return EIO;
        }
        if (!settle(archive)) return EIO;
        if (count == 0) break;
    }
    return failure;
}
