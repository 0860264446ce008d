#include "judge.h"

#include <string.h>

/* A report beyond its findings: facts, gaps, names. */
enum { REPORT_BASE_BYTES = 64 * 1024 };

/* A finding takes up to 2 KiB of indented JSON; the text's buffer doubles as it grows, and the old
 * and the new one are there together for a moment: three times the text. */
enum { FINDING_BYTES = 6 * 1024, BUFFER_SLACK = 2 };

/* First block of a chunked body; it doubles from there. */
enum { FIRST_CHUNK_BYTES = 64 * 1024 };

/* A chunked body over the cap is read on for as many bytes again, so that its sender hears why. */
enum { DRAIN_FACTOR = 2 };

void srv_options_make(navlint_options *options, const srv_target *target, uint64_t max_body_bytes,
                      uint32_t max_findings) {
    navlint_options_init(options);
    options->max_input_bytes = max_body_bytes;
    options->max_findings = max_findings;
    if (!target) return;
    options->format = target->params[SRV_PARAM_FORMAT];
    options->game = target->params[SRV_PARAM_GAME];
}

static uint64_t text_bound(const navlint_options *options) {
    return REPORT_BASE_BYTES + (uint64_t)options->max_findings * FINDING_BYTES;
}

static uint64_t arena_bound(const navlint_options *options, uint64_t body_bytes) {
    if (options->format)
        return navlint_arena_bound(navlint_format_by_id(options->format), body_bytes);
    uint64_t most = 0;
    for (size_t i = 0; i < navlint_format_count(); i++) {
        const uint64_t bound = navlint_arena_bound(navlint_format_at(i), body_bytes);
        if (bound > most) most = bound;
    }
    return most;
}

/* The block for a body whose bytes are not here yet: an empty input's shows what the report takes.
 */
static uint64_t check_bound(const navlint_options *options, uint64_t body_bytes) {
    const navlint_input empty = {.name = "", .bytes = "", .length = 0};
    return navlint_memory_bound(options, &empty, 1) + arena_bound(options, body_bytes);
}

uint64_t srv_judge_bound(const navlint_options *options, uint64_t body_bytes) {
    return check_bound(options, body_bytes) + text_bound(options);
}

static bool reserve_text(srv_upload *upload, srv_share share) {
    const uint64_t bytes = text_bound(upload->options);
    if (!srv_memory_reserve(upload->memory, bytes, share)) return false;
    upload->text_bytes = bytes;
    return true;
}

srv_answer srv_upload_admit(srv_upload *upload, uint64_t length) {
    if (length == 0) return SRV_OK; /* chunked: the memory is taken as it comes */
    bool fits = srv_memory_take(upload->memory, length, SRV_FOR_BODIES, &upload->body);
    if (fits && length > SRV_SMALL_BODY_BYTES)
        fits = srv_memory_take(upload->memory, check_bound(upload->options, length), SRV_FOR_BODIES,
                               &upload->check) &&
               reserve_text(upload, SRV_FOR_BODIES);
    if (fits) return SRV_OK;
    srv_upload_clear(upload);
    return SRV_BUSY;
}

static uint64_t next_capacity(const srv_upload *upload, uint64_t needed) {
    uint64_t capacity = (uint64_t)upload->body.capacity * 2;
    if (capacity < FIRST_CHUNK_BYTES) capacity = FIRST_CHUNK_BYTES;
    if (capacity < needed) capacity = needed;
    return capacity < upload->max_bytes ? capacity : upload->max_bytes;
}

/* Makes room for `needed` bytes of body in all. */
static bool grow(srv_upload *upload, uint64_t needed) {
    if (needed <= upload->body.capacity) return true;
    srv_block wider;
    if (!srv_memory_take(upload->memory, next_capacity(upload, needed), SRV_FOR_BODIES, &wider))
        return false;
    if (upload->used > 0) memcpy(wider.bytes, upload->body.bytes, upload->used);
    srv_memory_give(upload->memory, &upload->body);
    upload->body = wider;
    return true;
}

static void fail(srv_upload *upload, srv_problem problem) {
    upload->late = problem;
    upload->used = 0;
    srv_memory_give(upload->memory, &upload->body);
}

bool srv_upload_append(srv_upload *upload, const void *bytes, size_t length) {
    upload->seen += length;
    if (upload->late.answer == SRV_OK && upload->seen > upload->max_bytes) {
        srv_problem problem = srv_problem_limit(SRV_BODY_TOO_LARGE, upload->max_bytes, 0);
        problem.has_actual = false; /* nobody knows how much was to come */
        fail(upload, problem);
    }
    if (upload->late.answer == SRV_OK && !grow(upload, upload->seen))
        fail(upload, srv_problem_make(SRV_BUSY, NULL, 0));
    if (upload->late.answer != SRV_OK) return upload->seen / DRAIN_FACTOR <= upload->max_bytes;
    memcpy((char *)upload->body.bytes + upload->used, bytes, length);
    upload->used += length;
    return true;
}

/* Has the block and the reservation that this very body needs. */
static bool prepare(srv_upload *upload, const navlint_input *input) {
    const srv_share share = input->length > SRV_SMALL_BODY_BYTES ? SRV_FOR_BODIES : SRV_FOR_JUDGING;
    const uint64_t needed = navlint_memory_bound(upload->options, input, 1);
    if (upload->check.capacity < needed) {
        srv_memory_give(upload->memory, &upload->check);
        if (!srv_memory_take(upload->memory, needed, share, &upload->check)) return false;
    }
    return upload->text_bytes > 0 || reserve_text(upload, share);
}

static void judge(srv_upload *upload, const navlint_input *input, srv_reply *reply) {
    const navlint_report *report = NULL;
    const navlint_status status = navlint_check(upload->options, input, 1, upload->check.bytes,
                                                upload->check.capacity, &report);
    if (status != NAVLINT_OK) {
        const srv_problem problem = srv_problem_make(SRV_INTERNAL, NULL, 0);
        srv_reply_problem(reply, &problem, NULL);
        return;
    }
    const navlint_verdict verdict = navlint_report_verdict(report);
    srv_reply_text(reply, "application/json",
                   navlint_report_json(report, NAVLINT_JSON_INDENT, NULL));
    if (reply->answer == SRV_OK) reply->verdict = navlint_verdict_text(verdict);
}

/* Keeps of the reservation what the answer holds until it has been sent. */
static void settle(srv_upload *upload, const srv_reply *reply) {
    const uint64_t held = (uint64_t)reply->length * BUFFER_SLACK;
    const uint64_t kept = held < upload->text_bytes ? held : upload->text_bytes;
    srv_memory_release(upload->memory, upload->text_bytes - kept);
    upload->text_bytes = kept;
    srv_memory_give(upload->memory, &upload->body);
    srv_memory_give(upload->memory, &upload->check);
}

void srv_upload_judge(srv_upload *upload, srv_reply *reply) {
    const navlint_input input = {
        .name = upload->name, .bytes = upload->body.bytes, .length = upload->used};
    srv_problem problem = upload->late;
    if (problem.answer == SRV_OK && upload->used == 0)
        problem = srv_problem_make(SRV_BODY_EMPTY, NULL, 0);
    if (problem.answer == SRV_OK) {
        srv_memory_fence(&upload->body, upload->used);
        if (prepare(upload, &input))
            judge(upload, &input, reply);
        else
            problem = srv_problem_make(SRV_BUSY, NULL, 0);
    }
    if (problem.answer != SRV_OK) srv_reply_problem(reply, &problem, NULL);
    settle(upload, reply);
}

void srv_upload_clear(srv_upload *upload) {
    srv_memory_give(upload->memory, &upload->body);
    srv_memory_give(upload->memory, &upload->check);
    srv_memory_release(upload->memory, upload->text_bytes);
    upload->text_bytes = 0;
}
