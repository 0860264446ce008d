/* Fields at their boundaries, and single bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sweep/sweep.h"

enum { MAX_FIELDS = 4096, DUMP_BYTES = 4 << 20, HEADER_BYTES = 64 };

typedef struct field {
    uint64_t offset;
    uint64_t value;
    uint32_t length;
    char path[80];
} field;

typedef struct fields {
    field rows[MAX_FIELDS];
    size_t count;
    uint64_t counts[3]; /* of the roles from NAVLINT_COUNT on */
    uint64_t end;       /* of the field before */
    bool tiles;         /* each field starts where the one before ended */
} fields;

static fields found;

static bool note(void *context, const navlint_field *f) {
    fields *const all = context;
    if (f->encoding) return true; /* it has no bytes of its own in the file */
    all->tiles &= f->offset == all->end;
    all->end = f->offset + f->length;
    if (f->role == NAVLINT_PLAIN || f->value.kind != NAVLINT_UINT) return true;
    if (all->count == MAX_FIELDS) return false;
    field *const row = &all->rows[all->count++];
    *row = (field){.offset = f->offset, .value = f->value.as.uint, .length = (uint32_t)f->length};
    (void)snprintf(row->path, sizeof row->path, "%s", f->path);
    all->counts[f->role - NAVLINT_COUNT]++;
    return true;
}

static void find_fields(const subject *s) {
    static uint8_t memory[DUMP_BYTES];
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    const navlint_input input = {.bytes = s->bytes, .length = s->length};
    found = (fields){.tiles = true};
    const navlint_status status =
        navlint_dump(&options, &input, memory, sizeof memory, note, &found);
    if (status == NAVLINT_NOT_RECOGNISED) return; /* without its name: nothing else is said of it */
    expect(status == NAVLINT_OK, "the file can be dumped");
    expect(found.count < MAX_FIELDS, "the table of fields is large enough");
}

static void put(uint8_t *bytes, const field *f, uint64_t value) {
    for (uint32_t i = 0; i < f->length; i++)
        bytes[f->offset + i] = (uint8_t)(value >> 8 * i);
}

static uint64_t all_ones(const field *f) {
    return f->length >= 8 ? UINT64_MAX : ((uint64_t)1 << 8 * f->length) - 1;
}

/* 0, 1, its neighbours, how many targets there are of each kind, one more, and all ones. */
static size_t boundary_values(const field *f, uint64_t *values) {
    size_t n = 0;
    values[n++] = 0;
    values[n++] = 1;
    values[n++] = f->value + 1;
    values[n++] = f->value - 1;
    values[n++] = found.counts[NAVLINT_IDENTITY - NAVLINT_COUNT];
    values[n++] = found.counts[NAVLINT_IDENTITY - NAVLINT_COUNT] + 1;
    values[n++] = all_ones(f) >> 1;
    values[n++] = all_ones(f) - 1;
    values[n++] = all_ones(f);
    return n;
}

/* The bytes were changed: either something is said, or every byte is still accounted for. */
static void expect_nothing_lost(const navlint_report *report) {
    if (navlint_report_verdict(report) != NAVLINT_VALID) return;
    expect(navlint_report_unclaimed_count(report) == 0, "a valid file has no byte unclaimed");
}

static void try_value(const subject *s, guarded *copy, const field *f, uint64_t value) {
    sweeping("%s, %s = %llu", s->name, f->path, (unsigned long long)value);
    put(copy->bytes, f, value);
    expect_nothing_lost(judge_plenty(copy->bytes, copy->length));
    memcpy(copy->bytes + f->offset, s->bytes + f->offset, f->length);
}

void sweep_fields(const subject *s) {
    sweeping("%s", s->name);
    const navlint_report *const report = judge_plenty(s->bytes, s->length);
    if (navlint_report_summary(report).errors != 0 && !s->is_valid &&
        navlint_report_claimed_bytes(report) == 0)
        return; /* nothing of it can be decoded */
    find_fields(s);
    if (s->is_valid) expect(found.tiles && found.end == s->length, "the dump shows every byte");
    guarded copy = guarded_copy(s->bytes, s->length);
    for (size_t i = 0; i < found.count; i++) {
        uint64_t values[16];
        const size_t count = boundary_values(&found.rows[i], values);
        for (size_t k = 0; k < count; k++)
            try_value(s, &copy, &found.rows[i], values[k]);
    }
    guarded_free(&copy);
}

void sweep_bytes(const subject *s) {
    static const uint8_t values[] = {0x00, 0xFF, 0x80};
    const size_t end = s->length < HEADER_BYTES ? s->length : HEADER_BYTES;
    guarded copy = guarded_copy(s->bytes, s->length);
    for (size_t at = 0; at < end; at++) {
        for (size_t k = 0; k < sizeof values; k++) {
            sweeping("%s, byte %zu = 0x%02x", s->name, at, (unsigned)values[k]);
            copy.bytes[at] = values[k];
            expect_nothing_lost(judge_plenty(copy.bytes, copy.length));
        }
        copy.bytes[at] = s->bytes[at];
    }
    guarded_free(&copy);
}
