/* navlint-scan submit: walks, cuts and hands in. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/config/terms.h"
#include "cli/inputs/choose.h"
#include "cli/inputs/folders.h"
#include "cli/options_of_check.h"
#include "cli/output.h"
#include "cli/pool.h"
#include "cli/print/progress.h"
#include "scan/body.h"
#include "scan/manifest.h"
#include "scan/verbs.h"

typedef struct submission {
    const scan_arguments *arguments;
    cli_operands operands;
    cli_inputs inputs;
    scan_plan plan;
    cli_words spelt;
    scan_manifest manifest;
    scan_broker broker;
    scan_publisher publisher;
    cli_progress progress;
    scan_id attempt; /* of this process */
    bool is_first;   /* nothing was ever handed in */
    size_t new_count;
} submission;

static int out_of_memory(void) {
    cli_complain("out of memory");
    return CLI_INTERNAL;
}

/* ---- walking and cutting ---- */

static int complain_operands(const char *what) {
    cli_complain("submit: %s", what);
    return CLI_USAGE;
}

static int check_operands(const submission *run) {
    if (run->operands.count == 0 && !run->arguments->check.files_from)
        return complain_operands("ROOT... is missing; see 'navlint-scan submit --help'");
    for (size_t i = 0; i < run->operands.count; i++)
        if (strcmp(run->operands.items[i], "-") == 0)
            return complain_operands("standard input (-) cannot be handed to others");
    return CLI_OK;
}

/* The list of --files-from is the last of them, if there is one. */
static bool note_operands(submission *run, const bool *is_directory) {
    const char *const list = run->arguments->check.files_from;
    scan_operand *const noted = run->manifest.operands;
    bool going = true;
    for (size_t i = 0; going && i < run->operands.count; i++) {
        noted[i] = (scan_operand){strdup(run->operands.items[i]), is_directory[i]};
        going = noted[i].name != NULL;
    }
    if (going && list) noted[run->operands.count].name = strdup(list);
    return going && (!list || noted[run->operands.count].name);
}

/* git is asked about what the terms of an input say; they are no one's later on. */
static int choose_by_git(submission *run) {
    const cli_terms terms = {.settings = &run->arguments->check};
    for (size_t i = 0; i < run->inputs.count; i++)
        run->inputs.items[i].terms = &terms;
    const int code = cli_choose_by_git(&run->arguments->check, &run->inputs);
    for (size_t i = 0; i < run->inputs.count; i++)
        run->inputs.items[i].terms = NULL;
    return code;
}

static int walk_into(submission *run, bool *is_directory) {
    const cli_check_settings *const check = &run->arguments->check;
    const size_t count = run->operands.count + (check->files_from != NULL);
    if (!is_directory || !scan_manifest_open(&run->manifest, count, 0)) return out_of_memory();
    const cli_walk walk = {.exclude = &check->exclude};
    int code = cli_choose_inputs(check, &run->operands, walk, &run->inputs, is_directory);
    if (code == CLI_OK) code = choose_by_git(run);
    if (code == CLI_OK && !cli_inputs_note_folders(&run->inputs)) code = CLI_INTERNAL;
    if (code != CLI_OK) return code;
    run->manifest.unreadable = run->inputs.unreadable;
    run->manifest.file_count = run->inputs.count;
    run->manifest.may_be_empty = check->allow_empty;
    return note_operands(run, is_directory) ? CLI_OK : out_of_memory();
}

static int walk(submission *run) {
    bool *const is_directory = calloc(run->operands.count + 1, sizeof *is_directory);
    const int code = walk_into(run, is_directory);
    free(is_directory);
    return code;
}

static int cut(submission *run) {
    const navlint_options options = cli_options_of(&run->arguments->check);
    const uint32_t wished = run->arguments->scan.task_files.value;
    const scan_plan_size size = {wished > 0 ? wished : 1, cli_job_count(run->arguments->scan.jobs)};
    if (!scan_plan_make(&run->plan, &run->inputs, &options, size)) return out_of_memory();
    run->manifest.entries =
        realloc(run->manifest.entries, (run->plan.count + 1) * sizeof *run->manifest.entries);
    if (!run->manifest.entries) return out_of_memory();
    memset(run->manifest.entries, 0, (run->plan.count + 1) * sizeof *run->manifest.entries);
    run->manifest.entry_count = run->plan.count;
    return CLI_OK;
}

/* What was not stored was refused for good. */
static int end_of_publishing(const submission *run) {
    return natsConnection_IsClosed(run->broker.connection) ? SCAN_NO_BROKER : out_of_memory();
}

/* ---- tasks ---- */

static scan_selection selection_of(const submission *run, size_t task) {
    const size_t first = run->plan.firsts[task];
    return (scan_selection){&run->inputs, run->plan.items + first,
                            run->plan.firsts[task + 1] - first, &run->spelt};
}

static scan_answer ask_once(submission *run, const char *kind, const char *subject) {
    scan_broker *const broker = &run->broker;
    if (strcmp(kind, "result") == 0) return scan_body_is_there(broker->js, broker, subject);
    const bool is_task = strcmp(kind, "task") == 0;
    return scan_broker_has(broker->js, is_task ? &broker->tasks : &broker->results, subject);
}

/* Waits for a broker that is away. */
static bool ask(submission *run, const char *kind, const scan_id *id) {
    enum { PAUSE_MS = 200 };
    const scan_name subject = scan_subject(run->broker.prefix, kind, id);
    for (;;) {
        const scan_answer answer = ask_once(run, kind, subject.text);
        if (answer != SCAN_UNKNOWN) return answer == SCAN_YES;
        if (natsConnection_IsClosed(run->broker.connection)) return false;
        nats_Sleep(PAUSE_MS);
    }
}

/* Takes the dead letter of a task away. */
static void revive(submission *run, const scan_id *id) {
    const scan_name subject = scan_subject(run->broker.prefix, "dead", id);
    natsMsg *letter = NULL;
    jsErrCode code = 0;
    while (scan_broker_last(run->broker.js, &run->broker.results, subject.text, &letter) ==
           SCAN_YES) {
        js_DeleteMsg(run->broker.js, run->broker.results.text, natsMsg_GetSequence(letter), NULL,
                     &code);
        natsMsg_Destroy(letter);
    }
}

/* In this order: a result is there before its task leaves the queue. */
static bool is_known(submission *run, const scan_id *id) {
    if (run->is_first) return false;
    if (ask(run, "task", id) || ask(run, "result", id)) return true;
    if (!ask(run, "dead", id)) return false;
    if (run->arguments->scan.retry_dead) revive(run, id);
    return !run->arguments->scan.retry_dead;
}

static int refuse_size(const submission *run, size_t task) {
    const scan_selection selection = selection_of(run, task);
    cli_complain("%s: %zu files are too many for one message: lower --task-files or, if they are "
                 "judged together, raise the broker's max_payload",
                 run->inputs.items[selection.items[0]].path, selection.count);
    return CLI_USAGE;
}

/* The broker keeps the names of messages for an hour, and those of purged and lost ones, too: a
 * task has another name in each run. */
static int publish_task(submission *run, const scan_bytes *bytes, const scan_id *id) {
    char unique[2 * SCAN_ID_DIGITS + 2];
    natsMsg *message = NULL;
    const scan_name subject = scan_subject(run->broker.prefix, "task", id);
    snprintf(unique, sizeof unique, "%s:%s", id->hex, run->attempt.hex);
    if (natsMsg_Create(&message, subject.text, NULL, bytes->bytes, (int)bytes->length) != NATS_OK)
        return out_of_memory();
    run->new_count++;
    return scan_publish(&run->publisher, message, unique) ? CLI_OK : end_of_publishing(run);
}

static int submit_written(submission *run, size_t task, const scan_bytes *bytes) {
    const scan_id *const id = &run->manifest.entries[task].id;
    if (bytes->length > run->broker.payload_bytes) return refuse_size(run, task);
    return is_known(run, id) ? CLI_OK : publish_task(run, bytes, id);
}

static int submit_task(submission *run, size_t task) {
    const scan_selection selection = selection_of(run, task);
    scan_entry *const entry = &run->manifest.entries[task];
    scan_bytes bytes;
    if (!scan_entry_note(entry, &selection) ||
        !scan_task_write(&selection, &bytes, &entry->id, &entry->folders, &entry->folder_count))
        return out_of_memory();
    const int code = submit_written(run, task, &bytes);
    free(bytes.bytes);
    return code;
}

static int submit_tasks(submission *run) {
    int code = CLI_OK;
    for (size_t task = 0; code == CLI_OK && task < run->plan.count; task++) {
        const size_t first = run->plan.firsts[task];
        code = submit_task(run, task);
        cli_progress_show(&run->progress, first, run->inputs.items[run->plan.items[first]].path);
    }
    if (code == CLI_OK && !scan_publish_end(&run->publisher)) code = end_of_publishing(run);
    cli_progress_clear(&run->progress);
    return code;
}

/* ---- the run ---- */

/* Behind its tasks: who sees the run finds them all. */
static int publish_run(submission *run) {
    scan_bytes bytes;
    if (!scan_manifest_write(&run->manifest, &bytes)) return out_of_memory();
    const scan_name subject = scan_subject(run->broker.prefix, "run", &run->manifest.id);
    const scan_body body = {.head = bytes.bytes,
                            .head_length = bytes.length,
                            .tails = {-1, -1},
                            .attempt = run->attempt};
    const bool published = scan_body_publish(&run->publisher, subject.text, &body);
    free(bytes.bytes);
    return published ? CLI_OK : end_of_publishing(run);
}

static int print_run(const submission *run) {
    cli_print("%s\n", run->manifest.id.hex);
    if (!run->arguments->scan.quiet)
        cli_complain("%zu files in %zu tasks, %zu of them new", run->inputs.count, run->plan.count,
                     run->new_count);
    return run->inputs.unreadable > 0 ? CLI_UNJUDGED : CLI_OK;
}

static int submit_all(submission *run) {
    run->is_first = scan_broker_is_empty(&run->broker);
    cli_progress_open(&run->progress, !run->arguments->scan.quiet, run->inputs.count);
    int code = submit_tasks(run);
    if (code == CLI_OK) code = publish_run(run);
    return code == CLI_OK ? print_run(run) : code;
}

static int with_publisher(submission *run) {
    int code = scan_broker_open(&run->broker, &run->arguments->scan);
    if (code == CLI_OK && !scan_publisher_open(&run->publisher, &run->broker, NULL))
        code = CLI_INTERNAL;
    if (code == CLI_OK) {
        code = walk(run);
        if (code == CLI_OK) code = cut(run);
        if (code == CLI_OK) code = submit_all(run);
        scan_publisher_close(&run->publisher);
    }
    scan_broker_close(&run->broker);
    return code;
}

static void make_attempt(scan_id *attempt) {
    char host[64] = "", text[128];
    gethostname(host, sizeof host - 1);
    snprintf(text, sizeof text, "%s %jd %jd", host, (intmax_t)getpid(),
             (intmax_t)nats_NowInNanoSeconds());
    scan_id_make(text, strlen(text), attempt);
}

int scan_submit(const scan_arguments *arguments, const cli_operands *operands) {
    submission run = {.arguments = arguments, .operands = *operands};
    int code = scan_spell(arguments, &run.spelt) ? CLI_OK : CLI_INTERNAL;
    make_attempt(&run.attempt);
    cli_choose_default(&arguments->check, &run.operands);
    if (code == CLI_OK) code = check_operands(&run);
    if (code == CLI_OK) code = with_publisher(&run);
    scan_manifest_free(&run.manifest);
    scan_plan_free(&run.plan);
    cli_inputs_free(&run.inputs);
    cli_words_free(&run.spelt);
    return code;
}
