/* Bearer tokens (RFC 6750): who may ask. Only their digests are kept. */
#ifndef NAVLINT_SERVER_ACCESS_TOKENS_H
#define NAVLINT_SERVER_ACCESS_TOKENS_H

#include <pthread.h>

#include "server/digest.h"
#include "server/head.h"
#include "server/problem.h"

enum {
    SRV_TOKEN_LEAST_BYTES = 16,
    SRV_TOKEN_MOST_BYTES = 512,
    SRV_MOST_TOKENS = 4096,
    SRV_TOKENS_WHY_BYTES = 256
};

typedef struct srv_tokens {
    pthread_rwlock_t lock; /* held to read while a request is checked */
    const char *path;      /* "": everybody may ask */
    srv_digest *digests;
    size_t count;
} srv_tokens;

/* Opens the file at `path`, borrowed until the close; srv_digest_start comes first.
 * why: SRV_TOKENS_WHY_BYTES bytes that receive the reason of a failure: never a token. */
bool srv_tokens_open(srv_tokens *tokens, const char *path, char *why);

void srv_tokens_close(srv_tokens *tokens);

/* Reads the file again. Where that fails the tokens stay as they are. context: a srv_tokens;
 * why: as above. A srv_reload_function. */
bool srv_tokens_reload(void *context, char *why);

/* Returns SRV_OK if everybody may ask or the request has one of the tokens, else
 * SRV_TOKEN_MISSING or SRV_TOKEN_UNKNOWN. How long it takes tells nothing about the tokens. */
srv_answer srv_tokens_check(srv_tokens *tokens, const srv_head *head);

/* Reads tokens from the text of a file: one a line, blanks around it do not count; lines that are
 * empty or begin with "#" are passed over. Cuts the text up.
 * digests: room for `most`. Returns how many there are, -1 with `why` if a line is none. */
int srv_tokens_read(char *text, srv_digest *digests, size_t most, char *why);

#endif
