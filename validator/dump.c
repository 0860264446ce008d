/* What a file holds, field by field or as geometry. */
#include "validator/look.h"

navlint_status navlint_dump(const navlint_options *options, const navlint_input *input,
                            void *memory, size_t memory_bytes, navlint_field_fn visit,
                            void *context) {
    nl_look look;
    if (!options || !input || !memory || !visit) return NAVLINT_BAD_ARGUMENT;
    const navlint_status status = nl_look_at(&look, options, input, memory, memory_bytes);
    if (status != NAVLINT_OK) return status;
    nl_dump dump = {
        .bytes = look.job.bytes,
        .length = look.job.length,
        .visit = visit,
        .context = context,
    };
    if (look.document) look.format->dump(&look.job, look.document, &dump);
    nl_unpoison(memory, memory_bytes);
    return nl_look_status(&look);
}

navlint_status navlint_draw(const navlint_options *options, const navlint_input *input,
                            void *memory, size_t memory_bytes, navlint_shape_fn visit,
                            void *context) {
    nl_look look;
    if (!options || !input || !memory || !visit) return NAVLINT_BAD_ARGUMENT;
    const navlint_status status = nl_look_at(&look, options, input, memory, memory_bytes);
    if (status != NAVLINT_OK) return status;
    nl_mesh mesh = {.visit = visit, .context = context};
    if (look.document && look.format->draw) look.format->draw(&look.job, look.document, &mesh);
    nl_unpoison(memory, memory_bytes);
    if (!look.format->draw) return NAVLINT_UNSUPPORTED;
    return nl_look_status(&look);
}
