#include "server/upload_fix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/boundary.h"

/* ---- the answer ---- */

/* Takes over the text, which malloc has made or is NULL. */
static void reply_with(srv_upload *upload, char *text, size_t length, srv_reply *reply) {
    if (!text) {
        srv_reply_plain(reply, NULL, (navlint_text){.text = NULL});
        return;
    }
    *reply = (srv_reply){.answer = SRV_OK,
                         .content_type = srv_rendering_type(upload->rendering),
                         .text = text,
                         .length = length,
                         .release = free};
}

static void reply_bytes(srv_upload *upload, srv_text bytes, srv_reply *reply) {
    char *const copy = malloc(bytes.length);
    if (copy) memcpy(copy, bytes.bytes, bytes.length);
    reply_with(upload, copy, bytes.length, reply);
}

enum { FRAME_BYTES = 512 }; /* what stands around the parts */

static size_t put(char *out, size_t at, srv_text text) {
    memcpy(out + at, text.bytes, text.length);
    return at + text.length;
}

/* A line end, the boundary, and what follows it. */
static size_t put_boundary(char *out, size_t at, uint64_t number, const char *rest) {
    char boundary[SRV_BOUNDARY_BYTES];
    srv_boundary_text(boundary, number);
    return at + (size_t)snprintf(out + at, FRAME_BYTES / 4, "\r\n--%s%s\r\n", boundary, rest);
}

/* RFC 2046 section 5.1. out: has room for the parts and FRAME_BYTES. Returns its length. */
static size_t join(char *out, const srv_text parts[2], uint64_t number) {
    size_t at = put_boundary(out, 0, number, "\r\nContent-Type: application/json\r\n");
    at = put(out, at, parts[0]);
    at = put_boundary(out, at, number, "\r\nContent-Type: application/octet-stream\r\n");
    at = put(out, at, parts[1]);
    return put_boundary(out, at, number, "--");
}

static void reply_parts(srv_upload *upload, navlint_text json, srv_text bytes, srv_reply *reply) {
    const srv_text parts[] = {{json.text, json.length}, bytes};
    char *const out = json.text ? malloc(json.length + bytes.length + FRAME_BYTES) : NULL;
    const uint64_t boundary = out ? srv_boundary_choose(parts, 2) : 0;
    const size_t length = out ? join(out, parts, boundary) : 0;
    reply_with(upload, out, length, reply);
    reply->boundary = boundary;
}

static void render(srv_upload *upload, const navlint_fixed *fixed, srv_text bytes,
                   srv_reply *reply) {
    if (upload->rendering == SRV_AS_BYTES) {
        reply_bytes(upload, bytes, reply);
        return;
    }
    navlint_text json = navlint_fixed_json(fixed, NAVLINT_JSON_INDENT);
    if (upload->rendering == SRV_AS_JSON) {
        srv_reply_text(reply, srv_rendering_type(SRV_AS_JSON), json);
        return;
    }
    reply_parts(upload, json, bytes, reply);
    navlint_text_free(json);
}

/* ---- the fix ---- */

/* The repaired bytes, or those that came. */
static srv_text bytes_of(const navlint_fixed *fixed, const navlint_input *file) {
    size_t length = 0;
    const void *const bytes = navlint_fixed_bytes(fixed, 0, &length);
    if (bytes) return (srv_text){bytes, length};
    return (srv_text){file->bytes, file->length};
}

/* `only` is about what is fixed: the report shows all. */
static navlint_status apply(srv_upload *upload, const srv_batch *files,
                            const navlint_fixed **fixed) {
    navlint_options options = upload->options;
    navlint_fix_options wishes;
    navlint_fix_options_init(&wishes, sizeof wishes);
    wishes.unsafe = upload->unsafe;
    wishes.only = options.only;
    wishes.only_count = options.only_count;
    options.only_count = 0;
    return navlint_fix_apply(&options, &wishes, files->items, files->count, upload->check.bytes,
                             upload->check.capacity, fixed);
}

static void describe(const srv_upload *upload, const navlint_fixed *fixed, srv_reply *reply) {
    const navlint_verdict verdict = navlint_report_verdict(navlint_fixed_report(fixed));
    reply->varies_by_accept = true;
    if (reply->answer != SRV_OK) return;
    reply->verdict = navlint_verdict_text(verdict);
    reply->has_fixed = true;
    reply->applied = (size_t)navlint_fixed_total(fixed);
    reply->refused = (size_t)navlint_refused_total(fixed);
    reply->file_name = upload->name;
}

srv_problem srv_upload_fix(srv_upload *upload, const srv_batch *files, srv_reply *reply) {
    const navlint_fixed *fixed = NULL;
    if (apply(upload, files, &fixed) != NAVLINT_OK) return srv_problem_make(SRV_INTERNAL, NULL, 0);
    const srv_text bytes = bytes_of(fixed, &files->items[0]);
    const srv_problem problem = srv_upload_reserve_fixed(upload, fixed, bytes.length);
    if (problem.answer != SRV_OK) return problem;
    upload->format = srv_judged_format(navlint_fixed_report(fixed));
    render(upload, fixed, bytes, reply);
    describe(upload, fixed, reply);
    return srv_no_problem;
}
