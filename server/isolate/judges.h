/* The judges of the service, for --isolate: what a stranger sent is judged in a process that can
 * harm nothing but the answer to it. docs/security.md has the promises. */
#ifndef NAVLINT_SERVER_ISOLATE_JUDGES_H
#define NAVLINT_SERVER_ISOLATE_JUDGES_H

#include "server/config.h"
#include "server/upload.h"

typedef struct srv_judges srv_judges;

/* Starts as many judges as there are threads that judge. Call before any thread starts and when the
 * masters have been read. masters: borrowed; judges have them as they are now.
 * Returns NULL, with a message on stderr, if there can be none. */
srv_judges *srv_judges_start(const srv_config *config, const srv_masters *masters);

/* NULL is fine. No upload is being judged any more. */
void srv_judges_stop(srv_judges *judges);

/* As srv_upload_judge, by a judge. If it ends before it has answered, or takes too long, the reply
 * is SRV_JUDGE_DIED. Any thread. */
void srv_judges_judge(srv_judges *judges, srv_upload *upload, srv_reply *reply);

#endif
