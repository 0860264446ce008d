#include "server/metrics/meter.h"

#include <string.h>

#include "navlint/navlint.h"
#include "server/counters.h"

srv_meters srv_measures;

const uint64_t srv_bucket_ends_us[SRV_BUCKET_COUNT] = {
    50,    100,    250,    500,    1000,    2500,    5000,     10000,    25000,
    50000, 100000, 250000, 500000, 1000000, 2500000, 10000000, 60000000, 300000000};

static size_t slot_of(unsigned status) {
    const unsigned slot = status < SRV_STATUS_LEAST ? 0 : status - SRV_STATUS_LEAST + 1;
    return slot < SRV_STATUS_SLOTS ? slot : 0;
}

unsigned srv_slot_status(size_t slot) {
    return slot == 0 ? 0 : (unsigned)slot - 1 + SRV_STATUS_LEAST;
}

static size_t format_index(const char *id) {
    size_t index = 0;
    while (id && index < navlint_format_count() && index < SRV_METERED_FORMATS) {
        if (strcmp(navlint_format_at(index)->id, id) == 0) return index;
        index++;
    }
    return SRV_METERED_FORMATS;
}

static void count_verdict(const srv_metered *request) {
    for (int i = 0; i < SRV_METERED_VERDICTS; i++) {
        if (strcmp(request->verdict, navlint_verdict_text((navlint_verdict)i)) != 0) continue;
        srv_count(&srv_measures.verdicts[format_index(request->format)][i], 1);
    }
}

static void count_time(srv_histogram *histogram, uint64_t us) {
    size_t bucket = 0;
    while (bucket < SRV_BUCKET_COUNT && us > srv_bucket_ends_us[bucket])
        bucket++;
    srv_count(&histogram->buckets[bucket], 1);
    srv_count(&histogram->sum_us, us);
}

void srv_meter(const srv_metered *request) {
    srv_count(&srv_measures.requests[request->route][slot_of(request->status)], 1);
    if (request->status != 0 && request->answer != SRV_OK)
        srv_count(&srv_measures.refusals[request->answer], 1);
    if (request->verdict) count_verdict(request);
    for (int i = 0; i < SRV_STAGE_COUNT; i++)
        if (request->stage_us[i] != SRV_NO_TIME)
            count_time(&srv_measures.stages[i], request->stage_us[i]);
}
