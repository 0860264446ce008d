#include "judge.h"

#include <string.h>

/* A report beyond its findings: facts, gaps, names. */
enum { REPORT_BASE_BYTES = 64 * 1024 };

/* A finding takes up to 2 KiB of indented JSON; the text's buffer doubles as it grows, and the old
 * and the new one are there together for a moment: three times the text. */
enum { FINDING_BYTES = 6 * 1024, BUFFER_SLACK = 2 };

/* A member's report beyond its findings, and what jansson needs to make it: what is set aside
 * before anything is known, and what it comes to once the report is there. Of a name every byte may
 * turn into five; a gap is four lines. */
enum { MEMBER_BYTES = 16 * 1024 };
enum { MEMBER_BASE_BYTES = 4096, NAME_FACTOR = 16, FACT_BYTES = 320, GAP_BYTES = 768 };

/* First block of a chunked body; it doubles from there. */
enum { FIRST_CHUNK_BYTES = 64 * 1024 };

/* A chunked body over the cap is read on for as many bytes again, so that its sender hears why. */
enum { DRAIN_FACTOR = 2 };

void srv_options_make(navlint_options *options, const srv_target *target, uint64_t max_input_bytes,
                      uint32_t max_findings) {
    navlint_options_init(options);
    options->max_input_bytes = max_input_bytes;
    options->max_findings = max_findings;
    if (!target) return;
    options->format = target->params[SRV_PARAM_FORMAT];
    options->game = target->params[SRV_PARAM_GAME];
    options->set_name = target->params[SRV_PARAM_NAME];
}

/* The findings of a set share the cap. */
static uint64_t text_bound(const navlint_options *options, size_t member_count) {
    return REPORT_BASE_BYTES + (uint64_t)options->max_findings * FINDING_BYTES +
           (uint64_t)member_count * MEMBER_BYTES;
}

/* What a file of a measured format takes shows only when it is there. */
static uint64_t bound_of(const navlint_format *format, uint64_t body_bytes) {
    return format->is_measured ? 0 : navlint_arena_bound(format, body_bytes);
}

static uint64_t arena_bound(const navlint_options *options, uint64_t body_bytes) {
    if (options->format) return bound_of(navlint_format_by_id(options->format), body_bytes);
    uint64_t most = 0;
    for (size_t i = 0; i < navlint_format_count(); i++) {
        const uint64_t bound = bound_of(navlint_format_at(i), body_bytes);
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
    return check_bound(options, body_bytes) + text_bound(options, 0);
}

static bool reserve_text(srv_upload *upload, srv_share share) {
    const uint64_t bytes = text_bound(upload->options, 0);
    if (!srv_memory_reserve(upload->memory, bytes, share)) return false;
    upload->text_bytes = bytes;
    return true;
}

srv_answer srv_upload_admit(srv_upload *upload, uint64_t length) {
    if (length == 0) return SRV_OK; /* chunked: the memory is taken as it comes */
    bool fits = srv_memory_take(upload->memory, length, SRV_FOR_BODIES, &upload->body);
    /* What a set takes shows only when it is there. */
    if (fits && length > SRV_SMALL_BODY_BYTES && !srv_media_is_set(upload->media))
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
    if (upload->late.answer == SRV_OK && upload->seen > upload->max_bytes)
        fail(upload, srv_problem_over(SRV_BODY_TOO_LARGE, upload->max_bytes));
    if (upload->late.answer == SRV_OK && !grow(upload, upload->seen))
        fail(upload, srv_problem_make(SRV_BUSY, NULL, 0));
    if (upload->late.answer != SRV_OK) return upload->seen / DRAIN_FACTOR <= upload->max_bytes;
    if (length > 0) memcpy((char *)upload->body.bytes + upload->used, bytes, length);
    upload->used += length;
    return true;
}

/* What goes to the library in one call. */
typedef struct batch {
    const navlint_input *items;
    size_t count;
} batch;

/* A block for the check of this very file. A small one has its memory set aside, unless its format
 * is measured and it takes more than most. */
static srv_problem take_check(srv_upload *upload, uint64_t needed) {
    const bool is_small = upload->used <= SRV_SMALL_BODY_BYTES;
    if (upload->check.capacity >= needed) return srv_problem_make(SRV_OK, NULL, 0);
    srv_memory_give(upload->memory, &upload->check);
    if (is_small && srv_memory_take(upload->memory, needed, SRV_FOR_JUDGING, &upload->check))
        return srv_problem_make(SRV_OK, NULL, 0);
    return srv_set_take(upload->memory, needed, upload->body.capacity, &upload->check);
}

static srv_problem prepare_file(srv_upload *upload, const batch *files) {
    const srv_share share = upload->used > SRV_SMALL_BODY_BYTES ? SRV_FOR_BODIES : SRV_FOR_JUDGING;
    const uint64_t needed = navlint_memory_bound(upload->options, files->items, files->count);
    const srv_problem problem = take_check(upload, needed);
    const bool is_ready =
        upload->text_bytes > 0 || problem.answer != SRV_OK || reserve_text(upload, share);
    return is_ready ? problem : srv_problem_make(SRV_BUSY, NULL, 0);
}

static srv_problem prepare_set(srv_upload *upload, const batch *files) {
    srv_memory *memory = upload->memory;
    const uint64_t held = (uint64_t)upload->body.capacity + upload->members.block.capacity;
    const uint64_t check = navlint_memory_bound(upload->options, files->items, files->count);
    const uint64_t text = text_bound(upload->options, files->count);
    srv_problem problem = srv_set_reserve(memory, text, held);
    if (problem.answer != SRV_OK) return problem;
    upload->text_bytes = text;
    return srv_set_take(memory, check, held + text, &upload->check);
}

static srv_problem prepare(srv_upload *upload, const batch *files) {
    return srv_media_is_set(upload->media) ? prepare_set(upload, files)
                                           : prepare_file(upload, files);
}

static uint64_t member_bound(const navlint_report *member) {
    return MEMBER_BASE_BYTES + NAME_FACTOR * (uint64_t)strlen(navlint_report_name(member)) +
           FACT_BYTES * (uint64_t)navlint_report_fact_count(member) +
           GAP_BYTES * (uint64_t)navlint_report_unclaimed_count(member);
}

/* Has the reservation that the text of this very report needs, if it is a set's. */
static srv_problem reserve_rest(srv_upload *upload, const navlint_report *report) {
    const size_t count = navlint_report_member_count(report);
    uint64_t needed = text_bound(upload->options, 0);
    for (size_t i = 0; i < count; i++)
        needed += member_bound(navlint_report_member(report, i));
    if (count == 0 || needed <= upload->text_bytes) return srv_problem_make(SRV_OK, NULL, 0);
    const uint64_t held = (uint64_t)upload->body.capacity + upload->members.block.capacity +
                          upload->check.capacity + upload->text_bytes;
    const srv_problem problem = srv_set_reserve(upload->memory, needed - upload->text_bytes, held);
    if (problem.answer == SRV_OK) upload->text_bytes = needed;
    return problem;
}

static srv_problem judge(srv_upload *upload, const batch *files, srv_reply *reply) {
    const navlint_report *report = NULL;
    const navlint_status status =
        navlint_check(upload->options, files->items, files->count, upload->check.bytes,
                      upload->check.capacity, &report);
    if (status != NAVLINT_OK) return srv_problem_make(SRV_INTERNAL, NULL, 0);
    const srv_problem problem = reserve_rest(upload, report);
    if (problem.answer != SRV_OK) return problem;
    const navlint_verdict verdict = navlint_report_verdict(report);
    srv_reply_text(reply, "application/json",
                   navlint_report_json(report, NAVLINT_JSON_INDENT, NULL));
    if (reply->answer == SRV_OK) reply->verdict = navlint_verdict_text(verdict);
    return problem;
}

/* Keeps of the reservation what the answer holds until it has been sent. */
static void settle(srv_upload *upload, const srv_reply *reply) {
    const uint64_t held = (uint64_t)reply->length * BUFFER_SLACK;
    const uint64_t kept = held < upload->text_bytes ? held : upload->text_bytes;
    srv_memory_release(upload->memory, upload->text_bytes - kept);
    upload->text_bytes = kept;
    srv_memory_give(upload->memory, &upload->body);
    srv_memory_give(upload->memory, &upload->members.block);
    srv_memory_give(upload->memory, &upload->check);
}

static srv_problem take_members(srv_upload *upload) {
    const srv_package package = {.media = upload->media,
                                 .body = {upload->body.bytes, upload->used},
                                 .options = upload->options,
                                 .memory = upload->memory,
                                 .max_files = upload->max_files,
                                 .max_unpacked_bytes = upload->max_unpacked_bytes};
    return srv_members_make(&package, &upload->members);
}

/* Judges a body that has come to its end and is not empty. Fills `reply` if there is no problem. */
static srv_problem judge_body(srv_upload *upload, srv_reply *reply) {
    const navlint_input file = {
        .name = upload->name, .bytes = upload->body.bytes, .length = upload->used};
    const bool is_set = srv_media_is_set(upload->media);
    srv_memory_fence(&upload->body, upload->used);
    srv_problem problem = is_set ? take_members(upload) : srv_problem_make(SRV_OK, NULL, 0);
    if (problem.answer != SRV_OK) return problem;
    const batch whole = {.items = is_set ? upload->members.inputs : &file,
                         .count = is_set ? upload->members.count : 1};
    problem = prepare(upload, &whole);
    return problem.answer == SRV_OK ? judge(upload, &whole, reply) : problem;
}

bool srv_upload_is_heavy(const srv_upload *upload) {
    return upload->used > SRV_SMALL_BODY_BYTES || srv_media_is_set(upload->media);
}

void srv_upload_judge(srv_upload *upload, srv_reply *reply) {
    srv_problem problem = upload->late;
    if (problem.answer == SRV_OK && upload->used == 0)
        problem = srv_problem_make(SRV_BODY_EMPTY, NULL, 0);
    if (problem.answer == SRV_OK) problem = judge_body(upload, reply);
    if (problem.answer != SRV_OK) srv_reply_problem(reply, &problem, NULL);
    reply->has_skipped = upload->members.has_skipped;
    reply->skipped = upload->members.skipped;
    settle(upload, reply);
}

void srv_upload_clear(srv_upload *upload) {
    srv_memory_give(upload->memory, &upload->body);
    srv_memory_give(upload->memory, &upload->members.block);
    srv_memory_give(upload->memory, &upload->check);
    srv_memory_release(upload->memory, upload->text_bytes);
    upload->text_bytes = 0;
}
