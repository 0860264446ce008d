/* Boundary values in every field that the format's own decoder finds in a file. */
#include "fuzz/oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FIELD_BYTES = 8, BOUNDARY_VALUES = 5 };

/* The file as it is, and the copy that the fields are broken in. */
typedef struct sweep {
    const char *format_id;
    const uint8_t *bytes;
    uint8_t *copy;
    size_t length;
    bool all_references; /* break all references and leave them broken, judge afterwards */
} sweep;

/* All zeros, all ones, the largest signed value, one more, one less than what is there; the last
 * two in the lowest byte alone, which is enough to leave the set of ids that exist. */
static void put_boundary(uint8_t *field, size_t length, int which) {
    if (which == 0) memset(field, 0, length);
    if (which == 1) memset(field, 0xff, length);
    if (which == 2) memset(field, 0xff, length), field[length - 1] = 0x7f;
    if (which == 3) field[0] = (uint8_t)(field[0] + 1);
    if (which == 4) field[0] = (uint8_t)(field[0] - 1);
}

static bool visit_field(void *context, const navlint_field *field) {
    const sweep *const s = context;
    if (field->encoding) return true; /* it has no bytes of its own in the file */
    if (field->length == 0 || field->length > MOST_FIELD_BYTES) return true;
    uint8_t *const place = s->copy + field->offset;
    const size_t length = (size_t)field->length;
    if (s->all_references) {
        if (field->role == NAVLINT_REFERENCE) memset(place, 0xee, length);
        return true;
    }
    for (int which = 0; which < BOUNDARY_VALUES; which++) {
        put_boundary(place, length, which);
        fuzz_judge(s->format_id, s->copy, s->length, FUZZ_QUICK);
        memcpy(place, s->bytes + field->offset, length);
    }
    return true;
}

static void sweep_dump(sweep *s) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.format = s->format_id;
    const navlint_input input = {.name = "sweep", .bytes = s->bytes, .length = s->length};
    const size_t memory_bytes = navlint_memory_bound(&options, &input, 1);
    void *const memory = malloc(memory_bytes);
    if (!memory) abort();
    const navlint_status status =
        navlint_dump(&options, &input, memory, memory_bytes, visit_field, s);
    REQUIRE(15, status == NAVLINT_OK);
    free(memory);
}

void fuzz_sweep_fields(const char *format_id, const uint8_t *bytes, size_t length) {
    sweep s = {.format_id = format_id, .bytes = bytes, .length = length};
    s.copy = malloc(length);
    if (!s.copy) abort();
    memcpy(s.copy, bytes, length);
    sweep_dump(&s);
    s.all_references = true;
    sweep_dump(&s);
    fuzz_judge(format_id, s.copy, length, FUZZ_THOROUGH);
    free(s.copy);
}
