#include "server/log.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void format_time(char out[32]) {
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    (void)strftime(out, 32, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

/* Microseconds are enough, and read better than 17 digits. */
static double round_ms(double ms) {
    return (double)(int64_t)(ms * 1000.0 + 0.5) / 1000.0;
}

void srv_log_request(const srv_log_line *line) {
    char at[32];
    format_time(at);
    json_t *object = json_pack("{s:s, s:s, s:s, s:s, s:i, s:I, s:s?, s:f}", "time", at, "id",
                               line->id, "method", line->method, "path", line->path, "status",
                               (int)line->status, "bytes", (json_int_t)line->bytes, "verdict",
                               line->verdict, "duration_ms", round_ms(line->duration_ms));
    char *text = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
    json_decref(object);
    if (!text) return;
    const size_t length = strlen(text);
    text[length] = '\n';
    if (write(STDERR_FILENO, text, length + 1) < 0) {
        /* Nobody reads the log: the answer is what matters. */
    }
    free(text);
}
