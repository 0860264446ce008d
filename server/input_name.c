#include "server/input_name.h"

#include <jansson.h>

static bool has_control(srv_text text) {
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.bytes[i] < 0x20 || text.bytes[i] == 0x7F) return true;
    return false;
}

/* The report is JSON: jansson takes no string that is not UTF-8. */
static bool is_utf8(srv_text text) {
    json_t *string = json_stringn(text.bytes, text.length);
    json_decref(string);
    return string != NULL;
}

bool srv_is_line(srv_text text) {
    return !has_control(text) && is_utf8(text);
}

bool srv_is_name(srv_text text) {
    return text.length > 0 && text.length <= SRV_NAME_MAX && srv_is_line(text);
}
