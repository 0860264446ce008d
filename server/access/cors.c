#include "server/access/cors.h"

#include <string.h>

#include "server/framing.h"

static bool is_all_of(const char *text, size_t length, const char *set) {
    for (size_t i = 0; i < length; i++)
        if (!strchr(set, text[i])) return false;
    return length > 0;
}

/* scheme "://" host [":" port] of RFC 6454 section 6.2. */
static bool is_origin(const char *text) {
    static const char scheme[] = "abcdefghijklmnopqrstuvwxyz0123456789+-.";
    static const char host[] = "abcdefghijklmnopqrstuvwxyz0123456789-._";
    static const char six[] = "0123456789abcdef:.";
    const char *colon = strstr(text, "://");
    if (!colon || !is_all_of(text, (size_t)(colon - text), scheme)) return false;
    const char *const begin = colon + 3;
    const char *const bracket = *begin == '[' ? strchr(begin, ']') : NULL;
    const char *const end = bracket ? bracket + 1 : begin + strcspn(begin, ":");
    const bool is_host = bracket ? is_all_of(begin + 1, (size_t)(bracket - begin) - 1, six)
                                 : is_all_of(begin, (size_t)(end - begin), host);
    if (!is_host || *end == '\0') return is_host;
    return *end == ':' && is_all_of(end + 1, strlen(end + 1), "0123456789");
}

static bool add(srv_cors *cors, const char *origin) {
    if (cors->count == SRV_MOST_ORIGINS || !is_origin(origin)) return false;
    cors->origins[cors->count++] = origin;
    return true;
}

bool srv_cors_read(srv_cors *cors, const char *list) {
    *cors = (srv_cors){.is_on = *list != '\0', .any = strcmp(list, "*") == 0};
    if (!cors->is_on || cors->any) return true;
    if (strlen(list) >= sizeof cors->store) return false;
    memcpy(cors->store, list, strlen(list) + 1);
    for (char *at = cors->store; at;) {
        char *const origin = at;
        at = strchr(origin, ',');
        if (at) *at++ = '\0';
        if (!add(cors, origin)) return false;
    }
    return true;
}

const char *srv_cors_allowed(const srv_cors *cors, const srv_head *head) {
    size_t count = 0;
    if (cors->any) return "*";
    const srv_header *field = cors->is_on ? srv_header_find(head, "Origin", &count) : NULL;
    for (size_t i = 0; count == 1 && i < cors->count; i++) {
        const char *const origin = cors->origins[i];
        if (field->value.length == strlen(origin) &&
            memcmp(field->value.bytes, origin, field->value.length) == 0)
            return origin;
    }
    return NULL;
}
