#include "wasm/look.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Rows ------------------------------------------------------------------------------------
 *
 * How many numbers, how many bytes of text, the numbers, then the texts, each with a NUL behind it,
 * and zeros up to a multiple of eight. All numbers are doubles in the module's byte order. */

enum { WORD_BYTES = sizeof(double) };

static bool put_numbers(wasm_output *output, const double *numbers, size_t count) {
    return wasm_output_write(output, (const char *)numbers, count * sizeof *numbers);
}

static size_t bytes_of(const char *const *texts, size_t count) {
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += strlen(texts[i]) + 1;
    return bytes;
}

static bool put_texts(wasm_output *output, const char *const *texts, size_t count) {
    static const char zeros[WORD_BYTES] = {0};
    for (size_t i = 0; i < count; i++)
        wasm_output_write(output, texts[i], strlen(texts[i]) + 1);
    const size_t odd = bytes_of(texts, count) % WORD_BYTES;
    return wasm_output_write(output, zeros, odd == 0 ? 0 : WORD_BYTES - odd);
}

static bool begin_row(wasm_output *output, size_t numbers, size_t text_bytes) {
    return put_numbers(output, (const double[]){(double)numbers, (double)text_bytes}, 2);
}

static const char *or_empty(const char *text) {
    return text ? text : "";
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static const double *numbers_of(const navlint_shape *shape, double *corners, size_t *count) {
    const bool is_point = shape->kind == NAVLINT_VERTEX || shape->kind == NAVLINT_MARK;
    *count = is_point ? 3 : shape->corner_count;
    if (is_point) return shape->position;
    for (size_t i = 0; i < shape->corner_count; i++)
        corners[i] = (double)shape->corners[i];
    return corners;
}

static bool put_shape_row(wasm_output *output, const navlint_shape *shape, double *corners) {
    char id[24];
    snprintf(id, sizeof id, "%" PRIu64, shape->subject.id);
    const bool is_about = shape->subject.kind != NULL;
    const char *const texts[] = {
        or_empty(shape->kind == NAVLINT_OBJECT ? shape->name : shape->path),
        or_empty(shape->subject.kind), is_about ? id : "", or_empty(shape->subject.record)};
    const double place[] = {
        (double)shape->kind,         (double)shape->offset,
        (double)shape->length,       shape->encoding ? (double)shape->inner.offset : -1,
        (double)shape->inner.length, (double)shape->flags};
    size_t count = 0;
    const double *const numbers = numbers_of(shape, corners, &count);
    const size_t text_count = sizeof texts / sizeof *texts;
    begin_row(output, sizeof place / sizeof *place + count, bytes_of(texts, text_count));
    put_numbers(output, place, sizeof place / sizeof *place);
    put_numbers(output, numbers, count);
    return put_texts(output, texts, text_count);
}

static bool put_shape(void *context, const navlint_shape *shape) {
    double few[16];
    const bool is_large = shape->corner_count > sizeof few / sizeof *few;
    double *const corners = is_large ? malloc(shape->corner_count * sizeof *corners) : few;
    const bool done = corners && put_shape_row(context, shape, corners);
    if (is_large) free(corners);
    return done;
}

/* ---- Fields ---------------------------------------------------------------------------------- */

static const char *value_text(const navlint_value *value, char *digits, size_t capacity) {
    digits[0] = '\0';
    if (value->kind == NAVLINT_UINT) snprintf(digits, capacity, "%" PRIu64, value->as.uint);
    if (value->kind == NAVLINT_INT) snprintf(digits, capacity, "%" PRId64, value->as.sint);
    return value->kind == NAVLINT_TEXT ? value->as.text : digits;
}

static bool put_field(void *context, const navlint_field *field) {
    char digits[24];
    const bool is_real = field->value.kind == NAVLINT_REAL;
    const char *const texts[] = {field->type, navlint_role_text(field->role), field->path,
                                 value_text(&field->value, digits, sizeof digits)};
    const double numbers[] = {(double)field->offset,
                              (double)field->length,
                              field->encoding ? (double)field->inner.offset : -1,
                              (double)field->inner.length,
                              is_real ? field->value.as.real : 0,
                              (double)field->value.kind};
    const size_t text_count = sizeof texts / sizeof *texts;
    const size_t number_count = sizeof numbers / sizeof *numbers;
    begin_row(context, number_count, bytes_of(texts, text_count));
    put_numbers(context, numbers, number_count);
    return put_texts(context, texts, text_count);
}

/* ---- The file -------------------------------------------------------------------------------- */

/* The block of a job is made once: windows come by the dozen. */
static bool has_memory(wasm_session *session, const navlint_options *options, size_t *bytes) {
    *bytes = navlint_memory_bound(options, session->inputs, 1);
    if (session->look_memory) return true;
    session->look_memory = malloc(*bytes);
    return session->look_memory != NULL;
}

static navlint_status ended(const wasm_session *session, navlint_status status) {
    return session->output.is_cut ? NAVLINT_NO_MEMORY : status;
}

navlint_status wasm_look_draw(wasm_session *session) {
    const navlint_options options = wasm_options_check(&session->options);
    size_t bytes = 0;
    if (session->input_count == 0) return NAVLINT_BAD_ARGUMENT;
    if (!has_memory(session, &options, &bytes)) return NAVLINT_NO_MEMORY;
    return ended(session, navlint_draw(&options, session->inputs, session->look_memory, bytes,
                                       put_shape, &session->output));
}

static void narrow(navlint_options *options, const wasm_window *window) {
    options->dump_from = window->from;
    options->dump_to = window->to;
    options->dump_path = window->path;
}

navlint_status wasm_look_fields(wasm_session *session, const wasm_window *window) {
    navlint_options options = wasm_options_check(&session->options);
    size_t bytes = 0;
    if (session->input_count == 0) return NAVLINT_BAD_ARGUMENT;
    if (!has_memory(session, &options, &bytes)) return NAVLINT_NO_MEMORY;
    narrow(&options, window);
    return ended(session, navlint_dump(&options, session->inputs, session->look_memory, bytes,
                                       put_field, &session->output));
}

/* Larger records want a larger block than what is kept: it is made for them and goes again. */
static navlint_status unpack_into(wasm_session *session, const navlint_options *options,
                                  size_t bytes, uint64_t *length) {
    navlint_unpacked unpacked = {.struct_bytes = sizeof unpacked};
    void *const memory = malloc(bytes);
    if (!memory) return NAVLINT_NO_MEMORY;
    const navlint_status status =
        navlint_unpack(options, session->inputs, memory, bytes, &unpacked);
    *length = unpacked.length;
    if (status == NAVLINT_OK)
        wasm_output_write(&session->output, unpacked.bytes, (size_t)unpacked.length);
    free(memory);
    return ended(session, status);
}

navlint_status wasm_look_unpack(wasm_session *session, const wasm_window *window) {
    navlint_options options = wasm_options_check(&session->options);
    if (session->input_count == 0) return NAVLINT_BAD_ARGUMENT;
    narrow(&options, window);
    const size_t bytes = navlint_memory_bound(&options, session->inputs, 1);
    uint64_t length = 0;
    const navlint_status status = unpack_into(session, &options, bytes, &length);
    if (status != NAVLINT_NO_MEMORY || length == 0 || length >= SIZE_MAX - bytes) return status;
    wasm_output_clear(&session->output);
    return unpack_into(session, &options, bytes + (size_t)length, &length);
}
