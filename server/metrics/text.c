#include "server/metrics/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/counters.h"
#include "server/metrics/meter.h"
#include "server/request.h"

/* The gauges are taken together, so that they fit each other. */
typedef struct srv_moment {
    const srv_context *context;
    srv_memory_state memory;
    size_t connections;
    size_t queued;
} srv_moment;

static uint64_t read_count(const _Atomic uint64_t *counter) {
    return atomic_load_explicit(counter, memory_order_relaxed);
}

static void put_family(FILE *out, const char *name, const char *type, const char *help) {
    fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void put_gauges(FILE *out, const srv_moment *now) {
#define SRV_GAUGE(name, help, value)                                                               \
    put_family(out, name, "gauge", help);                                                          \
    fprintf(out, name " %" PRIu64 "\n", (uint64_t)(value));
#include "server/metrics/gauges.def"
#undef SRV_GAUGE
}

static void put_counters(FILE *out) {
#define SRV_COUNTER(field, name, help)                                                             \
    put_family(out, name, "counter", help);                                                        \
    fprintf(out, name " %" PRIu64 "\n", read_count(&srv_counts.field));
#include "server/counters.def"
#undef SRV_COUNTER
}

/* Those that there were: most pairs cannot be. */
static void put_route(FILE *out, const char *label, const _Atomic uint64_t *counts) {
    for (size_t slot = 0; slot < SRV_STATUS_SLOTS; slot++) {
        const uint64_t count = read_count(&counts[slot]);
        if (count > 0)
            fprintf(out, "navlintd_requests_total{route=\"%s\",status=\"%u\"} %" PRIu64 "\n", label,
                    srv_slot_status(slot), count);
    }
}

static void put_requests(FILE *out) {
    put_family(out, "navlintd_requests_total", "counter",
               "Requests by route and status; 0: the client left, or was cut, without an answer.");
    for (size_t i = 0; i < srv_route_count(); i++) {
        char label[SRV_ROUTE_LABEL_BYTES];
        srv_route_label(srv_route_at(i), label);
        put_route(out, label, srv_measures.requests[i]);
    }
}

static void put_refusals(FILE *out) {
    put_family(out, "navlintd_refusals_total", "counter", "Requests that were refused, by cause.");
    for (int i = SRV_OK + 1; i < SRV_ANSWER_COUNT; i++)
        fprintf(out, "navlintd_refusals_total{cause=\"%s\"} %" PRIu64 "\n",
                srv_status_of((srv_answer)i)->slug, read_count(&srv_measures.refusals[i]));
}

static void put_verdict(FILE *out, const char *format, size_t row) {
    for (int i = 0; i < SRV_METERED_VERDICTS; i++)
        fprintf(out, "navlintd_verdicts_total{format=\"%s\",verdict=\"%s\"} %" PRIu64 "\n", format,
                navlint_verdict_text((navlint_verdict)i),
                read_count(&srv_measures.verdicts[row][i]));
}

static void put_verdicts(FILE *out) {
    put_family(out, "navlintd_verdicts_total", "counter",
               "Reports by format and verdict; none: not recognised, or a set of several formats.");
    for (size_t i = 0; i < navlint_format_count() && i < SRV_METERED_FORMATS; i++)
        put_verdict(out, navlint_format_at(i)->id, i);
    put_verdict(out, "none", SRV_METERED_FORMATS);
}

static void put_histogram(FILE *out, const char *stage, const srv_histogram *histogram) {
    static const char name[] = "navlintd_stage_seconds";
    uint64_t sum = 0;
    for (size_t i = 0; i < SRV_BUCKET_COUNT; i++) {
        sum += read_count(&histogram->buckets[i]);
        fprintf(out, "%s_bucket{stage=\"%s\",le=\"%g\"} %" PRIu64 "\n", name, stage,
                (double)srv_bucket_ends_us[i] / 1e6, sum);
    }
    sum += read_count(&histogram->buckets[SRV_BUCKET_COUNT]);
    fprintf(out, "%s_bucket{stage=\"%s\",le=\"+Inf\"} %" PRIu64 "\n", name, stage, sum);
    fprintf(out, "%s_sum{stage=\"%s\"} %.6f\n", name, stage,
            (double)read_count(&histogram->sum_us) / 1e6);
    fprintf(out, "%s_count{stage=\"%s\"} %" PRIu64 "\n", name, stage, sum);
}

static void put_stages(FILE *out) {
    static const char *const stages[SRV_STAGE_COUNT] = {[SRV_STAGE_RECEIVE] = "receive",
                                                        [SRV_STAGE_QUEUE] = "queue",
                                                        [SRV_STAGE_JUDGE] = "judge",
                                                        [SRV_STAGE_SEND] = "send"};
    put_family(out, "navlintd_stage_seconds", "histogram", "How long requests took, by stage.");
    for (int i = 0; i < SRV_STAGE_COUNT; i++)
        put_histogram(out, stages[i], &srv_measures.stages[i]);
}

static void put_build(FILE *out) {
    put_family(out, "navlintd_build_info", "gauge", "1; the labels say what runs.");
    fprintf(out, "navlintd_build_info{version=\"%s\",libmicrohttpd=\"%s\"} 1\n", navlint_version(),
            MHD_get_version());
}

char *srv_metrics_text(srv_context *context, size_t *length) {
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (!out) return NULL;
    const srv_moment now = {.context = context,
                            .memory = srv_memory_look(&context->memory),
                            .connections = srv_watchdog_count(&context->dog),
                            .queued = srv_workers_queued(&context->workers)};
    put_build(out);
    put_gauges(out, &now);
    put_counters(out);
    put_requests(out);
    put_refusals(out);
    put_verdicts(out);
    put_stages(out);
    const int failed = ferror(out);
    if (fclose(out) == 0 && !failed) return text;
    free(text);
    return NULL;
}
