/* Mutation that knows what stands where in a file: one source for all formats, and for any fuzzing
 * engine, because it is built on what every room offers: navlint_dump and nl_build_variant. */
#ifndef NAVLINT_FUZZ_MUTATE_H
#define NAVLINT_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* The engine's own mutation of data[0, size), which may grow to max_size bytes. Returns the new
 * size; 0 or more than max_size counts as refusal. LLVMFuzzerMutate has this type. */
typedef size_t (*nl_mutate_engine)(uint8_t *data, size_t size, size_t max_size);

/* Mutates one input in place: boundary values in its fields, whole records duplicated, removed or
 * moved with their counts repaired or not, parts of other dialects, or whatever the engine does to
 * a part or to all of it. The same bytes and seed give the same result if the engine does so too.
 * Allocates nothing; not reentrant, for its scratch is static.
 * format_id: the id of a row of formats.def; NULL: that of which the bytes look.
 * data: `size` bytes in a buffer of max_size; nothing at max_size or behind it is touched.
 * engine: NULL: a plain one of our own.
 * Returns the new size, 1 to max_size bytes; 0 only if max_size is 0. */
size_t nl_mutate(const char *format_id, uint8_t *data, size_t size, size_t max_size, unsigned seed,
                 nl_mutate_engine engine);

/* Two numbers that the program compared and found to differ: a constant and what it was compared
 * with. */
typedef struct nl_compared {
    uint64_t constant, value;
    uintptr_t place; /* of the comparison */
    unsigned bytes;  /* of the type; 0: nothing yet */
    unsigned tries;  /* how much the mutator has made of it */
} nl_compared;

/* Hands in what the program compared lately: a field that holds such a value is given the constant,
 * soon after the place was first reached and occasionally later. Borrowed for good; NULL: nothing
 * is known, as at first. */
void nl_mutate_compared(nl_compared *compared, unsigned count);

/* From now on it is remembered, from call to call, which fields were edited how often: those that
 * few inputs have are preferred where they are. */
void nl_mutate_fairly(void);

#endif
