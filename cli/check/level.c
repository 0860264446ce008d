#include "cli/check/level.h"

#include <errno.h>
#include <string.h>

/* ---- Results ---- */

static void take(cli_level *here, const char *name, cli_result *result) {
    const cli_archive_request *const request = here->tree->request;
    here->tree->going = request->take(request->context, name, result);
    cli_result_free(result);
}

void cli_level_complain(cli_level *here, const char *name, int failure, const char *reason) {
    cli_result result = {.reason = reason};
    cli_result_fail(&result, failure);
    take(here, name, &result);
}

void cli_level_fail(cli_level *here, const char *name, int failure, const char *reason) {
    here->is_whole = here->keeper->is_whole = false;
    cli_level_complain(here, name, failure, reason);
}

void cli_level_skip(cli_level *here, const navlint_input *input) {
    cli_result result = {
        .outcome = CLI_SKIPPED, .other_game = navlint_other_game(input), .bytes = input->length};
    take(here, input->name, &result);
}

bool cli_level_goes_on(const cli_level *here) {
    return here->tree->going && cli_is_allowed(&here->tree->allowance);
}

/* ---- Judging ---- */

void cli_level_check(cli_level *here, const cli_judged *what) {
    const cli_archive_request *const request = here->tree->request;
    const cli_task task = {.settings = request->settings,
                           .options = request->options,
                           .inputs = what->inputs,
                           .count = what->count,
                           .set_name = what->name,
                           .map = what->map,
                           .masters = request->masters,
                           .shelf = what->shelf,
                           .shelf_set = what->shelf_set,
                           .outer_offsets = what->outer_offsets,
                           .archive = what->is_member ? request->name : NULL,
                           .suppress = request->suppress,
                           .is_partial = !here->is_whole};
    cli_result result = {0};
    cli_check_task(&task, request->job, &result);
    (void)cli_allow_bytes(&here->tree->allowance, what->shelf ? result.context_bytes : 0);
    take(here, what->name, &result);
}

const cli_map *cli_level_map(const cli_level *here, const char *name) {
    return cli_is_mesh_name(name) ? cli_pairs_find_map(&here->pairs, name) : NULL;
}

/* Of the file itself places are what they are. */
void cli_level_check_one(cli_level *here, const cli_located *what) {
    const bool is_member = here->depth > 0;
    cli_level_check(here, &(cli_judged){.inputs = &what->input,
                                        .count = 1,
                                        .name = what->input.name,
                                        .map = cli_level_map(here, what->input.name),
                                        .outer_offsets = is_member ? &what->outer_offset : NULL,
                                        .is_member = is_member});
}

const char *cli_level_name(const cli_level *here, const char *name) {
    return name + strlen(here->name) + 1;
}

void cli_level_move(cli_level *here, const cli_view *view, cli_kept_member *member) {
    if (view->is_in_place) return;
    member->owned = cli_box_take(here->box);
    member->input.bytes = member->owned.bytes;
}
