#include <stdlib.h>

#include "cli/check/passes.h"
#include "cli/output.h"

static size_t first_item(const cli_passes *passes, size_t set) {
    return passes->sets[set].tickets[0].item;
}

static void work_on_set(void *context, unsigned job, size_t set, void *result) {
    const cli_passes *const passes = context;
    const cli_judge judge = cli_pass_judge(passes);
    cli_judge_set(&judge, passes->sets[set], &passes->jobs[job], result);
}

/* A file that could not be read is complained about by its own name. */
static void print_name(const cli_passes *passes, size_t set, const cli_result *result,
                       char name[FILENAME_MAX]) {
    const cli_judge judge = cli_pass_judge(passes);
    if (result->outcome == CLI_UNREADABLE)
        snprintf(name, FILENAME_MAX, "%s", cli_pass_name(passes, result->item));
    else
        cli_judge_name_set(&judge, passes->sets[set], name);
}

/* What holds for the first file of a set holds for all of it, in parts or not; that others would
 * have it otherwise is said, once. */
static void complain_terms(cli_passes *passes, size_t set, const char *name) {
    const cli_set files = passes->sets[set];
    const cli_input *const items = passes->inputs.items;
    const cli_terms *const terms = items[files.folder[0].item].terms;
    size_t i = files.tickets == files.folder ? 1 : files.folder_count;
    while (i < files.folder_count && items[files.folder[i].item].terms == terms)
        i++;
    if (i >= files.folder_count || passes->settings->quiet) return;
    cli_progress_clear(&passes->results.progress);
    cli_complain("%s: files of one set have different settings: those of %s hold, not those of %s",
                 name, cli_pass_name(passes, files.folder[0].item),
                 cli_pass_name(passes, files.folder[i].item));
}

static bool emit_set(void *context, size_t set, void *raw_result) {
    cli_passes *const passes = context;
    cli_result *const result = raw_result;
    const cli_judge judge = cli_pass_judge(passes);
    char name[FILENAME_MAX];
    print_name(passes, set, result, name);
    complain_terms(passes, set, name);
    passes->results.files_done += passes->sets[set].count;
    const size_t first = passes->sets[set].folder[0].item;
    cli_results_take(&passes->results, cli_judge_terms(&judge, first).settings, name, result);
    if (set + 1 < passes->set_count)
        cli_pass_show(passes, cli_pass_name(passes, first_item(passes, set + 1)));
    return true;
}

static void idle_for_set(void *context, size_t emitted) {
    cli_passes *const passes = context;
    cli_pass_show(passes, cli_pass_name(passes, first_item(passes, emitted)));
}

/* Lists the parts of one set. Returns how many tickets it has. */
static size_t list_parts(cli_passes *passes, size_t first) {
    const cli_ticket *const folder = passes->tickets.items + first;
    const size_t count = cli_tickets_in_set(&passes->tickets, first);
    const size_t judged = cli_set_judged(folder, count);
    for (size_t at = 0; at < judged; at += passes->sets[passes->set_count++].count)
        passes->sets[passes->set_count] =
            cli_set_part(folder, count, at, passes->settings->max_set_bytes);
    return count;
}

static bool list_sets(cli_passes *passes) {
    cli_tickets_sort(&passes->tickets);
    passes->sets = calloc(passes->tickets.count + 1, sizeof *passes->sets);
    for (size_t first = 0; passes->sets && first < passes->tickets.count;)
        first += list_parts(passes, first);
    return passes->sets != NULL;
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
