/* The service: libmicrohttpd's threads and callbacks around the plain functions of this folder. */
#ifndef NAVLINT_SERVER_SERVICE_H
#define NAVLINT_SERVER_SERVICE_H

#include <stdbool.h>

#include "server/access/access.h"
#include "server/config.h"
#include "server/docs/front.h"
#include "server/isolate/judges.h"
#include "server/life/listen.h"
#include "server/masters.h"

typedef struct srv_service srv_service;

/* Starts the threads that answer on listening sockets, which are closed when draining or stopping.
 * Nothing is accepted yet.
 * config, access, listeners: borrowed until srv_service_stop. masters: taken over, none are left
 * behind. Returns NULL, with a message on stderr, if it cannot be. */
srv_service *srv_service_start(const srv_config *config, srv_masters *masters, srv_access *access,
                               srv_listeners *listeners);

/* Lets judges judge, which are borrowed; NULL: the service does it by itself. Returns false if the
 * threads that wait for them do not start. */
bool srv_service_isolate(srv_service *service, srv_judges *judges);

/* The page that GET / answers with: borrowed until srv_service_stop. Comes before accepting. */
void srv_service_show_page(srv_service *service, const srv_front *front);

/* Accepts connections from now on. Returns false if the thread for it does not start. */
bool srv_service_accept(srv_service *service);

/* Answers GET /metrics on another listening socket, which srv_service_stop closes, until the
 * service has stopped. Returns false, with the socket closed, if libmicrohttpd does not start. */
bool srv_service_show_metrics(srv_service *service, int listen_fd);

/* Every answer from now on ends its connection; the service goes on accepting. */
void srv_service_announce_end(srv_service *service);

/* Takes no more connections, but serves those that wait. Returns at once. */
void srv_service_end_accepting(srv_service *service);

/* Ends connections on which nothing has happened for a while. */
void srv_service_end_quiet(srv_service *service);

/* Has every connection ended, and will no other come? */
bool srv_service_is_idle(const srv_service *service);

/* Cuts what is still open, lets running checks end (ends judges), and frees everything. Drain
 * first. */
void srv_service_stop(srv_service *service);

/* The least memory budget that `config` needs: one body of the largest size, judged with all
 * masters, and a small one for every thread. */
uint64_t srv_service_least_budget(const srv_config *config, const srv_masters *masters);

#endif
