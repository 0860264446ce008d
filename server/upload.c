#include "server/upload.h"

#include <string.h>

#include "intake/marks.h"
#include "server/inside.h"
#include "server/upload_fix.h"
#include "server/upload_memory.h"

/* A chunked body over the cap is read on for as many bytes again, so that its sender hears why. */
enum { DRAIN_FACTOR = 2 };

void srv_options_make(navlint_options *options, uint64_t max_input_bytes, uint32_t max_findings) {
    navlint_options_init(options, sizeof *options);
    options->max_input_bytes = max_input_bytes;
    options->max_findings = max_findings;
}

void srv_upload_wish(srv_upload *upload, const srv_wishes *wishes) {
    srv_options_make(&upload->options, upload->max_bytes, upload->max_findings);
    srv_wishes_apply(wishes, &upload->options);
    srv_rendering_apply(upload->rendering, upload->fixes, wishes, &upload->options);
    upload->name = wishes->name;
    upload->unsafe = wishes->unsafe;
    upload->wanted_masters = wishes->masters;
    upload->is_capped = wishes->has_max_findings;
}

static void fail(srv_upload *upload, srv_problem problem) {
    upload->late = problem;
    upload->used = 0;
    srv_upload_give_body(upload);
}

/* Looks at the first bytes, once. What was taken to judge a file is not what an archive takes. */
static void tell_media(srv_upload *upload) {
    const size_t length = upload->used < INTAKE_SNIFF_BYTES ? upload->used : INTAKE_SNIFF_BYTES;
    if (upload->is_told || upload->coding != SRV_IDENTITY) return;
    upload->is_told = true;
    srv_media_tell(&upload->media, (srv_text){upload->body.bytes, length});
    if (srv_media_is_set(&upload->media)) srv_upload_drop_check(upload);
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
    if (upload->used >= INTAKE_SNIFF_BYTES) tell_media(upload);
    return true;
}

static navlint_text text_of(const srv_upload *upload, const navlint_report *report) {
    navlint_text_style style = srv_text_style(&upload->options, upload->is_capped);
    style.outer_name = upload->members.outer_name;
    if (style.outer_name) style.outer_offsets = upload->members.outer_offsets;
    return navlint_report_text(report, &style);
}

static void render(srv_upload *upload, const navlint_report *report, srv_reply *reply) {
    const char *const type = srv_rendering_type(upload->rendering);
    const uint64_t *const offsets = upload->members.outer_offsets;
    srv_lines lines = {.report = report, .outer_offsets = offsets};
    if (srv_upload_is_streamed(upload, report)) {
        if (srv_media_is_archive(&upload->media)) srv_upload_give_body(upload);
        upload->lines = lines;
        srv_reply_lines(reply, type, &upload->lines);
        return;
    }
    switch (upload->rendering) {
    case SRV_AS_TEXT:
        srv_reply_plain(reply, type, text_of(upload, report));
        return;
    case SRV_AS_LINES:
        srv_reply_plain(reply, type, srv_lines_text(&lines));
        return;
    case SRV_AS_SARIF:
    case SRV_AS_MARKDOWN:
    case SRV_AS_CSV:
        srv_reply_plain(reply, type,
                        srv_rendering_export(upload->rendering, &upload->options, report));
        return;
    default:
        srv_reply_text(reply, type,
                       navlint_report_json_within(report, NAVLINT_JSON_INDENT, NULL, offsets));
    }
}

static srv_problem check(srv_upload *upload, const srv_batch *files, srv_reply *reply) {
    const navlint_report *report = NULL;
    const navlint_status status =
        navlint_check(&upload->options, files->items, files->count, upload->check.bytes,
                      upload->check.capacity, &report);
    if (status != NAVLINT_OK) return srv_problem_make(SRV_INTERNAL, NULL, 0);
    const srv_problem problem = srv_upload_reserve_text(upload, report);
    if (problem.answer != SRV_OK) return problem;
    const navlint_verdict verdict = navlint_report_verdict(report);
    upload->format = srv_judged_format(report);
    render(upload, report, reply);
    reply->varies_by_accept = true;
    if (reply->answer == SRV_OK) reply->verdict = navlint_verdict_text(verdict);
    return problem;
}

static srv_package package_of(srv_upload *upload) {
    return (srv_package){.media = &upload->media,
                         .name = upload->name,
                         .body = {upload->body.bytes, upload->used},
                         .options = &upload->options,
                         .memory = upload->memory,
                         .max_files = upload->max_files,
                         .max_unpacked_bytes = upload->max_unpacked_bytes,
                         .held_bytes = upload->body.capacity};
}

/* The body becomes what its coding hides. */
static srv_problem decode_body(srv_upload *upload) {
    const srv_package package = package_of(upload);
    srv_block plain;
    size_t length = 0;
    if (upload->coding == SRV_IDENTITY) return srv_no_problem;
    const srv_problem problem = srv_gunzip(&package, upload->max_bytes, &plain, &length);
    if (problem.answer != SRV_OK) return problem;
    srv_upload_give_body(upload);
    upload->body = plain;
    upload->used = length;
    upload->coding = SRV_IDENTITY;
    tell_media(upload);
    return length > 0 ? problem : srv_problem_make(SRV_BODY_EMPTY, NULL, 0);
}

/* Fields of a form are as good as parameters of the query. */
static srv_problem take_fields(srv_upload *upload) {
    const srv_package package = package_of(upload);
    const srv_terms terms = {.max_body_bytes = upload->max_bytes,
                             .max_findings = upload->max_findings,
                             .masters = upload->masters};
    const srv_problem problem = srv_fields_read(&package, upload->words, &terms, &upload->fields);
    if (problem.answer == SRV_OK && upload->fields.wishes)
        srv_upload_wish(upload, upload->fields.wishes);
    return problem;
}

static srv_problem take_members(srv_upload *upload) {
    srv_problem problem = srv_no_problem;
    if (upload->media.kind == SRV_MEDIA_FORM) problem = take_fields(upload);
    if (problem.answer != SRV_OK) return problem;
    /* What holds for a body does not for what is in it: an archive's files may be larger. */
    if (srv_media_is_archive(&upload->media))
        upload->options.max_input_bytes = upload->max_unpacked_bytes;
    const srv_package package = package_of(upload);
    return srv_members_make(&package, &upload->members);
}

/* Options of several inputs: the files share a cap, and masters may be larger than any file. */
static void make_options_of_set(srv_upload *upload, size_t file_count) {
    const uint32_t share = srv_findings_of_member(upload->max_findings, file_count);
    if (upload->options.max_findings > share) upload->options.max_findings = share;
    upload->options.max_input_bytes = UINT64_MAX;
}

/* The files' locations, and zeros for the masters, of which none counts. */
static const navlint_location *longer_locations(const srv_upload *upload, size_t file_count,
                                                navlint_location *locations, size_t count) {
    memset(locations, 0, count * sizeof *locations);
    memcpy(locations, upload->options.locations, file_count * sizeof *locations);
    return locations;
}

/* Puts the masters that the files need behind them. */
static srv_problem add_masters(srv_upload *upload, srv_batch *files) {
    srv_needed needed = {.wanted = upload->wanted_masters};
    for (size_t i = 0; i < files->count; i++)
        srv_masters_need(upload->masters, &files->items[i], &needed);
    if (needed.count == 0) return srv_no_problem;
    const size_t count = files->count + needed.count;
    const uint64_t bytes = count * (uint64_t)(sizeof *files->items + sizeof(navlint_location));
    const srv_problem problem =
        srv_set_take(upload->memory, bytes, upload->body.capacity, &upload->with_masters);
    if (problem.answer != SRV_OK) return problem;
    navlint_input *const inputs = upload->with_masters.bytes;
    memcpy(inputs, files->items, files->count * sizeof *inputs);
    srv_masters_list(upload->masters, &needed, inputs + files->count);
    if (upload->options.locations)
        upload->options.locations =
            longer_locations(upload, files->count, (navlint_location *)(inputs + count), count);
    *files = (srv_batch){.items = inputs, .count = count};
    return srv_no_problem;
}

/* What is fixed is the body alone, whatever it holds. */
static bool holds_files(const srv_upload *upload) {
    const navlint_input file = {.bytes = upload->body.bytes, .length = upload->used};
    if (srv_media_is_set(&upload->media)) return true;
    return !upload->fixes && srv_inside_is_container(&upload->options, &file);
}

/* Checks a body that has come to its end and is not empty. Fills `reply` if there is no problem. */
static srv_problem check_body(srv_upload *upload, srv_reply *reply) {
    const navlint_input file = {
        .name = upload->name, .bytes = upload->body.bytes, .length = upload->used};
    srv_block_fence(&upload->body, upload->used);
    if (srv_media_is_set(&upload->media) && upload->fixes)
        return srv_problem_make(SRV_FIX_ONE_FILE, NULL, 0);
    const bool is_set = holds_files(upload);
    srv_problem problem = is_set ? take_members(upload) : srv_no_problem;
    if (problem.answer != SRV_OK) return problem;
    srv_batch whole = {.items = is_set ? upload->members.inputs : &file,
                       .count = is_set ? upload->members.count : 1};
    const size_t file_count = whole.count;
    upload->options.locations = upload->members.locations;
    problem = add_masters(upload, &whole);
    if (whole.count > 1) make_options_of_set(upload, file_count);
    if (problem.answer == SRV_OK) problem = srv_upload_reserve_check(upload, &whole);
    if (problem.answer != SRV_OK) return problem;
    return upload->fixes ? srv_upload_fix(upload, &whole, reply) : check(upload, &whole, reply);
}

static bool needs_masters(const srv_upload *upload) {
    const navlint_input file = {
        .name = upload->name, .bytes = upload->body.bytes, .length = upload->used};
    srv_needed needed = {.wanted = upload->wanted_masters};
    srv_masters_need(upload->masters, &file, &needed);
    return needed.count > 0;
}

bool srv_upload_is_heavy(srv_upload *upload) {
    tell_media(upload);
    if (upload->fixes) return true; /* it is judged again for every round and trial */
    const bool is_large = upload->coding != SRV_IDENTITY || upload->used > SRV_SMALL_BODY_BYTES ||
                          srv_media_is_set(&upload->media);
    if (upload->is_isolated) return is_large; /* nobody but a judge looks into it */
    return is_large || holds_files(upload) || needs_masters(upload);
}

void srv_upload_judge(srv_upload *upload, srv_reply *reply) {
    srv_problem problem = upload->late;
    if (problem.answer == SRV_OK && upload->used == 0)
        problem = srv_problem_make(SRV_BODY_EMPTY, NULL, 0);
    tell_media(upload);
    if (problem.answer == SRV_OK) problem = decode_body(upload);
    if (problem.answer == SRV_OK) problem = check_body(upload, reply);
    if (problem.answer != SRV_OK) srv_reply_problem(reply, &problem, NULL);
    reply->has_skipped = upload->members.has_skipped;
    reply->skipped = upload->members.skipped;
    if (!reply->lines) srv_upload_settle(upload, reply->length);
}
