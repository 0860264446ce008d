/* What the body of an upload is, by its Content-Type and by its first bytes. */
#ifndef NAVLINT_SERVER_MEDIA_H
#define NAVLINT_SERVER_MEDIA_H

#include "server/head.h"
#include "server/problem.h"

typedef enum srv_media_kind {
    SRV_MEDIA_FILE = 0, /* whatever type the client gives it; its bytes may tell an archive */
    SRV_MEDIA_FORM,     /* multipart/form-data: a file in each part */
    SRV_MEDIA_TAR,      /* application/x-tar, or told from the bytes, as all that follow */
    SRV_MEDIA_ZIP,      /* application/zip, or told from the bytes */
    SRV_MEDIA_PACKED,   /* gzip, bzip2, xz or Zstandard around an archive */
    SRV_MEDIA_7ZIP
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

/* Tells an archive from the bytes, where the type tells nothing, as the command does.
 * bytes: the first INTAKE_SNIFF_BYTES, or all of a shorter body. */
void srv_media_tell(srv_media *media, srv_text bytes);

/* Does it hold several files? */
bool srv_media_is_set(const srv_media *media);

/* The same, but for forms. */
bool srv_media_is_archive(const srv_media *media);

#endif
