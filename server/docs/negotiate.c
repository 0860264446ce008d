#include "server/docs/negotiate.h"

#include <string.h>

#include "server/framing.h"
#include "server/parameters.h"
#include "server/weights.h"

enum { NOT_NAMED = -1 };

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static void drop(srv_text *text, size_t length) {
    text->bytes += length;
    text->length -= length;
}

/* The weight of the parameters behind a coding: nothing, or one "q". */
static int take_weight(srv_text parameters) {
    srv_parameter parameter;
    switch (srv_parameter_next(&parameters, &parameter)) {
    case SRV_PARAMETERS_END:
        return SRV_FULL_WEIGHT;
    case SRV_PARAMETER_READ:
        break;
    case SRV_PARAMETERS_BAD:
        return 0;
    }
    const bool is_last =
        srv_parameter_next(&parameters, &(srv_parameter){.name.length = 0}) == SRV_PARAMETERS_END;
    return is_last && srv_text_is(parameter.name, "q") ? srv_weight_read(parameter.value) : 0;
}

typedef struct weights {
    int gzip;
    int identity;
    int others; /* "*" */
} weights;

static void read_codings(srv_text list, weights *all) {
    while (list.length > 0) {
        srv_text member = srv_list_take(&list);
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
