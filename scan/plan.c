#include "scan/plan.h"

#include <stdint.h>
#include <stdlib.h>

#include "cli/inputs/archive_extensions.h"
#include "cli/load.h"
#include "cli/pool.h"

/* Enough to tell the format. */
enum { DETECTION_BYTES = 1 << 20, BLOCK_FILES = 64 };

/* A task is cut between these shares of its size, where the hash of a name says so. */
enum { LEAST_EIGHTHS = 7, MOST_EIGHTHS = 9 };

typedef struct planner {
    const cli_inputs *inputs;
    navlint_options options;
    size_t task_files;
    size_t *task_of;     /* heap; by input: its task, counted from 1; 0: none yet */
    size_t *files_of;    /* heap; by folder: its files */
    size_t *set_task_of; /* heap; by folder: the task of its sets, counted from 1; 0: none yet */
    size_t *doubts;      /* heap; items that have to be looked at */
    size_t doubt_count;
    bool *is_of_set;   /* heap; by input: it was looked at, and is */
    cli_buffer *files; /* heap; one for each thread */
    size_t task_count;
    size_t open_task; /* that takes more; counted from 1; 0: none */
    size_t open_files;
} planner;

/* ---- what belongs together ---- */

/* Only the contents tell whether such a file is of a set. */
static bool is_in_doubt(const planner *plan, size_t item) {
    const cli_input *const input = &plan->inputs->items[item];
    if (!input->has_neighbours) return false;
    return plan->files_of[input->folder] > plan->task_files ||
           cli_has_archive_extension(input->path);
}

/* An unreadable file is in no set. */
static bool is_of_set(const planner *plan, size_t item, cli_buffer *file) {
    cli_found found;
    if (cli_load(&plan->options, &plan->inputs->items[item], file, &found) != 0) return false;
    if (found.kind == CLI_FOUND_ARCHIVE) cli_close(found.archive.descriptor);
    return found.kind == CLI_FOUND_MEMBER;
}

/* A thread takes a block at a time: one file is less work than taking it. */
static void look(void *context, unsigned job, size_t block, void *result) {
    planner *const plan = context;
    size_t end = (block + 1) * BLOCK_FILES;
    (void)result;
    if (end > plan->doubt_count) end = plan->doubt_count;
    for (size_t at = block * BLOCK_FILES; at < end; at++)
        plan->is_of_set[plan->doubts[at]] = is_of_set(plan, plan->doubts[at], &plan->files[job]);
}

static bool go_on(void *context, size_t block, void *result) {
    (void)context, (void)block, (void)result;
    return true;
}

static void discard(void *result) {
    (void)result;
}

/* Most of it is waiting for a disk. */
static bool look_at_doubts(planner *plan, unsigned jobs) {
    for (size_t item = 0; item < plan->inputs->count; item++)
        if (is_in_doubt(plan, item)) plan->doubts[plan->doubt_count++] = item;
    const cli_pool pool = {.item_count = (plan->doubt_count + BLOCK_FILES - 1) / BLOCK_FILES,
                           .jobs = jobs,
                           .result_bytes = 1,
                           .context = plan,
                           .work = look,
                           .emit = go_on,
                           .discard = discard};
    return plan->doubt_count == 0 || cli_pool_run(&pool);
}

/* Tells whether the file has to be with others of its folder. */
static bool is_bound(const planner *plan, size_t item) {
    const cli_input *const input = &plan->inputs->items[item];
    if (!input->has_neighbours) return false;
    return plan->files_of[input->folder] <= plan->task_files || plan->is_of_set[item];
}

/* ---- cutting ---- */

/* FNV-1a. */
static uint64_t hash(const char *text) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

static bool is_full(const planner *plan, size_t item, size_t more) {
    const size_t least = plan->task_files * LEAST_EIGHTHS / 8;
    const size_t most = plan->task_files * MOST_EIGHTHS / 8;
    if (plan->open_files + more > most) return true;
    return plan->open_files >= least &&
           hash(plan->inputs->items[item].path) % (plan->task_files / 8 + 1) == 0;
}

/* Finds a task for some files, the first of which is `item`. Returns it, counted from 1. */
static size_t take_task(planner *plan, size_t item, size_t files) {
    if (plan->open_task == 0 || is_full(plan, item, files)) {
        plan->open_task = ++plan->task_count;
        plan->open_files = 0;
    }
    plan->open_files += files;
    return plan->open_task;
}

/* What is called an archive and is a file of a set counts as that. */
static bool is_archive(const planner *plan, size_t item) {
    return cli_has_archive_extension(plan->inputs->items[item].path) && !plan->is_of_set[item];
}

/* Of a large folder nobody has counted the files of sets; they count when they come. */
static size_t task_for_bound(planner *plan, size_t item) {
    const size_t folder = plan->inputs->items[item].folder;
    const size_t files = plan->files_of[folder];
    if (plan->set_task_of[folder] == 0)
        plan->set_task_of[folder] = take_task(plan, item, files <= plan->task_files ? files : 1);
    return plan->set_task_of[folder];
}

static void place(planner *plan, size_t item) {
    if (is_archive(plan, item))
        plan->task_of[item] = ++plan->task_count;
    else if (is_bound(plan, item))
        plan->task_of[item] = task_for_bound(plan, item);
    else
        plan->task_of[item] = take_task(plan, item, 1);
}

/* ---- lists ---- */

static bool list_tasks(const planner *from, scan_plan *plan) {
    const size_t count = from->inputs->count;
    plan->count = from->task_count;
    plan->firsts = calloc(plan->count + 2, sizeof *plan->firsts);
    plan->items = calloc(count + 1, sizeof *plan->items);
    if (!plan->firsts || !plan->items) return false;
    for (size_t item = 0; item < count; item++)
        plan->firsts[from->task_of[item] + 1]++;
    for (size_t task = 0; task <= plan->count; task++)
        plan->firsts[task + 1] += plan->firsts[task];
    for (size_t item = 0; item < count; item++)
        plan->items[plan->firsts[from->task_of[item]]++] = item;
    return true;
}

static bool make_lists(planner *from, unsigned jobs) {
    const size_t count = from->inputs->count;
    from->task_of = calloc(count + 1, sizeof *from->task_of);
    from->files_of = calloc(count + 1, sizeof *from->files_of);
    from->set_task_of = calloc(count + 1, sizeof *from->set_task_of);
    from->doubts = calloc(count + 1, sizeof *from->doubts);
    from->is_of_set = calloc(count + 1, sizeof *from->is_of_set);
    from->files = calloc(jobs, sizeof *from->files);
    return from->task_of && from->files_of && from->set_task_of && from->doubts &&
           from->is_of_set && from->files;
}

static void free_lists(planner *from, unsigned jobs) {
    free(from->task_of);
    free(from->files_of);
    free(from->set_task_of);
    free(from->doubts);
    free(from->is_of_set);
    for (unsigned i = 0; from->files && i < jobs; i++)
        cli_buffer_free(&from->files[i]);
    free(from->files);
}

static bool make(planner *from, unsigned jobs, scan_plan *plan) {
    const size_t count = from->inputs->count;
    if (!make_lists(from, jobs)) return false;
    for (size_t item = 0; item < count; item++)
        if (from->inputs->items[item].has_neighbours)
            from->files_of[from->inputs->items[item].folder]++;
    if (!look_at_doubts(from, jobs)) return false;
    for (size_t item = 0; item < count; item++)
        place(from, item);
    return list_tasks(from, plan);
}

bool scan_plan_make(scan_plan *plan, const cli_inputs *inputs, const navlint_options *options,
                    scan_plan_size size) {
    planner from = {.inputs = inputs, .options = *options, .task_files = size.task_files};
    if (from.options.max_input_bytes > DETECTION_BYTES)
        from.options.max_input_bytes = DETECTION_BYTES;
    *plan = (scan_plan){0};
    const bool made = make(&from, size.jobs, plan);
    free_lists(&from, size.jobs);
    if (!made) scan_plan_free(plan);
    return made;
}

void scan_plan_free(scan_plan *plan) {
    free(plan->items);
    free(plan->firsts);
    *plan = (scan_plan){0};
}
