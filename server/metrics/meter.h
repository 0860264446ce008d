/* What became of the requests, counted by what they were. Labels are few and known beforehand: the
 * routes, the causes of status.def, the formats. */
#ifndef NAVLINT_SERVER_METRICS_METER_H
#define NAVLINT_SERVER_METRICS_METER_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "server/problem.h"

/* What a request goes through; not every one goes through all of it. */
typedef enum srv_stage {
    SRV_STAGE_RECEIVE = 0, /* from its first line to the end of its body */
    SRV_STAGE_QUEUE,       /* waits for a worker */
    SRV_STAGE_JUDGE,       /* from bytes to report */
    SRV_STAGE_SEND,        /* from the answer to its last byte in the kernel */
    SRV_STAGE_COUNT
} srv_stage;

/* Times are in microseconds; a stage that was not reached took SRV_NO_TIME. */
#define SRV_NO_TIME UINT64_MAX

/* A request that has ended. */
typedef struct srv_metered {
    size_t route;        /* srv_route_index */
    unsigned status;     /* 0: no answer */
    srv_answer answer;   /* the cause, if it was refused; else SRV_OK */
    const char *format;  /* id; NULL: none, or a set's are several */
    const char *verdict; /* NULL: none */
    uint64_t stage_us[SRV_STAGE_COUNT];
} srv_metered;

/* Counts it: a few relaxed additions, no lock. */
void srv_meter(const srv_metered *request);

/* Upper ends of the buckets of a histogram, in microseconds; behind the last one, what took longer.
 */
enum { SRV_BUCKET_COUNT = 18 };
extern const uint64_t srv_bucket_ends_us[SRV_BUCKET_COUNT];

typedef struct srv_histogram {
    _Atomic uint64_t buckets[SRV_BUCKET_COUNT + 1]; /* of each alone: a reader adds them up */
    _Atomic uint64_t sum_us;
} srv_histogram;

/* Status lines of an answer: 0 for none, then 200 to 599. */
enum { SRV_STATUS_LEAST = 200, SRV_STATUS_SLOTS = 1 + 400 };

enum { SRV_METERED_ROUTES = 16, SRV_METERED_FORMATS = 64, SRV_METERED_VERDICTS = 3 };

typedef struct srv_meters {
    _Atomic uint64_t requests[SRV_METERED_ROUTES][SRV_STATUS_SLOTS];
    _Atomic uint64_t refusals[SRV_ANSWER_COUNT];
    /* The row behind the last format is that of none. */
    _Atomic uint64_t verdicts[SRV_METERED_FORMATS + 1][SRV_METERED_VERDICTS];
    srv_histogram stages[SRV_STAGE_COUNT];
} srv_meters;

/* Those of the process. */
extern srv_meters srv_measures;

/* The status of a slot. */
unsigned srv_slot_status(size_t slot);

#endif
