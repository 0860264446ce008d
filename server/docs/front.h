/* GET /: the page that judges in the browser (web/), one file that the operator names. It is read
 * before the wall closes, and lent like the other documents. */
#ifndef NAVLINT_SERVER_DOCS_FRONT_H
#define NAVLINT_SERVER_DOCS_FRONT_H

#include "server/docs/page.h"

enum { SRV_FRONT_WHY_BYTES = 256, SRV_POLICY_BYTES = 1024 };

typedef struct srv_front {
    srv_page page;                 /* without text: the service has none */
    char policy[SRV_POLICY_BYTES]; /* Content-Security-Policy: the page's own, and no frame around
                                      it */
} srv_front;

/* Reads the page before a thread is started. setting: "none", the path of a file, or "auto" for
 * ../share/navlint/navlint.html beside the program, which may be missing; srv_digest_start comes
 * first. why: SRV_FRONT_WHY_BYTES bytes that receive the reason of a failure. */
bool srv_front_open(srv_front *front, const char *setting, char *why);

/* No reply may hold it. */
void srv_front_close(srv_front *front);

/* Answers with the page in the form that the request asks for, with 304, or with SRV_NO_PAGE. */
void srv_front_answer(const srv_front *front, const srv_head *head, srv_reply *reply);

/* Copies the policy that a page sets itself by its meta element, with `frame-ancestors 'none'`
 * behind it, which no element can set. Returns false if it has none, one that allows what it does
 * not name, or one that is no value of a header or too long. html: NUL-terminated. policy:
 * SRV_POLICY_BYTES bytes. */
bool srv_front_policy(const char *html, char *policy);

#endif
