#include "server/send.h"

#include <stdio.h>
#include <string.h>

#include "server/boundary.h"
#include "server/input_name.h"

static void add(struct MHD_Response *response, const char *name, const char *value) {
    if (value) (void)MHD_add_response_header(response, name, value);
}

static void add_skipped(struct MHD_Response *response, const srv_reply *reply) {
    char count[32];
    if (!reply->has_skipped) return;
    (void)snprintf(count, sizeof count, "%zu", reply->skipped);
    add(response, "X-Skipped", count);
}

/* Letters, digits and what no shell, system or parser of headers takes for more than itself. */
static bool is_safe(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
}

static const char *last_part(const char *name) {
    const char *part = name;
    for (const char *at = name; *at; at++)
        if (*at == '/' || *at == '\\') part = at + 1;
    return part;
}

/* The name without its folders; other characters become "_", and so does a leading dot. */
static void add_file_name(struct MHD_Response *response, const srv_reply *reply) {
    char value[32 + SRV_NAME_MAX];
    if (!reply->has_fixed || !reply->file_name) return;
    const char *const name = last_part(reply->file_name);
    if (*name == '\0') return;
    int at = snprintf(value, sizeof value, "attachment; filename=\"");
    for (size_t i = 0; name[i] && i < SRV_NAME_MAX; i++)
        value[at++] = is_safe(name[i]) && (i > 0 || name[0] != '.') ? name[i] : '_';
    value[at++] = '"';
    value[at] = '\0';
    add(response, "Content-Disposition", value);
}

static void add_number(struct MHD_Response *response, const char *name, size_t number) {
    char text[32];
    (void)snprintf(text, sizeof text, "%zu", number);
    add(response, name, text);
}

static void add_fixed(struct MHD_Response *response, const srv_reply *reply) {
    if (!reply->has_fixed) return;
    add_number(response, "Navlint-Applied", reply->applied);
    add_number(response, "Navlint-Refused", reply->refused);
    add(response, "Navlint-Verdict", reply->verdict);
    add_file_name(response, reply);
}

static void add_type(struct MHD_Response *response, const srv_reply *reply) {
    char boundary[SRV_BOUNDARY_BYTES], type[64];
    if (reply->boundary == 0) {
        add(response, "Content-Type", reply->content_type);
        return;
    }
    srv_boundary_text(boundary, reply->boundary);
    (void)snprintf(type, sizeof type, "%s; boundary=%s", reply->content_type, boundary);
    add(response, "Content-Type", type);
}

/* RFC 6750 section 3. */
static const char *challenge(srv_answer answer) {
    if (answer == SRV_TOKEN_MISSING) return "Bearer realm=\"navlint\"";
    return answer == SRV_TOKEN_UNKNOWN ? "Bearer realm=\"navlint\", error=\"invalid_token\"" : NULL;
}

static void add_headers(struct MHD_Response *response, const srv_reply *reply) {
    const bool retry = srv_reply_status(reply) == MHD_HTTP_SERVICE_UNAVAILABLE;
    const bool coding = reply->answer == SRV_CONTENT_CODING;
    add_type(response, reply);
    add(response, "Cache-Control", reply->cache_control ? reply->cache_control : "no-store");
    add(response, "ETag", reply->etag);
    add(response, "Content-Encoding", reply->encoding);
    add(response, "X-Content-Type-Options", "nosniff");
    add(response, "Content-Security-Policy", reply->policy);
    add(response, "X-Verdict", reply->has_fixed ? NULL : reply->verdict);
    add_fixed(response, reply);
    add_skipped(response, reply);
    add(response, "Allow", reply->allow);
    add(response, "Retry-After", retry ? "1" : NULL);
    add(response, "Accept-Encoding",
        coding ? "gzip, identity" : NULL); /* RFC 9110 section 15.5.16 */
    add(response, "WWW-Authenticate", challenge(reply->answer));
}

/* What of the request the answer depends on. */
static void add_vary(struct MHD_Response *response, const srv_reply *reply, bool by_origin) {
    char fields[64] = "";
    if (reply->varies_by_accept) strcat(fields, ", Accept");
    if (reply->varies_by_encoding) strcat(fields, ", Accept-Encoding");
    if (by_origin) strcat(fields, ", Origin");
    add(response, "Vary", fields[0] != '\0' ? fields + 2 : NULL);
}

/* For pages of other origins: what their scripts may see of an answer, or ask for. */
static void add_cors(struct MHD_Response *response, const srv_reply *reply,
                     const srv_envelope *envelope) {
    if (!envelope->allow_origin) return;
    add(response, "Access-Control-Allow-Origin", envelope->allow_origin);
    if (!reply->is_preflight) {
        add(response, "Access-Control-Expose-Headers",
            "X-Verdict, X-Request-Id, X-Skipped, Navlint-Applied, Navlint-Refused, "
            "Navlint-Verdict, Content-Disposition");
        return;
    }
    add(response, "Access-Control-Allow-Methods", reply->allow);
    add(response, "Access-Control-Allow-Headers",
        "Authorization, Content-Type, Content-Encoding, If-None-Match, X-Request-Id");
    add(response, "Access-Control-Max-Age", "600");
}

/* libmicrohttpd asks for the next piece when the one before has gone. */
static ssize_t read_lines(void *context, uint64_t at, char *buffer, size_t capacity) {
    (void)at;
    size_t length = 0;
    switch (srv_lines_read(context, buffer, capacity, &length)) {
    case SRV_LINES_READ:
        return (ssize_t)length;
    case SRV_LINES_END:
        return MHD_CONTENT_READER_END_OF_STREAM;
    case SRV_LINES_NO_MEMORY:
        break;
    }
    return MHD_CONTENT_READER_END_WITH_ERROR;
}

enum { PIECE_BYTES = 16 * 1024 };

static struct MHD_Response *make_response(srv_reply *reply) {
    if (reply->lines)
        return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, PIECE_BYTES, read_lines,
                                                 reply->lines, NULL);
    if (!reply->release)
        return MHD_create_response_from_buffer(reply->length, reply->text, MHD_RESPMEM_PERSISTENT);
    struct MHD_Response *response = MHD_create_response_from_buffer_with_free_callback(
        reply->length, reply->text, reply->release);
    if (response) reply->release = NULL;
    return response;
}

bool srv_send(struct MHD_Connection *connection, srv_reply *reply, const srv_envelope *envelope) {
    struct MHD_Response *response = make_response(reply);
    if (!response) return false;
    add_headers(response, reply);
    add_vary(response, reply, envelope->varies_by_origin);
    add_cors(response, reply, envelope);
    add(response, "X-Request-Id", envelope->id);
    add(response, "Connection", envelope->close ? "close" : NULL);
    const enum MHD_Result queued =
        MHD_queue_response(connection, srv_reply_status(reply), response);
    MHD_destroy_response(response);
    return queued == MHD_YES;
}

void srv_raw_answer(char *out, size_t capacity, const srv_problem *problem, const char *json) {
    const srv_status *row = srv_status_of(problem->answer);
    (void)snprintf(out, capacity,
                   "HTTP/1.1 %u %s\r\nConnection: close\r\nContent-Type: "
                   "application/problem+json\r\nX-Content-Type-Options: nosniff\r\nCache-Control: "
                   "no-store\r\nContent-Length: %zu\r\n\r\n%s",
                   row->http_status, row->title, strlen(json), json);
}
