#include "server/access/tokens.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/framing.h"

enum { FILE_MOST_BYTES = 1 << 20 };

static bool fail(char *why, const char *what) {
    (void)snprintf(why, SRV_TOKENS_WHY_BYTES, "%s", what);
    return false;
}

/* token68 of RFC 9110 section 11.2, but for its equals signs, which may stand anywhere. */
static bool is_token(const char *text, size_t length) {
    static const char set[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/=";
    return length >= SRV_TOKEN_LEAST_BYTES && length <= SRV_TOKEN_MOST_BYTES &&
           strspn(text, set) >= length;
}

/* Cuts blanks off both ends. */
static char *trim(char *line) {
    line += strspn(line, " \t\r");
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r", line[length - 1]))
        length--;
    line[length] = '\0';
    return line;
}

static int refuse_line(char *why, size_t number, const char *what) {
    (void)snprintf(why, SRV_TOKENS_WHY_BYTES, "line %zu: %s", number, what);
    return -1;
}

int srv_tokens_read(char *text, srv_digest *digests, size_t most, char *why) {
    int count = 0;
    size_t number = 0;
    for (char *rest = text; rest;) {
        char *line = rest;
        rest = strchr(line, '\n');
        if (rest) *rest++ = '\0';
        number++;
        line = trim(line);
        if (*line == '\0' || *line == '#') continue;
        if (!is_token(line, strlen(line)))
            return refuse_line(why, number,
                               "a token is 16 to 512 letters, digits or characters of -._~+/=");
        if ((size_t)count == most) return refuse_line(why, number, "too many tokens");
        if (!srv_digest_make(line, strlen(line), &digests[count++]))
            return refuse_line(why, number, "no memory");
    }
    return count;
}

/* Reads a regular file of at most `most` bytes into `text`, with a NUL behind it. */
static bool read_file(int fd, char *text, size_t most, char *why) {
    struct stat about;
    size_t used = 0;
    ssize_t got = 0;
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) return fail(why, "is no regular file");
    do {
        got = read(fd, text + used, most + 1 - used);
        if (got > 0) used += (size_t)got;
    } while (got > 0 && used <= most);
    if (got < 0) return fail(why, strerror(errno));
    if (used > most) return fail(why, "is larger than 1 MiB");
    text[used] = '\0';
    return memchr(text, '\0', used) ? fail(why, "holds a NUL") : true;
}

static bool load_file(const char *path, char *text, char *why) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0) return fail(why, strerror(errno));
    const bool is_read = read_file(fd, text, FILE_MOST_BYTES, why);
    (void)close(fd);
    return is_read;
}

static void install(srv_tokens *tokens, srv_digest *digests, size_t count) {
    pthread_rwlock_wrlock(&tokens->lock);
    srv_digest *const old = tokens->digests;
    tokens->digests = digests;
    tokens->count = count;
    pthread_rwlock_unlock(&tokens->lock);
    free(old);
}

bool srv_tokens_reload(void *context, char *why) {
    srv_tokens *tokens = context;
    char *text = malloc(FILE_MOST_BYTES + 2);
    srv_digest *digests = calloc(SRV_MOST_TOKENS, sizeof *digests);
    int count = -1;
    if (!text || !digests)
        (void)fail(why, "no memory");
    else if (load_file(tokens->path, text, why))
        count = srv_tokens_read(text, digests, SRV_MOST_TOKENS, why);
    if (count == 0) (void)fail(why, "holds no token");
    if (text) explicit_bzero(text, FILE_MOST_BYTES + 2);
    free(text);
    if (count <= 0)
        free(digests);
    else
        install(tokens, digests, (size_t)count);
    return count > 0;
}

bool srv_tokens_open(srv_tokens *tokens, const char *path, char *why) {
    *tokens = (srv_tokens){.path = path};
    pthread_rwlock_init(&tokens->lock, NULL);
    return *path == '\0' || srv_tokens_reload(tokens, why);
}

void srv_tokens_close(srv_tokens *tokens) {
    free(tokens->digests);
    pthread_rwlock_destroy(&tokens->lock);
}

/* Compares with every token, whichever it is. */
static bool is_known(srv_tokens *tokens, const srv_digest *given) {
    bool is_one = false;
    pthread_rwlock_rdlock(&tokens->lock);
    for (size_t i = 0; i < tokens->count; i++)
        is_one |= srv_digest_is(&tokens->digests[i], given);
    pthread_rwlock_unlock(&tokens->lock);
    return is_one;
}

srv_answer srv_tokens_check(srv_tokens *tokens, const srv_head *head) {
    static const char scheme[] = "Bearer ";
    enum { SCHEME_BYTES = sizeof scheme - 1 };
    size_t count = 0;
    if (*tokens->path == '\0') return SRV_OK;
    const srv_header *field = srv_header_find(head, "Authorization", &count);
    const srv_text value = field ? field->value : (srv_text){"", 0};
    if (count != 1 || value.length < SCHEME_BYTES ||
        strncasecmp(value.bytes, scheme, SCHEME_BYTES) != 0)
        return SRV_TOKEN_MISSING;
    srv_digest given;
    const bool is_made =
        srv_digest_make(value.bytes + SCHEME_BYTES, value.length - SCHEME_BYTES, &given);
    return is_made && is_known(tokens, &given) ? SRV_OK : SRV_TOKEN_UNKNOWN;
}
