/* What waits, and is of no set: meshes for their maps, and what comes behind them. */
#include <errno.h>
#include <string.h>

#include "cli/check/level.h"

void cli_level_set_aside(cli_level *here, cli_kept *kept, const cli_located *what,
                         const cli_view *view, const navlint_format *format) {
    char set[] = ""; /* of none */
    cli_kept_member member = {.input = what->input, .outer_offset = what->outer_offset, .set = set};
    cli_level_move(here, view, &member);
    if (cli_kept_add(kept, format, &member)) return;
    cli_buffer_free(&member.owned);
    cli_level_fail(here, what->input.name, ENOMEM, NULL);
}

cli_located cli_level_located(const cli_kept *kept, size_t item) {
    return (cli_located){kept->items[item].input, kept->items[item].outer_offset};
}

static bool has_no_map_yet(const cli_level *here, const char *name) {
    return cli_is_mesh_name(name) && !cli_level_map(here, name);
}

void cli_level_check_waiting(cli_level *here) {
    for (size_t i = 0; i < here->waiting.count && here->tree->going; i++) {
        const cli_located what = cli_level_located(&here->waiting, i);
        const char *const name = what.input.name;
        if (has_no_map_yet(here, name) && !cli_pairs_pass_mesh(&here->pairs, name))
            cli_level_fail(here, name, ENOMEM, NULL);
        cli_level_check_one(here, &what);
    }
    cli_kept_free(&here->waiting);
    here->waiting_bytes = 0;
}

/* Members are judged in the order in which they come. */
void cli_level_check_in_turn(cli_level *here, const cli_located *what, const cli_view *view,
                             const navlint_format *format) {
    if (here->waiting.count == 0 && !has_no_map_yet(here, what->input.name))
        return cli_level_check_one(here, what);
    cli_level_set_aside(here, &here->waiting, what, view, format);
    here->waiting_bytes += view->is_in_place ? 0 : what->input.length;
    if (here->waiting_bytes > CLI_MOST_WAITING_BYTES) cli_level_check_waiting(here);
}

void cli_level_note_map(cli_level *here, const char *name, uint64_t bytes, const cli_view *start) {
    bool is_late = false;
    cli_map map = {.bytes = bytes};
    if (start->length < sizeof map.start) return;
    memcpy(map.start, start->bytes, sizeof map.start);
    if (!cli_pairs_add_map(&here->pairs, name, &map, &is_late))
        cli_level_fail(here, name, ENOMEM, NULL);
    else if (is_late)
        cli_level_complain(
            here, name, EIO,
            "too long after its mesh, which was judged without it: more than 16 MiB of files "
            "waited for maps [limit:archiveWaiting]");
}
