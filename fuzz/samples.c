#include "fuzz/samples.h"

#include "fuzz/require.h"
#include "tests/support/tar.h"
#include "validator/valid_files.h"

#include <stdio.h>
#include <stdlib.h>

enum { WITNESS_BYTES = 1 << 20 /* navlint_witness: "1 MiB holds every witness" */ };

typedef struct visitor {
    size_t most_bytes;
    fuzz_sample_fn visit;
    void *context;
    uint8_t *buffer; /* of WITNESS_BYTES */
} visitor;

static void give(const visitor *v, fuzz_sample *sample, size_t length) {
    navlint_input inputs[FUZZ_MOST_MEMBERS] = {
        {.name = "file", .bytes = v->buffer, .length = length}};
    sample->inputs = inputs;
    sample->count = 1;
    if (tar_is(v->buffer, length))
        sample->count = tar_inputs(v->buffer, length, inputs, FUZZ_MOST_MEMBERS);
    v->visit(v->context, sample);
}

static void give_witnesses(const visitor *v, size_t format_index) {
    const navlint_format *const format = navlint_format_at(format_index);
    for (size_t i = 0; i < format->rule_count; i++) {
        fuzz_sample sample = {.format = format_index};
        size_t length = 0;
        snprintf(sample.name, sizeof sample.name, "%s", format->rules[i].code);
        const navlint_status status =
            navlint_witness(format->rules[i].code, v->buffer, WITNESS_BYTES, &length);
        REQUIRE(20, status == NAVLINT_OK || status == NAVLINT_UNSUPPORTED);
        if (status == NAVLINT_OK && length <= v->most_bytes) give(v, &sample, length);
    }
}

size_t fuzz_smallest(size_t format, unsigned variant, void *buffer, size_t capacity) {
    size_t length = 0;
    const char *const id = navlint_format_at(format)->id;
    REQUIRE(20, nl_build_variant(id, variant, 1, buffer, capacity, &length));
    return length;
}

static void give_built(const visitor *v, size_t format_index) {
    const char *const id = navlint_format_at(format_index)->id;
    for (unsigned variant = 0; variant < nl_build_variants(id); variant++) {
        fuzz_sample sample = {.format = format_index};
        snprintf(sample.name, sizeof sample.name, "%s-%u", id, variant);
        give(v, &sample, fuzz_smallest(format_index, variant, v->buffer, WITNESS_BYTES));
    }
}

void fuzz_each_sample(size_t most_bytes, fuzz_sample_fn visit, void *context) {
    const visitor v = {most_bytes, visit, context, calloc(1, WITNESS_BYTES)};
    if (!v.buffer) abort();
    for (size_t i = 0; i < navlint_format_count(); i++) {
        give_witnesses(&v, i);
        give_built(&v, i);
    }
    free(v.buffer);
}
