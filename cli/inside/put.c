#include "cli/inside/put.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/inside/zip_put.h"
#include "intake/marks.h"

/* One archive or container on the way, in which one member changes. */
typedef struct level {
    cli_place *place;
    unsigned number;      /* of the place's boxes */
    navlint_input before; /* the archive or container */
    navlint_input old;    /* its member, */
    const void *bytes;    /* and what that gets: as many bytes */
    cli_buffer *after;    /* receives the archive or container */
} level;

/* What is wrong with the member at this level, under the name by which it can be extracted. */
static int refuse(const level *l, const char *problem) {
    cli_place *const place = l->place;
    snprintf(place->problem, sizeof place->problem,
             "%.*s: %s: extract it, fix it, and pack it again", (int)place->ends[l->number],
             place->name, problem);
    return EIO;
}

static int copy_before(const level *l) {
    const int failure = cli_buffer_reserve(l->after, l->before.length + 1);
    if (failure != 0) return failure;
    memcpy(l->after->bytes, l->before.bytes, l->before.length);
    l->after->length = l->before.length;
    return 0;
}

/* ---- Archives ---- */

static int put_in_archive(const level *l) {
    const size_t sniffed =
        l->before.length < INTAKE_SNIFF_BYTES ? l->before.length : (size_t)INTAKE_SNIFF_BYTES;
    if (intake_kinds_of(l->before.bytes, sniffed) != INTAKE_ZIP)
        return refuse(l, "of archives only zips are changed");
    const int failure = copy_before(l);
    if (failure != 0) return failure;
    const cli_zip_put put = {.name = l->place->inner[l->number].name,
                             .before = l->old.bytes,
                             .bytes = l->bytes,
                             .length = l->old.length};
    const char *const problem = cli_zip_put_file(l->after->bytes, l->after->length, &put);
    return problem ? refuse(l, problem) : 0;
}

/* ---- Containers ---- */

static navlint_options options_of(const level *l) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.max_input_bytes = l->place->options.max_input_bytes;
    options.pedantic = true;
    return options;
}

static size_t times_found(const navlint_report *report, const navlint_rule *rule) {
    size_t times = 0;
    for (size_t i = 0; i < navlint_report_finding_count(report); i++)
        times += navlint_report_finding(report, i)->rule == rule;
    return times;
}

static bool has_more(const navlint_report *after, const navlint_report *before) {
    const navlint_summary now = navlint_report_summary(after);
    const navlint_summary then = navlint_report_summary(before);
    if (now.errors > then.errors || now.warnings > then.warnings || now.infos > then.infos)
        return true;
    for (size_t i = 0; i < navlint_report_finding_count(after); i++) {
        const navlint_rule *const rule = navlint_report_finding(after, i)->rule;
        if (times_found(after, rule) > times_found(before, rule)) return true;
    }
    return false;
}

/* A check of one container in a block of its own. */
typedef struct judgement {
    void *memory; /* heap */
    const navlint_report *report;
} judgement;

static bool judge(const navlint_options *options, const navlint_input *input, judgement *result) {
    const size_t bytes = navlint_memory_bound(options, input, 1);
    *result = (judgement){.memory = malloc(bytes)};
    return result->memory &&
           navlint_check(options, input, 1, result->memory, bytes, &result->report) == NAVLINT_OK;
}

/* A room may look into its members: what it finds there is the member's own change. */
static int compare_findings(const level *l) {
    const navlint_options options = options_of(l);
    const navlint_input changed = {
        .name = l->before.name, .bytes = l->after->bytes, .length = l->after->length};
    judgement before, after = {NULL, NULL};
    int failure =
        judge(&options, &l->before, &before) && judge(&options, &changed, &after) ? 0 : ENOMEM;
    if (failure == 0 && has_more(after.report, before.report))
        failure = refuse(l, "with the fixed bytes the container has a finding more");
    free(before.memory);
    free(after.memory);
    return failure;
}

static int put_in_container(const level *l) {
    const navlint_options options = options_of(l);
    const size_t memory_bytes = navlint_memory_bound(&options, &l->before, 1);
    void *const memory = malloc(memory_bytes);
    if (!memory || cli_buffer_reserve(l->after, l->before.length + 1) != 0)
        return free(memory), ENOMEM;
    navlint_put put = {.struct_bytes = sizeof put,
                       .member = cli_box_number(l->place->boxes[l->number]),
                       .bytes = l->bytes,
                       .length = l->old.length,
                       .copy = l->after->bytes};
    const navlint_status status =
        navlint_put_member(&options, &l->before, &put, memory, memory_bytes);
    free(memory);
    if (status == NAVLINT_NO_MEMORY) return ENOMEM;
    if (status != NAVLINT_OK) return refuse(l, put.problem ? put.problem : "it cannot be changed");
    l->after->length = l->before.length;
    return compare_findings(l);
}

/* ---- All levels ---- */

static int put_at(const level *l) {
    return cli_box_is_archive(l->place->boxes[l->number]) ? put_in_archive(l) : put_in_container(l);
}

int cli_place_put(cli_place *place, const void *bytes, cli_buffer *whole) {
    cli_buffer inner = {0};
    navlint_input old = place->found;
    int failure = 0;
    for (unsigned number = place->depth; number-- > 0 && failure == 0;) {
        const level l = {.place = place,
                         .number = number,
                         .before = place->levels[number],
                         .old = old,
                         .bytes = number + 1 == place->depth ? bytes : inner.bytes,
                         .after = whole};
        failure = put_at(&l);
        old = l.before;
        if (failure != 0 || number == 0) break;
        const cli_buffer spare = inner;
        inner = *whole;
        *whole = spare;
    }
    cli_buffer_free(&inner);
    return failure;
}
