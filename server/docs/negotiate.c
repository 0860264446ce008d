#include "server/docs/negotiate.h"

#include <string.h>

#include "server/framing.h"
#include "server/parameters.h"

/* Weights in thousandths. */
enum { FULL_WEIGHT = 1000, NOT_NAMED = -1 };

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static void drop(srv_text *text, size_t length) {
    text->bytes += length;
    text->length -= length;
}

/* Takes the next member off a list without quotes; blanks around it go. */
static srv_text take_member(srv_text *list) {
    const char *comma = memchr(list->bytes, ',', list->length);
    srv_text member = {list->bytes, comma ? (size_t)(comma - list->bytes) : list->length};
    drop(list, member.length + (comma ? 1 : 0));
    while (member.length > 0 && is_blank(member.bytes[0]))
        drop(&member, 1);
    while (member.length > 0 && is_blank(member.bytes[member.length - 1]))
        member.length--;
    return member;
}

/* "0.5" -> 500; 0 for what is no weight of section 12.4.2. */
static int read_weight(srv_text text) {
    static const int units[] = {1000, 0, 100, 10, 1};
    int weight = 0;
    if (text.length == 0 || text.length > sizeof units / sizeof units[0]) return 0;
    if (text.length > 1 && text.bytes[1] != '.') return 0;
    for (size_t i = 0; i < text.length; i++) {
        if (i == 1) continue;
        if (text.bytes[i] < '0' || text.bytes[i] > '9') return 0;
        weight += (text.bytes[i] - '0') * units[i];
    }
    return weight <= FULL_WEIGHT ? weight : 0;
}

/* The weight of the parameters behind a coding: nothing, or one "q". */
static int take_weight(srv_text parameters) {
    srv_parameter parameter;
    switch (srv_parameter_next(&parameters, &parameter)) {
    case SRV_PARAMETERS_END:
        return FULL_WEIGHT;
    case SRV_PARAMETER_READ:
        break;
    case SRV_PARAMETERS_BAD:
        return 0;
    }
    const bool is_last =
        srv_parameter_next(&parameters, &(srv_parameter){.name.length = 0}) == SRV_PARAMETERS_END;
    return is_last && srv_text_is(parameter.name, "q") ? read_weight(parameter.value) : 0;
}

typedef struct weights {
    int gzip;
    int identity;
    int others; /* "*" */
} weights;

static void read_codings(srv_text list, weights *all) {
    while (list.length > 0) {
        srv_text member = take_member(&list);
        const srv_text coding = srv_leading_token(&member);
        if (srv_text_is(coding, "gzip") || srv_text_is(coding, "x-gzip"))
            all->gzip = take_weight(member);
        else if (srv_text_is(coding, "identity"))
            all->identity = take_weight(member);
        else if (srv_text_is(coding, "*"))
            all->others = take_weight(member);
    }
}

bool srv_wants_gzip(const srv_head *head) {
    weights all = {NOT_NAMED, NOT_NAMED, NOT_NAMED};
    for (size_t i = 0; i < head->header_count; i++)
        if (srv_text_is(head->headers[i].name, "Accept-Encoding"))
            read_codings(head->headers[i].value, &all);
    const int gzip = all.gzip == NOT_NAMED ? all.others : all.gzip;
    const int identity = all.identity == NOT_NAMED ? all.others : all.identity;
    return gzip > 0 && gzip >= identity;
}

/* Takes an entity tag without its W/ off the list. Returns false if there is none. */
static bool take_tag(srv_text *list, srv_text *tag) {
    while (list->length > 0 && (is_blank(list->bytes[0]) || list->bytes[0] == ','))
        drop(list, 1);
    if (list->length > 1 && memcmp(list->bytes, "W/", 2) == 0) drop(list, 2);
    if (list->length == 0 || list->bytes[0] != '"') return false;
    const char *end = memchr(list->bytes + 1, '"', list->length - 1);
    if (!end) return false;
    *tag = (srv_text){list->bytes, (size_t)(end - list->bytes) + 1};
    drop(list, tag->length);
    return true;
}

static bool lists_tag(srv_text list, const char *etag) {
    srv_text tag;
    if (list.length == 1 && list.bytes[0] == '*') return true;
    while (take_tag(&list, &tag))
        if (tag.length == strlen(etag) && memcmp(tag.bytes, etag, tag.length) == 0) return true;
    return false;
}

bool srv_has_etag(const srv_head *head, const char *etag) {
    for (size_t i = 0; i < head->header_count; i++)
        if (srv_text_is(head->headers[i].name, "If-None-Match") &&
            lists_tag(head->headers[i].value, etag))
            return true;
    return false;
}
