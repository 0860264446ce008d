/* A libFuzzer mutator as AFL++ calls it: linked with the object that defines
 * LLVMFuzzerCustomMutator, this is what AFL_CUSTOM_MUTATOR_LIBRARY names. One mutator so serves
 * both engines. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* AFL++'s interface, docs/custom_mutators.md of its sources. */
void *afl_custom_init(void *afl, unsigned seed);
size_t afl_custom_fuzz(void *state, uint8_t *data, size_t size, uint8_t **result,
                       const uint8_t *other, size_t other_size, size_t max_size);
void afl_custom_deinit(void *state);

enum { LARGEST_RESULT_BYTES = 1 << 20, MOST_COPIED_BYTES = 64 };

typedef struct afl_mutator {
    uint64_t random;
    const uint8_t *other; /* another input of the queue, to copy parts of; borrowed for a call */
    size_t other_size;
    uint8_t result[LARGEST_RESULT_BYTES];
} afl_mutator;

/* LLVMFuzzerMutate has no argument to pass it in; afl-fuzz makes one mutator. */
static afl_mutator *current;

static uint32_t below(uint32_t limit) {
    current->random = current->random * 0x5851f42d4c957f2du + 0x14057b7ef767814fu;
    return limit == 0 ? 0 : (uint32_t)(current->random >> 33) % limit;
}

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t change_byte(uint8_t *data, size_t size) {
    uint8_t *const byte = data + below((uint32_t)size);
    switch (below(3)) {
    case 0:
        *byte ^= (uint8_t)(1u << below(8));
        break;
    case 1:
        *byte = (uint8_t)(*byte + below(35) - 17);
        break;
    default:
        *byte = (uint8_t)below(256);
        break;
    }
    return size;
}

static size_t insert_bytes(uint8_t *data, size_t size, size_t max_size) {
    const size_t count = smaller(1 + below(MOST_COPIED_BYTES), max_size - size);
    const size_t at = below((uint32_t)size + 1);
    memmove(data + at + count, data + at, size - at);
    for (size_t i = 0; i < count; i++)
        data[at + i] = (uint8_t)below(256);
    return size + count;
}

static size_t erase_bytes(uint8_t *data, size_t size) {
    const size_t at = below((uint32_t)size);
    const size_t count = smaller(1 + below(MOST_COPIED_BYTES), size - at);
    if (count == size) return size;
    memmove(data + at, data + at + count, size - at - count);
    return size - count;
}

/* Bytes of the other input, of whatever else stands there, over what is here. */
static size_t copy_other(uint8_t *data, size_t size) {
    if (current->other_size == 0) return change_byte(data, size);
    const size_t from = below((uint32_t)current->other_size);
    const size_t at = below((uint32_t)size);
    const size_t count = 1 + below(MOST_COPIED_BYTES);
    memcpy(data + at, current->other + from,
           smaller(count, smaller(size - at, current->other_size - from)));
    return size;
}

/* What libFuzzer offers its custom mutators, for those of AFL++. AFL++'s own havoc runs beside it,
 * so this is kept plain. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size) {
    const uint32_t kind = below(8);
    if (max_size == 0) return 0;
    if (size == 0 || (kind == 0 && size < max_size)) return insert_bytes(data, size, max_size);
    if (kind == 1) return erase_bytes(data, size);
    return kind == 2 ? copy_other(data, size) : change_byte(data, size);
}

void *afl_custom_init(void *afl, unsigned seed) {
    (void)afl;
    current = calloc(1, sizeof *current);
    if (current) current->random = seed;
    return current;
}

size_t afl_custom_fuzz(void *state, uint8_t *data, size_t size, uint8_t **result,
                       const uint8_t *other, size_t other_size, size_t max_size) {
    afl_mutator *const m = state;
    const size_t room = smaller(max_size, sizeof m->result);
    const size_t kept = smaller(size, room);
    m->other = other;
    m->other_size = !other ? 0 : other_size;
    memcpy(m->result, data, kept);
    *result = m->result;
    return LLVMFuzzerCustomMutator(m->result, kept, room, below(UINT32_MAX));
}

void afl_custom_deinit(void *state) {
    free(state);
}
