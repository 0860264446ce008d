/* The body of an upload: a file, a form, a tar or a zip, from its first byte to the answer.
 *
 * Input: kind, limits and form of the report (u8), two places where the body is split (u8 each, of
 * 256), boundary of a form (string of cut.h), then the body. */
#include "fuzz/oracle.h"
#include "fuzz/samples.h"
#include "fuzz/target.h"
#include "fuzz/uploads.h"
#include "intake/marks.h"
#include "server/decide.h"
#include "server/inside.h"
#include "server/multipart.h"
#include "server/upload_memory.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    KIND_MASK = 3, /* srv_media_kind of the type; without one the bytes tell */
    FEW_FILES = 4,
    LITTLE_UNPACKED = 8,
    SMALL_BODY = 16,
    SMALL_BUDGET = 32,
    FORCED_FORMAT = 64,
    OTHER_FORM = 128 /* NDJSON or text, by the first place */
};

enum { MOST_FINDINGS = 20, PARTS = 256 };

/* One upload and how it is to be taken. */
typedef struct job {
    unsigned flags;
    srv_media media; /* by the type */
    srv_media told;  /* by the bytes too */
    navlint_options options;
    srv_text body;
    size_t splits[2]; /* bytes of the body, in order */
    uint64_t max_files;
    uint64_t max_unpacked_bytes;
    uint64_t max_body_bytes;
    uint64_t budget_bytes;
    srv_rendering rendering;
    srv_coding coding;
} job;

/* ---- From bytes to a job ---- */

static bool is_media(srv_media *media, srv_text type) {
    const srv_header field = {.name = {"Content-Type", 12}, .value = type};
    const srv_head head = {.headers = &field, .header_count = 1};
    return srv_media_read(&head, media) == SRV_OK;
}

/* The boundary reaches the parser as a client's does, quoted; one that is refused gives way. */
static void choose_media(job *j, const char *boundary) {
    static const char *const types[] = {"application/octet-stream", NULL, "application/x-tar",
                                        "application/zip"};
    char type[2 * 256 + 64];
    const char *const fixed = types[j->flags & KIND_MASK];
    if (fixed) {
        REQUIRE(27, is_media(&j->media, (srv_text){fixed, strlen(fixed)}));
    } else {
        int length = snprintf(type, sizeof type, "multipart/form-data; boundary=\"%s\"", boundary);
        if (is_media(&j->media, (srv_text){type, (size_t)length})) return;
        length = snprintf(type, sizeof type, "multipart/form-data; boundary=b");
        REQUIRE(27, is_media(&j->media, (srv_text){type, (size_t)length}));
    }
}

static void read_job(job *j, fuzz_cut *cut) {
    char boundary[256];
    j->flags = fuzz_cut_u8(cut);
    const unsigned a = fuzz_cut_u8(cut);
    const unsigned b = fuzz_cut_u8(cut);
    fuzz_cut_string(cut, boundary);
    choose_media(j, boundary);
    j->body = (srv_text){(const char *)cut->bytes, cut->left};
    j->told = j->media;
    srv_media_tell(
        &j->told,
        (srv_text){j->body.bytes, cut->left < INTAKE_SNIFF_BYTES ? cut->left : INTAKE_SNIFF_BYTES});
    j->splits[0] = cut->left * (a < b ? a : b) / PARTS;
    j->splits[1] = cut->left * (a < b ? b : a) / PARTS;
    if (j->flags & OTHER_FORM) j->rendering = a % 2 == 0 ? SRV_AS_LINES : SRV_AS_TEXT;
    if (b % 8 == 7) j->coding = SRV_GZIP;
    j->max_files = j->flags & FEW_FILES ? 2 : 100;
    j->max_unpacked_bytes = j->flags & LITTLE_UNPACKED ? 600 : 1 << 20;
    j->max_body_bytes = j->flags & SMALL_BODY ? 900 : 1 << 20;
    j->budget_bytes = j->flags & SMALL_BUDGET ? 300000 : 64 << 20;
    srv_options_make(&j->options, j->max_body_bytes, MOST_FINDINGS);
    if (j->flags & FORCED_FORMAT) j->options.format = navlint_format_at(0)->id;
}

/* ---- The files in it (invariant 27) ---- */

static bool lies_in(const void *bytes, size_t length, const void *whole, size_t whole_length) {
    const char *const at = bytes;
    const char *const start = whole;
    return at >= start && length <= whole_length && (size_t)(at - start) <= whole_length - length;
}

/* In the block, or in one of those that hold what was taken out of what is there. */
static bool lies_in_blocks(const void *bytes, size_t length, const srv_members *members) {
    srv_block block = members->chain;
    bool lies = lies_in(bytes, length, members->block.bytes, members->block.capacity);
    while (!lies && block.bytes) {
        lies = lies_in(bytes, length, block.bytes, block.capacity);
        memcpy(&block, block.bytes, sizeof block);
    }
    return lies;
}

/* Names are shown, never used as paths; still none is without an end or longer than promised. */
static void check_name(const job *j, const srv_members *members, const navlint_input *input) {
    const bool is_part = j->media.kind == SRV_MEDIA_FORM && !members->chain.bytes;
    const size_t name_length = strlen(input->name);
    REQUIRE(27, lies_in_blocks(input->name, name_length + 1, members));
    REQUIRE(27, name_length <= (is_part ? SRV_NAME_MAX : SRV_ENTRY_NAME_MAX));
    REQUIRE(27, !is_part || srv_is_name((srv_text){input->name, name_length}));
}

/* A body that is a container has the name that the client gave it, or none. */
static void check_member(const job *j, const srv_members *members, const navlint_input *input) {
    const bool is_body = input->bytes == j->body.bytes;
    if (!is_body) check_name(j, members, input);
    REQUIRE(27, lies_in(input->bytes, input->length, j->body.bytes, j->body.length) ||
                    lies_in_blocks(input->bytes, input->length, members));
}

/* What lies in the body is where it is said to be, and a folder is in one archive. */
static void check_place(const job *j, const srv_members *members, size_t i) {
    const navlint_input *const input = &members->inputs[i];
    const uint64_t offset = members->outer_offsets[i];
    const navlint_location *const location = &members->locations[i];
    REQUIRE(27, offset == UINT64_MAX || !srv_media_is_archive(&j->told));
    if (offset != UINT64_MAX && j->told.kind == SRV_MEDIA_FILE)
        REQUIRE(27, input->bytes == j->body.bytes + offset);
    for (size_t k = 0; k < i; k++) {
        const navlint_location *const other = &members->locations[k];
        REQUIRE(27, location->folder != other->folder || location->archive == other->archive);
    }
}

static void check_limits(const job *j, const srv_members *members) {
    uint64_t bytes = 0;
    REQUIRE(27, members->count + members->skipped <= j->max_files);
    REQUIRE(27, members->count > 0);
    for (size_t i = 0; i < members->count; i++) {
        check_member(j, members, &members->inputs[i]);
        check_place(j, members, i);
        bytes += members->inputs[i].length;
    }
    const bool is_archive = srv_media_is_archive(&j->told);
    REQUIRE(27, bytes <= j->max_unpacked_bytes + (is_archive ? 0 : j->body.length));
}

/* A form that was read, written anew with another boundary, is read as the same files. */
static void check_rebuilt(const srv_members *members, const job *j) {
    static const char boundary[] = "another(boundary)";
    static uint8_t bytes[1 << 20];
    nl_writer out = nl_writer_over(bytes, sizeof bytes);
    fuzz_put_form(&out, boundary, members->inputs, members->count);
    if (!nl_writer_ok(&out) || memmem(j->body.bytes, j->body.length, boundary, 8)) return;
    srv_form form = {.boundary = boundary, .body = {(const char *)bytes, out.at}};
    srv_part part;
    srv_problem problem;
    for (size_t i = 0; i < members->count; i++) {
        const navlint_input *const input = &members->inputs[i];
        REQUIRE(27, srv_form_next(&form, &part, &problem));
        REQUIRE(27, strcmp(part.name, input->name) == 0 && part.bytes.length == input->length);
        REQUIRE(27, memcmp(part.bytes.bytes, input->bytes, input->length) == 0);
    }
    REQUIRE(27, !srv_form_next(&form, &part, &problem) && problem.answer == SRV_OK);
}

/* Each part ends at the first delimiter, and begins behind the one before. */
static void check_parts(const job *j) {
    char delimiter[SRV_BOUNDARY_MAX + 8];
    const size_t length =
        (size_t)snprintf(delimiter, sizeof delimiter, "\r\n--%s", j->media.boundary);
    srv_form form = {.boundary = j->media.boundary, .body = j->body};
    const char *end = j->body.bytes;
    srv_part part;
    srv_problem problem;
    while (srv_form_next(&form, &part, &problem)) {
        const srv_text bytes = part.bytes;
        const size_t rest = j->body.length - (size_t)(bytes.bytes - j->body.bytes);
        REQUIRE(27, bytes.bytes >= end);
        REQUIRE(27, memmem(bytes.bytes, rest, delimiter, length) == bytes.bytes + bytes.length);
        end = bytes.bytes + bytes.length + length;
    }
}

static void check_members(const job *j) {
    srv_memory memory;
    srv_members members;
    srv_memory_open(&memory, j->budget_bytes, 0);
    const srv_package package = {.media = &j->told,
                                 .body = j->body,
                                 .options = &j->options,
                                 .memory = &memory,
                                 .max_files = j->max_files,
                                 .max_unpacked_bytes = j->max_unpacked_bytes};
    const srv_problem problem = srv_members_make(&package, &members);
    if (problem.answer == SRV_OK) check_limits(j, &members);
    if (problem.answer == SRV_OK && j->media.kind == SRV_MEDIA_FORM && !members.chain.bytes)
        check_rebuilt(&members, j);
    srv_members_give(&memory, &members);
    REQUIRE(27, memory.in_use == 0);
    srv_memory_close(&memory);
}

/* ---- The answer (invariant 28) ---- */

static const char *const no_words[SRV_PARAM_COUNT] = {NULL};

/* What an upload ended in, without what belongs to it. */
typedef struct answer {
    srv_answer answer;
    char *text;
    size_t length;
    const char *verdict;
    bool has_skipped;
    size_t skipped;
} answer;

static void feed(const job *j, srv_upload *upload, size_t from, size_t to) {
    /* A block of its own for each piece: it may come from anywhere. */
    char *const piece = malloc(to - from + 1);
    if (!piece) abort();
    memcpy(piece, j->body.bytes + from, to - from);
    (void)srv_upload_append(upload, piece, to - from);
    free(piece);
}

/* Takes the text of an answer, its lines one by one in pieces of any size. */
static void take_text(srv_reply *reply, answer *out) {
    enum { PIECE_BYTES = 777, MOST_BYTES = 64 << 20 };
    size_t length = 0;
    out->text = malloc(reply->length + PIECE_BYTES);
    if (!out->text) abort();
    memcpy(out->text, reply->length > 0 ? reply->text : "", reply->length);
    out->length = reply->length;
    while (reply->lines && out->length < MOST_BYTES &&
           srv_lines_read(reply->lines, out->text + out->length, PIECE_BYTES, &length) ==
               SRV_LINES_READ) {
        out->length += length;
        char *const wider = realloc(out->text, out->length + PIECE_BYTES);
        if (!wider) abort();
        out->text = wider;
    }
}

/* splits: NULL: all at once, of a length that is known. has_one_text: see srv_upload. */
static void upload(const job *j, const size_t *splits, bool has_one_text, answer *out) {
    srv_memory memory;
    srv_reply reply = {.answer = SRV_OK};
    srv_memory_open(&memory, j->budget_bytes, 0);
    srv_upload body = {.memory = &memory,
                       .options = j->options,
                       .words = no_words,
                       .media = j->media,
                       .name = "a",
                       .max_findings = MOST_FINDINGS,
                       .max_files = j->max_files,
                       .max_unpacked_bytes = j->max_unpacked_bytes,
                       .max_bytes = j->max_body_bytes,
                       .rendering = j->rendering,
                       .coding = j->coding,
                       .has_one_text = has_one_text};
    *out = (answer){.answer = srv_upload_admit(&body, splits ? 0 : j->body.length)};
    if (out->answer == SRV_OK) {
        size_t at = 0;
        for (int i = 0; splits && i < 2; at = splits[i++])
            feed(j, &body, at, splits[i]);
        feed(j, &body, at, j->body.length);
        srv_upload_judge(&body, &reply);
        out->answer = reply.answer;
        out->verdict = reply.verdict;
        out->has_skipped = reply.has_skipped;
        out->skipped = reply.skipped;
        take_text(&reply, out);
    }
    srv_reply_clear(&reply);
    srv_upload_clear(&body);
    REQUIRE(28, memory.in_use == 0);
    srv_memory_close(&memory);
}

/* Of lines the last speaks for all. */
static const char *last_line(const answer *a) {
    const char *const end = a->length > 1 ? memrchr(a->text, '\n', a->length - 1) : NULL;
    return end ? end + 1 : a->text;
}

static void check_answer(const job *j, const answer *a) {
    const bool is_report = a->answer == SRV_OK;
    const bool is_lines = is_report && j->rendering == SRV_AS_LINES;
    REQUIRE(28, !is_report == !a->verdict);
    REQUIRE(28, a->length == 0 || a->text[a->length - 1] == '\n');
    if (is_report && j->rendering == SRV_AS_TEXT) return;
    const char *const text = is_lines ? last_line(a) : a->text;
    json_t *const json =
        json_loadb(text, a->length - (size_t)(text - a->text), JSON_REJECT_DUPLICATES, NULL);
    REQUIRE(28, json);
    REQUIRE(28, !is_report == !json_object_get(json, "verdict"));
    REQUIRE(28, is_report || json_integer_value(json_object_get(json, "status")) ==
                                 srv_status_of(a->answer)->http_status);
    json_decref(json);
}

static bool is_same(const answer *a, const answer *b) {
    return a->answer == b->answer && a->verdict == b->verdict && a->skipped == b->skipped &&
           a->has_skipped == b->has_skipped && a->length == b->length &&
           memcmp(a->text, b->text, a->length) == 0;
}

/* However the body was cut on its way, the answer is the same. Only a budget that is too small for
 * the blocks of a body of unknown length may tell the difference. */
static void check_splits(const job *j) {
    static const size_t at_once[2] = {0, 0};
    answer whole, split, chunk;
    upload(j, NULL, false, &whole);
    upload(j, j->splits, false, &split);
    upload(j, at_once, true, &chunk);
    if (whole.text) check_answer(j, &whole);
    check_answer(j, &split);
    if (!(j->flags & SMALL_BUDGET)) REQUIRE(28, whole.text && is_same(&whole, &split));
    REQUIRE(28, (j->flags & SMALL_BUDGET) || is_same(&split, &chunk));
    free(whole.text);
    free(split.text);
    free(chunk.text);
}

/* By gzip the body is the same one. */
static void check_coded(const job *j) {
    enum { GZIP_BYTES = 64 };
    static uint8_t bytes[1 << 20];
    nl_writer out = nl_writer_over(bytes, sizeof bytes);
    fuzz_put_gzip(&out, (const uint8_t *)j->body.bytes, j->body.length);
    if (!nl_writer_ok(&out) || out.at + GZIP_BYTES > j->max_body_bytes) return;
    job coded = *j;
    answer plain, same;
    coded.coding = SRV_GZIP;
    coded.body = (srv_text){(const char *)bytes, out.at};
    upload(j, NULL, false, &plain);
    upload(&coded, NULL, false, &same);
    REQUIRE(28, plain.text && same.text && is_same(&plain, &same));
    free(plain.text);
    free(same.text);
}

void fuzz_target_run(const uint8_t *bytes, size_t length) {
    fuzz_cut cut = {bytes, length};
    job j = {0};
    read_job(&j, &cut);
    if (j.coding == SRV_IDENTITY && j.media.kind == SRV_MEDIA_FORM && j.body.length > 0)
        check_parts(&j);
    if (j.coding == SRV_IDENTITY && srv_media_is_set(&j.told) && j.body.length > 0)
        check_members(&j);
    check_splits(&j);
    if (j.coding == SRV_IDENTITY && !(j.flags & SMALL_BUDGET)) check_coded(&j);
}

/* ---- Seeds ---- */

enum { SEED_BYTES = 1 << 16, HEAD_BYTES = 5 };

typedef struct maker {
    const fuzz_seeds *seeds;
    unsigned number;
} maker;

/* Every second one has a field. */
static void put_form(nl_writer *out, unsigned number, const fuzz_sample *sample) {
    static const char *const fields[][2] = {{"maxFindings", "3"}, {"minSeverity", "error"},
                                            {"masters", "none"},  {"name", "a map"},
                                            {"submit", "Send"},   {"game", "no such game"}};
    const char *const *const field = fields[number / 2 % (sizeof fields / sizeof fields[0])];
    if (number % 2 == 0) fuzz_put_field(out, "b", field[0], field[1]);
    fuzz_put_form(out, "b", sample->inputs, sample->count);
}

/* kind: of the type. shape: of the body, as the kind or SRV_MEDIA_PACKED. */
static void give(maker *m, unsigned kind, unsigned shape, const fuzz_sample *sample) {
    static uint8_t tar[SEED_BYTES];
    static uint8_t bytes[SEED_BYTES];
    char name[96];
    const unsigned limits = ++m->number % 5 == 0 ? m->number * 4 & ~(unsigned)KIND_MASK : 0;
    bytes[0] = (uint8_t)(kind | (limits & 0xfc));
    bytes[1] = (uint8_t)(m->number * 37);
    bytes[2] = (uint8_t)(m->number * 91 & ~7u);
    bytes[3] = 1;
    bytes[4] = 'b';
    nl_writer out = nl_writer_over(bytes + HEAD_BYTES, sizeof bytes - HEAD_BYTES);
    nl_writer plain = nl_writer_over(tar, sizeof tar);
    if (shape == SRV_MEDIA_FILE)
        nl_write_bytes(&out, sample->inputs[0].bytes, sample->inputs[0].length);
    else if (shape == SRV_MEDIA_FORM)
        put_form(&out, m->number, sample);
    else if (shape == SRV_MEDIA_TAR)
        fuzz_put_tar(&out, sample->inputs, sample->count);
    else if (shape == SRV_MEDIA_ZIP)
        fuzz_put_zip(&out, sample->inputs, sample->count);
    else
        fuzz_put_tar(&plain, sample->inputs, sample->count);
    if (plain.at > 0 && nl_writer_ok(&plain)) fuzz_put_gzip(&out, tar, plain.at);
    if (!nl_writer_ok(&out)) return;
    snprintf(name, sizeof name, "%u-%u-%s", kind, shape, sample->name);
    m->seeds->give(m->seeds->context, name, bytes, HEAD_BYTES + out.at);
}

/* In every shape, by its type and by its bytes. */
static void give_set(maker *m, const fuzz_sample *sample) {
    for (unsigned kind = SRV_MEDIA_FORM; kind <= SRV_MEDIA_ZIP; kind++)
        give(m, kind, kind, sample);
    for (unsigned shape = SRV_MEDIA_TAR; shape <= SRV_MEDIA_PACKED; shape++)
        give(m, SRV_MEDIA_FILE, shape, sample);
}

/* All sets in every kind; of the single files every eighth in one kind. */
static void give_sample(void *context, const fuzz_sample *sample) {
    maker *const m = context;
    const bool is_set = sample->count > 1;
    if (!is_set && ++m->number % 8 != 0) return;
    if (!is_set) {
        const unsigned kind = m->number / 8 % 4;
        give(m, kind, kind, sample);
        return;
    }
    give_set(m, sample);
}

/* Names that would lead elsewhere if they were paths, and a file beside a navigation file. */
static void give_odd_names(maker *m) {
    static uint8_t file[4096];
    const size_t length = fuzz_smallest(0, 0, file, sizeof file);
    const navlint_input inputs[] = {{"../../etc/passwd", file, length, false, NULL},
                                    {"/absolute\\\"quoted\".nav", file, length, false, NULL},
                                    {"\xc3\xa9\x1b[31m", "text", 4, false, NULL},
                                    {"a/./b/", "", 0, false, NULL}};
    fuzz_sample sample = {.name = "odd-names", .inputs = inputs, .count = 4};
    give_set(m, &sample);
}

void fuzz_target_seeds(const fuzz_seeds *seeds) {
    maker m = {.seeds = seeds};
    fuzz_each_sample(SEED_BYTES / 4, give_sample, &m);
    give_odd_names(&m);
}
