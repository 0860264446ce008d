#include "cli/inside/look.h"

#include "cli/load.h"

/* What another file has of it is read from the disk: no more than must be of what is nobody's. */
static bool is_worth_more(const cli_inner *inner, const char *name, const cli_view *start) {
    const navlint_input input = {.bytes = start->bytes, .length = start->length};
    return !inner->member || inner->member->volume == 0 || navlint_format_takes_name(NULL, name) ||
           navlint_detect(&input, NULL);
}

int cli_look_at(cli_box *box, const navlint_options *options, const cli_inner *inner,
                const char *name, cli_look *look) {
    *look = (cli_look){.is_archive = false};
    int failure = cli_box_view(box, INTAKE_SNIFF_BYTES, &look->start);
    if (failure != 0) return failure;
    look->is_archive = cli_is_archive(look->start.bytes, look->start.length);
    if (look->is_archive || !is_worth_more(inner, name, &look->start)) return 0;
    failure = cli_box_view(box, cli_detection_bytes(options, name), &look->start);
    const navlint_input input = {.name = name,
                                 .bytes = look->start.bytes,
                                 .length = look->start.length,
                                 .inner_name = inner->name};
    if (failure == 0) look->format = cli_wanted_format(options, &input);
    return failure;
}
