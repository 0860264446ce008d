/* Containers in several files (VPK): `pak01_dir.vpk` has the directory, `pak01_000.vpk` and the
 * like have the bytes. */
#ifndef NAVLINT_CLI_INSIDE_VOLUMES_H
#define NAVLINT_CLI_INSIDE_VOLUMES_H

#include "cli/inside/box.h"

/* Finds the bytes of a file that lies beside a container in what holds both.
 * name: of the file, there.
 * Returns NULL, or why there are none, as the end of a sentence: "is not here"; good as long as the
 * context. */
typedef const char *cli_sibling_fn(void *context, const char *name, const unsigned char **bytes,
                                   uint64_t *length);

/* Start with cli_sides_of; cli_sides_close at the end. */
typedef struct cli_sides {
    const char *name;        /* of the container: its path, or in what holds it; borrowed */
    cli_sibling_fn *sibling; /* NULL: the name is a path, and files lie on the disk */
    void *context;
    char *opened;        /* heap; the name of the file that was asked for last */
    const char *absence; /* of it, as a cli_sibling_fn returns it */
    int descriptor;      /* of it on the disk; -1: it is not there */
    const unsigned char *bytes;
    uint64_t length; /* of that file */
    char problem[384];
} cli_sides;

cli_sides cli_sides_of(const char *name, cli_sibling_fn *sibling, void *context);
void cli_sides_close(cli_sides *sides);

/* Reads from them. sides: borrowed. */
cli_volumes cli_volumes_of(cli_sides *sides);

/* Whether a file has the bytes of a container beside it ("pak01_003.vpk"), as far as it alone
 * tells. format: what it looks like; NULL: nothing. */
bool cli_is_side(const char *name, const navlint_format *format);

/* Whether a file is called as such: it is one if its directory is beside it, whatever it looks
 * like. */
bool cli_is_called_side(const char *name);

/* Its directory's name ("pak01_dir.vpk"), which may be in another case. name: called as such. Heap;
 * NULL if memory ran out. */
char *cli_directory_of_side(const char *name);

/* Whether that lies beside it on the disk. path: of any file. */
bool cli_has_directory_on_disk(const char *path);

/* Whether a file of this name has a directory of such ("pak01_dir.vpk"). */
bool cli_has_volumes(const char *name);

/* Whether a file has bytes of the container that has this directory, by their names in what holds
 * both: "pak01_003.vpk" of "pak01_dir.vpk", whatever the case. */
bool cli_is_side_of(const char *name, const char *directory);

/* Whether such a directory may be on the way of this name: "a.zip!pak01_dir.vpk!b". */
bool cli_may_lead_into_volumes(const char *name);

#endif
