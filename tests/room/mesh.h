/* Meshes written by hand, and what is asked of them. */
#ifndef NAVLINT_TESTS_ROOM_MESH_H
#define NAVLINT_TESTS_ROOM_MESH_H

#include "tests/support/unit.h"

#include "parsers/source_nav/build.h"
#include "tests/support/judge.h"

enum { FILE_BYTES = 16384 };

typedef struct mesh {
    uint8_t bytes[FILE_BYTES];
    size_t length;
} mesh;

mesh written(const nav_spec *spec);

/* Version 16, four areas with a bit of everything. */
nav_spec rich(nav_family family, uint32_t sub_version);

/* game: NULL tells it from the bytes. Free with judged_free. */
judged judge_as(const char *game, const mesh *m);

/* Fails the test unless `code` is the one finding (NULL: there is none) and no byte is lost. */
void expect_only(const navlint_report *report, const char *code);

/* A field of the dump. */
typedef struct seen {
    const char *path;
    uint64_t offset;
    uint64_t length;
    size_t times;
    uint64_t end; /* of the last field */
    bool tiles;   /* each field starts where the one before ended */
} seen;

seen look_for(const mesh *m, const char *path);
seen look_for_as(const char *game, const mesh *m, const char *path);

#endif
