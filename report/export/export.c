/* Exports: pieces made of reports, put into one document. What differs is in the forms' files. */
#include "report/export/export.h"

#include <stdlib.h>
#include <string.h>

#include "core/sized.h"

static const exp_form *const forms[] = {
    [NAVLINT_SARIF] = &exp_sarif,   [NAVLINT_SARIF_GITHUB] = &exp_sarif_github,
    [NAVLINT_GITHUB] = &exp_github, [NAVLINT_GITLAB] = &exp_gitlab,
    [NAVLINT_JUNIT] = &exp_junit,   [NAVLINT_MARKDOWN] = &exp_markdown,
    [NAVLINT_CSV] = &exp_csv};

const char *navlint_form_text(navlint_form form) {
    return (size_t)form < sizeof forms / sizeof forms[0] ? forms[form]->word : NULL;
}

/* ---- What the forms use -------------------------------------------------------------------- */

void exp_write(navlint_export *export, const char *text) {
    if (!export->stopped) export->stopped = !export->write(export->context, text, strlen(text));
}

void exp_write_buffer(navlint_export *export, const rep_buffer *buffer) {
    if (!export->stopped && buffer->length > 0)
        export->stopped = !export->write(export->context, buffer->bytes, buffer->length);
}

bool exp_rules_add(exp_rules *rules, const navlint_rule *rule) {
    for (size_t i = rules->count; i > 0; i--)
        if (rules->items[i - 1] == rule) return true;
    if (rules->count == rules->capacity) {
        const size_t capacity = rules->capacity > 0 ? 2 * rules->capacity : 16;
        const navlint_rule **const items =
            (const navlint_rule **)realloc((void *)rules->items, capacity * sizeof *items);
        if (!items) return false;
        rules->items = items;
        rules->capacity = capacity;
    }
    rules->items[rules->count++] = rule;
    return true;
}

/* SARIF alone has a place for what is suppressed. */
static bool is_shown(const navlint_finding *finding, const navlint_export_style *style) {
    const bool is_sarif = style->form == NAVLINT_SARIF || style->form == NAVLINT_SARIF_GITHUB;
    return finding->severity <= style->min_severity && (!finding->suppression || is_sarif);
}

static void visit_all(navlint_piece *piece, const exp_input *input, const uint64_t *fingerprints,
                      exp_visit *visit) {
    for (size_t i = 0; i < navlint_report_finding_count(input->report); i++) {
        const navlint_finding *const finding = navlint_report_finding(input->report, i);
        if (!is_shown(finding, input->style)) continue;
        if (!exp_rules_add(&piece->rules, finding->rule)) piece->failed = true;
        piece->found[finding->severity]++;
        visit(piece, input, finding, fingerprints[i]);
    }
}

void exp_each(navlint_piece *piece, const exp_input *input, exp_visit *visit) {
    uint64_t *const fingerprints =
        calloc(navlint_report_finding_count(input->report) + 1, sizeof *fingerprints);
    if (fingerprints && navlint_report_fingerprints(input->report, fingerprints))
        visit_all(piece, input, fingerprints, visit);
    else
        piece->failed = true;
    free(fingerprints);
}

static bool is_limit_of_member(const navlint_report *set, const navlint_limit *limit) {
    for (size_t i = 0; i < navlint_report_member_count(set); i++) {
        const navlint_limit *const own = navlint_report_limit(navlint_report_member(set, i));
        if (own && strcmp(own->message, limit->message) == 0) return true;
    }
    return false;
}

const navlint_limit *exp_limit_of(const exp_input *input) {
    const navlint_limit *const limit = navlint_report_limit(input->report);
    if (input->style->unjudged == NAVLINT_OFF) return NULL;
    return limit && input->is_set && is_limit_of_member(input->report, limit) ? NULL : limit;
}

const char *exp_file_of(const exp_input *input) {
    return input->archive ? input->archive : input->name;
}

void exp_put_inner_name(rep_buffer *buffer, const exp_input *input) {
    if (!input->archive) return;
    rep_utf8_append_printable(buffer, input->name);
    rep_buffer_text(buffer, ": ");
}

void exp_json_take(rep_json *json, const char *key, rep_buffer *text) {
    const navlint_text whole = rep_buffer_take(text);
    rep_json_text(json, key, whole.text);
    if (!whole.text) json->text.failed = true;
    navlint_text_free(whole);
}

void exp_json_hex(rep_json *json, const char *key, uint64_t number) {
    rep_buffer digits = {0};
    exp_put_hex(&digits, number);
    exp_json_take(json, key, &digits);
}

/* ---- Pieces -------------------------------------------------------------------------------- */

/* Behind `archive!`, if it is there. */
static const char *name_in(const char *archive, const char *name) {
    const size_t length = archive ? strlen(archive) : 0;
    const bool is_inside = archive && strncmp(name, archive, length) == 0 && name[length] == '!';
    return is_inside ? name + length + 1 : name;
}

static exp_input input_of(const navlint_export_style *style, const navlint_export_item *item,
                          const navlint_report *report) {
    const char *const name = navlint_report_name(report);
    return (exp_input){.style = style,
                       .report = report,
                       .name = name_in(item->archive, name),
                       .archive = item->archive};
}

static void put_file(navlint_piece *piece, const exp_input *input) {
    piece->verdicts[navlint_report_verdict(input->report)]++;
    forms[input->style->form]->input(piece, input);
}

static void put_members(navlint_piece *piece, const navlint_export_style *style,
                        const navlint_export_item *item) {
    for (size_t i = 0; i < navlint_report_member_count(item->report); i++) {
        exp_input input = input_of(style, item, navlint_report_member(item->report, i));
        input.sha256_hex = item->sha256_hex ? item->sha256_hex[i] : NULL;
        input.number = i;
        put_file(piece, &input);
    }
}

static void put_item(navlint_piece *piece, const navlint_export_style *style,
                     const navlint_export_item *item) {
    exp_input input = input_of(style, item, item->report);
    input.is_set = navlint_report_member_count(item->report) > 0;
    put_members(piece, style, item);
    if (input.is_set) {
        forms[style->form]->input(piece, &input);
    } else {
        input.sha256_hex = item->sha256_hex ? item->sha256_hex[0] : NULL;
        put_file(piece, &input);
    }
}

static bool read_style(const navlint_export_style *style, navlint_export_style *known) {
    const size_t first_bytes = NL_BYTES_UP_TO(navlint_export_style, unjudged);
    return nl_sized_read((nl_sized){known, sizeof *known, first_bytes}, style);
}

static bool read_item(const navlint_export_item *item, navlint_export_item *known) {
    const size_t first_bytes = NL_BYTES_UP_TO(navlint_export_item, sha256_hex);
    return nl_sized_read((nl_sized){known, sizeof *known, first_bytes}, item);
}

navlint_piece *navlint_piece_make(const navlint_export_style *style,
                                  const navlint_export_item *item) {
    navlint_export_style known_style;
    navlint_export_item known_item;
    if (!read_style(style, &known_style) || !read_item(item, &known_item)) return NULL;
    navlint_piece *const piece = calloc(1, sizeof *piece);
    if (!piece) return NULL;
    if (known_item.archive) exp_put_uri(&piece->archive, known_item.archive);
    put_item(piece, &known_style, &known_item);
    if (!piece->failed && !piece->text.failed && !piece->files.failed && !piece->file_ends.failed &&
        !piece->notes.failed && !piece->archive.failed)
        return piece;
    navlint_piece_free(piece);
    return NULL;
}

void navlint_piece_free(navlint_piece *piece) {
    if (!piece) return;
    free(piece->text.bytes);
    free(piece->files.bytes);
    free(piece->file_ends.bytes);
    free(piece->notes.bytes);
    free(piece->archive.bytes);
    free((void *)piece->rules.items);
    free(piece);
}

/* ---- Documents ----------------------------------------------------------------------------- */

navlint_export *navlint_export_open(const navlint_export_style *style, navlint_write_fn write,
                                    void *context) {
    navlint_export_style known;
    if (!read_style(style, &known)) return NULL;
    navlint_export *const export = calloc(1, sizeof *export);
    if (!export) return NULL;
    export->style = known;
    export->write = write;
    export->context = context;
    forms[known.form]->open(export);
    return export;
}

void navlint_export_add(navlint_export *export, const navlint_piece *piece) {
    for (size_t i = 0; i < piece->rules.count; i++)
        if (!exp_rules_add(&export->rules, piece->rules.items[i])) export->failed = true;
    for (size_t i = 0; i < EXP_SEVERITIES; i++)
        export->found[i] += piece->found[i];
    for (size_t i = 0; i <= NAVLINT_INDETERMINATE; i++)
        export->verdicts[i] += piece->verdicts[i];
    forms[export->style.form]->add(export, piece);
}

void navlint_export_fail(navlint_export *export, const char *name, const char *message) {
    export->failed_count++;
    forms[export->style.form]->fail(export, name, message);
}

static void free_export(navlint_export *export) {
    free(export->text.bytes);
    free(export->notes.bytes);
    exp_artifacts_free(&export->artifacts);
    free(export->file_indexes.bytes);
    free((void *)export->rules.items);
    for (size_t i = 0; i < EXP_SEVERITIES; i++)
        free(export->kept[i].lines.bytes);
    free(export);
}

bool navlint_export_close(navlint_export *export, int exit_code) {
    bool failed = export->text.failed || export->notes.failed || export->artifacts.texts.failed ||
                  export->file_indexes.failed || export->failed;
    for (size_t i = 0; i < EXP_SEVERITIES; i++)
        failed |= export->kept[i].lines.failed;
    if (!failed) forms[export->style.form]->close(export, exit_code);
    failed |= export->failed || export->text.failed;
    free_export(export);
    return !failed;
}

/* ---- Both at once -------------------------------------------------------------------------- */

static bool append(void *context, const char *bytes, size_t length) {
    rep_buffer *const buffer = context;
    rep_buffer_append(buffer, bytes, length);
    return !buffer->failed;
}

navlint_text navlint_report_export(const navlint_export_style *style,
                                   const navlint_export_item *item, int exit_code) {
    rep_buffer text = {0};
    navlint_piece *const piece = navlint_piece_make(style, item);
    navlint_export *const export = navlint_export_open(style, append, &text);
    if (export && piece) navlint_export_add(export, piece);
    navlint_piece_free(piece);
    text.failed |= !export || !piece;
    if (export && !navlint_export_close(export, exit_code)) text.failed = true;
    return rep_buffer_take(&text);
}
