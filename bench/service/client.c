#define _GNU_SOURCE /* memmem, strcasestr, accept4's flags */
#include "bench/service/client.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

typedef enum outcome { IS_WAITING, IS_WHOLE, IS_CUT, IS_JUNK } outcome;

void bench_client_close(bench_client *client) {
    if (client->fd >= 0) (void)close(client->fd);
    client->fd = -1;
}

static bool open_connection(bench_client *client, bench_load *load) {
    const int on = 1;
    client->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (client->fd < 0) return false;
    (void)setsockopt(client->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const struct sockaddr *const to = (const struct sockaddr *)&load->address;
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = client};
    load->tally.connections++;
    return (connect(client->fd, to, sizeof load->address) == 0 || errno == EINPROGRESS) &&
           epoll_ctl(load->epoll_fd, EPOLL_CTL_ADD, client->fd, &event) == 0;
}

bool bench_client_begin(bench_client *client, bench_load *load) {
    client->sent = 0;
    client->head_length = 0;
    client->has_head = false;
    client->body_got = 0;
    client->is_new = client->fd < 0;
    if (!client->is_new || open_connection(client, load)) return true;
    bench_client_close(client);
    load->tally.unconnected++;
    return false;
}

/* Returns false if the connection has ended; what it brought may still be read. */
static bool send_more(bench_client *client, const bench_bytes *request) {
    while (client->sent < request->length) {
        const ssize_t count = send(client->fd, request->bytes + client->sent,
                                   request->length - client->sent, MSG_NOSIGNAL);
        if (count < 0) return errno == EAGAIN || errno == EINTR;
        client->sent += (size_t)count;
    }
    return true;
}

/* The value of a field, from its first byte on; NULL if there is none. The head ends in a NUL. */
static const char *find_field(const bench_client *client, const char *line_start) {
    const char *const found = strcasestr(client->head, line_start);
    return found ? found + strlen(line_start) : NULL;
}

static bool read_head(bench_client *client) {
    const char *const length = find_field(client, "\r\nContent-Length: ");
    const char *const connection = find_field(client, "\r\nConnection: ");
    if (strncmp(client->head, "HTTP/1.1 ", 9) != 0 || !length) return false;
    client->status = (unsigned)strtoul(client->head + 9, NULL, 10);
    client->body_length = strtoull(length, NULL, 10);
    client->closes = connection && strncasecmp(connection, "close", 5) == 0;
    client->has_head = true;
    client->is_right = true;
    return true;
}

static void compare(bench_client *client, const bench_bytes *expected, const char *bytes,
                    size_t length) {
    const uint64_t at = client->body_got;
    client->body_got += length;
    if (!expected->bytes || client->status != 200) return;
    if (at + length > expected->length || memcmp(expected->bytes + at, bytes, length) != 0)
        client->is_right = false;
}

/* Takes the head's bytes out of what came. Returns how many of them. */
static size_t take_head(bench_client *client, const char *bytes, size_t length) {
    const size_t before = client->head_length;
    const size_t room = sizeof client->head - 1 - before;
    const size_t taken = length < room ? length : room;
    memcpy(client->head + before, bytes, taken);
    client->head_length += taken;
    client->head[client->head_length] = '\0';
    const char *const end = memmem(client->head, client->head_length, "\r\n\r\n", 4);
    if (!end) return taken;
    client->head_length = (size_t)(end - client->head) + 4;
    client->head[client->head_length] = '\0';
    return client->head_length - before;
}

static bool is_whole_head(const bench_client *client) {
    return client->head_length >= 4 &&
           memcmp(client->head + client->head_length - 4, "\r\n\r\n", 4) == 0;
}

static outcome take(bench_client *client, const bench_bytes *expected, const char *bytes,
                    size_t length) {
    const size_t of_head = client->has_head ? 0 : take_head(client, bytes, length);
    if (!client->has_head && is_whole_head(client) && !read_head(client)) return IS_JUNK;
    if (!client->has_head) return client->head_length < BENCH_HEAD_BYTES - 1 ? IS_WAITING : IS_JUNK;
    compare(client, expected, bytes + of_head, length - of_head);
    if (client->body_got > client->body_length) return IS_JUNK;
    return client->body_got == client->body_length ? IS_WHOLE : IS_WAITING;
}

static outcome receive(bench_client *client, const bench_bytes *expected) {
    char bytes[65536];
    for (;;) {
        const ssize_t count = recv(client->fd, bytes, sizeof bytes, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN) return IS_WAITING;
        if (count <= 0) return IS_CUT;
        const outcome now = take(client, expected, bytes, (size_t)count);
        if (now != IS_WAITING) return now;
    }
}

static void tally_answer(const bench_client *client, bench_load *load) {
    const bench_bytes *const expected = &load->expected;
    if (client->status != 200) {
        load->tally.refused++;
        load->tally.last_status = client->status;
    } else if (client->is_right && (!expected->bytes || client->body_length == expected->length)) {
        load->tally.right++;
    } else {
        load->tally.wrong++;
    }
}

static bool has_failed_to_connect(const bench_client *client) {
    int cause = 0;
    socklen_t length = sizeof cause;
    return client->is_new && client->sent == 0 &&
           getsockopt(client->fd, SOL_SOCKET, SO_ERROR, &cause, &length) == 0 && cause != 0;
}

static void end_badly(bench_client *client, uint64_t *count) {
    bench_client_close(client);
    ++*count;
}

bool bench_client_go_on(bench_client *client, bench_load *load) {
    if (has_failed_to_connect(client)) {
        end_badly(client, &load->tally.unconnected);
        return true;
    }
    const bool is_open = send_more(client, &load->request);
    const outcome now = receive(client, &load->expected);
    if (now == IS_WAITING && is_open) return false;
    if (now == IS_JUNK)
        end_badly(client, &load->tally.wrong);
    else if (now != IS_WHOLE)
        end_badly(client, &load->tally.lost);
    else
        tally_answer(client, load);
    /* What was answered before it was sent whole cannot be followed by another request. */
    if (client->fd >= 0 && (client->closes || client->sent < load->request.length))
        bench_client_close(client);
    return true;
}
