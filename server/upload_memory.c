#include "server/upload_memory.h"

#include <string.h>

#include "server/inside.h"

/* A report beyond its findings: facts, gaps, names. */
enum { REPORT_BASE_BYTES = 64 * 1024 };

/* A finding takes up to 3 KiB of indented JSON; the text's buffer doubles as it grows, and the old
 * and the new one are there together for a moment: three times the text. */
enum { FINDING_BYTES = 9 * 1024, BUFFER_SLACK = 2 };

/* The files of a set may keep so many findings together as this many files alone, but each some. */
enum { FILES_OF_FINDINGS = 8, LEAST_FINDINGS = 10 };

/* A member's report beyond its findings, and what jansson needs to make it: what is set aside
 * before anything is known, and what it comes to once the report is there. Of a name every byte may
 * turn into five; a gap is four lines. */
enum { MEMBER_BYTES = 16 * 1024 };
enum { MEMBER_BASE_BYTES = 4096, NAME_FACTOR = 16, FACT_BYTES = 320, GAP_BYTES = 768 };

/* Of smaller bodies what is announced may as well be taken. */
enum { LEAST_PROMISE_BYTES = 256 * 1024 };

/* First block of a chunked body; it doubles from there. */
enum { FIRST_CHUNK_BYTES = 64 * 1024 };

uint32_t srv_findings_of_member(uint32_t max_findings, size_t member_count) {
    uint64_t share =
        (uint64_t)max_findings * FILES_OF_FINDINGS / (member_count > 0 ? member_count : 1);
    if (share < LEAST_FINDINGS) share = LEAST_FINDINGS;
    return share < max_findings ? (uint32_t)share : max_findings;
}

/* What is reserved before it is known how many findings the members have. */
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
    const uint64_t bytes = text_bound(&upload->options, 0);
    if (!srv_memory_reserve(upload->memory, bytes, share)) return false;
    upload->text_bytes = bytes;
    return true;
}

/* What a set takes, or what is coded, shows only when it is there. */
static uint64_t extra_bytes(const srv_upload *upload, uint64_t length) {
    const bool is_known = length > SRV_SMALL_BODY_BYTES && upload->coding == SRV_IDENTITY &&
                          !srv_media_is_set(&upload->media);
    return is_known ? srv_judge_bound(&upload->options, length) : 0;
}

srv_answer srv_upload_admit(srv_upload *upload, uint64_t length) {
    if (length == 0) return SRV_OK; /* chunked: the memory is taken as it comes */
    const bool fits = length < LEAST_PROMISE_BYTES
                          ? srv_memory_take(upload->memory, length, SRV_FOR_BODIES, &upload->body)
                          : srv_memory_promise(upload->memory, length, extra_bytes(upload, length),
                                               &upload->promise, &upload->body);
    return fits ? SRV_OK : SRV_BUSY;
}

void srv_upload_drop_check(srv_upload *upload) {
    srv_memory_forgo(upload->memory, &upload->promise);
}

static uint64_t next_capacity(const srv_upload *upload, uint64_t needed) {
    uint64_t capacity = (uint64_t)upload->body.capacity * 2;
    if (capacity < FIRST_CHUNK_BYTES) capacity = FIRST_CHUNK_BYTES;
    if (capacity < needed) capacity = needed;
    return capacity < upload->max_bytes ? capacity : upload->max_bytes;
}

bool srv_upload_grow(srv_upload *upload, uint64_t needed) {
    if (upload->promise.block) {
        atomic_store_explicit(&upload->promise.arrived, needed, memory_order_relaxed);
        return srv_memory_grant(upload->memory, &upload->promise, needed);
    }
    if (needed <= upload->body.capacity) return true;
    srv_block wider;
    if (!srv_memory_take(upload->memory, next_capacity(upload, needed), SRV_FOR_BODIES, &wider))
        return false;
    if (upload->used > 0) memcpy(wider.bytes, upload->body.bytes, upload->used);
    srv_memory_give(upload->memory, &upload->body);
    upload->body = wider;
    return true;
}

/* What is set aside for small files is enough to judge them, not to fix them. */
static bool is_set_aside(const srv_upload *upload) {
    return upload->used <= SRV_SMALL_BODY_BYTES && !upload->fixes;
}

/* A block for the check of this very file. A small one has its memory set aside, unless its format
 * is measured and it takes more than most. */
static srv_problem take_check(srv_upload *upload, uint64_t needed) {
    if (is_set_aside(upload) &&
        srv_memory_take(upload->memory, needed, SRV_FOR_JUDGING, &upload->check))
        return srv_no_problem;
    return srv_set_take(upload->memory, needed, upload->body.capacity, &upload->check);
}

/* Takes what was promised at admission. Returns false if it is not enough: plugins are measured
 * when they are there. */
static bool redeem(srv_upload *upload, uint64_t needed, uint64_t *reserved) {
    const uint64_t text = text_bound(&upload->options, 0);
    if (*reserved < text || *reserved - text < needed ||
        !srv_memory_take_reserved(upload->memory, needed, reserved, &upload->check))
        return false;
    upload->text_bytes = text;
    *reserved -= text;
    return true;
}

/* What was promised for judging is less than a fix takes: it shows when the bytes are there. */
static uint64_t block_bound(const srv_upload *upload, const srv_batch *files) {
    if (upload->fixes) return navlint_fix_bound(&upload->options, files->items, files->count);
    return navlint_memory_bound(&upload->options, files->items, files->count);
}

static srv_problem prepare_file(srv_upload *upload, const srv_batch *files, uint64_t reserved) {
    const srv_share share = is_set_aside(upload) ? SRV_FOR_JUDGING : SRV_FOR_BODIES;
    const uint64_t needed = block_bound(upload, files);
    const bool is_redeemed = redeem(upload, needed, &reserved);
    srv_memory_release(upload->memory, reserved);
    if (is_redeemed) return srv_no_problem;
    const srv_problem problem = take_check(upload, needed);
    const bool is_ready = problem.answer != SRV_OK || reserve_text(upload, share);
    return is_ready ? problem : srv_problem_make(SRV_BUSY, NULL, 0);
}

/* Of several files, or one with its masters: what was taken at admission is not enough. */
static srv_problem prepare_set(srv_upload *upload, const srv_batch *files) {
    srv_memory *memory = upload->memory;
    const uint64_t held = (uint64_t)upload->body.capacity + srv_members_bytes(&upload->members) +
                          upload->with_masters.capacity;
    const uint64_t check = block_bound(upload, files);
    const bool is_line_by_line = upload->rendering == SRV_AS_LINES && !upload->has_one_text;
    const uint64_t text = text_bound(&upload->options, is_line_by_line ? 1 : files->count);
    srv_problem problem = srv_set_reserve(memory, text, held);
    if (problem.answer != SRV_OK) return problem;
    upload->text_bytes = text;
    return srv_set_take(memory, check, held + text, &upload->check);
}

srv_problem srv_upload_reserve_check(srv_upload *upload, const srv_batch *files) {
    const uint64_t reserved = srv_memory_redeem(upload->memory, &upload->promise);
    if (files->count == 1 && !srv_media_is_set(&upload->media))
        return prepare_file(upload, files, reserved);
    srv_memory_release(upload->memory, reserved);
    return prepare_set(upload, files);
}

static uint64_t findings_bound(const navlint_report *report) {
    return FINDING_BYTES * (uint64_t)navlint_report_finding_count(report);
}

static uint64_t member_bound(const navlint_report *member) {
    return findings_bound(member) + MEMBER_BASE_BYTES +
           NAME_FACTOR * (uint64_t)strlen(navlint_report_name(member)) +
           FACT_BYTES * (uint64_t)navlint_report_fact_count(member) +
           GAP_BYTES * (uint64_t)navlint_report_unclaimed_count(member);
}

/* Of lines only one is there at a time. */
static uint64_t report_bound(const navlint_report *report, bool is_streamed) {
    uint64_t all = 0, largest = 0;
    for (size_t i = 0; i < navlint_report_member_count(report); i++) {
        const uint64_t bytes = member_bound(navlint_report_member(report, i));
        all += bytes;
        if (bytes > largest) largest = bytes;
    }
    return REPORT_BASE_BYTES + findings_bound(report) + (is_streamed ? largest : all);
}

/* A fix and its edits; of those past the first thousand nothing is kept. */
static uint64_t deed_bound(const navlint_applied *deed) {
    return deed ? (1 + (uint64_t)deed->edit_count) * FINDING_BYTES : 0;
}

/* What the answer does not need goes back. */
static void keep_text(srv_upload *upload, uint64_t bytes) {
    if (bytes >= upload->text_bytes) return;
    srv_memory_release(upload->memory, upload->text_bytes - bytes);
    upload->text_bytes = bytes;
}

bool srv_upload_is_streamed(const srv_upload *upload, const navlint_report *report) {
    return upload->rendering == SRV_AS_LINES && !upload->has_one_text &&
           navlint_report_member_count(report) > 0;
}

srv_problem srv_upload_reserve_text(srv_upload *upload, const navlint_report *report) {
    const size_t count = navlint_report_member_count(report);
    const bool is_streamed = srv_upload_is_streamed(upload, report);
    const uint64_t needed = report_bound(report, is_streamed);
    if (is_streamed) keep_text(upload, needed);
    if (count == 0 || needed <= upload->text_bytes) return srv_no_problem;
    const uint64_t held = (uint64_t)upload->body.capacity + srv_members_bytes(&upload->members) +
                          upload->check.capacity + upload->text_bytes;
    const srv_problem problem = srv_set_reserve(upload->memory, needed - upload->text_bytes, held);
    if (problem.answer == SRV_OK) upload->text_bytes = needed;
    return problem;
}

static uint64_t deeds_bound(const navlint_fixed *fixed) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < navlint_fixed_count(fixed); i++)
        bytes += deed_bound(navlint_fixed_at(fixed, i));
    for (size_t i = 0; i < navlint_refused_count(fixed); i++)
        bytes += deed_bound(navlint_refused_at(fixed, i));
    return bytes;
}

srv_problem srv_upload_reserve_fixed(srv_upload *upload, const navlint_fixed *fixed,
                                     size_t length) {
    const bool has_json = upload->rendering != SRV_AS_BYTES;
    const bool has_bytes = upload->rendering != SRV_AS_JSON;
    const uint64_t json =
        has_json ? report_bound(navlint_fixed_report(fixed), false) + deeds_bound(fixed) : 0;
    const uint64_t needed = REPORT_BASE_BYTES + json + (has_bytes ? length : 0);
    if (needed <= upload->text_bytes) return srv_no_problem;
    const uint64_t held = (uint64_t)upload->body.capacity + upload->with_masters.capacity +
                          upload->check.capacity + upload->text_bytes;
    const srv_problem problem = srv_set_reserve(upload->memory, needed - upload->text_bytes, held);
    if (problem.answer == SRV_OK) upload->text_bytes = needed;
    return problem;
}

void srv_upload_give_body(srv_upload *upload) {
    srv_memory_break(upload->memory, &upload->promise, &upload->body);
    srv_memory_give(upload->memory, &upload->body);
}

void srv_upload_settle(srv_upload *upload, size_t text_length) {
    keep_text(upload, (uint64_t)text_length * BUFFER_SLACK);
    srv_upload_give_body(upload);
    srv_memory_give(upload->memory, &upload->fields.block);
    srv_members_give(upload->memory, &upload->members);
    srv_memory_give(upload->memory, &upload->with_masters);
    srv_memory_give(upload->memory, &upload->check);
}

void srv_upload_clear(srv_upload *upload) {
    srv_lines_close(&upload->lines);
    srv_upload_give_body(upload);
    srv_memory_give(upload->memory, &upload->fields.block);
    srv_members_give(upload->memory, &upload->members);
    srv_memory_give(upload->memory, &upload->with_masters);
    srv_memory_give(upload->memory, &upload->check);
    srv_memory_release(upload->memory, upload->text_bytes);
    upload->text_bytes = 0;
}
