#include "cli/print/counts.h"

#include <string.h>

const char *cli_print_count(char text[CLI_COUNT_CAPACITY], uint64_t count) {
    size_t at = CLI_COUNT_CAPACITY;
    text[--at] = '\0';
    for (unsigned written = 0; count > 0 || written == 0; count /= 10, written++) {
        if (written > 0 && written % 3 == 0) text[--at] = ',';
        text[--at] = (char)('0' + count % 10);
    }
    return memmove(text, text + at, CLI_COUNT_CAPACITY - at);
}
