#include "server/problem.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const srv_status rows[SRV_ANSWER_COUNT] = {
#define SRV_ANSWER(id, status, slug, title, detail) {status, slug, title, detail},
#include "server/status.def"
#undef SRV_ANSWER
};

const srv_problem srv_no_problem = {.answer = SRV_OK};

const srv_status *srv_status_of(srv_answer answer) {
    return &rows[answer];
}

static bool is_plain(unsigned char byte) {
    return byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\';
}

void srv_printable(char *out, size_t capacity, const char *text, size_t length) {
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        const unsigned char byte = (unsigned char)text[i];
        const size_t needed = is_plain(byte) ? 1 : 4;
        const size_t rest = i + 1 < length ? 3 : 0; /* room for the dots */
        if (used + needed + rest >= capacity) {
            used = used < capacity - 4 ? used : capacity - 4;
            memcpy(out + used, "...", 4);
            return;
        }
        if (needed == 1)
            out[used] = (char)byte;
        else
            (void)snprintf(out + used, 5, "\\x%02x", byte);
        used += needed;
    }
    out[used] = '\0';
}

srv_problem srv_problem_make(srv_answer answer, const char *culprit, size_t length) {
    srv_problem problem = {.answer = answer};
    if (culprit) srv_printable(problem.culprit, sizeof problem.culprit, culprit, length);
    return problem;
}

srv_problem srv_problem_over(srv_answer answer, uint64_t limit) {
    return (srv_problem){.answer = answer, .has_limit = true, .limit = limit};
}

srv_problem srv_problem_limit(srv_answer answer, uint64_t limit, uint64_t actual) {
    return (srv_problem){
        .answer = answer, .has_limit = true, .has_actual = true, .limit = limit, .actual = actual};
}

/* Sets `key` unless memory ran out earlier or now. */
static bool set(json_t *object, const char *key, json_t *value) {
    return json_object_set_new(object, key, value) == 0;
}

static json_t *detail_of(const srv_problem *problem) {
    const char *detail = rows[problem->answer].detail;
    if (problem->culprit[0] == '\0') return json_string(detail);
    return json_sprintf("%s: '%s'", detail, problem->culprit);
}

static bool fill(json_t *object, const srv_problem *problem) {
    const srv_status *row = &rows[problem->answer];
    return set(object, "type", json_sprintf("urn:navlint:problem:%s", row->slug)) &&
           set(object, "title", json_string(row->title)) &&
           set(object, "status", json_integer(row->http_status)) &&
           set(object, "detail", detail_of(problem)) &&
           (!problem->has_limit ||
            set(object, "limit", json_integer((json_int_t)problem->limit))) &&
           (!problem->has_actual ||
            set(object, "actual", json_integer((json_int_t)problem->actual)));
}

char *srv_problem_json(const srv_problem *problem) {
    json_t *object = json_object();
    char *text = NULL;
    if (object && fill(object, problem)) text = json_dumps(object, JSON_INDENT(2));
    json_decref(object);
    /* The NUL gives way to the newline and a new NUL. */
    const size_t length = text ? strlen(text) : 0;
    char *grown = text ? realloc(text, length + 2) : NULL;
    if (!grown) {
        free(text);
        return NULL;
    }
    memcpy(grown + length, "\n", 2);
    return grown;
}
