/* The checks of an archive, a file for each subject. */
#ifndef NAVLINT_CONTAINERS_METROID_PAK_CHECKS_H
#define NAVLINT_CONTAINERS_METROID_PAK_CHECKS_H

#include "containers/metroid_pak/findings.h"

/* Rows one by one: flag, type, place of the data. Counts packed ones. */
void pk_check_rows(pk_check *c);

/* Rows together: which bytes they share, which nobody has. Claims the data if it knows. */
void pk_check_extents(pk_check *c);

/* Rows of one id; sorts c->ids, and counts resources. */
void pk_check_ids(pk_check *c);

/* Named resources. Comes behind pk_check_ids. */
void pk_check_names(pk_check *c);

/* Frames of packed navigation. */
void pk_check_streams(pk_check *c);

/* Bytes that fill headers and tables up. */
void pk_check_fills(pk_check *c);

/* Whether all bytes of the span are `value`. */
bool pk_is_all(const pk_check *c, pk_span span, uint8_t value);

/* Reports bytes that should all be `value`, which is "00" or "FF". what: "the fill behind ...". */
void pk_found_fill(const pk_check *c, const nl_place *place, pk_span span, const char *what,
                   const char *value);

#endif
