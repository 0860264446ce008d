#include "cli/check/judge.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cli/check/map.h"
#include "cli/check/needed.h"
#include "cli/inputs/folders.h"

static const char *name_of(const cli_judge *judge, size_t item) {
    return cli_input_name(judge->settings, &judge->inputs->items[item]);
}

/* Files that are named, listed or chosen by what changed may have others beside them. */
static bool is_picked(const cli_judge *judge, size_t item) {
    const cli_check_settings *const settings = judge->settings;
    return settings->since || settings->diff_only || settings->files_from ||
           !judge->inputs->items[item].discovered;
}

/* ---- inputs ---- */

static void check_loaded(const cli_judge *judge, size_t item, cli_job *job, cli_result *result) {
    const navlint_input input = cli_judge_make(judge, item, &job->file);
    const cli_terms terms = cli_judge_terms(judge, item);
    cli_map map;
    cli_map_find(&map, judge->inputs->items[item].path, judge->map_folders);
    const cli_task task = {.settings = terms.settings,
                           .options = terms.options,
                           .inputs = &input,
                           .count = 1,
                           .map = map.name ? &map : NULL,
                           .masters = terms.masters,
                           .suppress = judge->suppress,
                           .is_partial = is_picked(judge, item)};
    cli_check_task(&task, job, result);
    cli_map_free(&map);
}

static bool is_regular(const char *path) {
    struct stat status;
    return path && stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static void note_container(const cli_input *input, const cli_found *found, cli_job *job,
                           cli_result *result) {
    result->outcome = CLI_CONTAINER;
    result->container.format = found->format;
    result->bytes = 0; /* they count where it is judged */
    if (is_regular(input->path)) return;
    result->container.whole = job->file;
    job->file = (cli_buffer){0};
}

/* Context that is of no set. */
static void pass_over(const cli_found *found, cli_result *result) {
    if (found->kind == CLI_FOUND_ARCHIVE) cli_close(found->archive.descriptor);
    result->outcome = CLI_SKIPPED;
}

void cli_judge_input(const cli_judge *judge, size_t item, cli_job *job, cli_result *result) {
    static const cli_outcome outcomes[] = {[CLI_FOUND_MEMBER] = CLI_POSTPONED,
                                           [CLI_FOUND_ARCHIVE] = CLI_CONTAINER,
                                           [CLI_FOUND_NOTHING] = CLI_SKIPPED};
    cli_found found;
    const cli_terms terms = cli_judge_terms(judge, item);
    const int failure = cli_load(terms.options, &judge->inputs->items[item], &job->file, &found);
    result->bytes = job->file.length;
    if (failure != 0) {
        cli_result_fail(result, failure);
    } else if (judge->inputs->items[item].is_context && found.kind != CLI_FOUND_MEMBER) {
        pass_over(&found, result);
    } else if (found.kind == CLI_FOUND_FILE && found.format) {
        note_container(&judge->inputs->items[item], &found, job, result);
    } else if (found.kind == CLI_FOUND_FILE) {
        check_loaded(judge, item, job, result);
    } else {
        result->outcome = outcomes[found.kind];
        result->format = found.format;
        result->archive = found.archive;
        result->other_game = found.other_game;
    }
}

/* ---- sets ---- */

void cli_judge_name_set(const cli_judge *judge, cli_set set, char name[FILENAME_MAX]) {
    const char *const path = name_of(judge, set.folder[0].item);
    if (set.count == 1) {
        snprintf(name, FILENAME_MAX, "%s", path);
        return;
    }
    const size_t length = cli_folder_length(path);
    snprintf(name, FILENAME_MAX, "%.*s", length > 0 ? (int)length : 1, length > 0 ? path : ".");
}

/* The files of a set, in memory. */
typedef struct loaded_set {
    cli_buffer *files;     /* heap */
    navlint_input *inputs; /* heap */
    size_t count;
    cli_needed needed; /* of a part */
} loaded_set;

/* Returns 0 or an errno, then of the file at *item. */
static int load_files(const cli_judge *judge, cli_set set, loaded_set *loaded, size_t *item) {
    *loaded = (loaded_set){calloc(set.count, sizeof *loaded->files),
                           calloc(set.count, sizeof *loaded->inputs),
                           set.count,
                           {0}};
    if (!loaded->files || !loaded->inputs) return ENOMEM;
    int failure = 0;
    for (size_t i = 0; failure == 0 && i < set.count; i++) {
        cli_buffer *const file = &loaded->files[i];
        *item = set.tickets[i].item;
        failure = cli_judge_load(judge, *item, file);
        loaded->inputs[i] = cli_judge_make(judge, *item, file);
    }
    return failure;
}

static bool is_part(const cli_set *set) {
    return set->count < set->folder_count;
}

static int load_set(const cli_judge *judge, cli_set set, loaded_set *loaded, size_t *item) {
    *item = set.tickets[0].item;
    const int failure = load_files(judge, set, loaded, item);
    if (failure != 0 || !is_part(&set)) return failure;
    return cli_needed_load(&loaded->needed, judge, set, loaded->inputs, item);
}

static void free_set(loaded_set *loaded) {
    for (size_t i = 0; loaded->files && i < loaded->count; i++)
        cli_buffer_free(&loaded->files[i]);
    free(loaded->files);
    free(loaded->inputs);
    cli_needed_free(&loaded->needed);
}

static bool is_partial_set(const cli_judge *judge, cli_set set) {
    bool is_partial = false;
    for (size_t i = 0; i < set.count; i++)
        is_partial |= is_picked(judge, set.tickets[i].item);
    return is_partial;
}

void cli_judge_set(const cli_judge *judge, cli_set set, cli_job *job, cli_result *result) {
    loaded_set loaded;
    cli_buffer_free(&job->file); /* of an input by itself */
    const int failure = load_set(judge, set, &loaded, &result->item);
    if (failure == 0) {
        char name[FILENAME_MAX];
        cli_judge_name_set(judge, set, name);
        const cli_terms terms = cli_judge_terms(judge, set.folder[0].item);
        const size_t count = cli_set_judged(set.tickets, set.count);
        const cli_task task = {.settings = terms.settings,
                               .options = terms.options,
                               .inputs = loaded.inputs,
                               .count = count,
                               .context = loaded.inputs + count,
                               .context_count = set.count - count,
                               .set_name = name,
                               .masters = terms.masters,
                               .shelf = is_part(&set) ? &loaded.needed.shelf : NULL,
                               .shelf_set = CLI_NEEDY_SET,
                               .suppress = judge->suppress,
                               .is_partial = is_partial_set(judge, set)};
        cli_check_task(&task, job, result);
    } else {
        cli_result_fail(result, failure);
    }
    free_set(&loaded);
}
