#include "server/unpack.h"

#include <string.h>

#include "intake/archive.h"

/* How many bytes come out is known when they are there: the block doubles. */
enum { FIRST_BYTES = 64 * 1024 };

typedef struct unpacking {
    const srv_package *package;
    intake_archive *archive;
    srv_unpacked *out;
    uint64_t window_bytes; /* reserved for libarchive */
} unpacking;

/* The limit is looked at behind it: one byte more than may come out. */
static uint64_t next_capacity(const unpacking *run) {
    const uint64_t most = run->package->max_unpacked_bytes + 1;
    const uint64_t wanted =
        run->out->block.capacity ? (uint64_t)run->out->block.capacity * 2 : FIRST_BYTES;
    return wanted < most ? wanted : most;
}

static srv_problem reserve_window(unpacking *run, uint64_t unpacked_bytes) {
    const uint64_t bytes = intake_window_bound(unpacked_bytes);
    const uint64_t held = run->package->held_bytes + run->out->block.capacity + run->window_bytes;
    const srv_problem problem =
        srv_set_reserve(run->package->memory, bytes - run->window_bytes, held);
    if (problem.answer == SRV_OK) run->window_bytes = bytes;
    return problem;
}

static srv_problem grow(unpacking *run) {
    srv_memory *const memory = run->package->memory;
    const uint64_t capacity = next_capacity(run);
    srv_problem problem = reserve_window(run, capacity);
    if (problem.answer != SRV_OK) return problem;
    srv_block wider;
    const uint64_t held = run->package->held_bytes + run->out->block.capacity + run->window_bytes;
    problem = srv_set_take(memory, capacity, held, &wider);
    if (problem.answer != SRV_OK) return problem;
    if (run->out->length > 0) memcpy(wider.bytes, run->out->block.bytes, run->out->length);
    srv_memory_give(memory, &run->out->block);
    run->out->block = wider;
    return problem;
}

static srv_problem read_bytes(unpacking *run) {
    for (;;) {
        const srv_problem problem =
            run->out->length == run->out->block.capacity ? grow(run) : srv_no_problem;
        if (problem.answer != SRV_OK) return problem;
        size_t length = 0;
        const intake_outcome outcome =
            intake_read(run->archive, (char *)run->out->block.bytes + run->out->length,
                        run->out->block.capacity - run->out->length, &length);
        if (outcome != INTAKE_OK) return srv_package_problem(run->package, run->archive, outcome);
        if (length == 0) return srv_no_problem;
        run->out->length += length;
    }
}

static srv_problem unpack(unpacking *run) {
    intake_entry entry;
    run->archive = srv_package_open(run->package, INTAKE_BARE | INTAKE_COMPRESSED);
    if (!run->archive) return srv_problem_make(SRV_BUSY, NULL, 0);
    const intake_outcome outcome = intake_next(run->archive, &entry);
    const srv_problem problem = outcome == INTAKE_OK
                                    ? read_bytes(run)
                                    : srv_package_problem(run->package, run->archive, outcome);
    intake_close(run->archive);
    return problem;
}

srv_problem srv_unpack(const srv_package *package, srv_unpacked *unpacked) {
    unpacking run = {.package = package, .out = unpacked};
    *unpacked = (srv_unpacked){.length = 0};
    srv_problem problem = reserve_window(&run, 0);
    if (problem.answer == SRV_OK) problem = unpack(&run);
    srv_memory_release(package->memory, run.window_bytes);
    return problem;
}
