#include "cli/inside_options.h"

#include <errno.h>

#include "cli/output.h"

int cli_complain_place(const cli_place *place, const char *name, int failure) {
    if (failure == ENOMEM)
        cli_complain("out of memory");
    else
        cli_complain(place->is_too_large ? "%s: %s" : "cannot read %s: %s", name, place->problem);
    return failure == ENOMEM ? CLI_INTERNAL : CLI_UNJUDGED;
}
