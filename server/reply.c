#include "server/reply.h"

#include <stdlib.h>
#include <string.h>

/* MHD wants plain pointers: MHD never writes to what srv_reply_static lends it. */
static char *borrow(const char *text) {
    union {
        const char *constant;
        char *plain;
    } alias = {.constant = text};
    return alias.plain;
}

void srv_reply_static(srv_reply *reply, const char *content_type, const char *text) {
    *reply = (srv_reply){.answer = SRV_OK,
                         .content_type = content_type,
                         .text = borrow(text),
                         .length = strlen(text)};
}

static void release_navlint_text(void *text) {
    navlint_text_free((navlint_text){.text = text});
}

void srv_reply_plain(srv_reply *reply, const char *content_type, navlint_text text) {
    if (!text.text) {
        const srv_problem problem = srv_problem_make(SRV_INTERNAL, NULL, 0);
        srv_reply_problem(reply, &problem, NULL);
        return;
    }
    *reply = (srv_reply){.answer = SRV_OK,
                         .content_type = content_type,
                         .text = text.text,
                         .length = text.length,
                         .release = release_navlint_text};
}

void srv_reply_text(srv_reply *reply, const char *content_type, navlint_text text) {
    if (text.text)
        text.text[text.length++] =
            '\n'; /* in the place of the NUL: the length says where it ends */
    srv_reply_plain(reply, content_type, text);
}

void srv_reply_lines(srv_reply *reply, const char *content_type, srv_lines *lines) {
    *reply = (srv_reply){.answer = SRV_OK, .content_type = content_type, .lines = lines};
}

void srv_reply_problem(srv_reply *reply, const srv_problem *problem, const char *allow) {
    char *json = srv_problem_json(problem);
    *reply = (srv_reply){.answer = problem->answer,
                         .content_type = "application/problem+json",
                         .text = json ? json : borrow(""),
                         .length = json ? strlen(json) : 0,
                         .release = json ? free : NULL,
                         .allow = allow};
}

unsigned srv_reply_status(const srv_reply *reply) {
    return reply->http_status ? reply->http_status : srv_status_of(reply->answer)->http_status;
}

void srv_reply_clear(srv_reply *reply) {
    if (reply->release) reply->release(reply->text);
    *reply = (srv_reply){.answer = SRV_OK};
}
