#include "cli/check/disk.h"

#include <errno.h>

navlint_input cli_judge_make(const cli_judge *judge, size_t item, const cli_buffer *file) {
    return (navlint_input){.name = cli_input_name(judge->settings, &judge->inputs->items[item]),
                           .bytes = file ? file->bytes : NULL,
                           .length = file ? file->length : 0,
                           .is_context = judge->inputs->items[item].is_context,
                           .inner_name = judge->inputs->items[item].path};
}

cli_terms cli_judge_terms(const cli_judge *judge, size_t item) {
    const cli_terms *const own = judge->inputs->items[item].terms;
    return own ? *own : (cli_terms){judge->settings, judge->options, judge->masters};
}

int cli_judge_load(const cli_judge *judge, size_t item, cli_buffer *file) {
    const uint64_t max_bytes = cli_judge_terms(judge, item).settings->max_bytes;
    const int descriptor = cli_open(judge->inputs->items[item].path, true);
    if (descriptor < 0) return errno;
    const int failure = cli_read(descriptor, cli_read_limit(max_bytes), file);
    cli_close(descriptor);
    return failure;
}
