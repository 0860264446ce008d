#ifndef NAVLINT_VALIDATOR_DETECT_H
#define NAVLINT_VALIDATOR_DETECT_H

#include "parsers/format.h"

/* The format that the content speaks for; among equals, and where no content speaks, the one that
 * has the name's extension. NULL if nothing fits.
 * detected_by: receives "magic", "content" or "name"; NULL with no format. */
const nl_format *nl_detect(const navlint_input *input, const char **detected_by);

#endif
