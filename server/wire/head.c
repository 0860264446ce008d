#include "server/wire/head.h"

#include <string.h>

#include "server/target.h"

static const char *version_of(srv_text text) {
    if (text.length != 8 || memcmp(text.bytes, "HTTP/", 5) != 0 || text.bytes[6] != '.')
        return NULL;
    const char major = text.bytes[5];
    const char minor = text.bytes[7];
    if (major < '0' || major > '9' || minor < '0' || minor > '9') return NULL;
    if (major != '1') return "";
    return minor == '1' ? "HTTP/1.1" : minor == '0' ? "HTTP/1.0" : "";
}

static bool is_raw_target(srv_text target) {
    for (size_t i = 0; i < target.length; i++) {
        const unsigned char c = (unsigned char)target.bytes[i];
        if (c <= 0x20 || c == 0x7F) return false;
    }
    return target.length > 0;
}

/* Cuts *rest behind its first space and returns what stood before it; without one, all of it. */
static srv_text take_word(srv_text *rest) {
    const char *const space = memchr(rest->bytes, ' ', rest->length);
    const size_t length = space ? (size_t)(space - rest->bytes) : rest->length;
    const size_t skipped = space ? length + 1 : length;
    const srv_text word = {rest->bytes, length};
    *rest = (srv_text){rest->bytes + skipped, rest->length - skipped};
    return word;
}

static srv_answer read_request_line(srv_text text, srv_request_line *line) {
    line->method = take_word(&text);
    line->target = take_word(&text);
    line->version = version_of(text);
    if (!srv_is_token(line->method) || line->method.length > SRV_METHOD_MAX || !line->version ||
        line->target.length == 0)
        return SRV_REQUEST_LINE;
    return is_raw_target(line->target) ? SRV_OK : SRV_TARGET_MALFORMED;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static srv_text trim(srv_text text) {
    while (text.length > 0 && is_blank(text.bytes[0])) {
        text.bytes++;
        text.length--;
    }
    while (text.length > 0 && is_blank(text.bytes[text.length - 1]))
        text.length--;
    return text;
}

bool srv_field_read(srv_text line, srv_header *field) {
    const char *const colon = memchr(line.bytes, ':', line.length);
    if (!colon) return false;
    const size_t name_length = (size_t)(colon - line.bytes);
    *field = (srv_header){.name = {line.bytes, name_length},
                          .value = trim((srv_text){colon + 1, line.length - name_length - 1})};
    return srv_is_token(field->name) && srv_is_field_value(field->value);
}

static srv_answer take_request_line(srv_scan *scan, srv_text text, size_t next) {
    if (text.length == 0 && scan->stage == SRV_SCAN_START) {
        scan->stage = SRV_SCAN_REQUEST;
        scan->start = next;
        return SRV_OK;
    }
    srv_request_line line;
    const srv_answer answer = read_request_line(text, &line);
    if (answer == SRV_OK) scan->stage = SRV_SCAN_FIELDS;
    return answer;
}

static srv_answer take_field(srv_scan *scan, srv_text text) {
    srv_header field;
    if (text.length == 0) {
        scan->stage = SRV_SCAN_DONE;
        return SRV_OK;
    }
    if (scan->field_count == SRV_HEADERS_MAX) return SRV_TOO_MANY_HEADERS;
    scan->field_count++;
    return srv_field_read(text, &field) ? SRV_OK : SRV_HEADER_MALFORMED;
}

/* Judges the line that ends before `next`. */
static srv_answer take_line(srv_scan *scan, const char *bytes, size_t next) {
    const bool is_field = scan->stage == SRV_SCAN_FIELDS;
    const size_t length = next - scan->line;
    if (length < 2 || bytes[next - 2] != '\r')
        return is_field ? SRV_HEADER_MALFORMED : SRV_REQUEST_LINE;
    const srv_text text = {bytes + scan->line, length - 2};
    scan->line = next;
    return is_field ? take_field(scan, text) : take_request_line(scan, text, next);
}

/* What cannot become a request line is refused at its first byte: who speaks TLS to this port hears
 * so at once. */
static bool can_begin(const srv_scan *scan, const char *bytes, size_t length) {
    if (scan->stage > SRV_SCAN_REQUEST || scan->line == length) return true;
    const srv_text first = {bytes + scan->line, 1};
    return srv_is_token(first) || (*first.bytes == '\r' && scan->stage == SRV_SCAN_START);
}

static srv_answer too_large(const srv_scan *scan) {
    return scan->stage == SRV_SCAN_FIELDS ? SRV_HEADER_TOO_LARGE : SRV_TARGET_TOO_LONG;
}

srv_answer srv_head_scan(srv_scan *scan, const char *bytes, size_t length) {
    const size_t end = length < SRV_HEAD_BYTES ? length : SRV_HEAD_BYTES;
    while (scan->stage != SRV_SCAN_DONE) {
        if (!can_begin(scan, bytes, end)) return SRV_REQUEST_LINE;
        const char *const feed = memchr(bytes + scan->line, '\n', end - scan->line);
        if (!feed) return end < SRV_HEAD_BYTES ? SRV_OK : too_large(scan);
        const srv_answer answer = take_line(scan, bytes, (size_t)(feed - bytes) + 1);
        if (answer != SRV_OK) return answer;
    }
    return SRV_OK;
}

/* Takes a line off, without its CR LF. The scan has seen that there is one. */
static srv_text take_text(srv_text *rest) {
    const char *const feed = memchr(rest->bytes, '\n', rest->length);
    const size_t length = (size_t)(feed - rest->bytes) + 1;
    const srv_text text = {rest->bytes, length - 2};
    *rest = (srv_text){rest->bytes + length, rest->length - length};
    return text;
}

void srv_head_line(const char *bytes, const srv_scan *scan, srv_request_line *line) {
    srv_text rest = {bytes + scan->start, scan->line - scan->start};
    (void)read_request_line(take_text(&rest), line);
}

void srv_head_split(const char *bytes, const srv_scan *scan, srv_raw_head *raw) {
    srv_text rest = {bytes + scan->start, scan->line - scan->start};
    (void)read_request_line(take_text(&rest), &raw->line);
    raw->field_count = scan->field_count;
    for (size_t i = 0; i < raw->field_count; i++)
        (void)srv_field_read(take_text(&rest), &raw->fields[i]);
}

static bool is_kept(srv_text name) {
    static const srv_text kept[] = {
#define SRV_FIELD(name) {name, sizeof(name) - 1},
#include "server/wire/fields.def"
#undef SRV_FIELD
    };
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (kept[i].length == name.length && srv_text_is(name, kept[i].bytes)) return true;
    return false;
}

static size_t kept_bytes(const srv_raw_head *raw) {
    size_t bytes = 0;
    for (size_t i = 0; i < raw->field_count; i++)
        if (is_kept(raw->fields[i].name))
            bytes += raw->fields[i].name.length + raw->fields[i].value.length + 3;
    return bytes;
}

srv_answer srv_head_judge(const srv_raw_head *raw, srv_framing *framing) {
    const srv_head head = {.method = "",
                           .target = "",
                           .version = raw->line.version,
                           .headers = raw->fields,
                           .header_count = raw->field_count};
    const srv_answer answer = srv_framing_check(&head, framing);
    if (answer != SRV_OK) return answer;
    return kept_bytes(raw) <= SRV_KEPT_BYTES ? SRV_OK : SRV_HEADER_TOO_LARGE;
}

/* What is written may lie over what it is made of, but never over what is still to be read. */
static char *put(char *out, srv_text text) {
    memmove(out, text.bytes, text.length);
    return out + text.length;
}

static char *put_target(char *out, srv_text target) {
    const size_t most = SRV_TARGET_MAX + 1; /* one more than allowed shows that it is too long */
    const srv_text cut = {target.bytes, target.length < most ? target.length : most};
    char *const end = put(out, cut);
    for (char *at = out; at < end; at++)
        if (*at == '?') *at = SRV_HIDDEN_MARK;
    return end;
}

bool srv_head_expects(const srv_raw_head *raw) {
    if (strcmp(raw->line.version, "HTTP/1.1") != 0) return false;
    for (size_t i = 0; i < raw->field_count; i++)
        if (srv_text_is(raw->fields[i].name, "Expect")) return true;
    return false;
}

static bool is_of_body(srv_text name) {
    return srv_text_is(name, "Content-Length") || srv_text_is(name, "Expect");
}

size_t srv_head_write(const srv_raw_head *raw, bool without_body, char *out) {
    const srv_text line_end = {"\r\n", 2};
    char *at = put(out, raw->line.method);
    *at++ = ' ';
    at = put_target(at, raw->line.target);
    *at++ = ' ';
    at = put(at, (srv_text){raw->line.version, 8});
    at = put(at, line_end);
    for (size_t i = 0; i < raw->field_count; i++) {
        const srv_header *field = &raw->fields[i];
        if (!is_kept(field->name) || (without_body && is_of_body(field->name))) continue;
        at = put(at, field->name);
        *at++ = ':';
        at = put(at, field->value);
        at = put(at, line_end);
    }
    at = put(at, line_end);
    return (size_t)(at - out);
}
