/* The head of a request from bytes: RFC 9112 sections 2 to 5, and the strictest reading where it
 * leaves a choice. Pure functions. */
#ifndef NAVLINT_SERVER_WIRE_HEAD_H
#define NAVLINT_SERVER_WIRE_HEAD_H

#include "server/framing.h"

enum {
    SRV_HEAD_BYTES = 32 * 1024, /* most bytes of a head, with an empty line before it */
    SRV_KEPT_BYTES = 16 * 1024, /* most bytes of those fields that are handed on */
    SRV_METHOD_MAX = 32         /* most bytes of a method */
};

/* In a target that is handed on, in the place of each question mark: libmicrohttpd takes a query
 * apart where it sees one, and has memory for a few hundred parameters only. No target that came
 * holds this byte. */
enum { SRV_HIDDEN_MARK = 0x01 };

typedef enum srv_scan_stage {
    SRV_SCAN_START = 0, /* one empty line may come (RFC 9112 section 2.2) */
    SRV_SCAN_REQUEST,
    SRV_SCAN_FIELDS,
    SRV_SCAN_DONE
} srv_scan_stage;

/* How far a head has been read; zero it at its first byte. */
typedef struct srv_scan {
    srv_scan_stage stage;
    size_t line;  /* where the line begins that has not ended; of a whole head, its length */
    size_t start; /* where the request line begins */
    size_t field_count;
} srv_scan;

/* Reads on in a head of which `length` bytes have come, the same ones as last time and more. Lines
 * are judged when they have ended, so that the answer does not depend on how the bytes came.
 * Returns SRV_OK, with the stage SRV_SCAN_DONE once the head is whole. */
srv_answer srv_head_scan(srv_scan *scan, const char *bytes, size_t length);

typedef struct srv_request_line {
    srv_text method;
    srv_text target;
    const char *version; /* static: "HTTP/1.1", "HTTP/1.0" or, for any other, "" */
} srv_request_line;

/* Slices of the bytes that came. */
typedef struct srv_raw_head {
    srv_request_line line;
    srv_header fields[SRV_HEADERS_MAX];
    size_t field_count;
} srv_raw_head;

/* Takes the request line of a head apart whose scan has gone beyond it. */
void srv_head_line(const char *bytes, const srv_scan *scan, srv_request_line *line);

/* Takes a whole head apart. */
void srv_head_split(const char *bytes, const srv_scan *scan, srv_raw_head *raw);

/* Judges the head by srv_framing_check, and by what libmicrohttpd has memory for. */
srv_answer srv_head_judge(const srv_raw_head *raw, srv_framing *framing);

/* Does the client wait for "100 Continue"? Of a head that has been found good. */
bool srv_head_expects(const srv_raw_head *raw);

/* Writes the head as it is handed on: a request line, and of the fields those of fields.def, as
 * "Name:value". without_body: and nothing that says that a body follows. out: may be where the head
 * itself begins, or before it; the head's own length is always enough. Returns the bytes written.
 */
size_t srv_head_write(const srv_raw_head *raw, bool without_body, char *out);

/* Reads one line of fields, without its CR LF: Name ":" OWS value OWS. */
bool srv_field_read(srv_text line, srv_header *field);

#endif
