/* The log: lines, the queue that never makes anybody wait, and the thread that writes. */
#include "server/counters.h"
#include "server/log/log.h"
#include "server/log/peer.h"
#include "server/log/queue.h"

#include <fcntl.h>
#include <jansson.h>
#include <netinet/in.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *line_of(srv_line_form form, const srv_field *fields) {
    static char line[SRV_LINE_BYTES + 1];
    const size_t length = srv_line_write(line, SRV_LINE_BYTES, form, fields);
    line[length] = '\0';
    return line;
}

/* ---- strings as jansson writes them ---- */

static const char *ours(const char *text) {
    return line_of(SRV_LINE_JSON, (const srv_field[]){srv_field_text("s", text), {0}});
}

/* A string that jansson takes is written as it does; of one that it refuses what is left is UTF-8.
 */
static void compare(const char *text) {
    const char *const line = ours(text);
    json_t *const object = json_pack("{s:s}", "s", text);
    if (object) {
        char *const theirs = json_dumps(object, JSON_COMPACT);
        assert_int_equal(strncmp(line, theirs, strlen(theirs)), 0);
        assert_string_equal(line + strlen(theirs), "\n");
        free(theirs);
    } else {
        assert_non_null(strstr(line, "\xEF\xBF\xBD"));
    }
    json_decref(object);
    json_t *const parsed = json_loads(line, 0, NULL);
    assert_non_null(parsed);
    json_decref(parsed);
}

static void test_strings_of_two_bytes(void **state) {
    (void)state;
    for (unsigned i = 0; i < 0x10000; i++)
        compare((const char[]){(char)(i >> 8), (char)i, 'x', '\0'});
}

/* Every lead with the second bytes at the edges of what it allows. */
static void test_strings_of_many_bytes(void **state) {
    (void)state;
    static const unsigned char edges[] = {0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0};
    for (unsigned lead = 0xC0; lead <= 0xFF; lead++)
        for (size_t i = 0; i < COUNT(edges) * COUNT(edges) * COUNT(edges); i++) {
            const char text[] = {(char)lead, (char)edges[i % 8], (char)edges[i / 8 % 8],
                                 (char)edges[i / 64], '\0'};
            compare(text);
        }
}

static void test_random_strings(void **state) {
    (void)state;
    uint32_t random = 1;
    for (size_t i = 0; i < 20000; i++) {
        char text[24] = {0};
        for (size_t at = 0; at + 1 < sizeof text; at++) {
            random = random * 1664525 + 1013904223;
            text[at] = (char)(random >> 24);
        }
        compare(text);
    }
}

/* ---- lines ---- */

static void test_forms(void **state) {
    (void)state;
    const srv_field inner[] = {srv_field_number("port", 0), srv_field_text("bind", "::1"), {0}};
    const srv_field fields[] = {srv_field_time("time", 1700000000123U),
                                srv_field_text("plain", "a/b"),
                                srv_field_text("odd", "a b=\"\n"),
                                srv_field_text("none", NULL),
                                srv_field_text("dash", "-"),
                                srv_field_text("empty", ""),
                                srv_field_group("settings", inner),
                                srv_field_number("most", UINT64_MAX),
                                srv_field_span("ms", 12034),
                                srv_field_span("short", 7),
                                {0}};
    assert_string_equal(line_of(SRV_LINE_JSON, fields),
                        "{\"time\":\"2023-11-14T22:13:20.123Z\",\"plain\":\"a/b\",\"odd\":\"a "
                        "b=\\\"\\n\",\"none\":null,\"dash\":\"-\",\"empty\":\"\",\"settings\":{"
                        "\"port\":0,\"bind\":\"::1\"},\"most\":18446744073709551615,\"ms\":12."
                        "034,\"short\":0.007}\n");
    assert_string_equal(line_of(SRV_LINE_TEXT, fields),
                        "time=2023-11-14T22:13:20.123Z plain=a/b odd=\"a b=\\\"\\n\" none=- "
                        "dash=\"-\" empty=\"\" settings.port=0 settings.bind=::1 "
                        "most=18446744073709551615 ms=12.034 short=0.007\n");
}

/* Whatever the room: one line, of whole fields, that says that it is cut. */
static void test_lines_are_cut_whole(void **state) {
    (void)state;
    const srv_field inner[] = {srv_field_text("one", "\n\n\n"), srv_field_number("two", 2), {0}};
    const srv_field fields[] = {srv_field_text("first", "\x01\x02\xFF"),
                                srv_field_group("a", inner),
                                srv_field_group("b", inner),
                                srv_field_text("last", "z"),
                                srv_field_group("c", inner),
                                {0}};
    const size_t whole = strlen(line_of(SRV_LINE_JSON, fields));
    for (size_t capacity = SRV_LINE_LEAST_BYTES; capacity < whole + 40; capacity++) {
        char *const exact = malloc(capacity); /* for the sanitizer */
        const size_t length = srv_line_write(exact, capacity, SRV_LINE_JSON, fields);
        assert_true(length <= capacity && exact[length - 1] == '\n');
        json_t *const line = json_loadb(exact, length, 0, NULL);
        assert_non_null(line);
        assert_int_equal(json_is_true(json_object_get(line, "cut")), length != whole);
        assert_true(length == whole || capacity < whole + 20);
        json_decref(line);
        free(exact);
    }
}

static void test_peers(void **state) {
    (void)state;
    const struct sockaddr_in four = {
        .sin_family = AF_INET, .sin_port = htons(80), .sin_addr = {htonl(0x7F000001)}};
    const struct sockaddr_in6 six = {
        .sin6_family = AF_INET6, .sin6_port = htons(65535), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    const struct sockaddr_un local = {.sun_family = AF_UNIX};
    const struct sockaddr other = {.sa_family = AF_UNSPEC};
    const struct {
        const void *address;
        const char *text;
    } rows[] = {{&four, "127.0.0.1:80"},
                {&six, "[::1]:65535"},
                {&local, "unix"},
                {&other, "?"},
                {NULL, "?"}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[SRV_PEER_BYTES];
        srv_peer_text(text, rows[i].address);
        assert_string_equal(text, rows[i].text);
    }
}

/* ---- the queue ---- */

static srv_queue queue;

static void test_what_finds_no_room_is_counted(void **state) {
    (void)state;
    static const char line[1024] = "x";
    const size_t most = (SRV_QUEUE_BYTES - SRV_QUEUE_EVENT_BYTES) / sizeof line;
    srv_queue_open(&queue);
    for (size_t i = 0; i < most + 3; i++)
        assert_int_equal(srv_queue_put(&queue, SRV_RANK_REQUEST, line, sizeof line), i < most);
    assert_true(srv_queue_put(&queue, SRV_RANK_EVENT, line, sizeof line));
    const srv_lines lines = srv_queue_take(&queue);
    assert_int_equal(lines.length, (most + 1) * sizeof line);
    assert_int_equal(lines.dropped, 3);
    assert_true(srv_queue_put(&queue, SRV_RANK_REQUEST, line, sizeof line));
    assert_int_equal(srv_queue_take(&queue).length, sizeof line);
}

static void test_stop_does_not_wait_for_a_writer_that_is_stuck(void **state) {
    (void)state;
    srv_queue_open(&queue);
    assert_false(srv_queue_stop(&queue, 1));
    srv_queue_end(&queue);
    assert_true(srv_queue_stop(&queue, 60000));
}

/* ---- the writer ---- */

static void open_log(const char *path) {
    const srv_log_settings settings = {.requests = true, .events = true, .path = path};
    assert_true(srv_log_open(&settings));
    assert_true(srv_log_start());
}

typedef struct tally {
    uint64_t requests; /* lines of requests */
    uint64_t dropped;  /* lines that events say were lost */
} tally;

/* A piece of the log: its lines are added. */
static void read_lines(int reader, tally *seen) {
    static char text[4096];
    static size_t kept = 0;
    assert_int_equal(poll(&(struct pollfd){.fd = reader, .events = POLLIN}, 1, 60000), 1);
    const ssize_t count = read(reader, text + kept, sizeof text - kept - 1);
    assert_true(count > 0);
    text[kept + (size_t)count] = '\0';
    char *line = text;
    for (char *end = NULL; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        const char *const event = strstr(line, "\"dropped\",\"lines\":");
        if (event) seen->dropped += strtoull(strrchr(event, ':') + 1, NULL, 10);
        if (!event) seen->requests++;
    }
    kept = strlen(line);
    memmove(text, line, kept);
}

/* A pipe that is full and that nobody reads holds up neither requests nor the stop; then all that
 * was lost is said. */
static void test_a_pipe_that_nobody_reads(void **state) {
    (void)state;
    enum { LINES = 20000 };
    char folder[] = "/tmp/navlint-log-XXXXXX";
    char path[64];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/pipe", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    const int reader = open(path, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    const uint64_t dropped_before = atomic_load(&srv_counts.log_dropped);
    open_log(path);
    for (size_t i = 0; i < LINES; i++)
        srv_log_request(&(srv_log_line){.id = "0123456789abcdef", .method = "GET", .path = "/x"});
    const uint64_t dropped = atomic_load(&srv_counts.log_dropped) - dropped_before;
    assert_true(dropped > 0 && dropped < LINES);

    tally seen = {0, 0};
    for (size_t i = 0; i < LINES && seen.requests + seen.dropped < LINES; i++)
        read_lines(reader, &seen);
    assert_int_equal(seen.dropped, dropped);
    assert_int_equal(seen.requests, LINES - dropped);
    assert_true(srv_log_stop());
    close(reader);
    unlink(path);
    rmdir(folder);
}

static void test_a_pipe_without_a_reader_is_no_log_file(void **state) {
    (void)state;
    char folder[] = "/tmp/navlint-log-XXXXXX";
    char path[64];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/pipe", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(srv_log_open(&(srv_log_settings){.requests = true, .path = path}));
    unlink(path);
    rmdir(folder);
}

static void test_a_disk_that_is_full(void **state) {
    (void)state;
    const uint64_t before = atomic_load(&srv_counts.log_dropped);
    open_log("/dev/full");
    for (size_t i = 0; i < 10; i++)
        srv_event("drain", NULL);
    assert_true(srv_log_stop());
    assert_int_equal(atomic_load(&srv_counts.log_dropped) - before, 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strings_of_two_bytes),
        cmocka_unit_test(test_strings_of_many_bytes),
        cmocka_unit_test(test_random_strings),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_lines_are_cut_whole),
        cmocka_unit_test(test_peers),
        cmocka_unit_test(test_what_finds_no_room_is_counted),
        cmocka_unit_test(test_stop_does_not_wait_for_a_writer_that_is_stuck),
        cmocka_unit_test(test_a_pipe_that_nobody_reads),
        cmocka_unit_test(test_a_pipe_without_a_reader_is_no_log_file),
        cmocka_unit_test(test_a_disk_that_is_full),
    };
    return cmocka_run_group_tests_name("log_units", tests, NULL, NULL);
}
