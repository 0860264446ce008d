#include "tests/corpus/edges.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/tar.h"
#include "validator/valid_files.h"

enum { MOST_MEMBERS = 300, MEMORY_BYTES = 8 << 20 };

static bool refuse(const char *what, const char *name) {
    (void)fprintf(stderr, "edges: %s: %s\n", what, name);
    return false;
}

/* ---- Bases ---- */

bool edge_base(edge_file *file, const navlint_format *format, const char *name) {
    unsigned variant = 0;
    unsigned long target = 0;
    file->format = format;
    if (sscanf(name, "variant %u of %lu bytes", &variant, &target) == 2)
        return nl_build_variant(format->id, variant, target, file->bytes, EDGE_BYTES,
                                &file->length);
    return navlint_witness(name, file->bytes, EDGE_BYTES, &file->length) == NAVLINT_OK;
}

size_t edge_inputs(const edge_file *file, const char *name, navlint_input *inputs,
                   size_t capacity) {
    if (tar_is(file->bytes, file->length))
        return tar_inputs(file->bytes, file->length, inputs, capacity);
    inputs[0] = (navlint_input){.name = name, .bytes = file->bytes, .length = file->length};
    return 1;
}

/* ---- Fields ---- */

typedef struct visit_state {
    edge_field_fn visit;
    void *context;
    size_t member;
    size_t starts_at;
    bool is_archive;
    bool goes_on;
} visit_state;

static bool visit_field(void *context, const navlint_field *field) {
    visit_state *const state = context;
    edge_field row = {.offset = state->starts_at + (size_t)field->offset,
                      .length = field->length < EDGE_VALUE_BYTES ? (size_t)field->length : 1};
    if (field->length == 0) return true;
    if (field->length == EDGE_VALUE_BYTES) row.length = EDGE_VALUE_BYTES;
    if (state->is_archive)
        (void)snprintf(row.path, sizeof row.path, "%zu:%s", state->member, field->path);
    else
        (void)snprintf(row.path, sizeof row.path, "%s", field->path);
    state->goes_on = state->visit(state->context, &row);
    return state->goes_on;
}

void edge_fields(const edge_file *file, edge_field_fn visit, void *context) {
    static uint8_t memory[MEMORY_BYTES];
    static navlint_input inputs[MOST_MEMBERS];
    visit_state state = {.visit = visit, .context = context, .goes_on = true};
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.format = file->format->id;
    state.is_archive = tar_is(file->bytes, file->length);
    const size_t count = edge_inputs(file, "edge", inputs, MOST_MEMBERS);
    for (state.member = 0; state.member < count && state.goes_on; state.member++) {
        const navlint_input *const input = &inputs[state.member];
        state.starts_at = (size_t)((const uint8_t *)input->bytes - file->bytes);
        (void)navlint_dump(&options, input, memory, sizeof memory, visit_field, &state);
    }
}

/* ---- Changes ---- */

typedef struct wanted {
    const char *path;
    edge_field field; /* length 0: not found */
} wanted;

static bool is_wanted(void *context, const edge_field *field) {
    wanted *const w = context;
    if (strcmp(field->path, w->path) != 0) return true;
    w->field = *field;
    return false;
}

static bool put_hex(uint8_t *bytes, size_t length, const char *hex) {
    if (strlen(hex) != 2 * length) return false;
    for (size_t i = 0; i < length; i++) {
        unsigned value = 0;
        if (sscanf(hex + 2 * i, "%2x", &value) != 1) return false;
        bytes[i] = (uint8_t)value;
    }
    return true;
}

static bool apply(edge_file *file, char *change) {
    char *const equals = strrchr(change, '=');
    if (!equals) return refuse("not a change", change);
    *equals = '\0';
    if (strcmp(change, "cut") == 0) {
        const size_t length = strtoul(equals + 1, NULL, 10);
        if (length >= file->length) return refuse("cuts nothing off", equals + 1);
        file->length = length;
        return true;
    }
    wanted search = {.path = change};
    edge_fields(file, is_wanted, &search);
    if (search.field.length == 0) return refuse("no such field", change);
    return put_hex(file->bytes + search.field.offset, search.field.length, equals + 1) ||
           refuse("not as many bytes as the field has", equals + 1);
}

bool edge_make(edge_file *file, const navlint_format *format, const char *row) {
    char words[EDGE_ROW_BYTES];
    (void)snprintf(words, sizeof words, "%s", row);
    char *rest = strchr(words, '\t');
    if (!rest) return refuse("a row without changes", row);
    *rest++ = '\0';
    if (!edge_base(file, format, words)) return refuse("no such base", words);
    while (rest) {
        char *const change = rest;
        rest = strchr(rest, '\t');
        if (rest) *rest++ = '\0';
        if (!apply(file, change)) return false;
    }
    return true;
}
