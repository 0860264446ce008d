/* What all mutators of inputs made of pieces are made with. */
#include "fuzz/mutate_pieces.h"

#include "fuzz/mutate.h"

#include <string.h>

static uint8_t scratch[PIECES_SCRATCH_BYTES];
static uint64_t state;

void pieces_seed(unsigned seed) {
    state = (seed + (uint64_t)1) * 0x9e3779b97f4a7c15u;
}

/* xorshift64: any will do. */
size_t pieces_below(size_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return limit == 0 ? 0 : (size_t)((state >> 11) % limit);
}

bool pieces_put(pieces *input, size_t at, size_t old_length, const void *bytes, size_t new_length) {
    if (new_length > old_length && new_length - old_length > input->max_size - input->size)
        return false;
    memmove(input->data + at + new_length, input->data + at + old_length,
            input->size - at - old_length);
    memcpy(input->data + at, bytes, new_length);
    input->size = input->size - old_length + new_length;
    return true;
}

bool pieces_copy(pieces *input, size_t at, size_t from, size_t length, size_t copies) {
    if (length > sizeof scratch) return false;
    memcpy(scratch, input->data + from, length);
    bool has_put = false;
    for (; copies > 0 && pieces_put(input, at, 0, scratch, length); copies--)
        has_put = true;
    return has_put;
}

size_t pieces_mutate_file(pieces *input, size_t at, size_t length, size_t most) {
    const size_t room = input->max_size - input->size + length;
    const size_t capacity = room < most ? room : most;
    if (length == 0 || length > capacity || capacity > sizeof scratch) return length;
    memcpy(scratch, input->data + at, length);
    const size_t changed = nl_mutate(NULL, scratch, length, capacity,
                                     (unsigned)pieces_below(UINT32_MAX), LLVMFuzzerMutate);
    return pieces_put(input, at, length, scratch, changed) ? changed : length;
}
