/* What comes through the broker to navlint-scan: tasks, runs and the heads of results.
 *
 * Input: the kind (u8), then the message. What is read is written and read again. */
#include "fuzz/target.h"

#include "cli/output.h"
#include "scan/judge.h"
#include "scan/manifest.h"
#include "scan/task.h"

#include <stdlib.h>
#include <string.h>

const cli_program cli_this_program = {.name = "navlint-scan", .exit_help = ""};

enum { TASK, RUN, RESULT, KINDS };

/* ---- Tasks ---- */

static void require_same_inputs(const cli_inputs *a, const cli_inputs *b) {
    REQUIRE(48, a->count == b->count);
    for (size_t i = 0; i < a->count; i++) {
        const cli_input *const left = &a->items[i], *const right = &b->items[i];
        REQUIRE(48, strcmp(left->path, right->path) == 0);
        REQUIRE(48, left->discovered == right->discovered);
        REQUIRE(48, left->is_repeated == right->is_repeated);
        REQUIRE(48, left->has_neighbours == right->has_neighbours);
    }
}

/* The files of one folder stay those of one folder. */
static void require_same_folders(const scan_task *a, const scan_task *b, const size_t *folders) {
    REQUIRE(48, b->folder_count <= a->folder_count);
    for (size_t i = 0; i < a->inputs.count; i++)
        if (a->inputs.items[i].has_neighbours)
            REQUIRE(48, folders[b->inputs.items[i].folder] == a->inputs.items[i].folder);
}

static void require_same_words(const cli_list *a, const cli_list *b) {
    REQUIRE(48, a->count == b->count);
    for (size_t i = 0; i < a->count; i++)
        REQUIRE(48, strcmp(a->items[i], b->items[i]) == 0);
}

static cli_words words_of(const cli_list *list) {
    cli_words words = {.items = calloc(list->count + 1, sizeof *words.items)};
    if (!words.items) abort();
    for (; words.count < list->count; words.count++)
        if (!(words.items[words.count] = strdup(list->items[words.count]))) abort();
    return words;
}

static void write_again(const scan_task *task) {
    size_t *const items = calloc(task->inputs.count + 1, sizeof *items);
    if (!items) abort();
    for (size_t i = 0; i < task->inputs.count; i++)
        items[i] = i;
    cli_words words = words_of(&task->words);
    const scan_selection selection = {&task->inputs, items, task->inputs.count, &words};
    scan_bytes bytes;
    scan_id id;
    scan_task again;
    size_t *folders = NULL, folder_count = 0;
    if (!scan_task_write(&selection, &bytes, &id, &folders, &folder_count)) abort();
    REQUIRE(48, !scan_task_read(bytes.bytes, bytes.length, &again));
    REQUIRE(48, again.folder_count == folder_count);
    require_same_inputs(&task->inputs, &again.inputs);
    require_same_folders(task, &again, folders);
    require_same_words(&task->words, &again.words);
    scan_task_free(&again);
    cli_words_free(&words);
    free(bytes.bytes);
    free(folders);
    free(items);
}

static void run_task(const char *bytes, size_t length) {
    scan_task task;
    if (!scan_task_read(bytes, length, &task)) {
        for (size_t i = 0; i < task.inputs.count; i++)
            REQUIRE(48, !task.inputs.items[i].has_neighbours ||
                            task.inputs.items[i].folder < task.folder_count);
        write_again(&task);
    }
    scan_task_free(&task);
}

/* ---- Runs ---- */

static void require_bounded(const scan_manifest *manifest) {
    for (size_t i = 0; i < manifest->entry_count; i++) {
        const scan_entry *const entry = &manifest->entries[i];
        size_t files = 0;
        for (size_t at = 0; at < entry->range_count; at++) {
            REQUIRE(48, entry->ranges[at].operand < manifest->operand_count);
            REQUIRE(48, entry->ranges[at].start + entry->ranges[at].count <= manifest->file_count);
            files += entry->ranges[at].count;
        }
        REQUIRE(48, files == entry->file_count);
    }
}

static void run_manifest(const char *bytes, size_t length) {
    scan_manifest manifest, again;
    scan_bytes once, twice;
    if (scan_manifest_read(bytes, length, &manifest)) {
        require_bounded(&manifest);
        if (!scan_manifest_write(&manifest, &once)) abort();
        REQUIRE(48, scan_manifest_read(once.bytes, once.length, &again));
        if (!scan_manifest_write(&again, &twice)) abort();
        REQUIRE(48, once.length == twice.length);
        REQUIRE(48, memcmp(once.bytes, twice.bytes, once.length) == 0);
        REQUIRE(48, strcmp(manifest.id.hex, again.id.hex) == 0);
        scan_manifest_free(&again);
        free(once.bytes);
        free(twice.bytes);
    }
    scan_manifest_free(&manifest);
}

/* ---- Results ---- */

static void run_result(const char *bytes, size_t length) {
    scan_result result, again;
    scan_bytes once, twice;
    if (scan_result_read(bytes, length, &result)) {
        REQUIRE(48, strlen(result.yields) == result.file_count);
        if (!scan_result_head(&result, "w", &once)) abort();
        REQUIRE(48, scan_result_read(once.bytes, once.length, &again));
        if (!scan_result_head(&again, "w", &twice)) abort();
        REQUIRE(48, once.length == twice.length);
        REQUIRE(48, memcmp(once.bytes, twice.bytes, once.length) == 0);
        scan_result_free(&again);
        free(once.bytes);
        free(twice.bytes);
    }
    scan_result_free(&result);
}

/* ---- The target ---- */

/* The messages are ended by nothing: a copy of their size shows who reads behind them. */
void fuzz_target_run(const uint8_t *bytes, size_t length) {
    static void (*const run[KINDS])(const char *bytes, size_t length) = {run_task, run_manifest,
                                                                         run_result};
    if (length == 0) return;
    char *const message = malloc(length > 1 ? length - 1 : 1);
    if (!message) abort();
    memcpy(message, bytes + 1, length - 1);
    run[bytes[0] % KINDS](message, length - 1);
    free(message);
}

#define SEED(kind, name, text) give_seed(seeds, kind, name, text, sizeof text - 1)

static void give_seed(const fuzz_seeds *seeds, uint8_t kind, const char *name, const char *text,
                      size_t length) {
    uint8_t bytes[512] = {kind};
    if (length >= sizeof bytes) abort();
    memcpy(bytes + 1, text, length);
    seeds->give(seeds->context, name, bytes, length + 1);
}

void fuzz_target_seeds(const fuzz_seeds *seeds) {
    SEED(TASK, "task", "navlint-scan task 1\0Pmaps/\0001a.nav\0");
    SEED(
        TASK, "task-sets",
        "navlint-scan task 1\0O--only\0ONAV_MAGIC\0Pa/\0D0\0003x.dat\0003y.dat\0Pb/\0D1\0007z.dat\0"
        "D0\0002x\0");
    SEED(RUN, "run",
         "{\"format\":\"navlint-scan run 1\",\"files\":3,\"unreadable\":0,\"operands\":[{\"name\":"
         "\"a\",\"directory\":true}],\"tasks\":[{\"id\":\"0123456789abcdef0123456789abcdef\","
         "\"ranges\":[[0,1,0],[2,1,0]],\"folders\":[0]}]}");
    SEED(RESULT, "result",
         "{\"format\":\"navlint-scan result 1\",\"version\":\"1\",\"worker\":\"w\",\"code\":1,"
         "\"yields\":\"20\",\"files\":[10,0,0,5],\"folders\":[7,0]}\n");
}
