#include "folders.h"
#include "passes.h"
#include "print.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static size_t first_item(const cli_passes *this, size_t set) {
    return this->tickets.items[this->sets[set]].item;
}

static size_t file_count(const cli_passes *this, size_t set) {
    return this->sets[set + 1] - this->sets[set];
}

/* A set goes by the path of its folder as it was first written, a file alone by its own. */
static void print_set_name(const cli_passes *this, size_t set, char *name, size_t capacity) {
    const char *const path = cli_pass_name(this, first_item(this, set));
    if (file_count(this, set) == 1) {
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
static int load_again(const cli_passes *this, size_t item, cli_buffer *file) {
    const int descriptor = cli_open(this->inputs.items[item].path, true);
    if (descriptor < 0) return errno;
    const int failure = cli_read(descriptor, cli_read_limit(this->settings->max_bytes), file);
    cli_close(descriptor);
    return failure;
}

/* Returns 0 or an errno, then of the file at *item. */
static int load_set(const cli_passes *this, size_t set, loaded_set *loaded, size_t *item) {
    const size_t first = this->sets[set], count = file_count(this, set);
    *item = this->tickets.items[first].item;
    *loaded = (loaded_set){calloc(count, sizeof *loaded->files),
                           calloc(count, sizeof *loaded->inputs), count};
    if (loaded->files == NULL || loaded->inputs == NULL) return ENOMEM;
    int failure = 0;
    for (size_t index = 0; failure == 0 && index < count; index++) {
        cli_buffer *const file = &loaded->files[index];
        *item = this->tickets.items[first + index].item;
        failure = load_again(this, *item, file);
        loaded->inputs[index] =
            (navlint_input){cli_pass_name(this, *item), file->bytes, file->length};
    }
    return failure;
}

static void free_set(loaded_set *loaded) {
    for (size_t index = 0; loaded->files != NULL && index < loaded->count; index++)
        cli_buffer_free(&loaded->files[index]);
    free(loaded->files);
    free(loaded->inputs);
}

static void work_on_set(void *context, unsigned job, size_t set, void *raw_result) {
    const cli_passes *const this = context;
    cli_result *const result = raw_result;
    loaded_set loaded;
    size_t item;
    const int failure = load_set(this, set, &loaded, &item);
    if (failure == 0) {
        char name[FILENAME_MAX];
        print_set_name(this, set, name, sizeof name);
        const cli_case mine = {this->settings, &this->options, loaded.inputs, loaded.count, name};
        cli_judge(&mine, &this->jobs[job], result);
    } else {
        cli_result_fail(result, failure);
    }
    result->item = item;
    free_set(&loaded);
}

static bool emit_set(void *context, size_t set, void *raw_result) {
    cli_passes *const this = context;
    const cli_result *const result = raw_result;
    char name[FILENAME_MAX];
    print_set_name(this, set, name, sizeof name);
    this->results.files_done += file_count(this, set);
    this->has_stopped = !cli_results_take(
        &this->results,
        result->outcome == CLI_UNREADABLE ? cli_pass_name(this, result->item) : name, result);
    if (set + 1 < this->set_count)
        cli_pass_show(this, cli_pass_name(this, first_item(this, set + 1)));
    return !this->has_stopped;
}

static void idle_for_set(void *context, size_t emitted) {
    cli_passes *const this = context;
    cli_pass_show(this, cli_pass_name(this, first_item(this, emitted)));
}

/* Finds where the sets begin among the tickets. */
static bool list_sets(cli_passes *this) {
    cli_tickets_sort(&this->tickets);
    this->sets = calloc(this->tickets.count + 1, sizeof *this->sets);
    if (this->sets == NULL) return false;
    for (size_t first = 0; first < this->tickets.count; this->set_count++) {
        this->sets[this->set_count] = first;
        first += cli_tickets_in_set(&this->tickets, first);
    }
    this->sets[this->set_count] = this->tickets.count;
    return true;
}

void cli_pass_sets(cli_passes *this) {
    if (!list_sets(this)) {
        cli_complain("out of memory");
        cli_results_raise(&this->results, CLI_INTERNAL);
        return;
    }
    cli_pass_run(this, (cli_pool){.item_count = this->set_count,
                                  .work = work_on_set,
                                  .emit = emit_set,
                                  .idle = idle_for_set});
}
