/* Where and why the structure could not be followed any further. */
#ifndef NAVLINT_PARSERS_SOURCE_NAV_LOSS_H
#define NAVLINT_PARSERS_SOURCE_NAV_LOSS_H

#include "core/reader.h"
#include "parsers/source_nav/layout.h"

/* What was being read. */
typedef struct nav_part {
    const char *section; /* "areas", "ladders", ...; NULL: the header */
    uint32_t item;       /* of the section; NL_NO_INDEX */
    unsigned count;      /* the field that says how many records there are */
} nav_part;

typedef struct nav_loss {
    bool happened;
    nav_part part;
    uint64_t at;    /* offset of what could not be read */
    uint64_t need;  /* bytes it takes */
    uint64_t left;  /* bytes there were */
    uint64_t count; /* records promised, if it was a count that failed; else 0 */
} nav_loss;

/* Keeps where the reader has failed; of several losses the first counts. */
void nav_lose(nav_loss *loss, const nl_reader *r, nav_part part);

/* Reports the loss, if there is one, as NAV_COUNT or NAV_TRUNCATED. */
void nav_report_loss(nl_job *job, const nav_loss *loss);

#endif
