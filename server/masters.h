/* The files that uploads refer to and do not bring along: a game's masters, read once at start. */
#ifndef NAVLINT_SERVER_MASTERS_H
#define NAVLINT_SERVER_MASTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "navlint/navlint.h"

enum { SRV_MOST_MASTERS = 1024 };

typedef struct srv_master {
    char *name;  /* of the file, without its folder; heap */
    void *bytes; /* heap */
    size_t length;
} srv_master;

typedef struct srv_masters {
    srv_master *items; /* heap; sorted by name, whose case does not count */
    size_t count;      /* at most SRV_MOST_MASTERS */
} srv_masters;

/* The masters that some files need, with those that these masters need in turn. */
typedef struct srv_needed {
    bool is_needed[SRV_MOST_MASTERS]; /* by index into srv_masters */
    size_t count;                     /* of those that are */
    const char *wanted; /* no others: names separated by commas, whatever their case; NULL: all */
} srv_needed;

/* Reads the files of a folder that carry an extension of a format; not those of folders below it.
 * folder: "": there are no masters.
 * masters: receives them; close them, also after a failure.
 * why: SRV_RELOAD_WHY_BYTES bytes that receive the reason of a failure.
 * Returns false if the folder or one of the files cannot be read. */
bool srv_masters_open(srv_masters *masters, const char *folder, char *why);

void srv_masters_close(srv_masters *masters);

/* Is there a master of that name, whatever its case? length: bytes. masters: NULL for none. */
bool srv_masters_has(const srv_masters *masters, const char *name, size_t length);

/* Adds the masters that one file needs and that are wanted. */
void srv_masters_need(const srv_masters *masters, const navlint_input *file, srv_needed *needed);

/* Writes the needed ones as context; inputs has room for needed->count. */
void srv_masters_list(const srv_masters *masters, const srv_needed *needed, navlint_input *inputs);

/* The most bytes that all of them add to the block of a check. */
uint64_t srv_masters_bound(const srv_masters *masters, const navlint_options *options);

#endif
