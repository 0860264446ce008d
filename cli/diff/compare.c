#include "cli/diff/compare.h"

enum { DEFAULT_CHANGES = 1000 };

navlint_options cli_diff_options(const cli_diff_settings *settings) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.format = settings->input_format;
    options.game = settings->game;
    options.scope = (navlint_scope)settings->scope;
    options.max_input_bytes = settings->max_bytes;
    return options;
}

/* Of files that differ in their bytes nobody knows whether they say the same unless all of both was
 * compared. */
static int code_of(const cli_diff_settings *settings, const navlint_diff *diff) {
    const bool has_same_bytes = navlint_diff_different_bytes(diff) == 0;
    if (!navlint_diff_is_same(diff)) return CLI_DIFF_DIFFERENT;
    if (has_same_bytes) return CLI_DIFF_SAME;
    if (settings->is_strict) return CLI_DIFF_DIFFERENT;
    return navlint_diff_is_whole(diff) ? CLI_DIFF_SAME : CLI_DIFF_TROUBLE;
}

/* ---- What cannot be compared ---- */

static void put_unknown(char reason[CLI_COMPLAINT_CAPACITY], const char *name) {
    snprintf(reason, CLI_COMPLAINT_CAPACITY, "%s: %s; --input-format ID forces a format", name,
             navlint_status_text(NAVLINT_NOT_RECOGNISED));
}

static void put_reason(char reason[CLI_COMPLAINT_CAPACITY], const navlint_options *options,
                       const navlint_input inputs[CLI_SIDES], navlint_status status) {
    const navlint_format *const old = navlint_detect_as(options, &inputs[CLI_OLD], NAVLINT_NAMED);
    const navlint_format *const new = navlint_detect_as(options, &inputs[CLI_NEW], NAVLINT_NAMED);
    if (status == NAVLINT_NOT_RECOGNISED && (!old || !new))
        put_unknown(reason, inputs[old ? CLI_NEW : CLI_OLD].name);
    else if (old && new &&old != new)
        snprintf(reason, CLI_COMPLAINT_CAPACITY,
                 "%s is %s and %s is %s: files of one format can be compared", inputs[CLI_OLD].name,
                 old->id, inputs[CLI_NEW].name, new->id);
    else if (old && new && old->is_container)
        snprintf(reason, CLI_COMPLAINT_CAPACITY,
                 "%s and %s are containers: compare the files in them, see navlint extract",
                 inputs[CLI_OLD].name, inputs[CLI_NEW].name);
    else
        snprintf(reason, CLI_COMPLAINT_CAPACITY, "%s, %s: %s", inputs[CLI_OLD].name,
                 inputs[CLI_NEW].name,
                 status == NAVLINT_UNSUPPORTED ? "a limit keeps them from being compared"
                                               : navlint_status_text(status));
}

int cli_diff_compare(const cli_diff_settings *settings, const navlint_input inputs[CLI_SIDES],
                     navlint_diff **diff, char reason[CLI_COMPLAINT_CAPACITY]) {
    const navlint_options options = cli_diff_options(settings);
    const uint64_t most =
        settings->max_changes.is_given ? settings->max_changes.value : DEFAULT_CHANGES;
    *diff = NULL;
    const navlint_status status =
        navlint_diff_make(&options, &inputs[CLI_OLD], &inputs[CLI_NEW], most, diff);
    if (status == NAVLINT_OK) return code_of(settings, *diff);
    put_reason(reason, &options, inputs, status);
    return status == NAVLINT_NO_MEMORY ? CLI_INTERNAL : CLI_DIFF_TROUBLE;
}

/* ---- Printing ---- */

static navlint_diff_form form_of(unsigned format, bool is_among_others) {
    if (format == CLI_DIFF_MARKDOWN) return NAVLINT_DIFF_MARKDOWN;
    if (format == CLI_DIFF_TEXT) return NAVLINT_DIFF_TEXT;
    return is_among_others ? NAVLINT_DIFF_JSON : NAVLINT_DIFF_JSON_INDENT;
}

int cli_diff_print(const cli_diff_settings *settings, const navlint_diff *diff,
                   bool is_among_others) {
    const navlint_diff_form form = form_of(settings->format, is_among_others);
    const navlint_text text = navlint_diff_text(diff, form, settings->is_summary);
    if (!text.text) {
        cli_complain("out of memory");
        return CLI_INTERNAL;
    }
    (void)cli_write(text.text, text.length);
    if (form == NAVLINT_DIFF_JSON_INDENT) (void)cli_write("\n", 1);
    navlint_text_free(text);
    return CLI_OK;
}
