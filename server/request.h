/* One request from its first line to its log line. */
#ifndef NAVLINT_SERVER_REQUEST_H
#define NAVLINT_SERVER_REQUEST_H

#include <microhttpd.h>
#include <stdatomic.h>

#include "server/access/access.h"
#include "server/decide.h"
#include "server/docs/front.h"
#include "server/docs/library.h"
#include "server/isolate/judges.h"
#include "server/life/shared_masters.h"
#include "server/log/log.h"
#include "server/memory.h"
#include "server/receiver.h"
#include "server/upload.h"
#include "server/watchdog.h"
#include "server/workers.h"

/* What all requests share. */
typedef struct srv_context {
    srv_memory memory;
    srv_shared_masters masters;
    srv_judges *judges; /* NULL: judged here */
    srv_watchdog dog;
    srv_receiver receiver;
    srv_workers workers;
    srv_library library;
    const srv_front *front; /* borrowed; its page may be missing */
    srv_access *access;
    uint64_t max_body_bytes;
    uint64_t max_unpacked_bytes;
    uint64_t max_files;
    uint32_t max_findings;
    uint64_t max_connections;
    uint64_t started_s;         /* since 1970 */
    uint64_t boot_id;           /* random: request ids of two runs differ */
    _Atomic uint32_t id_count;  /* ids made */
    _Atomic uint32_t in_flight; /* requests whose header has come and whose answer has not gone */
    _Atomic bool draining;
} srv_context;

/* libmicrohttpd's callbacks; `context` is a srv_context. */
void *srv_on_target(void *context, const char *target, struct MHD_Connection *connection);
enum MHD_Result srv_on_request(void *context, struct MHD_Connection *connection, const char *url,
                               const char *method, const char *version, const char *data,
                               size_t *data_size, void **request);
void srv_on_completed(void *context, struct MHD_Connection *connection, void **request,
                      enum MHD_RequestTerminationCode code);

/* A body that comes beside libmicrohttpd: the receiver's callbacks. */
srv_aside srv_take_turn(srv_inflow *inflow, void *bytes, size_t room);
void srv_end_inflow(srv_inflow *inflow, bool has_ended);

/* Judges the upload of a request on a worker thread and wakes its connection. */
void srv_do_task(srv_task *task, bool stopping);

#endif
