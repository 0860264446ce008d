#include "server/log/log.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/counters.h"
#include "server/log/queue.h"

enum { FILE_MODE = 0640, PATIENCE_MS = 2000, EVENT_FIELDS = 16 };

/* One for the process, as there is one standard error. */
static struct {
    srv_log_settings settings;
    int fd;
    bool has_started;
    uint64_t told; /* dropped lines that an event has told of; the writer's */
    srv_queue queue;
} the_log = {.fd = STDERR_FILENO};

static uint64_t unix_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* ---- the file ---- */

/* Not blocking while it is opened, where a pipe that nobody reads would hang; then as usual. */
static int open_file(const char *path) {
    const int fd =
        open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, FILE_MODE);
    const int flags = fd >= 0 ? fcntl(fd, F_GETFL) : -1;
    if (flags >= 0) (void)fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
    return fd;
}

bool srv_log_open(const srv_log_settings *settings) {
    the_log.settings = *settings;
    the_log.fd = STDERR_FILENO;
    the_log.told = 0;
    srv_queue_open(&the_log.queue);
    if (*settings->path == '\0') return true;
    the_log.fd = open_file(settings->path);
    if (the_log.fd >= 0) return true;
    fprintf(stderr, "navlintd: --log-file: %s: %s\n", settings->path, strerror(errno));
    return false;
}

/* The number stays: a write under way ends in the old file, the next one goes to the new. */
int srv_log_reopen(void) {
    if (the_log.fd == STDERR_FILENO) return 0;
    const int fd = open_file(the_log.settings.path);
    int error = fd < 0 || dup3(fd, the_log.fd, O_CLOEXEC) < 0 ? errno : 0;
    if (fd >= 0) (void)close(fd);
    return error;
}

/* ---- the writer ---- */

/* Blocks as the descriptor does: standard error is shared with others, whose O_NONBLOCK, if they
 * have set it, is waited out. Returns the bytes written, less than `length` after an error. */
static size_t write_all(const char *bytes, size_t length) {
    size_t done = 0;
    while (done < length) {
        const ssize_t count = write(the_log.fd, bytes + done, length - done);
        if (count >= 0)
            done += (size_t)count;
        else if (errno == EAGAIN)
            (void)poll(&(struct pollfd){.fd = the_log.fd, .events = POLLOUT}, 1, -1);
        else if (errno != EINTR)
            break;
    }
    return done;
}

static uint64_t count_lines(const char *bytes, size_t length) {
    uint64_t count = 0;
    const char *const end = bytes + length;
    for (const char *at = bytes; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
        count++;
    return count;
}

static size_t write_event(char *out, const char *name, const srv_field *fields) {
    srv_field all[EVENT_FIELDS + 1] = {srv_field_time("time", unix_ms()),
                                       srv_field_text("event", name)};
    for (size_t i = 0; fields && fields[i].kind != SRV_FIELD_END && i + 2 < EVENT_FIELDS; i++)
        all[i + 2] = fields[i];
    return srv_line_write(out, SRV_LINE_BYTES, the_log.settings.form, all);
}

static void tell_dropped(uint64_t dropped) {
    char line[SRV_LINE_BYTES];
    const srv_field fields[] = {srv_field_number("lines", dropped - the_log.told), {0}};
    const size_t length = write_event(line, "dropped", fields);
    if (write_all(line, length) == length) the_log.told = dropped;
}

/* Returns the lines that were lost. */
static uint64_t write_lines(const srv_lines *lines) {
    const size_t done = write_all(lines->bytes, lines->length);
    const uint64_t lost = count_lines(lines->bytes + done, lines->length - done);
    if (lost == 0) return 0;
    srv_queue_drop(&the_log.queue, lost);
    srv_count(&srv_counts.log_dropped, lost);
    return lost;
}

static void *run(void *unused) {
    srv_lines lines = srv_queue_take(&the_log.queue);
    while (lines.length > 0) {
        if (write_lines(&lines) == 0 && lines.dropped > the_log.told) tell_dropped(lines.dropped);
        lines = srv_queue_take(&the_log.queue);
    }
    srv_queue_end(&the_log.queue);
    return unused;
}

/* Detached: at the end it may be stuck in a write, and then goes with the process. */
bool srv_log_start(void) {
    pthread_t thread;
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    the_log.has_started = pthread_create(&thread, &detached, run, NULL) == 0;
    pthread_attr_destroy(&detached);
    return the_log.has_started;
}

bool srv_log_stop(void) {
    const bool is_written = !the_log.has_started || srv_queue_stop(&the_log.queue, PATIENCE_MS);
    the_log.has_started = false;
    return is_written;
}

/* ---- lines ---- */

static void put(srv_rank rank, const char *line, size_t length) {
    if (!srv_queue_put(&the_log.queue, rank, line, length)) srv_count(&srv_counts.log_dropped, 1);
}

void srv_event(const char *name, const srv_field *fields) {
    char line[SRV_LINE_BYTES];
    if (!the_log.settings.events) return;
    put(SRV_RANK_EVENT, line, write_event(line, name, fields));
}

void srv_log_request(const srv_log_line *line) {
    char out[SRV_LINE_BYTES];
    if (!the_log.settings.requests) return;
    const srv_field fields[] = {srv_field_time("time", unix_ms()),
                                srv_field_text("id", line->id),
                                srv_field_text("peer", line->peer),
                                srv_field_text("method", line->method),
                                srv_field_text("path", line->path),
                                srv_field_number("status", line->status),
                                srv_field_text("cause", line->cause),
                                srv_field_number("bytes", line->bytes_in),
                                srv_field_number("bytes_out", line->bytes_out),
                                srv_field_text("format", line->format),
                                srv_field_text("verdict", line->verdict),
                                srv_field_span("duration_ms", line->duration_us),
                                srv_field_span("queue_ms", line->queue_us),
                                {0}};
    put(SRV_RANK_REQUEST, out, srv_line_write(out, sizeof out, the_log.settings.form, fields));
}
