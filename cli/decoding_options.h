/* Rows of options that the verbs share which decode files without judging them by settings. */
#ifndef NAVLINT_CLI_DECODING_OPTIONS_H
#define NAVLINT_CLI_DECODING_OPTIONS_H

#include "cli/options.h"

/* settings: a struct with the members input_format and max_bytes. */
#define CLI_INPUT_FORMAT_OPTION(settings)                                                          \
    {                                                                                              \
        "--input-format", NULL, CLI_FORMAT, offsetof(settings, input_format), "ID",                \
            "Decode as this format instead of telling it from the bytes."                          \
    }

#define CLI_MAX_BYTES_OPTION(settings)                                                             \
    {                                                                                              \
        "--max-bytes", NULL, CLI_SIZE, offsetof(settings, max_bytes), "SIZE",                      \
            "Refuse larger files. Bytes, or with a suffix k, M, G. Default 1G."                    \
    }

#endif
