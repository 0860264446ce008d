/* What a file holds, field by field, member by member, unpacked or as geometry: decoded, and not
 * judged. */
#include "core/sized.h"
#include "validator/options.h"
#include "validator/raw.h"
#include "validator/recognise.h"

/* A decoded input. It must stay where it is while its job is used. */
typedef struct decoded {
    nl_recognised input;
    nl_job job;
    const void *document; /* NULL if nothing could be decoded */
    nl_report_pool pool;
    nl_arena arena;
    nl_budget budget;
    nl_view view; /* of it that is dumped */
} decoded;

static const nl_report_caps no_findings = {0, 0};

/* A report that nobody reads: decoders need one. */
static navlint_report *new_report(decoded *file, const navlint_input *input, nl_arena *block) {
    const navlint_format *const format = &file->input.format->info;
    const uint64_t part = nl_report_bound(no_findings, format->rule_count, 1);
    void *const memory = nl_alloc(block, part, 1, 1);
    if (!memory) return NULL;
    file->pool = nl_report_pool_over(nl_arena_over(memory, (size_t)part), no_findings);
    navlint_report *const report = nl_report_new(&file->pool, input);
    return report && nl_report_set_format(report, format, NULL) ? report : NULL;
}

static nl_view view_of(const navlint_options *options) {
    const bool has_path = options->dump_path && options->dump_path[0] != '\0';
    return (nl_view){.bytes = {options->dump_from, options->dump_to},
                     .inner = {options->dump_inner_from, options->dump_inner_to},
                     .path = has_path ? options->dump_path : NULL};
}

/* Decodes the input into `block`.
 * Returns NAVLINT_OK for damaged files too, whose document shows what comes before the damage;
 * another status if there is nothing to show. */
static navlint_status decode(const navlint_options *options, const navlint_input *input,
                             nl_arena block, decoded *file) {
    navlint_options known;
    const navlint_status status = nl_options_take(options, &known);
    if (status != NAVLINT_OK) return status;
    *file = (decoded){.input = nl_recognise(&known, input), .view = view_of(&known)};
    if (!file->input.format) return NAVLINT_NOT_RECOGNISED;
    if (file->input.is_too_large) return NAVLINT_UNSUPPORTED;
    navlint_report *const report = new_report(file, input, &block);
    if (!report) return NAVLINT_NO_MEMORY;
    file->arena = nl_arena_over(block.base + block.used, block.capacity - block.used);
    file->budget = nl_budget_of(file->input.step_limit);
    file->job = nl_job_of(&file->input, report, &file->arena);
    file->job.budget = &file->budget;
    file->document = file->input.format->decode(&file->job);
    return file->arena.exhausted ? NAVLINT_NO_MEMORY : NAVLINT_OK;
}

/* NAVLINT_UNSUPPORTED if a limit cut short what was shown. */
static navlint_status status_of(const decoded *file) {
    const bool is_limited = file->job.report->limit.name || file->budget.exhausted;
    return is_limited ? NAVLINT_UNSUPPORTED : NAVLINT_OK;
}

static navlint_status dump(const decoded *file, navlint_field_fn visit, void *context) {
    nl_dump fields = {
        .bytes = file->job.bytes,
        .length = file->job.length,
        .visit = visit,
        .context = context,
        .layout = file->input.format->info.layout,
        .view = file->view,
    };
    if (file->document) file->input.format->dump(&file->job, file->document, &fields);
    return status_of(file);
}

static navlint_status dump_raw(const decoded *file, nl_raw_fn visit, void *context) {
    nl_dump fields = {
        .bytes = file->job.bytes,
        .length = file->job.length,
        .raw = visit,
        .context = context,
        .layout = file->input.format->info.layout,
    };
    if (file->document) file->input.format->dump(&file->job, file->document, &fields);
    return status_of(file);
}

static void copy_word(char *copy, const char *word) {
    nl_text text = nl_text_over(copy, NL_WORD_BYTES);
    if (word) nl_put(&text, word);
}

static void describe(const decoded *file, nl_decoded_kind *kind) {
    const navlint_report *const report = file->job.report;
    kind->format = file->input.format;
    kind->is_damaged = !file->document || report->undecoded || report->summary.errors != 0;
    copy_word(kind->version, report->version);
    copy_word(kind->dialect, report->dialect);
}

static navlint_status draw(const decoded *file, navlint_shape_fn visit, void *context) {
    if (!file->input.format->draw) return NAVLINT_UNSUPPORTED;
    nl_mesh mesh = {.visit = visit, .context = context};
    if (file->document) file->input.format->draw(&file->job, file->document, &mesh);
    return status_of(file);
}

static navlint_status unpack(const decoded *file, navlint_unpacked *found) {
    if (!file->input.format->unpack || !file->document) return NAVLINT_NOT_PACKED;
    return file->input.format->unpack(&file->job, file->document, &file->view, found);
}

navlint_status navlint_dump(const navlint_options *options, const navlint_input *input,
                            void *memory, size_t memory_bytes, navlint_field_fn visit,
                            void *context) {
    decoded file;
    if (!input || !memory || !visit) return NAVLINT_BAD_ARGUMENT;
    navlint_status status = decode(options, input, nl_arena_over(memory, memory_bytes), &file);
    if (status == NAVLINT_OK) status = dump(&file, visit, context);
    nl_unpoison(memory, memory_bytes);
    return status;
}

navlint_status nl_visit_raw(const navlint_options *options, const navlint_input *input,
                            nl_block block, const nl_raw_visitor *visitor, nl_decoded_kind *kind) {
    decoded file;
    *kind = (nl_decoded_kind){.format = NULL};
    navlint_status status = decode(options, input, nl_arena_over(block.memory, block.bytes), &file);
    if (status == NAVLINT_OK) status = dump_raw(&file, visitor->visit, visitor->context);
    if (status == NAVLINT_OK) describe(&file, kind);
    nl_unpoison(block.memory, block.bytes);
    return status;
}

static navlint_status use(const decoded *file, const nl_document_user *user) {
    if (!file->document) return NAVLINT_UNSUPPORTED;
    const navlint_status status =
        user->use(user->context, file->input.format, &file->job, file->document);
    return status == NAVLINT_OK ? status_of(file) : status;
}

navlint_status nl_use_document(const navlint_options *options, const navlint_input *input,
                               nl_block block, const nl_document_user *user) {
    decoded file;
    navlint_status status = decode(options, input, nl_arena_over(block.memory, block.bytes), &file);
    if (status == NAVLINT_OK) status = use(&file, user);
    nl_unpoison(block.memory, block.bytes);
    return status;
}

navlint_status navlint_unpack(const navlint_options *options, const navlint_input *input,
                              void *memory, size_t memory_bytes, navlint_unpacked *unpacked) {
    decoded file;
    navlint_unpacked found = {.bytes = NULL};
    const size_t first_bytes = NL_BYTES_UP_TO(navlint_unpacked, packed);
    const nl_sized sized = {&found, sizeof found, first_bytes};
    if (!input || !memory || !unpacked || !nl_sized_write(sized, unpacked))
        return NAVLINT_BAD_ARGUMENT;
    navlint_status status = decode(options, input, nl_arena_over(memory, memory_bytes), &file);
    if (status == NAVLINT_OK) status = unpack(&file, &found);
    nl_unpoison(memory, memory_bytes);
    (void)nl_sized_write(sized, unpacked);
    return status;
}

static navlint_status each_member(const decoded *file, navlint_member_fn visit, void *context) {
    if (!file->input.format->each_member) return NAVLINT_NOT_RECOGNISED;
    if (file->document) file->input.format->each_member(&file->job, file->document, visit, context);
    return status_of(file);
}

navlint_status navlint_each_member(const navlint_options *options, const navlint_input *input,
                                   void *memory, size_t memory_bytes, navlint_member_fn visit,
                                   void *context) {
    decoded file;
    if (!input || !memory || !visit) return NAVLINT_BAD_ARGUMENT;
    navlint_status status = decode(options, input, nl_arena_over(memory, memory_bytes), &file);
    if (status == NAVLINT_OK) status = each_member(&file, visit, context);
    nl_unpoison(memory, memory_bytes);
    return status;
}

navlint_status navlint_draw(const navlint_options *options, const navlint_input *input,
                            void *memory, size_t memory_bytes, navlint_shape_fn visit,
                            void *context) {
    decoded file;
    if (!input || !memory || !visit) return NAVLINT_BAD_ARGUMENT;
    navlint_status status = decode(options, input, nl_arena_over(memory, memory_bytes), &file);
    if (status == NAVLINT_OK) status = draw(&file, visit, context);
    nl_unpoison(memory, memory_bytes);
    return status;
}
