#include "parsers/gta_nodes/layout.h"
bool gta_witness(unsigned rule, nl_writer *out, nl_arena *arena) { (void)rule; (void)out; (void)arena; return false; }
