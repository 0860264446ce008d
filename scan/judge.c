#include "scan/judge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check/archive.h"
#include "cli/check/judge.h"
#include "cli/output.h"

/* Complaints about one task are held back beyond this: an archive can provoke any number. */
enum { MOST_COMPLAINT_BYTES = 4 * 1024 * 1024 };

typedef struct judging {
    cli_judge judge;
    const navlint_options *options;
    cli_job *job;
    scan_place *place;
    const atomic_bool *stop;
    scan_result *result;
    scan_span *span; /* of what is judged now */
    cli_tickets tickets;
    uint64_t complaint_bytes;
    cli_yield yield; /* of an archive */
    bool has_complained;
} judging;

/* ---- what results leave behind ---- */

static void raise_code(scan_result *result, int code) {
    if (code > result->code) result->code = code;
}

static void add_complaint(judging *run, const char *text) {
    const size_t length = strlen(text) + 1;
    if (run->complaint_bytes + length > MOST_COMPLAINT_BYTES) return;
    fwrite(text, 1, length, run->result->complaints);
    run->span->complaints += length;
    run->complaint_bytes += length;
}

static void add_text(judging *run, navlint_text text) {
    fwrite(text.text, 1, text.length, run->result->text);
    fputc('\n', run->result->text);
    run->span->text += text.length + 1;
}

static void add_texts(judging *run, const cli_rendered *rendered) {
    for (size_t i = 0; i < rendered->text_count; i++)
        add_text(run, rendered->texts[i]);
}

static void take(judging *run, const char *name, const cli_result *result) {
    char text[CLI_COMPLAINT_CAPACITY];
    raise_code(run->result, cli_outcome_code(run->judge.settings, result));
    if (cli_outcome_complaint(run->judge.settings, name, result, text)) add_complaint(run, text);
    for (size_t i = 0; i < result->rendered_count; i++)
        add_texts(run, &result->rendered[i]);
    atomic_fetch_add(&run->place->files_done, 1);
}

/* ---- archives ---- */

static bool take_member(void *context, const char *name, cli_result *result) {
    judging *const run = context;
    cli_yield_add(&run->yield, result);
    if (result->outcome == CLI_UNREADABLE || result->outcome == CLI_FAILED)
        run->has_complained = true;
    take(run, name, result);
    return !atomic_load(run->stop);
}

static void complain_empty(judging *run, const char *name) {
    char text[CLI_COMPLAINT_CAPACITY];
    snprintf(text, sizeof text, "%s: %s", name, cli_yield_complaint(run->yield));
    add_complaint(run, text);
    raise_code(run->result, CLI_UNJUDGED);
}

static cli_yield look_into(judging *run, const cli_input *input, const cli_result *container) {
    const cli_archive_request request = {.settings = run->judge.settings,
                                         .options = run->options,
                                         .masters = run->judge.masters,
                                         .name = input->path,
                                         .is_on_disk = true,
                                         .job = run->job,
                                         .context = run,
                                         .take = take_member};
    run->yield = CLI_HAD_NOTHING;
    run->has_complained = false;
    cli_check_inside(&request, container);
    if (run->yield != CLI_HAD_FILES && !run->has_complained && !input->discovered)
        complain_empty(run, input->path);
    return run->yield;
}

/* ---- files ---- */

static bool postpone(judging *run, size_t item, const cli_result *result) {
    const cli_input *const input = &run->judge.inputs->items[item];
    const cli_ticket ticket = {
        .folder = input->folder, .format = result->format, .item = item, .bytes = result->bytes};
    return input->is_repeated || cli_tickets_add(&run->tickets, ticket);
}

static bool judge_file(judging *run, size_t item) {
    const cli_input *const input = &run->judge.inputs->items[item];
    cli_result result = {0};
    cli_yield yield = CLI_HAD_NOTHING;
    bool going = true;
    cli_make_safe(run->place->name, sizeof run->place->name, input->path);
    run->span = &run->result->files[item];
    cli_judge_input(&run->judge, item, run->job, &result);
    cli_yield_add(&yield, &result);
    if (result.outcome == CLI_POSTPONED)
        going = postpone(run, item, &result);
    else if (result.outcome == CLI_CONTAINER)
        yield = look_into(run, input, &result);
    else
        take(run, input->path, &result);
    run->result->yields[item] = (char)('0' + yield);
    cli_result_free(&result);
    return going;
}

/* ---- sets ---- */

static void judge_set(judging *run, cli_set set) {
    const cli_input *const first = &run->judge.inputs->items[set.tickets[0].item];
    cli_result result = {0};
    char name[FILENAME_MAX];
    cli_make_safe(run->place->name, sizeof run->place->name, first->path);
    run->span = &run->result->folders[first->folder];
    cli_judge_set(&run->judge, set, run->job, &result);
    cli_judge_name_set(&run->judge, set, name);
    take(run, result.outcome == CLI_UNREADABLE ? run->judge.inputs->items[result.item].path : name,
         &result);
    cli_result_free(&result);
}

static void judge_folder(judging *run, const cli_ticket *folder, size_t count) {
    const uint64_t most_bytes = run->judge.settings->max_set_bytes;
    for (size_t at = 0; at < count && !atomic_load(run->stop);) {
        const cli_set part = cli_set_part(folder, count, at, most_bytes);
        judge_set(run, part);
        at += part.count;
    }
}

static void judge_sets(judging *run) {
    cli_tickets *const tickets = &run->tickets;
    cli_tickets_sort(tickets);
    for (size_t first = 0, count; first < tickets->count; first += count) {
        count = cli_tickets_in_set(tickets, first);
        judge_folder(run, tickets->items + first, count);
    }
}

/* ---- masters ---- */

static void add_master(void *context, const char *complaint) {
    char text[CLI_COMPLAINT_CAPACITY + 1];
    snprintf(text, sizeof text, "%c%s", SCAN_RUN_MARK, complaint);
    add_complaint(context, text);
}

/* Behind all else, so that the spans stay in order: with the last of them. */
static void complain_masters(judging *run) {
    scan_result *const result = run->result;
    run->span = result->folder_count > 0 ? &result->folders[result->folder_count - 1]
                                         : &result->files[result->file_count - 1];
    if (cli_masters_each_failure(run->judge.masters, add_master, run) > 0)
        raise_code(result, CLI_UNJUDGED);
}

/* ---- the task ---- */

static bool open_result(const scan_task *task, scan_result *result) {
    *result = (scan_result){.file_count = task->inputs.count, .folder_count = task->folder_count};
    result->files = calloc(result->file_count + 1, sizeof *result->files);
    result->folders = calloc(result->folder_count + 1, sizeof *result->folders);
    result->yields = calloc(result->file_count + 1, 1);
    result->text = tmpfile();
    result->complaints = tmpfile();
    if (result->files && result->folders && result->yields && result->text && result->complaints)
        return true;
    cli_complain("no room for a result: %s", strerror(errno));
    return false;
}

static bool close_files(scan_result *result) {
    if (fflush(result->text) == 0 && fflush(result->complaints) == 0 && !ferror(result->text) &&
        !ferror(result->complaints))
        return true;
    cli_complain("no room for a result: %s", strerror(errno));
    return false;
}

bool scan_judge(const scan_rules *rules, const scan_task *task, cli_job *job, scan_place *place,
                const atomic_bool *stop, scan_result *result) {
    cli_map_folders map_folders;
    judging run = {.judge = {.settings = rules->settings,
                             .options = &rules->options,
                             .masters = rules->masters,
                             .inputs = &task->inputs,
                             .map_folders = &map_folders},
                   .options = &rules->options,
                   .job = job,
                   .place = place,
                   .stop = stop,
                   .result = result};
    bool going = open_result(task, result);
    cli_map_folders_open(&map_folders);
    for (size_t item = 0; going && item < task->inputs.count; item++)
        going = judge_file(&run, item) && !atomic_load(stop);
    if (going) judge_sets(&run);
    if (going) complain_masters(&run);
    cli_tickets_free(&run.tickets);
    cli_map_folders_close(&map_folders);
    return going && !atomic_load(stop) && close_files(result);
}

void scan_result_free(scan_result *result) {
    free(result->files);
    free(result->folders);
    free(result->yields);
    if (result->text) fclose(result->text);
    if (result->complaints) fclose(result->complaints);
    *result = (scan_result){0};
}
