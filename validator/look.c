#include "validator/look.h"

#include "core/checked.h"
#include "core/limits.h"
#include "validator/catalogue.h"
#include "validator/judge.h"
#include "validator/options.h"

static const nl_report_caps no_findings = {0, 0};

/* A report that nobody reads: decoders need one. */
static navlint_report *new_report(nl_look *look, const navlint_input *input, nl_arena *block) {
    const navlint_format *const format = &look->format->info;
    const uint64_t part = nl_report_bound(no_findings, format->rule_count, 1);
    void *const memory = nl_alloc(block, part, 1, 1);
    if (!memory) return NULL;
    look->pool = nl_report_pool_over(nl_arena_over(memory, (size_t)part), no_findings);
    navlint_report *const report = nl_report_new(&look->pool, input);
    return report && nl_report_set_format(report, format, NULL) ? report : NULL;
}

static void make_job(nl_look *look, const navlint_options *options, const navlint_input *input,
                     navlint_report *report) {
    look->budget = nl_budget_for(options, input->length);
    look->job = (nl_job){
        .name = report->name,
        .bytes = input->bytes ? input->bytes : (const uint8_t *)"",
        .length = input->length,
        .game = nl_game_of(&look->format->info, options->game),
        .part = nl_part_of(&look->format->info, options->format),
        .arena = &look->arena,
        .budget = &look->budget,
        .report = report,
    };
}

navlint_status nl_look_at(nl_look *look, const navlint_options *options, const navlint_input *input,
                          void *memory, size_t memory_bytes) {
    const char *detected_by = NULL;
    const navlint_status status = navlint_options_check(options, NULL);
    if (status != NAVLINT_OK) return status;
    *look = (nl_look){.format = nl_choose_format(options, input, &detected_by)};
    if (!look->format) return NAVLINT_NOT_RECOGNISED;
    if (input->length > nl_min(options->max_input_bytes, NL_HIGHEST_INPUT_BYTES))
        return NAVLINT_UNSUPPORTED;
    nl_arena block = nl_arena_over(memory, memory_bytes);
    navlint_report *const report = new_report(look, input, &block);
    if (!report) {
        nl_unpoison(memory, memory_bytes);
        return NAVLINT_NO_MEMORY;
    }
    look->arena = nl_arena_over(block.base + block.used, block.capacity - block.used);
    make_job(look, options, input, report);
    look->document = look->format->decode(&look->job);
    if (!look->arena.exhausted) return NAVLINT_OK;
    nl_unpoison(memory, memory_bytes);
    return NAVLINT_NO_MEMORY;
}

navlint_status nl_look_status(const nl_look *look) {
    const bool limited = look->job.report->limit.name || look->budget.exhausted;
    return limited ? NAVLINT_UNSUPPORTED : NAVLINT_OK;
}
