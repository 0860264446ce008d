#include "tests/support/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "validator/valid_files.h"

static void require(bool holds, const char *what) {
    if (holds) return;
    (void)fprintf(stderr, "no such sample: %s\n", what);
    exit(EXIT_FAILURE);
}

sample built(unsigned variant) {
    sample s;
    require(nl_build_variant("source-nav", variant, 1, s.bytes, sizeof s.bytes, &s.length),
            "build variant");
    return s;
}

sample witness(const char *code) {
    static uint8_t buffer[1 << 18];
    sample s;
    require(navlint_witness(code, buffer, sizeof buffer, &s.length) == NAVLINT_OK, code);
    require(s.length <= sizeof s.bytes, code);
    memcpy(s.bytes, buffer, s.length);
    return s;
}

navlint_options default_options(void) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    return options;
}
