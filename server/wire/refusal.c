#include "server/wire/refusal.h"

#include <stdio.h>
#include <string.h>

#include "server/request_id.h"

/* Most bytes of a target that are shown: the log takes no more. */
enum { SHOWN_TARGET_BYTES = 256 };

static int shown(srv_text text, size_t most) {
    return (int)(text.length < most ? text.length : most);
}

static srv_text request_id(const srv_raw_head *raw) {
    if (!raw) return (srv_text){"", 0};
    const srv_head head = {.headers = raw->fields, .header_count = raw->field_count};
    const srv_header *field = srv_header_find(&head, "X-Request-Id", NULL);
    return field ? field->value : (srv_text){"", 0};
}

static void append(srv_refusal *refusal, const char *name, srv_text value, size_t most,
                   const char *end) {
    const int written =
        snprintf(refusal->text + refusal->length, sizeof refusal->text - refusal->length,
                 "%s%.*s%s", name, shown(value, most), value.bytes, end);
    refusal->length += (size_t)written;
}

void srv_refuse_head(srv_refusal *refusal, srv_answer answer, const srv_request_line *line,
                     const srv_raw_head *raw) {
    const srv_text none = {"-", 1};
    const srv_text id = request_id(raw);
    refusal->answer = answer;
    refusal->in_body = false;
    refusal->length = 0;
    append(refusal, "", line ? line->method : none, SRV_METHOD_MAX, " ");
    append(refusal, "", line ? line->target : none, SHOWN_TARGET_BYTES, " HTTP/1.1\r\n");
    if (id.length > 0 && id.length < SRV_ID_BYTES)
        append(refusal, "X-Request-Id:", id, SRV_ID_BYTES, "\r\n");
    append(refusal, "", (srv_text){"\r\n", 2}, 2, "");
    for (size_t i = 0; i < refusal->length; i++)
        if (refusal->text[i] == '?') refusal->text[i] = SRV_HIDDEN_MARK;
}

void srv_refuse_body(srv_refusal *refusal, srv_answer answer, bool in_chunk, bool in_trailer) {
    const char *const text = in_chunk ? "\r\n0\r\n\r\n" : in_trailer ? "\r\n" : "0\r\n\r\n";
    refusal->answer = answer;
    refusal->in_body = true;
    refusal->length = strlen(text);
    memcpy(refusal->text, text, refusal->length);
}
