/* What the body of an upload is, by its Content-Type. */
#ifndef NAVLINT_SERVER_MEDIA_H
#define NAVLINT_SERVER_MEDIA_H

#include "server/head.h"
#include "server/problem.h"

typedef enum srv_media_kind {
    SRV_MEDIA_FILE = 0, /* the file itself; whatever type the client gives it */
    SRV_MEDIA_FORM,     /* multipart/form-data: a file in each part */
    SRV_MEDIA_TAR,      /* application/x-tar */
    SRV_MEDIA_ZIP       /* application/zip */
} srv_media_kind;

/* RFC 2046 section 5.1.1. */
enum { SRV_BOUNDARY_MAX = 70 };

typedef struct srv_media {
    srv_media_kind kind;
    char boundary[SRV_BOUNDARY_MAX + 1]; /* of a form, NUL-terminated */
} srv_media;

/* Reads the type. Returns SRV_OK; SRV_CONTENT_TYPE_TWICE if one of several types is a set's;
 * SRV_BOUNDARY_BAD if a form's parameters are malformed or have not one boundary of RFC 2046. */
srv_answer srv_media_read(const srv_head *head, srv_media *media);

/* Does it hold several files? */
bool srv_media_is_set(const srv_media *media);

#endif
