#include "server/package.h"

static srv_problem refuse(const srv_memory *memory, uint64_t bytes, uint64_t held_bytes) {
    const uint64_t most = srv_memory_most(memory, SRV_FOR_BODIES);
    return bytes > most || held_bytes > most - bytes
               ? srv_problem_limit(SRV_SET_TOO_LARGE, most, bytes + held_bytes)
               : srv_problem_make(SRV_BUSY, NULL, 0);
}

srv_problem srv_set_take(srv_memory *memory, uint64_t bytes, uint64_t held_bytes,
                         srv_block *block) {
    return srv_memory_take(memory, bytes, SRV_FOR_BODIES, block)
               ? srv_no_problem
               : refuse(memory, bytes, held_bytes);
}

srv_problem srv_set_reserve(srv_memory *memory, uint64_t bytes, uint64_t held_bytes) {
    return srv_memory_reserve(memory, bytes, SRV_FOR_BODIES) ? srv_no_problem
                                                             : refuse(memory, bytes, held_bytes);
}
