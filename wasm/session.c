#include "wasm/session.h"

#include <stdlib.h>

/* As the command does: a smaller block than the library would like is legal, below this it is not
 * worth a try. */
enum { LEAST_MEMORY_BYTES = 1 << 20 };

void wasm_session_clear(wasm_session *session) {
    wasm_blocks_free(session->incoming);
    wasm_blocks_free(session->kept);
    wasm_options_free(&session->options);
    wasm_output_free(&session->output);
    free(session->inputs);
    free((void *)session->sha256_hex);
    free(session->memory);
    free(session->look_memory);
    *session = (wasm_session){.options = wasm_options_make()};
}

wasm_block *wasm_session_keep(wasm_session *session) {
    wasm_block *const block = session->incoming;
    session->incoming = NULL;
    if (!block) return NULL;
    block->next = session->kept;
    session->kept = block;
    return block;
}

/* Room for one more. */
static bool has_room(wasm_session *session) {
    const size_t count = session->input_count + 1;
    navlint_input *const inputs = realloc(session->inputs, count * sizeof *inputs);
    if (inputs) session->inputs = inputs;
    const char **const digests =
        (const char **)realloc((void *)session->sha256_hex, count * sizeof *digests);
    if (digests) session->sha256_hex = digests;
    return inputs && digests;
}

/* The report borrows from the inputs, and is about those that were there. */
static void forget_report(wasm_session *session) {
    free(session->memory);
    session->memory = NULL;
    session->report = NULL;
}

bool wasm_session_add(wasm_session *session, navlint_input input, const char *sha256_hex) {
    forget_report(session);
    if (!has_room(session)) return false;
    session->inputs[session->input_count++] = input;
    if (!input.is_context) session->sha256_hex[session->judged_count++] = sha256_hex;
    return true;
}

static size_t take_memory(wasm_session *session, size_t wanted) {
    while (!(session->memory = malloc(wanted)) && wanted > LEAST_MEMORY_BYTES)
        wanted /= 2;
    return session->memory ? wanted : 0;
}

navlint_status wasm_session_check(wasm_session *session) {
    const navlint_options options = wasm_options_check(&session->options);
    const navlint_input *const inputs = session->inputs;
    const size_t count = session->input_count;
    forget_report(session);
    const size_t bytes = take_memory(session, navlint_memory_bound(&options, inputs, count));
    if (bytes == 0) return NAVLINT_NO_MEMORY;
    return navlint_check(&options, inputs, count, session->memory, bytes, &session->report);
}
