/* A single file that is compressed. */
#ifndef NAVLINT_INTAKE_BARE_H
#define NAVLINT_INTAKE_BARE_H

#include <stddef.h>

/* What a file is called when it is unpacked, as by gunzip: its own name without the extension of
 * the compression, "a.nav" of "release.zip!maps/a.nav.gz"; "data" where there is none. What gzip
 * keeps as a name is not looked at: bzip2, xz and Zstandard have none.
 * outer: with folders and archives; NULL for none. name: receives it, cut to `capacity`. */
void intake_bare_name(const char *outer, char *name, size_t capacity);

#endif
