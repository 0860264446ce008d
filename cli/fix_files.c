#include "cli/fix_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/check/outcome.h"
#include "cli/inside_options.h"
#include "cli/load.h"
#include "cli/output.h"
#include "cli/replace_file.h"

/* ---- Reading ---- */

static int read_opened(int descriptor, cli_fix_file *file, size_t limit_bytes) {
    if (file->input->path && fstat(descriptor, &file->status) != 0) return errno;
    return cli_read(descriptor, limit_bytes, &file->bytes);
}

int cli_fix_check_size(const cli_fix_file *file, uint64_t max_bytes) {
    if (file->bytes.length < cli_read_limit(max_bytes)) return CLI_OK;
    cli_complain("%s: larger than --max-bytes allows", file->name);
    return CLI_UNJUDGED;
}

int cli_fix_read(cli_fix_file *file, uint64_t max_bytes) {
    const size_t limit_bytes = cli_read_limit(max_bytes);
    const int descriptor = cli_open(file->input->path, file->input->discovered);
    const int failure = descriptor < 0 ? errno : read_opened(descriptor, file, limit_bytes);
    if (descriptor >= 0) cli_close(descriptor);
    if (failure != 0) {
        cli_complain("cannot read %s: %s", file->name, strerror(failure));
        return failure == ENOMEM ? CLI_INTERNAL : CLI_UNJUDGED;
    }
    return cli_fix_check_size(file, max_bytes);
}

/* ---- Members ---- */

static int complain_member(const cli_fix_file *file, int failure) {
    if (failure == ENOMEM)
        cli_complain("out of memory");
    else
        cli_complain("cannot fix %s: %s", file->name, file->place->problem);
    return failure == ENOMEM ? CLI_INTERNAL : CLI_UNJUDGED;
}

/* That its own bytes can be put there tells that others can. */
static int try_member(cli_fix_file *file) {
    const navlint_input *const found = &file->place->found;
    const int failure = cli_place_put(file->place, found->bytes, &file->whole);
    return failure == 0 ? CLI_OK : complain_member(file, failure);
}

static int complain_archive(const cli_fix_file *file) {
    cli_complain("%s: an archive: name a file in it, %s!MEMBER", file->name, file->name);
    return CLI_UNJUDGED;
}

int cli_fix_read_member(cli_fix_file *file, cli_place *place) {
    file->place = place;
    place->keeps_file = true;
    const int failure = cli_place_read(place, file->name);
    if (failure != 0) return cli_complain_place(place, file->name, failure);
    if (strcmp(place->path, "-") != 0) file->status = place->status;
    if (cli_is_archive(place->found.bytes, place->found.length)) return complain_archive(file);
    return try_member(file);
}

void cli_fix_close_member(cli_fix_file *file) {
    cli_place_close(file->place);
    cli_buffer_free(&file->whole);
}

static int complain_length(const cli_fix_file *file, size_t length) {
    cli_complain("cannot fix %s: fixed it has %zu bytes, not %zu, and does not fit in its place: "
                 "extract it, fix it, and pack it again",
                 file->name, length, file->place->found.length);
    return CLI_FINDINGS;
}

/* The file on the disk as it is to be, if the member was changed. */
static int put_member(cli_fix_file *file, const navlint_fixed *fixed) {
    size_t length = 0;
    const void *const bytes = navlint_fixed_bytes(fixed, 0, &length);
    if (!bytes) return CLI_OK;
    if (length != file->place->found.length) return complain_length(file, length);
    const int failure = cli_place_put(file->place, bytes, &file->whole);
    return failure == 0 ? CLI_OK : complain_member(file, failure);
}

static navlint_input input_of(const cli_fix_file *file) {
    if (file->place)
        return (navlint_input){.name = file->name,
                               .bytes = file->place->found.bytes,
                               .length = file->place->found.length,
                               .inner_name = file->place->found.inner_name};
    return (navlint_input){.name = file->name,
                           .bytes = file->bytes.bytes,
                           .length = file->bytes.length,
                           .inner_name = file->input->path};
}

/* ---- Writing ---- */

/* What is on the disk: its path, and its bytes as they were read. */
static const char *path_of(const cli_fix_file *file) {
    return file->place ? file->place->path : file->input->path;
}

static const cli_buffer *old_bytes_of(const cli_fix_file *file) {
    return file->place ? &file->place->file : &file->bytes;
}

static int complain_write(const char *path, int failure) {
    cli_complain("cannot write %s: %s", path, strerror(failure));
    return CLI_INTERNAL;
}

/* The bytes of a file that was fixed; NULL: it was not. */
static const void *fixed_bytes_of(const cli_fix_task *task, const navlint_fixed *fixed,
                                  size_t index, size_t *length) {
    const cli_fix_file *const file = &task->files[index];
    const void *const bytes = navlint_fixed_bytes(fixed, index, length);
    if (!bytes || !file->place) return bytes;
    *length = file->whole.length;
    return file->whole.bytes;
}

/* The bytes of a file as they are to be. */
static const void *bytes_of(const cli_fix_task *task, const navlint_fixed *fixed, size_t index,
                            size_t *length) {
    const void *const bytes = fixed_bytes_of(task, fixed, index, length);
    const cli_buffer *const old = old_bytes_of(&task->files[index]);
    if (!bytes) *length = old->length;
    return bytes ? bytes : old->bytes;
}

static int pipe_out(const cli_fix_task *task, const navlint_fixed *fixed) {
    size_t length = 0;
    const void *const bytes = bytes_of(task, fixed, 0, &length);
    if (length != 0) (void)cli_write(bytes, length);
    return CLI_OK;
}

static int write_output(const cli_fix_task *task, const navlint_fixed *fixed) {
    size_t length = 0;
    const void *const bytes = bytes_of(task, fixed, 0, &length);
    const int failure = cli_replace_file(task->settings->output, bytes, length);
    return failure == 0 ? CLI_OK : complain_write(task->settings->output, failure);
}

static int back_up(const cli_fix_file *file) {
    char path[FILENAME_MAX];
    const char *const name = path_of(file);
    const cli_buffer *const old = old_bytes_of(file);
    const int length = snprintf(path, sizeof path, "%s" CLI_BACKUP_SUFFIX, name);
    if (length < 0 || (size_t)length >= sizeof path) return complain_write(name, ENAMETOOLONG);
    const int failure = cli_back_up(path, name, old->bytes, old->length);
    return failure == 0 ? CLI_OK : complain_write(path, failure);
}

static int prepare(const cli_fix_task *task, const navlint_fixed *fixed, size_t index,
                   cli_replacement *replacement) {
    cli_fix_file *const file = &task->files[index];
    size_t length = 0;
    const void *const bytes = fixed_bytes_of(task, fixed, index, &length);
    *replacement = (cli_replacement){NULL, NULL};
    if (!bytes) return CLI_OK;
    const bool needs_backup = task->settings->backup && !file->has_backup;
    const int code = needs_backup ? back_up(file) : CLI_OK;
    if (code != CLI_OK) return code;
    file->has_backup = task->settings->backup;
    const int failure = cli_replace_prepare(path_of(file), bytes, length, replacement);
    return failure == 0 ? CLI_OK : complain_write(path_of(file), failure);
}

static int check_unchanged(const cli_fix_task *task) {
    int code = CLI_OK;
    for (size_t i = 0; i < task->count; i++) {
        if (cli_is_same_file(path_of(&task->files[i]), &task->files[i].status)) continue;
        cli_complain("%s: changed while it was being fixed: nothing is written",
                     task->files[i].name);
        code = CLI_UNJUDGED;
    }
    return code;
}

static int commit(const cli_fix_file *file, cli_replacement *replacement) {
    if (!replacement->temporary) return CLI_OK;
    const int failure = cli_replace_commit(replacement);
    return failure == 0 ? CLI_OK : complain_write(path_of(file), failure);
}

/* All are ready, and all are still what was judged, before the first is put in its place: a full
 * disk leaves a set as it was. */
static int write_in_place(const cli_fix_task *task, const navlint_fixed *fixed) {
    if (navlint_fixed_count(fixed) == 0) return CLI_OK;
    cli_replacement *const all = calloc(task->count, sizeof *all);
    if (!all) return cli_complain("out of memory"), CLI_INTERNAL;
    int code = CLI_OK;
    size_t ready = 0;
    for (; code == CLI_OK && ready < task->count; ready++)
        code = prepare(task, fixed, ready, &all[ready]);
    if (code == CLI_OK) code = check_unchanged(task);
    for (size_t i = 0; i < ready; i++) {
        if (code == CLI_OK)
            code = commit(&task->files[i], &all[i]);
        else
            cli_replace_drop(&all[i]);
    }
    free(all);
    return code;
}

static int write_out(const cli_fix_task *task, const navlint_fixed *fixed) {
    if (cli_fix_is_dry(task->settings)) return CLI_OK;
    if (task->settings->in_place) return write_in_place(task, fixed);
    return cli_fix_pipes(task->settings) ? pipe_out(task, fixed) : write_output(task, fixed);
}

/* ---- The library ---- */

static navlint_fix_options wishes_of(const cli_fix_settings *settings) {
    navlint_fix_options wishes;
    navlint_fix_options_init(&wishes, sizeof wishes);
    wishes.unsafe = settings->unsafe;
    wishes.only = settings->only.items;
    wishes.only_count = settings->only.count;
    return wishes;
}

static void complain_unjudged(const cli_fix_task *task, const navlint_report *report) {
    if (navlint_report_verdict(report) != NAVLINT_INDETERMINATE ||
        task->terms->settings->on_indeterminate == CLI_UNJUDGED_IS_IGNORED)
        return;
    cli_complain("%s: %s", task->files[0].name, navlint_report_limit(report)->message);
}

/* What check would say of the files as they are now. */
static int code_of_report(const cli_fix_task *task, const navlint_report *report) {
    const cli_result result = {.outcome = CLI_JUDGED,
                               .verdict = navlint_report_verdict(report),
                               .summary = navlint_report_summary(report)};
    return cli_outcome_code(task->terms->settings, &result);
}

/* At least 1 where something is left that was asked for: a fix that was refused, only shown, or not
 * come to. */
static int code_of(const cli_fix_task *task, const navlint_fixed *fixed) {
    const int code = code_of_report(task, navlint_fixed_report(fixed));
    const bool is_only_shown = cli_fix_is_dry(task->settings) && navlint_fixed_count(fixed) > 0;
    const bool is_left = navlint_refused_count(fixed) > 0 || navlint_fixed_limit(fixed);
    return code == CLI_OK && (is_left || is_only_shown) ? CLI_FINDINGS : code;
}

static int tell(const cli_fix_task *task, const cli_company *company, const navlint_fixed *fixed,
                cli_fix_tally *tally) {
    const cli_fix_story story = {.settings = task->settings,
                                 .fixed = fixed,
                                 .inputs = company->inputs,
                                 .count = company->count,
                                 .out = cli_fix_pipes(task->settings) ? stderr : stdout};
    cli_fix_file *const first = &task->files[0];
    int code = first->place ? put_member(first, fixed) : CLI_OK;
    if (code == CLI_OK) code = write_out(task, fixed);
    if (code != CLI_OK) {
        tally->files += task->count;
        tally->unwritten += task->count;
        return code;
    }
    if (task->settings->format == CLI_FIX_JSON)
        cli_fix_tell_json(&story);
    else if (!task->settings->check.quiet || task->settings->diff)
        cli_fix_tell(&story);
    cli_fix_count(&story, tally);
    complain_unjudged(task, navlint_fixed_report(fixed));
    return code_of(task, fixed);
}

static int fix_company(const cli_fix_task *task, const cli_company *company, cli_fix_tally *tally) {
    const navlint_fix_options wishes = wishes_of(task->settings);
    const size_t bytes = navlint_fix_bound(task->terms->options, company->inputs, company->count);
    void *const memory = malloc(bytes);
    if (!memory) return cli_complain("out of memory"), CLI_INTERNAL;
    const navlint_fixed *fixed = NULL;
    const navlint_status status = navlint_fix_apply(task->terms->options, &wishes, company->inputs,
                                                    company->count, memory, bytes, &fixed);
    int code = CLI_INTERNAL;
    if (status == NAVLINT_OK)
        code = tell(task, company, fixed, tally);
    else
        cli_complain("%s: %s", task->files[0].name, navlint_status_text(status));
    free(memory);
    return code;
}

int cli_fix_run(const cli_fix_task *task, cli_fix_tally *tally) {
    cli_company company;
    navlint_input *const inputs = calloc(task->count, sizeof *inputs);
    for (size_t i = 0; inputs && i < task->count; i++)
        inputs[i] = input_of(&task->files[i]);
    const bool is_made =
        inputs && cli_masters_join(task->terms->masters,
                                   &(cli_needy){.inputs = inputs, .count = task->count}, &company);
    int code = CLI_INTERNAL;
    if (is_made)
        code = fix_company(task, &company, tally);
    else
        cli_complain("out of memory");
    if (is_made) cli_company_free(&company);
    free(inputs);
    return code;
}
