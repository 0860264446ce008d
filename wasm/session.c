#include "wasm/session.h"

#include <stdlib.h>

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

bool wasm_session_add(wasm_session *session, navlint_input input, const char *sha256_hex) {
    if (!has_room(session)) return false;
    session->inputs[session->input_count] = input;
    session->sha256_hex[session->input_count] = sha256_hex;
    session->input_count++;
    if (!input.is_context) session->judged_count++;
    return true;
}

navlint_status wasm_session_check(wasm_session *session) {
    const navlint_options options = wasm_options_check(&session->options);
    const size_t bytes = navlint_memory_bound(&options, session->inputs, session->input_count);
    free(session->memory);
    session->report = NULL;
    session->memory = malloc(bytes);
    if (!session->memory) return NAVLINT_NO_MEMORY;
    return navlint_check(&options, session->inputs, session->input_count, session->memory, bytes,
                         &session->report);
}
