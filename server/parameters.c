#include "server/parameters.h"

#include <string.h>

#include "server/framing.h"

static void drop(srv_text *text, size_t length) {
    text->bytes += length;
    text->length -= length;
}

static void skip_blanks(srv_text *text) {
    while (text->length > 0 && (text->bytes[0] == ' ' || text->bytes[0] == '\t'))
        drop(text, 1);
}

/* Takes what stands before any of the characters in `ends`. */
static srv_text take_before(srv_text *rest, char end, char other_end) {
    size_t length = 0;
    while (length < rest->length && rest->bytes[length] != end && rest->bytes[length] != other_end)
        length++;
    const srv_text taken = {rest->bytes, length};
    drop(rest, length);
    return taken;
}

static void trim_end(srv_text *text) {
    while (text->length > 0 &&
           (text->bytes[text->length - 1] == ' ' || text->bytes[text->length - 1] == '\t'))
        text->length--;
}

srv_text srv_leading_token(srv_text *rest) {
    skip_blanks(rest);
    size_t length = 0;
    while (length < rest->length && !strchr(" \t;", rest->bytes[length]))
        length++;
    const srv_text token = {rest->bytes, length};
    drop(rest, length);
    return token;
}

static bool is_escape(srv_text text, size_t index) {
    return text.bytes[index] == '\\' && index + 1 < text.length &&
           (text.bytes[index + 1] == '"' || text.bytes[index + 1] == '\\');
}

/* `rest` begins behind the opening quote. */
static bool take_quoted(srv_text *rest, srv_text *value) {
    size_t length = 0;
    while (length < rest->length && rest->bytes[length] != '"')
        length += is_escape(*rest, length) ? 2 : 1;
    if (length >= rest->length) return false;
    *value = (srv_text){rest->bytes, length};
    drop(rest, length + 1);
    return true;
}

static bool take_token(srv_text *rest, srv_text *value) {
    *value = take_before(rest, ';', ';');
    trim_end(value);
    return srv_is_token(*value);
}

/* After a semicolon and blanks. */
static bool take_parameter(srv_text *rest, srv_parameter *parameter) {
    parameter->name = take_before(rest, '=', ';');
    if (!srv_is_token(parameter->name) || rest->length == 0 || rest->bytes[0] != '=') return false;
    drop(rest, 1);
    if (rest->length == 0 || rest->bytes[0] != '"') return take_token(rest, &parameter->value);
    drop(rest, 1);
    return take_quoted(rest, &parameter->value);
}

srv_parameter_step srv_parameter_next(srv_text *rest, srv_parameter *parameter) {
    skip_blanks(rest);
    if (rest->length > 0 && rest->bytes[0] != ';') return SRV_PARAMETERS_BAD;
    while (rest->length > 0 && rest->bytes[0] == ';') {
        drop(rest, 1);
        skip_blanks(rest);
    }
    if (rest->length == 0) return SRV_PARAMETERS_END;
    return take_parameter(rest, parameter) ? SRV_PARAMETER_READ : SRV_PARAMETERS_BAD;
}

size_t srv_parameter_unescape(srv_text value, char *out) {
    size_t length = 0;
    for (size_t i = 0; i < value.length; i++) {
        if (is_escape(value, i)) i++;
        out[length++] = value.bytes[i];
    }
    return length;
}
