#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/folders.h"
#include "cli/output.h"
#include "cli/passes.h"

static size_t first_item(const cli_passes *passes, size_t set) {
    return passes->tickets.items[passes->sets[set]].item;
}

static size_t file_count(const cli_passes *passes, size_t set) {
    return passes->sets[set + 1] - passes->sets[set];
}

/* A set goes by the path of its folder as it was first written, a file alone by its own. */
static void print_set_name(const cli_passes *passes, size_t set, char *name, size_t capacity) {
    const char *const path = cli_pass_name(passes, first_item(passes, set));
    if (file_count(passes, set) == 1) {
        snprintf(name, capacity, "%s", path);
        return;
    }
    const size_t length = cli_folder_length(path);
    snprintf(name, capacity, "%.*s", length > 0 ? (int)length : 1, length > 0 ? path : ".");
}

/* The files of a set, in memory. */
typedef struct loaded_set {
    cli_buffer *files;     /* heap */
    navlint_input *inputs; /* heap */
    size_t count;
} loaded_set;

/* Reads a file for the second time. Returns 0 or an errno. */
static int load_again(const cli_passes *passes, size_t item, cli_buffer *file) {
    const int descriptor = cli_open(passes->inputs.items[item].path, true);
    if (descriptor < 0) return errno;
    const int failure = cli_read(descriptor, cli_read_limit(passes->settings->max_bytes), file);
    cli_close(descriptor);
    return failure;
}

/* Returns 0 or an errno, then of the file at *item. */
static int load_set(const cli_passes *passes, size_t set, loaded_set *loaded, size_t *item) {
    const size_t first = passes->sets[set], count = file_count(passes, set);
    *item = passes->tickets.items[first].item;
    *loaded = (loaded_set){calloc(count, sizeof *loaded->files),
                           calloc(count, sizeof *loaded->inputs), count};
    if (!loaded->files || !loaded->inputs) return ENOMEM;
    int failure = 0;
    for (size_t i = 0; failure == 0 && i < count; i++) {
        cli_buffer *const file = &loaded->files[i];
        *item = passes->tickets.items[first + i].item;
        failure = load_again(passes, *item, file);
        loaded->inputs[i] = (navlint_input){
            .name = cli_pass_name(passes, *item), .bytes = file->bytes, .length = file->length};
    }
    return failure;
}

static void free_set(loaded_set *loaded) {
    for (size_t i = 0; loaded->files && i < loaded->count; i++)
        cli_buffer_free(&loaded->files[i]);
    free(loaded->files);
    free(loaded->inputs);
}

static void work_on_set(void *context, unsigned job, size_t set, void *raw_result) {
    const cli_passes *const passes = context;
    cli_result *const result = raw_result;
    loaded_set loaded;
    size_t item;
    const int failure = load_set(passes, set, &loaded, &item);
    if (failure == 0) {
        char name[FILENAME_MAX];
        print_set_name(passes, set, name, sizeof name);
        const cli_task task = {
            passes->settings, &passes->options, loaded.inputs, loaded.count, name, passes->masters};
        cli_check_task(&task, &passes->jobs[job], result);
    } else {
        cli_result_fail(result, failure);
    }
    result->item = item;
    free_set(&loaded);
}

static bool emit_set(void *context, size_t set, void *raw_result) {
    cli_passes *const passes = context;
    cli_result *const result = raw_result;
    char name[FILENAME_MAX];
    print_set_name(passes, set, name, sizeof name);
    passes->results.files_done += file_count(passes, set);
    passes->has_stopped = !cli_results_take(
        &passes->results,
        result->outcome == CLI_UNREADABLE ? cli_pass_name(passes, result->item) : name, result);
    if (set + 1 < passes->set_count)
        cli_pass_show(passes, cli_pass_name(passes, first_item(passes, set + 1)));
    return !passes->has_stopped;
}

static void idle_for_set(void *context, size_t emitted) {
    cli_passes *const passes = context;
    cli_pass_show(passes, cli_pass_name(passes, first_item(passes, emitted)));
}

/* Finds where the sets begin among the tickets. */
static bool list_sets(cli_passes *passes) {
    cli_tickets_sort(&passes->tickets);
    passes->sets = calloc(passes->tickets.count + 1, sizeof *passes->sets);
    if (!passes->sets) return false;
    for (size_t first = 0; first < passes->tickets.count; passes->set_count++) {
        passes->sets[passes->set_count] = first;
        first += cli_tickets_in_set(&passes->tickets, first);
    }
    passes->sets[passes->set_count] = passes->tickets.count;
    return true;
}

void cli_pass_sets(cli_passes *passes) {
    if (!list_sets(passes)) {
        cli_complain("out of memory");
        cli_results_raise(&passes->results, CLI_INTERNAL);
        return;
    }
    cli_pass_run(passes, (cli_pool){.item_count = passes->set_count,
                                    .work = work_on_set,
                                    .emit = emit_set,
                                    .idle = idle_for_set});
}
