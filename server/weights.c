#include "server/weights.h"

#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static void drop(srv_text *text, size_t length) {
    text->bytes += length;
    text->length -= length;
}

srv_text srv_list_take(srv_text *list) {
    const char *comma = memchr(list->bytes, ',', list->length);
    srv_text member = {list->bytes, comma ? (size_t)(comma - list->bytes) : list->length};
    drop(list, member.length + (comma ? 1 : 0));
    while (member.length > 0 && is_blank(member.bytes[0]))
        drop(&member, 1);
    while (member.length > 0 && is_blank(member.bytes[member.length - 1]))
        member.length--;
    return member;
}

int srv_weight_read(srv_text text) {
    static const int units[] = {1000, 0, 100, 10, 1};
    int weight = 0;
    if (text.length == 0 || text.length > sizeof units / sizeof units[0]) return 0;
    if (text.length > 1 && text.bytes[1] != '.') return 0;
    for (size_t i = 0; i < text.length; i++) {
        if (i == 1) continue;
        if (text.bytes[i] < '0' || text.bytes[i] > '9') return 0;
        weight += (text.bytes[i] - '0') * units[i];
    }
    return weight <= SRV_FULL_WEIGHT ? weight : 0;
}
