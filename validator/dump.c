#include "core/checked.h"
#include "core/limits.h"
#include "validator/catalogue.h"
#include "validator/judge.h"
#include "validator/options.h"

/* Decodes into a report that nobody reads, then lets the room visit what it understood. */
static navlint_status dump_as(const nl_format *format, const navlint_options *options,
                              const navlint_input *input, nl_arena *block, nl_dump *dump) {
    const nl_report_caps no_findings = {0, 0};
    const uint64_t part = nl_report_bound(no_findings, format->info.rule_count, 1);
    void *const memory = nl_alloc(block, part, 1, 1);
    if (!memory) return NAVLINT_NO_MEMORY;
    nl_report_pool pool = nl_report_pool_over(nl_arena_over(memory, (size_t)part), no_findings);
    navlint_report *const report = nl_report_new(&pool, input);
    if (!report || !nl_report_set_format(report, &format->info, NULL)) return NAVLINT_NO_MEMORY;
    nl_arena arena = nl_arena_over(block->base + block->used, block->capacity - block->used);
    nl_budget budget = nl_budget_for(options, input->length);
    nl_job job = {.name = report->name,
                  .bytes = dump->bytes,
                  .length = dump->length,
                  .game = nl_game_of(&format->info, options->game),
                  .part = nl_part_of(&format->info, options->format),
                  .arena = &arena,
                  .budget = &budget,
                  .report = report};
    const void *const document = format->decode(&job);
    if (arena.exhausted) return NAVLINT_NO_MEMORY;
    if (document) format->dump(&job, document, dump);
    return report->limit.name || budget.exhausted ? NAVLINT_UNSUPPORTED : NAVLINT_OK;
}

navlint_status navlint_dump(const navlint_options *options, const navlint_input *input,
                            void *memory, size_t memory_bytes, navlint_field_fn visit,
                            void *context) {
    if (!options || !input || !memory || !visit) return NAVLINT_BAD_ARGUMENT;
    const navlint_status status = navlint_options_check(options, NULL);
    if (status != NAVLINT_OK) return status;
    const char *detected_by = NULL;
    const nl_format *const format = nl_choose_format(options, input, &detected_by);
    if (!format) return NAVLINT_NOT_RECOGNISED;
    if (input->length > nl_min(options->max_input_bytes, NL_HIGHEST_INPUT_BYTES))
        return NAVLINT_UNSUPPORTED;
    nl_dump dump = {
        .bytes = input->bytes ? input->bytes : (const uint8_t *)"",
        .length = input->length,
        .visit = visit,
        .context = context,
    };
    nl_arena block = nl_arena_over(memory, memory_bytes);
    return dump_as(format, options, input, &block, &dump);
}
