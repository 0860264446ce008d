/* How a report is written into an answer: what the client's Accept asks for. */
#ifndef NAVLINT_SERVER_RENDERING_H
#define NAVLINT_SERVER_RENDERING_H

#include "server/head.h"
#include "server/problem.h"
#include "server/wishes.h"

typedef enum srv_rendering {
    SRV_AS_JSON = 0, /* indented; the default */
    SRV_AS_LINES,    /* NDJSON: a line for each member, and one for the set */
    SRV_AS_TEXT,     /* as the command prints it for people */
    SRV_AS_SARIF,    /* SARIF 2.1.0 */
    SRV_AS_MARKDOWN,
    SRV_AS_CSV,
    SRV_AS_BYTES, /* of a fix: the repaired bytes, its default */
    SRV_AS_PARTS, /* of a fix: multipart/mixed, the JSON and the bytes */
    SRV_RENDERING_COUNT
} srv_rendering;

/* The media type, static. */
const char *srv_rendering_type(srv_rendering rendering);

/* Reads Accept (RFC 9110 section 12.5.1). The highest weight wins, then the more exact range, then
 * the first rendering above; without the field it is JSON. Of a fix there are bytes, JSON and
 * parts, in this order. What is malformed accepts nothing. Returns SRV_OK, or SRV_NOT_ACCEPTABLE if
 * the client takes none of them. A pure function. */
srv_answer srv_rendering_read(const srv_head *head, bool fixes, srv_rendering *rendering);

/* Sets what the command's options are by default for people, and of fixes, where the client has no
 * wish. */
void srv_rendering_apply(srv_rendering rendering, bool fixes, const srv_wishes *wishes,
                         navlint_options *options);

/* The report as SARIF, Markdown or CSV, as the command's.
 * Returns a text to be freed with navlint_text_free; {NULL, 0} when memory ran out. */
navlint_text srv_rendering_export(srv_rendering rendering, const navlint_options *options,
                                  const navlint_report *report);

/* The format as the log shows it; of a set that of all members, NULL if they differ. Static. */
const char *srv_judged_format(const navlint_report *report);

/* How text shows a report, as the command's. is_capped: the client chose how many findings to keep.
 */
navlint_text_style srv_text_style(const navlint_options *options, bool is_capped);

#endif
