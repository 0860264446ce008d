/* Bodies put together from their parts, in a file without a name. */
#ifndef NAVLINT_SCAN_SPOOL_H
#define NAVLINT_SCAN_SPOOL_H

#include "scan/body.h"

typedef struct scan_spool {
    int descriptor;
    uint64_t length; /* bytes given out */
} scan_spool;

/* Where a body lies. */
typedef struct scan_region {
    uint64_t at;
    uint64_t length;
} scan_region;

/* A body of which not all parts are here. */
typedef struct scan_assembly {
    struct scan_assembly *next;
    scan_part about; /* of the part that came first */
    scan_region region;
    uint64_t part_count; /* that are here */
    unsigned char *have; /* heap; one for each part */
} scan_assembly;

/* Returns false after a complaint. */
bool scan_spool_open(scan_spool *spool);

void scan_spool_close(scan_spool *spool);

typedef enum scan_progress_of_body { SCAN_FAILED, SCAN_MORE, SCAN_WHOLE } scan_progress_of_body;

/* Takes a part in; one that is here already, or makes no sense, changes nothing.
 * list: of the assemblies of one task; starts as NULL. region: receives where the body is, with
 * SCAN_WHOLE. Returns SCAN_FAILED after a complaint if there is no room. */
scan_progress_of_body scan_spool_take(scan_spool *spool, scan_assembly **list, natsMsg *message,
                                      scan_region *region);

/* Copies a file to the end. Returns false if that fails. */
bool scan_spool_copy(scan_spool *spool, int descriptor, scan_region *region);

/* Reads `length` bytes at `at`. Returns false if that fails. */
bool scan_spool_read(const scan_spool *spool, uint64_t at, char *bytes, size_t length);

void scan_assemblies_free(scan_assembly **list);

#endif
