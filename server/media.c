#include "server/media.h"

#include <string.h>

#include "intake/marks.h"
#include "navlint/navlint.h"
#include "server/framing.h"
#include "server/parameters.h"

static srv_media_kind kind_of(srv_text type) {
    if (srv_text_is(type, "multipart/form-data")) return SRV_MEDIA_FORM;
    if (srv_text_is(type, "application/x-tar")) return SRV_MEDIA_TAR;
    if (srv_text_is(type, "application/zip")) return SRV_MEDIA_ZIP;
    return SRV_MEDIA_FILE;
}

/* bcharsnospace of RFC 2046 section 5.1.1. A blank may stand inside, but not at the end. */
static bool is_boundary(srv_text text) {
    if (text.length == 0 || text.length > SRV_BOUNDARY_MAX) return false;
    for (size_t i = 0; i < text.length; i++) {
        const char c = text.bytes[i];
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool is_digit = c >= '0' && c <= '9';
        if (!is_letter && !is_digit && (c == '\0' || !strchr("'()+_,-./:=? ", c))) return false;
    }
    return text.bytes[text.length - 1] != ' ';
}

static srv_answer read_boundary(srv_text parameters, srv_media *media) {
    srv_parameter parameter;
    size_t count = 0;
    srv_parameter_step step = SRV_PARAMETER_READ;
    while ((step = srv_parameter_next(&parameters, &parameter)) == SRV_PARAMETER_READ) {
        if (!srv_text_is(parameter.name, "boundary")) continue;
        if (count++ > 0 || !is_boundary(parameter.value)) return SRV_BOUNDARY_BAD;
        memcpy(media->boundary, parameter.value.bytes, parameter.value.length);
        media->boundary[parameter.value.length] = '\0';
    }
    return step == SRV_PARAMETERS_END && count == 1 ? SRV_OK : SRV_BOUNDARY_BAD;
}

srv_answer srv_media_read(const srv_head *head, srv_media *media) {
    *media = (srv_media){.kind = SRV_MEDIA_FILE};
    size_t type_count = 0;
    for (size_t i = 0; i < head->header_count; i++) {
        if (!srv_text_is(head->headers[i].name, "Content-Type")) continue;
        type_count++;
        srv_text rest = head->headers[i].value;
        const srv_media_kind kind = kind_of(srv_leading_token(&rest));
        if (kind == SRV_MEDIA_FILE) continue;
        media->kind = kind;
        const srv_answer answer = kind == SRV_MEDIA_FORM ? read_boundary(rest, media) : SRV_OK;
        if (answer != SRV_OK) return answer;
    }
    return srv_media_is_set(media) && type_count > 1 ? SRV_CONTENT_TYPE_TWICE : SRV_OK;
}

bool srv_media_is_set(const srv_media *media) {
    return media->kind != SRV_MEDIA_FILE;
}

bool srv_media_is_archive(const srv_media *media) {
    return srv_media_is_set(media) && media->kind != SRV_MEDIA_FORM;
}

static srv_media_kind kind_of_bytes(srv_text bytes) {
    switch (intake_kinds_of(bytes.bytes, bytes.length)) {
    case INTAKE_TAR:
        return SRV_MEDIA_TAR;
    case INTAKE_ZIP:
        return SRV_MEDIA_ZIP;
    case INTAKE_7ZIP:
        return SRV_MEDIA_7ZIP;
    case INTAKE_COMPRESSED:
        return SRV_MEDIA_PACKED;
    default:
        return SRV_MEDIA_FILE;
    }
}

void srv_media_tell(srv_media *media, srv_text bytes) {
    const navlint_input start = {.bytes = bytes.bytes, .length = bytes.length};
    if (media->kind != SRV_MEDIA_FILE) return;
    const srv_media_kind kind = kind_of_bytes(bytes);
    if (kind != SRV_MEDIA_FILE && !navlint_detect(&start, NULL)) media->kind = kind;
}
