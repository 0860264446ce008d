#include "server/upload.h"

#include <string.h>

#include "server/upload_memory.h"

/* A chunked body over the cap is read on for as many bytes again, so that its sender hears why. */
enum { DRAIN_FACTOR = 2 };

bool srv_scope_read(const char *word, navlint_scope *scope) {
    static const char *const words[] = {
        [NAVLINT_SCOPE_ALL] = "all", [NAVLINT_SCOPE_NAVMESH] = "navmesh"};
    *scope = NAVLINT_SCOPE_ALL;
    if (!word) return true;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(word, words[i]) != 0) continue;
        *scope = (navlint_scope)i;
        return true;
    }
    return false;
}

void srv_options_make(navlint_options *options, const srv_target *target, uint64_t max_input_bytes,
                      uint32_t max_findings) {
    navlint_options_init(options);
    options->max_input_bytes = max_input_bytes;
    options->max_findings = max_findings;
    if (!target) return;
    options->format = target->params[SRV_PARAM_FORMAT];
    options->game = target->params[SRV_PARAM_GAME];
    (void)srv_scope_read(target->params[SRV_PARAM_SCOPE], &options->scope);
    options->set_name = target->params[SRV_PARAM_NAME];
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
    if (upload->late.answer == SRV_OK && !srv_upload_grow(upload, upload->seen))
        fail(upload, srv_problem_make(SRV_BUSY, NULL, 0));
    if (upload->late.answer != SRV_OK) return upload->seen / DRAIN_FACTOR <= upload->max_bytes;
    if (length > 0) memcpy((char *)upload->body.bytes + upload->used, bytes, length);
    upload->used += length;
    return true;
}

static srv_problem check(srv_upload *upload, const srv_batch *files, srv_reply *reply) {
    const navlint_report *report = NULL;
    const navlint_status status =
        navlint_check(upload->options, files->items, files->count, upload->check.bytes,
                      upload->check.capacity, &report);
    if (status != NAVLINT_OK) return srv_problem_make(SRV_INTERNAL, NULL, 0);
    const srv_problem problem = srv_upload_reserve_text(upload, report);
    if (problem.answer != SRV_OK) return problem;
    const navlint_verdict verdict = navlint_report_verdict(report);
    srv_reply_text(reply, "application/json",
                   navlint_report_json(report, NAVLINT_JSON_INDENT, NULL));
    if (reply->answer == SRV_OK) reply->verdict = navlint_verdict_text(verdict);
    return problem;
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

static void limit_members(srv_upload *upload) {
    upload->of_set = *upload->options;
    upload->of_set.max_findings =
        srv_findings_of_member(upload->options->max_findings, upload->members.count);
    upload->options = &upload->of_set;
}

/* Checks a body that has come to its end and is not empty. Fills `reply` if there is no problem. */
static srv_problem check_body(srv_upload *upload, srv_reply *reply) {
    const navlint_input file = {
        .name = upload->name, .bytes = upload->body.bytes, .length = upload->used};
    const bool is_set = srv_media_is_set(upload->media);
    srv_memory_fence(&upload->body, upload->used);
    srv_problem problem = is_set ? take_members(upload) : srv_no_problem;
    if (problem.answer != SRV_OK) return problem;
    if (is_set) limit_members(upload);
    const srv_batch whole = {.items = is_set ? upload->members.inputs : &file,
                             .count = is_set ? upload->members.count : 1};
    problem = srv_upload_reserve_check(upload, &whole);
    return problem.answer == SRV_OK ? check(upload, &whole, reply) : problem;
}

bool srv_upload_is_heavy(const srv_upload *upload) {
    return upload->used > SRV_SMALL_BODY_BYTES || srv_media_is_set(upload->media);
}

void srv_upload_judge(srv_upload *upload, srv_reply *reply) {
    srv_problem problem = upload->late;
    if (problem.answer == SRV_OK && upload->used == 0)
        problem = srv_problem_make(SRV_BODY_EMPTY, NULL, 0);
    if (problem.answer == SRV_OK) problem = check_body(upload, reply);
    if (problem.answer != SRV_OK) srv_reply_problem(reply, &problem, NULL);
    reply->has_skipped = upload->members.has_skipped;
    reply->skipped = upload->members.skipped;
    srv_upload_settle(upload, reply->length);
}
