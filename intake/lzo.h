/* LZO1X, of which liblzo2 is the only decoder that anybody trusts. It is GPL-2, so it is no part of
 * navlint: it is loaded where it is installed, when something packed by it comes along. */
#ifndef NAVLINT_INTAKE_LZO_H
#define NAVLINT_INTAKE_LZO_H

#include <stdbool.h>
#include <stddef.h>

/* Loads the library, once for the process. Whoever may open no file later calls it at the start.
 * Any thread. Returns false if it is not installed. */
bool intake_lzo_prepare(void);

/* Unpacks one LZO1X stream with its end mark, which must use up all of the packed bytes and give
 * exactly unpacked_bytes. Returns false if it does not, or if intake_lzo_prepare does. Source:
 * lzo/lzo1x.h of liblzo2 2.10, lzo1x_decompress_safe. */
bool intake_lzo_unpack(const unsigned char *packed, size_t packed_bytes, unsigned char *unpacked,
                       size_t unpacked_bytes);

#endif
