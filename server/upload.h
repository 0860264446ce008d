/* From the bytes of a file to the answer that holds its report. */
#ifndef NAVLINT_SERVER_UPLOAD_H
#define NAVLINT_SERVER_UPLOAD_H

#include "server/coding.h"
#include "server/fields.h"
#include "server/masters.h"
#include "server/members.h"
#include "server/memory.h"
#include "server/rendering.h"
#include "server/reply.h"

/* Files up to this size are judged where they arrive; larger ones and sets by a worker, so that
 * they do not hold up the other connections of the thread. */
enum { SRV_SMALL_BODY_BYTES = 1 << 20 };

/* The options of a check for which there are no wishes. max_input_bytes: of one file. */
void srv_options_make(navlint_options *options, uint64_t max_input_bytes, uint32_t max_findings);

/* An upload from admission to answer. Zero it, then set memory, media, words, rendering and the
 * limits, and call srv_upload_wish. */
typedef struct srv_upload {
    srv_memory *memory;
    navlint_options options;    /* what is borrowed outlives the upload */
    const char *const *words;   /* of the query: SRV_PARAM_COUNT, as srv_wishes_read takes them */
    srv_coding coding;          /* of the body; SRV_IDENTITY once it has been undone */
    srv_media media;            /* until the first bytes are there by the type alone */
    bool is_told;               /* by the bytes too */
    const srv_masters *masters; /* NULL: none */
    bool is_isolated;           /* by a judge in another process */
    const char *wanted_masters; /* see srv_needed */
    uint32_t max_findings;      /* that the service keeps of one file alone */
    const char *name;           /* NULL if none was given */
    uint64_t max_files;         /* of a set */
    uint64_t max_unpacked_bytes;
    srv_fields fields;      /* of a form */
    srv_members members;    /* of a set */
    srv_block with_masters; /* inputs: the files, then the masters that they need */
    srv_block body;
    srv_promise promise; /* of a body whose length is known, and of what judging it takes */
    size_t used;         /* bytes of the body in its block */
    uint64_t seen;       /* bytes of the body received, kept or not */
    uint64_t max_bytes;  /* of a body */
    srv_block check;
    uint64_t text_bytes; /* reserved for the report's text */
    const char *format;  /* judged, static; NULL: none yet, or a set's are several */
    srv_rendering rendering;
    bool fixes;        /* repair it; options.only are then the rules whose findings are fixed */
    bool unsafe;       /* make also the fixes that lose something */
    bool is_capped;    /* the client chose how many findings to keep */
    bool has_one_text; /* lines too are rendered into one: nothing outlives the judging */
    srv_lines lines;   /* of the report, while they are sent */
    srv_problem late;  /* found while the body came; answered when it has ended */
} srv_upload;

/* Sets what the client asks for. The limits and the rendering are set; wishes: lent to the upload.
 */
void srv_upload_wish(srv_upload *upload, const srv_wishes *wishes);

/* Takes the next bytes of the body. After a failure they are counted and thrown away, for
 * libmicrohttpd can answer only once the body has ended.
 * Returns false once as many bytes as the limit allows have been thrown away; the caller then
 * closes the connection. */
bool srv_upload_append(srv_upload *upload, const void *bytes, size_t length);

/* Is judging it too much work for the thread that receives it? The whole body is there. */
bool srv_upload_is_heavy(srv_upload *upload);

/* Judges the whole body and fills `reply`; gives back all memory but the reply's. Lines keep what
 * the report lives in until srv_upload_clear. */
void srv_upload_judge(srv_upload *upload, srv_reply *reply);

#endif
