#include "scan/spool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output.h"

enum { PIECE_BYTES = 1 << 16 };

/* More parts than this no worker sends: a body would be larger than a disk. */
#define MOST_PARTS (UINT64_C(1) << 22)

bool scan_spool_open(scan_spool *spool) {
    FILE *const file = tmpfile();
    *spool = (scan_spool){.descriptor = file ? dup(fileno(file)) : -1};
    if (file) fclose(file);
    if (spool->descriptor >= 0) return true;
    cli_complain("no temporary file: %s", strerror(errno));
    return false;
}

void scan_spool_close(scan_spool *spool) {
    if (spool->descriptor >= 0) close(spool->descriptor);
    spool->descriptor = -1;
}

static bool write_at(const scan_spool *spool, uint64_t at, const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t count = pwrite(spool->descriptor, bytes, length, (off_t)at);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        bytes += count;
        at += (uint64_t)count;
        length -= (size_t)count;
    }
    return true;
}

bool scan_spool_read(const scan_spool *spool, uint64_t at, char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t count = pread(spool->descriptor, bytes, length, (off_t)at);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        bytes += count;
        at += (uint64_t)count;
        length -= (size_t)count;
    }
    return true;
}

bool scan_spool_copy(scan_spool *spool, int descriptor, scan_region *region) {
    char bytes[PIECE_BYTES];
    *region = (scan_region){.at = spool->length};
    for (ssize_t count; (count = read(descriptor, bytes, sizeof bytes)) != 0;) {
        if (count < 0 || !write_at(spool, spool->length, bytes, (size_t)count)) return false;
        spool->length += (uint64_t)count;
        region->length += (uint64_t)count;
    }
    return true;
}

/* ---- parts ---- */

static scan_assembly *find(scan_assembly *list, const scan_part *part) {
    while (list && strcmp(list->about.attempt.hex, part->attempt.hex) != 0)
        list = list->next;
    return list;
}

/* The file is sparse where parts are still to come. */
static scan_assembly *begin(scan_spool *spool, scan_assembly **list, const scan_part *part) {
    scan_assembly *const made = calloc(1, sizeof *made);
    if (!made) return NULL;
    made->have = calloc(part->count, 1);
    if (!made->have) return free(made), NULL;
    made->about = *part;
    made->region = (scan_region){spool->length, part->length};
    spool->length += part->length;
    made->next = *list;
    return *list = made;
}

static bool is_of(const scan_assembly *assembly, const scan_part *part) {
    return assembly->about.count == part->count && assembly->about.length == part->length;
}

static scan_progress_of_body complain_room(void) {
    cli_complain("no room for results: %s", strerror(errno));
    return SCAN_FAILED;
}

static scan_progress_of_body add(scan_spool *spool, scan_assembly *to, const scan_part *part,
                                 natsMsg *message) {
    if (!is_of(to, part) || to->have[part->number]) return SCAN_MORE;
    if (!write_at(spool, to->region.at + part->offset, natsMsg_GetData(message),
                  (size_t)natsMsg_GetDataLength(message)))
        return complain_room();
    to->have[part->number] = 1;
    return ++to->part_count == part->count ? SCAN_WHOLE : SCAN_MORE;
}

scan_progress_of_body scan_spool_take(scan_spool *spool, scan_assembly **list, natsMsg *message,
                                      scan_region *region) {
    scan_part part;
    if (!scan_part_read(message, &part) || part.count > MOST_PARTS ||
        part.length > INT64_MAX / 2 - spool->length)
        return SCAN_MORE;
    scan_assembly *assembly = find(*list, &part);
    if (!assembly) assembly = begin(spool, list, &part);
    if (!assembly) return complain_room();
    const scan_progress_of_body progress = add(spool, assembly, &part, message);
    *region = assembly->region;
    return progress;
}

void scan_assemblies_free(scan_assembly **list) {
    while (*list) {
        scan_assembly *const first = *list;
        *list = first->next;
        free(first->have);
        free(first);
    }
}
