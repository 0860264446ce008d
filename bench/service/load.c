/* navlint-load --port N (--build FORMAT:BYTES | --body FILE) [OPTION VALUE]...
 *
 * Asks a service on this machine to judge one file, over so many connections at once, and compares
 * each answer with the library's own. One thread, epoll. On SIGTERM it ends what is under way.
 * Prints one JSON line; the exit status is 1 if any request had no right answer. */
#define _GNU_SOURCE /* signalfd's and clock_gettime's names */
#include <arpa/inet.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "bench/service/client.h"
#include "bench/service/latency.h"

enum { EVENTS = 256, MOST_CONNECTIONS = 10000, MS_PER_S = 1000, NS_PER_S = 1000000000 };

typedef struct settings {
    uint16_t port;
    const char *build; /* "FORMAT:BYTES" */
    const char *body;  /* path */
    const char *target;
    const char *header; /* one more line of the head; "": none */
    size_t connections;
    uint64_t requests;   /* at least so many */
    bool until_told;     /* goes on until SIGTERM */
    bool takes_anything; /* of status 200 */
    int patience_s;      /* without any byte, the service hangs */
} settings;

static volatile sig_atomic_t told;

static void on_term(int number) {
    (void)number;
    told = 1;
}

static void fail(const char *what) {
    fprintf(stderr, "navlint-load: %s\n", what);
    exit(2);
}

static bool read_setting(settings *to, const char *name, const char *value) {
    if (strcmp(name, "--port") == 0) return (to->port = (uint16_t)strtoul(value, NULL, 10)) != 0;
    if (strcmp(name, "--build") == 0) return (to->build = value) != NULL;
    if (strcmp(name, "--body") == 0) return (to->body = value) != NULL;
    if (strcmp(name, "--target") == 0) return (to->target = value) != NULL;
    if (strcmp(name, "--header") == 0) return (to->header = value) != NULL;
    if (strcmp(name, "--requests") == 0) return (to->requests = strtoull(value, NULL, 10)) != 0;
    if (strcmp(name, "--patience") == 0) return (to->patience_s = atoi(value)) > 0;
    if (strcmp(name, "--connections") != 0) return false;
    to->connections = strtoul(value, NULL, 10);
    return to->connections > 0 && to->connections <= MOST_CONNECTIONS;
}

static settings read_settings(int argc, char **argv) {
    settings all = {
        .target = "/validate", .header = "", .connections = 16, .requests = 1, .patience_s = 60};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--until-told") == 0)
            all.until_told = true;
        else if (strcmp(argv[i], "--any-answer") == 0)
            all.takes_anything = true;
        else if (i + 1 == argc || !read_setting(&all, argv[i], argv[i + 1]))
            fail("an option is unknown, or its value is bad");
        else
            i++;
    }
    if (all.port == 0 || !all.build == !all.body) fail("--port and one of --build and --body");
    return all;
}

static bench_bytes make_file(const settings *all) {
    if (all->body) return bench_read_file(all->body);
    char format[64] = "";
    const char *const colon = strchr(all->build, ':');
    if (!colon || (size_t)(colon - all->build) >= sizeof format) fail("--build FORMAT:BYTES");
    memcpy(format, all->build, (size_t)(colon - all->build));
    return bench_build_file(format, strtoull(colon + 1, NULL, 10));
}

static bench_bytes make_request(const settings *all, const bench_bytes *file) {
    char head[2048];
    const int count =
        snprintf(head, sizeof head,
                 "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n%s%sContent-Length: "
                 "%zu\r\n\r\n",
                 all->target, all->port, all->header, *all->header ? "\r\n" : "", file->length);
    if (count < 0 || (size_t)count >= sizeof head) fail("the head is too long");
    const size_t head_length = (size_t)count;
    const bench_bytes request = {.bytes = malloc(head_length + file->length),
                                 .length = head_length + file->length};
    if (!request.bytes) fail("no memory");
    memcpy(request.bytes, head, head_length);
    memcpy(request.bytes + head_length, file->bytes, file->length);
    return request;
}

static bench_load prepare(const settings *all) {
    const bench_bytes file = make_file(all);
    if (!file.bytes) fail("there is no such file, or the format cannot build one");
    bench_bytes memory = {.bytes = NULL};
    const navlint_text text = bench_judge(file.bytes, file.length, &memory);
    free(memory.bytes);
    bench_load load = {.request = make_request(all, &file),
                       .epoll_fd = epoll_create1(EPOLL_CLOEXEC)};
    if (!text.text || load.epoll_fd < 0) fail("no memory or no descriptor");
    load.address = (struct sockaddr_in){.sin_family = AF_INET,
                                        .sin_port = htons(all->port),
                                        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (all->takes_anything)
        navlint_text_free(text);
    else
        load.expected = (bench_bytes){text.text, text.length};
    free(file.bytes);
    return load;
}

typedef struct run {
    const settings *all;
    uint64_t begun;
    size_t under_way;
    bench_latencies latencies; /* of all that ended, however they did */
} run;

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

static bool goes_on(const run *now) {
    return now->begun < now->all->requests || (now->all->until_told && !told);
}

/* Returns true if the request has ended. */
static bool go_on(run *now, bench_load *load, bench_client *client) {
    if (!bench_client_go_on(client, load)) return false;
    bench_latency_add(&now->latencies, now_ns() - client->begun_ns);
    now->under_way--;
    return true;
}

static void begin_next(run *now, bench_load *load, bench_client *client) {
    while (goes_on(now)) {
        now->begun++;
        client->begun_ns = now_ns();
        if (!bench_client_begin(client, load)) continue;
        now->under_way++;
        if (client->is_new || !go_on(now, load, client)) return;
    }
}

static void on_event(run *now, bench_load *load, bench_client *client) {
    if (client->fd >= 0 && go_on(now, load, client)) begin_next(now, load, client);
}

static void ask_all(run *now, bench_load *load, bench_client *clients) {
    struct epoll_event events[EVENTS];
    for (size_t i = 0; i < now->all->connections; i++)
        begin_next(now, load, &clients[i]);
    while (now->under_way > 0) {
        const int count =
            epoll_wait(load->epoll_fd, events, EVENTS, now->all->patience_s * MS_PER_S);
        if (count == 0) {
            load->tally.lost += now->under_way;
            return;
        }
        for (int i = 0; i < count; i++)
            on_event(now, load, events[i].data.ptr);
    }
}

static double percentile_us(const run *now, unsigned percent) {
    return (double)bench_latency_percentile(&now->latencies, percent) / 1e3;
}

static int print(const run *now, const bench_load *load, uint64_t ns) {
    const bench_tally *const t = &load->tally;
    const uint64_t bad = t->wrong + t->refused + t->lost + t->unconnected;
    printf("{\"requests\": %" PRIu64 ", \"right\": %" PRIu64 ", \"wrong\": %" PRIu64
           ", \"refused\": %" PRIu64 ", \"lost\": %" PRIu64 ", \"unconnected\": %" PRIu64
           ", \"last_status\": %u, \"connections\": %" PRIu64
           ", \"request_bytes\": %zu, \"answer_bytes\": %zu, \"p50_us\": %.1f, \"p99_us\": %.1f"
           ", \"seconds\": %.6f}\n",
           t->right + bad, t->right, t->wrong, t->refused, t->lost, t->unconnected, t->last_status,
           t->connections, load->request.length, load->expected.length, percentile_us(now, 50),
           percentile_us(now, 99), (double)ns / NS_PER_S);
    return bad > 0;
}

int main(int argc, char **argv) {
    const settings all = read_settings(argc, argv);
    const struct sigaction action = {.sa_handler = on_term, .sa_flags = SA_RESTART};
    (void)sigaction(SIGTERM, &action, NULL);
    bench_load load = prepare(&all);
    bench_client *const clients = calloc(all.connections, sizeof *clients);
    if (!clients) fail("no memory");
    for (size_t i = 0; i < all.connections; i++)
        clients[i].fd = -1;
    const uint64_t start_ns = now_ns();
    run now = {.all = &all};
    ask_all(&now, &load, clients);
    const int status = print(&now, &load, now_ns() - start_ns);
    for (size_t i = 0; i < all.connections; i++)
        bench_client_close(&clients[i]);
    (void)close(load.epoll_fd);
    free(clients);
    free(load.request.bytes);
    navlint_text_free((navlint_text){.text = load.expected.bytes});
    return status;
}
