/* navlint-scan collect: waits for the results of a run and prints them in its order. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output.h"
#include "cli/print/progress.h"
#include "scan/feed.h"
#include "scan/letters.h"
#include "scan/merge.h"
#include "scan/store.h"
#include "scan/verbs.h"

enum { LOOK_MS = 1000 };

/* A task of the run: entries may share one. */
typedef struct outcome {
    const scan_entry *entry;
    scan_assembly *assemblies;
    bool is_done;
    char *cause; /* heap; why it was given up; NULL: it was not */
} outcome;

typedef struct collection {
    const scan_settings *settings;
    scan_broker broker;
    scan_spool spool;
    scan_manifest manifest;
    scan_merge merge;
    outcome *outcomes; /* heap; by the ids of their entries */
    size_t open_count; /* neither done nor given up */
    size_t files_done;
    int64_t deadline_ms; /* 0: none */
    int64_t looked_ms;   /* when it was last asked whether tasks are left */
    cli_progress progress;
} collection;

static bool is_late(const collection *run) {
    return run->deadline_ms > 0 && nats_Now() >= run->deadline_ms;
}

static int complain(int code, const char *text) {
    cli_complain("%s", text);
    return code;
}

/* ---- the run ---- */

static int find_run(collection *run, const char *word, scan_id *id) {
    if (word && !scan_id_read(word, id)) {
        cli_complain("collect: '%s' is not the name of a run", word);
        return CLI_USAGE;
    }
    if (word) return CLI_OK;
    const scan_name subject = scan_subject(run->broker.prefix, "run", NULL);
    natsMsg *message = NULL;
    const char *kind = NULL;
    const scan_answer answer =
        scan_broker_last(run->broker.js, &run->broker.results, subject.text, &message);
    if (answer == SCAN_UNKNOWN) return complain(SCAN_NO_BROKER, "the broker does not answer");
    if (answer == SCAN_NO) return complain(CLI_UNJUDGED, "nothing was handed in");
    const bool read = scan_subject_read(run->broker.prefix, natsMsg_GetSubject(message), &kind, id);
    natsMsg_Destroy(message);
    return read ? CLI_OK : complain(CLI_INTERNAL, "the run has no name");
}

static int read_manifest(collection *run, scan_region region) {
    char *const bytes = malloc((size_t)region.length + 1);
    const bool read = bytes &&
                      scan_spool_read(&run->spool, region.at, bytes, (size_t)region.length) &&
                      scan_manifest_read(bytes, (size_t)region.length, &run->manifest);
    free(bytes);
    return read ? CLI_OK : complain(CLI_INTERNAL, "the run cannot be read");
}

/* Returns an exit code if waiting is of no use any longer. */
static int give_up_waiting(const collection *run, const char *late) {
    if (scan_broker_is_lost(&run->broker)) return SCAN_NO_BROKER;
    return is_late(run) ? complain(CLI_UNJUDGED, late) : CLI_OK;
}

static int load_run(collection *run, const scan_id *id) {
    scan_feed feed;
    scan_region region;
    scan_assembly *parts = NULL;
    scan_progress_of_body progress = SCAN_MORE;
    int code = CLI_OK;
    const scan_name subject = scan_subject(run->broker.prefix, "run", id);
    scan_feed_open(&feed, &run->broker, subject.text);
    while (progress == SCAN_MORE && code == CLI_OK) {
        natsMsg *const message = scan_feed_next(&feed);
        if (!message) code = give_up_waiting(run, "no such run");
        if (message) progress = scan_spool_take(&run->spool, &parts, message, &region);
        natsMsg_Destroy(message);
    }
    scan_feed_close(&feed);
    scan_assemblies_free(&parts);
    if (progress == SCAN_WHOLE) return read_manifest(run, region);
    return progress == SCAN_FAILED ? CLI_INTERNAL : code;
}

/* ---- outcomes ---- */

static int compare_ids(const void *left, const void *right) {
    const outcome *const a = left, *const b = right;
    return strcmp(a->entry->id.hex, b->entry->id.hex);
}

static bool list_outcomes(collection *run) {
    const size_t count = run->manifest.entry_count;
    run->outcomes = calloc(count + 1, sizeof *run->outcomes);
    if (!run->outcomes) return false;
    for (size_t i = 0; i < count; i++)
        run->outcomes[i].entry = &run->manifest.entries[i];
    if (count > 0) qsort(run->outcomes, count, sizeof *run->outcomes, compare_ids);
    run->open_count = count;
    return true;
}

/* The first of those with this id; the others follow. NULL: of another run. */
static outcome *find_outcome(collection *run, const scan_id *id) {
    size_t low = 0, high = run->manifest.entry_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(run->outcomes[middle].entry->id.hex, id->hex) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < run->manifest.entry_count && strcmp(run->outcomes[low].entry->id.hex, id->hex) == 0
               ? &run->outcomes[low]
               : NULL;
}

/* A result counts even if it comes behind a dead letter. */
static void close_outcome(collection *run, outcome *closed) {
    if (!closed->is_done && !closed->cause) {
        run->open_count--;
        run->files_done += closed->entry->file_count;
    }
}

static bool is_same(const collection *run, const outcome *at, const outcome *first) {
    return at < run->outcomes + run->manifest.entry_count && compare_ids(at, first) == 0;
}

static int finish(collection *run, outcome *first, scan_region body) {
    const char *problem = NULL;
    for (outcome *at = first; !problem && is_same(run, at, first); at++) {
        problem = scan_merge_add(&run->merge, at->entry, body);
        close_outcome(run, at);
        at->is_done = true;
    }
    scan_assemblies_free(&first->assemblies);
    if (!problem) return CLI_OK;
    cli_complain("task %s: %s", first->entry->id.hex, problem);
    return CLI_INTERNAL;
}

static int bury(collection *run, outcome *first, natsMsg *letter) {
    for (outcome *at = first; is_same(run, at, first); at++) {
        char *const cause = scan_cause_of(letter);
        if (!cause) return complain(CLI_INTERNAL, "out of memory");
        close_outcome(run, at);
        free(at->cause);
        at->cause = cause;
    }
    return CLI_OK;
}

/* ---- messages ---- */

static int take_stored(collection *run, outcome *first) {
    scan_region region;
    if (!run->settings->results)
        return complain(CLI_USAGE, "results are in files: --results has to name their folder");
    const int descriptor = scan_store_open(run->settings->results, &first->entry->id);
    const bool copied = descriptor >= 0 && scan_spool_copy(&run->spool, descriptor, &region);
    const int failure = errno;
    if (descriptor >= 0) close(descriptor);
    if (copied) return finish(run, first, region);
    cli_complain("%s/%s.result: %s", run->settings->results, first->entry->id.hex,
                 strerror(failure));
    return CLI_UNJUDGED;
}

static int take_result(collection *run, outcome *first, natsMsg *message) {
    scan_region region;
    if (first->is_done) return CLI_OK;
    if (scan_store_is_meant(message)) return take_stored(run, first);
    switch (scan_spool_take(&run->spool, &first->assemblies, message, &region)) {
    case SCAN_WHOLE:
        return finish(run, first, region);
    case SCAN_MORE:
        return CLI_OK;
    default:
        return CLI_INTERNAL;
    }
}

static int take_message(collection *run, natsMsg *message) {
    const char *kind = NULL;
    scan_id id;
    if (!scan_subject_read(run->broker.prefix, natsMsg_GetSubject(message), &kind, &id))
        return CLI_OK;
    outcome *const first = find_outcome(run, &id);
    if (!first) return CLI_OK;
    if (strcmp(kind, "result") == 0) return take_result(run, first, message);
    return strcmp(kind, "dead") == 0 && !first->is_done ? bury(run, first, message) : CLI_OK;
}

/* ---- waiting ---- */

/* No task is left in the queue, and all was read that was stored before it left: what is not there
 * will not come. A broker that lost power may have forgotten it. */
static bool is_lost(collection *run, scan_feed *feed) {
    uint64_t tasks = 0;
    if (nats_Now() - run->looked_ms < LOOK_MS) return false;
    run->looked_ms = nats_Now();
    return scan_broker_count(run->broker.js, &run->broker.tasks, &tasks) && tasks == 0 &&
           scan_feed_is_at_end(feed);
}

static int wait_on(collection *run, scan_feed *feed) {
    char late[128];
    snprintf(late, sizeof late, "%zu of %zu tasks are not done", run->open_count,
             run->manifest.entry_count);
    const int code = give_up_waiting(run, late);
    if (code != CLI_OK || !is_lost(run, feed)) return code;
    cli_complain("the broker lost %zu of %zu tasks: submit the same again, which hands in those",
                 run->open_count, run->manifest.entry_count);
    return CLI_UNJUDGED;
}

static int await_all(collection *run) {
    int code = CLI_OK;
    scan_feed feed;
    char subject[SCAN_NAME_CAPACITY];
    snprintf(subject, sizeof subject, "%s.>", run->broker.prefix);
    scan_feed_open(&feed, &run->broker, subject);
    while (code == CLI_OK && run->open_count > 0) {
        natsMsg *const message = scan_feed_next(&feed);
        if (message) code = take_message(run, message);
        natsMsg_Destroy(message);
        cli_progress_show(&run->progress, run->files_done, "");
        if (code == CLI_OK && run->open_count > 0) code = wait_on(run, &feed);
    }
    scan_feed_close(&feed);
    cli_progress_clear(&run->progress);
    return code;
}

static int print_all(collection *run) {
    for (size_t i = 0; i < run->manifest.entry_count; i++)
        if (!run->outcomes[i].is_done)
            scan_merge_add_dead(&run->merge, run->outcomes[i].entry, run->outcomes[i].cause);
    return scan_merge_print(&run->merge);
}

/* ---- from the words to the output ---- */

static int collect_run(collection *run, const char *word) {
    scan_id id;
    int code = find_run(run, word, &id);
    if (code == CLI_OK) code = load_run(run, &id);
    if (code != CLI_OK) return code;
    if (!list_outcomes(run) || !scan_merge_open(&run->merge, &run->manifest, &run->spool))
        return complain(CLI_INTERNAL, "out of memory");
    cli_progress_open(&run->progress, !run->settings->quiet, run->manifest.file_count);
    code = await_all(run);
    return code == CLI_OK ? print_all(run) : code;
}

static void free_collection(collection *run) {
    for (size_t i = 0; run->outcomes && i < run->manifest.entry_count; i++) {
        scan_assemblies_free(&run->outcomes[i].assemblies);
        free(run->outcomes[i].cause);
    }
    free(run->outcomes);
    scan_merge_close(&run->merge);
    scan_manifest_free(&run->manifest);
    scan_spool_close(&run->spool);
    scan_broker_close(&run->broker);
}

int scan_collect(const scan_arguments *arguments, const cli_operands *operands) {
    collection run = {.settings = &arguments->scan, .spool = {.descriptor = -1}};
    if (arguments->scan.timeout_s.is_given)
        run.deadline_ms = nats_Now() + (int64_t)arguments->scan.timeout_s.value * 1000;
    int code = scan_broker_open(&run.broker, &arguments->scan);
    if (code == CLI_OK && !scan_spool_open(&run.spool)) code = CLI_INTERNAL;
    if (code == CLI_OK) code = collect_run(&run, operands->count > 0 ? operands->items[0] : NULL);
    free_collection(&run);
    return code;
}
