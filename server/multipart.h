/* multipart/form-data (RFC 7578, RFC 2046 section 5.1) over a whole body: a file in each part, or a
 * field that is none.
 *
 * Stricter than the RFCs where that costs no known client anything: nothing before the first
 * boundary, nothing after the last, no folded header lines, no line ends but CR LF. Whatever two
 * readers could take for different files is refused. */
#ifndef NAVLINT_SERVER_MULTIPART_H
#define NAVLINT_SERVER_MULTIPART_H

#include "server/input_name.h"
#include "server/media.h"

/* Most bytes of the header lines of one part. */
enum { SRV_PART_HEADER_MAX = 4096 };

/* A body that is being read, part by part. Start with boundary and body, the rest zero. */
typedef struct srv_form {
    const char *boundary; /* see srv_media */
    srv_text body;
    size_t at;         /* bytes read so far: behind a boundary, once there was one */
    size_t part_count; /* read so far */
    bool has_ended;
} srv_form;

typedef struct srv_part {
    bool is_file;                /* it has a filename */
    char name[SRV_NAME_MAX + 1]; /* the file's; see srv_is_name. Of a field "" */
    srv_text field;              /* the name in the form, as it came; in the body */
    srv_text bytes;              /* in the body */
} srv_part;

/* Reads the next part. Pure: the same form gives the same part.
 * Returns false at the end of the form, with problem->answer SRV_OK, and where it is malformed. */
bool srv_form_next(srv_form *form, srv_part *part, srv_problem *problem);

#endif
