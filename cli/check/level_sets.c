/* Members of formats with sets: they wait until all of their archive was gone through. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check/level.h"
#include "cli/inputs/folders.h"

static void check_set(cli_level *here, const cli_shelf *shelf, size_t first, size_t count) {
    const cli_ticket *const tickets = here->kept.tickets.items + first;
    navlint_input *const inputs = calloc(count, sizeof *inputs);
    uint64_t *const offsets = calloc(count, sizeof *offsets);
    if (!inputs || !offsets)
        return free(inputs), free(offsets), cli_level_fail(here, here->name, ENOMEM, NULL);
    for (size_t i = 0; i < count; i++) {
        inputs[i] = here->kept.items[tickets[i].item].input;
        offsets[i] = here->kept.items[tickets[i].item].outer_offset;
    }
    const char *const set = here->kept.items[tickets[0].item].set;
    cli_level_check(here, &(cli_judged){.inputs = inputs,
                                        .count = count,
                                        .name = count > 1 ? set : inputs[0].name,
                                        .shelf = shelf,
                                        .shelf_set = first,
                                        .outer_offsets = offsets,
                                        .is_member = true});
    free(inputs);
    free(offsets);
}

static bool fill_shelf(const cli_level *here, cli_shelf *shelf) {
    const cli_tickets *const tickets = &here->kept.tickets;
    if (!cli_shelf_open(shelf, tickets->count)) return false;
    for (size_t first = 0, count; first < tickets->count; first += count) {
        count = cli_tickets_in_set(tickets, first);
        for (size_t i = first; i < first + count; i++)
            cli_shelf_add(shelf, &here->kept.items[tickets->items[i].item].input, first);
    }
    cli_shelf_sort(shelf);
    return true;
}

static void check_sets(cli_level *here) {
    cli_shelf shelf = {0};
    if (!fill_shelf(here, &shelf)) return cli_level_fail(here, here->name, ENOMEM, NULL);
    for (size_t first = 0, count; first < here->kept.tickets.count && cli_level_goes_on(here);
         first += count) {
        count = cli_tickets_in_set(&here->kept.tickets, first);
        check_set(here, &shelf, first, count);
    }
    cli_shelf_free(&shelf);
}

static void check_one_by_one(cli_level *here) {
    for (size_t i = 0; i < here->kept.tickets.count && here->tree->going; i++)
        check_set(here, NULL, i, 1);
}

/* Of an archive that was not read to its end any set may lack members, and what it lacks would be
 * held against it: then its members are judged one by one. */
void cli_level_check_kept(cli_level *here) {
    if (!cli_kept_sort(&here->kept))
        cli_level_fail(here, here->name, ENOMEM, NULL);
    else if (here->is_whole && cli_level_goes_on(here))
        check_sets(here);
    else
        check_one_by_one(here);
}

/* "release.zip!maps/NODES0.DAT" -> "release.zip!maps"; at the top the archive's own name. */
static char *name_of_set(const cli_level *here, const char *member) {
    const size_t length = strlen(here->name);
    const size_t folder = cli_folder_length(member + length + 1);
    if (here->keeper != here) return strdup(here->keeper->name);
    return strndup(member, folder > 0 ? length + 1 + folder : length);
}

/* What lies in a container that is gone before the others of the set come is copied. */
static bool own(cli_level *here, const cli_view *view, cli_kept_member *member) {
    cli_level_move(here, view, member);
    if (!view->is_in_place || here->keeper == here) return true;
    if (cli_buffer_reserve(&member->owned, view->length + 1) != 0) return false;
    memcpy(member->owned.bytes, view->bytes, view->length);
    member->owned.length = view->length;
    member->input.bytes = member->owned.bytes;
    return true;
}

void cli_level_keep(cli_level *here, const cli_located *what, const cli_view *view,
                    const navlint_format *format) {
    const char *const name = what->input.name;
    cli_kept_member member = {
        .input = what->input, .outer_offset = what->outer_offset, .set = name_of_set(here, name)};
    const bool is_kept = member.set && own(here, view, &member) &&
                         cli_kept_add(&here->keeper->kept, format, &member);
    free(member.set);
    if (is_kept) return;
    cli_buffer_free(&member.owned);
    cli_level_fail(here, name, ENOMEM, NULL);
}
