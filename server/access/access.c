#include "server/access/access.h"

#include <stdio.h>

#include "server/reload.h"

static bool open_tokens(srv_tokens *tokens, const char *path) {
    char why[SRV_TOKENS_WHY_BYTES] = "";
    const bool has_digest = srv_digest_start();
    if (!srv_tokens_open(tokens, path, why) || !has_digest) {
        fprintf(stderr, "navlintd: --token-file: '%s': %s\n", path, why);
        srv_tokens_close(tokens);
        return false;
    }
    if (*path != '\0') srv_reload_add("token-file", srv_tokens_reload, tokens);
    return true;
}

bool srv_access_open(srv_access *access, const srv_config *config) {
    if (srv_cors_read(&access->cors, config->cors_origin))
        return open_tokens(&access->tokens, config->token_file);
    fprintf(stderr,
            "navlintd: --cors-origin: '%s' is neither * nor a list of at most 32 origins such as "
            "https://maps.example, separated by commas\n",
            config->cors_origin);
    return false;
}

void srv_access_close(srv_access *access) {
    srv_tokens_close(&access->tokens);
}
