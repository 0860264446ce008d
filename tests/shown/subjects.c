#include "tests/shown/subjects.h"

#include <stdio.h>
#include <stdlib.h>

#include "parsers/format.h"
#include "tests/support/tar.h"

enum { FILE_BYTES = 1 << 20, MOST_MEMBERS = 300, SMALL_BYTES = 6000 };

typedef struct visitor {
    subject_fn visit;
    void *context;
    size_t count;
} visitor;

static void show(visitor *v, const char *name, const char *format, navlint_input input) {
    subject s = {.name = name, .input = input};
    navlint_options_init(&s.options, sizeof s.options);
    s.options.format = format;
    s.options.pedantic = true;
    s.memory_bytes = navlint_memory_bound(&s.options, &input, 1);
    s.memory = malloc(s.memory_bytes);
    if (!s.memory) abort();
    v->visit(v->context, &s);
    v->count++;
    free(s.memory);
}

static void show_witness(visitor *v, const navlint_format *format, const navlint_rule *rule) {
    static uint8_t bytes[FILE_BYTES];
    static navlint_input members[MOST_MEMBERS];
    size_t length = 0;
    if (navlint_witness(rule->code, bytes, sizeof bytes, &length) != NAVLINT_OK) abort();
    if (!tar_is(bytes, length)) {
        show(v, rule->code, format->id, (navlint_input){.bytes = bytes, .length = length});
        return;
    }
    const size_t count = tar_inputs(bytes, length, members, MOST_MEMBERS);
    for (size_t i = 0; i < count; i++)
        show(v, rule->code, format->id, members[i]);
}

static void show_built(visitor *v, const nl_format *format, uint64_t target_bytes) {
    static uint8_t bytes[FILE_BYTES];
    for (unsigned variant = 0; variant < format->build_variants; variant++) {
        nl_writer out = nl_writer_over(bytes, sizeof bytes);
        format->build(variant, target_bytes, &out);
        if (!nl_writer_ok(&out)) abort();
        show(v, format->info.id, format->info.id,
             (navlint_input){.bytes = bytes, .length = out.at});
    }
}

size_t each_subject(subject_fn visit, void *context) {
    visitor v = {visit, context, 0};
    for (size_t i = 0; i < nl_format_count; i++) {
        const navlint_format *const format = &nl_formats[i]->info;
        for (size_t rule = 0; rule < format->rule_count; rule++)
            show_witness(&v, format, &format->rules[rule]);
        show_built(&v, nl_formats[i], 0);
        show_built(&v, nl_formats[i], SMALL_BYTES);
    }
    return v.count;
}
