#include "server/framing.h"

#include <string.h>
#include <strings.h>

bool srv_text_is(srv_text text, const char *word) {
    return text.length == strlen(word) && strncasecmp(text.bytes, word, text.length) == 0;
}

const srv_header *srv_header_find(const srv_head *head, const char *name, size_t *count) {
    const srv_header *first = NULL;
    size_t found = 0;
    for (size_t i = 0; i < head->header_count; i++) {
        if (!srv_text_is(head->headers[i].name, name)) continue;
        if (!first) first = &head->headers[i];
        found++;
    }
    if (count) *count = found;
    return first;
}

static bool is_alphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* strchr finds the NUL too: it is in no set. */
static bool is_in(char c, const char *set) {
    return c != '\0' && strchr(set, c) != NULL;
}

/* White space before the colon of a field would end up in its name. */
bool srv_is_token(srv_text text) {
    for (size_t i = 0; i < text.length; i++)
        if (!is_alphanumeric(text.bytes[i]) && !is_in(text.bytes[i], "!#$%&'*+-.^_`|~"))
            return false;
    return text.length > 0;
}

bool srv_is_field_value(srv_text text) {
    for (size_t i = 0; i < text.length; i++) {
        const unsigned char c = (unsigned char)text.bytes[i];
        if ((c < 0x20 && c != '\t') || c == 0x7F) return false;
    }
    return true;
}

static srv_answer check_fields(const srv_head *head) {
    if (head->header_count > SRV_HEADERS_MAX) return SRV_TOO_MANY_HEADERS;
    for (size_t i = 0; i < head->header_count; i++) {
        const srv_header *field = &head->headers[i];
        if (!srv_is_token(field->name) || !srv_is_field_value(field->value))
            return SRV_HEADER_MALFORMED;
    }
    return SRV_OK;
}

static bool is_old(const srv_head *head) {
    return strcmp(head->version, "HTTP/1.0") == 0;
}

/* host and port of RFC 3986 sections 3.2.2 and 3.2.3. */
static srv_answer check_host(const srv_head *head) {
    size_t count = 0;
    const srv_header *host = srv_header_find(head, "Host", &count);
    if (count > 1) return SRV_HOST_TWICE;
    if (!host) return is_old(head) ? SRV_OK : SRV_HOST_MISSING;
    for (size_t i = 0; i < host->value.length; i++) {
        const char c = host->value.bytes[i];
        if (!is_alphanumeric(c) && !is_in(c, "-._~%!$&'()*+;=:[]")) return SRV_HOST_MALFORMED;
    }
    return SRV_OK;
}

/* 1*DIGIT; no sign, no list, no white space. 19 digits always fit 64 bits. */
static bool parse_length(srv_text text, uint64_t *length) {
    *length = 0;
    if (text.length == 0 || text.length > 19) return false;
    for (size_t i = 0; i < text.length; i++) {
        if (text.bytes[i] < '0' || text.bytes[i] > '9') return false;
        *length = *length * 10 + (uint64_t)(text.bytes[i] - '0');
    }
    return true;
}

static srv_answer check_length(const srv_head *head, srv_framing *framing) {
    size_t count = 0;
    const srv_header *field = srv_header_find(head, "Content-Length", &count);
    if (count > 1) return SRV_LENGTH_TWICE;
    if (!field) return SRV_OK;
    if (!parse_length(field->value, &framing->length_bytes)) return SRV_LENGTH_MALFORMED;
    framing->kind = framing->length_bytes > 0 ? SRV_BODY_LENGTH : SRV_BODY_NONE;
    return SRV_OK;
}

static srv_answer check_coding(const srv_head *head, srv_framing *framing) {
    size_t count = 0;
    const srv_header *field = srv_header_find(head, "Transfer-Encoding", &count);
    if (!field) return SRV_OK;
    if (srv_header_find(head, "Content-Length", NULL)) return SRV_LENGTH_AND_CODING;
    if (is_old(head)) return SRV_CODING_ON_OLD;
    if (count > 1 || !srv_text_is(field->value, "chunked")) return SRV_TRANSFER_CODING;
    framing->kind = SRV_BODY_CHUNKED;
    return SRV_OK;
}

static srv_answer check_expect(const srv_head *head) {
    size_t count = 0;
    const srv_header *field = srv_header_find(head, "Expect", &count);
    if (!field) return SRV_OK;
    return count == 1 && srv_text_is(field->value, "100-continue") ? SRV_OK : SRV_EXPECTATION;
}

srv_answer srv_framing_check(const srv_head *head, srv_framing *framing) {
    *framing = (srv_framing){.kind = SRV_BODY_NONE};
    if (strcmp(head->version, "HTTP/1.1") != 0 && !is_old(head)) return SRV_HTTP_VERSION;
    srv_answer answer = check_fields(head);
    if (answer == SRV_OK) answer = check_coding(head, framing);
    if (answer == SRV_OK) answer = check_length(head, framing);
    if (answer == SRV_OK) answer = check_host(head);
    if (answer == SRV_OK) answer = check_expect(head);
    return answer;
}
