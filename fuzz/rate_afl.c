/* A mutator that changes nothing: with it alone, afl-fuzz runs one input over and over, which is
 * how fast a target is under AFL++ (rate.c has the same without an engine). */
#include <stddef.h>
#include <stdint.h>

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    (void)data;
    (void)max_size;
    (void)seed;
    return size;
}
