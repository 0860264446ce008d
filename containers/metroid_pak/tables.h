/* Where the two tables are: bytes to pk_tables, under one dialect. */
#ifndef NAVLINT_CONTAINERS_METROID_PAK_TABLES_H
#define NAVLINT_CONTAINERS_METROID_PAK_TABLES_H

#include "containers/metroid_pak/layout.h"

/* Follows the tables of version 0x00030005 under its shape, as far as they can be followed. */
pk_tables pk_open_tables(const uint8_t *bytes, size_t length, const pk_shape *shape);

/* The same for version 2, in these sections. */
pk_tables pk_section_tables(const uint8_t *bytes, const pk_span *sections);

/* Rows that can be rows under the tables' shape: an offset behind the tables, a multiple of 32, and
 * a resource that lies in the input. 0 if not all rows are there. */
uint32_t pk_likely_rows(const uint8_t *bytes, size_t length, const pk_tables *tables);

/* The tables of version 0x00030005 under the shape of which more rows are likely or, where none
 * are, that can be followed further: that of Prime, unless the prototype's is better. */
pk_tables pk_best_tables(const uint8_t *bytes, size_t length);

/* The three sections of version 2, each as far as it lies in the input; true if all do. */
bool pk_find_sections(const uint8_t *bytes, size_t length, pk_span *sections);

/* Whether the bytes start with the tables' names of version 2, whatever their sizes are. */
bool pk_is_sectioned(const uint8_t *bytes, size_t length);

/* The name whose entry starts at offset `at` of the window, which it is known to lie in. */
pk_name pk_read_name(const uint8_t *bytes, const pk_shape *shape, uint64_t at);

/* Offset behind the name that starts at `at`; 0 if it does not lie in [at, end). */
uint64_t pk_name_end(const uint8_t *bytes, const pk_shape *shape, pk_span window);

#endif
