#include "server/multipart.h"

#include <stdio.h>
#include <string.h>

#include "server/framing.h"
#include "server/parameters.h"

/* CR LF, two hyphens and the boundary. */
enum { DELIMITER_MAX = 4 + SRV_BOUNDARY_MAX };

static size_t left(const srv_form *form) {
    return form->body.length - form->at;
}

static const char *here(const srv_form *form) {
    return form->body.bytes + form->at;
}

/* The part is counted from 1. */
static srv_problem refuse_part(const srv_form *form, srv_answer answer) {
    char part[32];
    const int length = snprintf(part, sizeof part, "part %zu", form->part_count + 1);
    srv_problem problem = srv_problem_make(answer, part, (size_t)length);
    problem.has_limit = answer == SRV_PART_HEADER_TOO_LONG;
    problem.limit = problem.has_limit ? SRV_PART_HEADER_MAX : 0;
    return problem;
}

/* Compares as far as both go: a body that ends in the middle of `text` is cut, not malformed. */
static srv_answer expect(srv_form *form, const char *text, srv_answer otherwise) {
    const size_t length = strlen(text);
    const size_t most = length < left(form) ? length : left(form);
    if (memcmp(here(form), text, most) != 0) return otherwise;
    if (most < length) return SRV_MULTIPART_CUT;
    form->at += length;
    return SRV_OK;
}

/* The body begins with a boundary: what RFC 2046 calls a preamble comes from mail only. */
static srv_answer begin(srv_form *form) {
    srv_answer answer = expect(form, "--", SRV_MULTIPART_START);
    if (answer == SRV_OK) answer = expect(form, form->boundary, SRV_MULTIPART_START);
    return answer;
}

/* Behind the last boundary a line end may stand, and no more. */
static srv_answer end(srv_form *form) {
    form->has_ended = true;
    if (left(form) == 0) return SRV_OK;
    const srv_answer answer = expect(form, "\r\n", SRV_MULTIPART_AFTER);
    return answer == SRV_OK && left(form) > 0 ? SRV_MULTIPART_AFTER : answer;
}

/* What follows a boundary: two hyphens after the last, else blanks and a line end. */
static srv_answer read_boundary_line(srv_form *form) {
    if (left(form) == 0) return SRV_MULTIPART_CUT;
    if (*here(form) == '-') {
        const srv_answer answer = expect(form, "--", SRV_MULTIPART_BOUNDARY);
        return answer == SRV_OK ? end(form) : answer;
    }
    while (left(form) > 0 && (*here(form) == ' ' || *here(form) == '\t'))
        form->at++;
    return expect(form, "\r\n", SRV_MULTIPART_BOUNDARY);
}

/* What the header of a part says. */
typedef struct part_header {
    size_t disposition_count;
    bool has_form_name;
    srv_text form_name; /* escaped */
    size_t file_name_count;
    srv_text file_name; /* escaped */
} part_header;

static srv_answer read_disposition(srv_text value, part_header *header) {
    srv_parameter parameter;
    srv_parameter_step step = SRV_PARAMETER_READ;
    if (!srv_text_is(srv_leading_token(&value), "form-data")) return SRV_PART_DISPOSITION;
    while ((step = srv_parameter_next(&value, &parameter)) == SRV_PARAMETER_READ) {
        if (srv_text_is(parameter.name, "filename*")) return SRV_PART_DISPOSITION;
        if (srv_text_is(parameter.name, "name")) {
            if (header->has_form_name) return SRV_PART_DISPOSITION;
            header->has_form_name = true;
            header->form_name = parameter.value;
        } else if (srv_text_is(parameter.name, "filename")) {
            header->file_name = parameter.value;
            header->file_name_count++;
        }
    }
    return step == SRV_PARAMETERS_END && header->file_name_count <= 1 ? SRV_OK
                                                                      : SRV_PART_DISPOSITION;
}

/* The bytes are the file's: an encoding of MIME (RFC 7578 section 4.7) would hide them. */
static srv_answer check_coding(srv_text value) {
    const bool is_plain =
        srv_text_is(value, "binary") || srv_text_is(value, "8bit") || srv_text_is(value, "7bit");
    return is_plain ? SRV_OK : SRV_PART_CODING;
}

static srv_text trimmed(srv_text text) {
    while (text.length > 0 && (text.bytes[0] == ' ' || text.bytes[0] == '\t'))
        text = (srv_text){text.bytes + 1, text.length - 1};
    while (text.length > 0 &&
           (text.bytes[text.length - 1] == ' ' || text.bytes[text.length - 1] == '\t'))
        text.length--;
    return text;
}

static bool begins_with_boundary(const srv_form *form, srv_text line) {
    const size_t length = strlen(form->boundary);
    return line.length >= 2 + length && memcmp(line.bytes, "--", 2) == 0 &&
           memcmp(line.bytes + 2, form->boundary, length) == 0;
}

static srv_answer read_line(const srv_form *form, srv_text line, part_header *header) {
    const char *const colon = memchr(line.bytes, ':', line.length);
    if (!colon || begins_with_boundary(form, line)) return SRV_PART_HEADER;
    const size_t name_length = (size_t)(colon - line.bytes);
    const srv_text name = {line.bytes, name_length};
    const srv_text value = trimmed((srv_text){colon + 1, line.length - name_length - 1});
    if (!srv_is_token(name) || !srv_is_field_value(value)) return SRV_PART_HEADER;
    if (srv_text_is(name, "Content-Transfer-Encoding")) return check_coding(value);
    if (!srv_text_is(name, "Content-Disposition")) return SRV_OK;
    return header->disposition_count++ > 0 ? SRV_PART_DISPOSITION : read_disposition(value, header);
}

/* Takes a line without its end. limit_bytes: how long it may be, its end among it. */
static srv_answer take_line(srv_form *form, size_t limit_bytes, srv_text *line) {
    const size_t most = left(form) < limit_bytes ? left(form) : limit_bytes;
    const char *const at = memmem(here(form), most, "\r\n", 2);
    if (!at) return left(form) < limit_bytes ? SRV_MULTIPART_CUT : SRV_PART_HEADER_TOO_LONG;
    *line = (srv_text){here(form), (size_t)(at - here(form))};
    form->at += line->length + 2;
    return SRV_OK;
}

/* Reads the lines up to the empty one. */
static srv_answer read_header(srv_form *form, part_header *header) {
    const size_t begin_at = form->at;
    srv_text line = {.length = 1};
    while (line.length > 0) {
        const size_t limit_bytes = SRV_PART_HEADER_MAX - (form->at - begin_at);
        srv_answer answer = take_line(form, limit_bytes, &line);
        if (answer == SRV_OK && line.length > 0) answer = read_line(form, line, header);
        if (answer != SRV_OK) return answer;
    }
    return header->disposition_count == 0 || !header->has_form_name ? SRV_PART_DISPOSITION : SRV_OK;
}

/* Everything up to the next boundary. It may begin with the empty line's end, in a part that has no
 * body: another reader could take the rest of the form for that body. */
static srv_answer read_body(srv_form *form, srv_text *bytes) {
    char delimiter[DELIMITER_MAX + 1];
    const size_t length = (size_t)snprintf(delimiter, sizeof delimiter, "\r\n--%s", form->boundary);
    const char *const body = here(form);
    const char *const at = memmem(body - 2, left(form) + 2, delimiter, length);
    if (!at) return SRV_MULTIPART_CUT;
    if (at < body) return SRV_PART_HEADER;
    *bytes = (srv_text){body, (size_t)(at - body)};
    form->at += bytes->length + length;
    return SRV_OK;
}

static srv_answer take_name(const part_header *header, srv_part *part) {
    const srv_text escaped = header->file_name;
    char plain[SRV_PART_HEADER_MAX];
    const srv_text name = {plain, srv_parameter_unescape(escaped, plain)};
    if (!srv_is_name(name)) return SRV_PART_NAME_BAD;
    memcpy(part->name, name.bytes, name.length);
    part->name[name.length] = '\0';
    return SRV_OK;
}

static srv_answer read_part(srv_form *form, srv_part *part) {
    part_header header = {.disposition_count = 0};
    srv_answer answer = read_header(form, &header);
    part->is_file = header.file_name_count > 0;
    part->field = header.form_name;
    part->name[0] = '\0';
    if (answer == SRV_OK && part->is_file) answer = take_name(&header, part);
    if (answer == SRV_OK) answer = read_body(form, &part->bytes);
    return answer;
}

bool srv_form_next(srv_form *form, srv_part *part, srv_problem *problem) {
    *problem = srv_no_problem;
    if (form->has_ended) return false;
    srv_answer answer = form->at == 0 ? begin(form) : SRV_OK;
    if (answer == SRV_OK) answer = read_boundary_line(form);
    if (answer == SRV_OK && !form->has_ended) answer = read_part(form, part);
    if (answer == SRV_OK && form->has_ended && form->part_count == 0) answer = SRV_MULTIPART_EMPTY;
    if (answer != SRV_OK)
        *problem = refuse_part(form, answer);
    else if (!form->has_ended)
        form->part_count++;
    return answer == SRV_OK && !form->has_ended;
}
