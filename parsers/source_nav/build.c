#include "parsers/source_nav/layout.h"
void nav_build(unsigned variant, uint64_t target_bytes, nl_writer *out) {
    (void)variant;
    (void)target_bytes;
    (void)out;
}
bool nav_witness(unsigned rule, nl_writer *out, nl_arena *arena) {
    (void)rule;
    (void)out;
    (void)arena;
    return false;
}
