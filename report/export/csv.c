/* A row for each finding, and one for each input that was not judged: RFC 4180. */
#include "core/text.h"
#include "report/export/export.h"

#define CSV_HEAD "file,severity,rule,offset,length,path,x,y,z,message,jump,fingerprint\r\n"

static void put_comma_text(rep_buffer *text, const char *field) {
    rep_buffer_text(text, ",");
    if (field) exp_put_csv(text, field);
}

static void put_comma_number(rep_buffer *text, uint64_t number) {
    rep_buffer_text(text, ",");
    exp_put_number(text, number);
}

/* As a number, not as a formula: a minus is no text here. */
static void put_coordinates(rep_buffer *text, const navlint_position *position) {
    char chars[96];
    nl_text numbers = nl_text_over(chars, sizeof chars);
    const double axes[] = {position->x, position->y, position->z};
    for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++) {
        nl_put_char(&numbers, ',');
        if (position->is_known) nl_put_real(&numbers, axes[i]);
    }
    rep_buffer_append(text, numbers.chars, numbers.length);
}

static void put_row(navlint_piece *piece, const exp_input *input, const navlint_finding *finding,
                    uint64_t fingerprint) {
    rep_buffer *const text = &piece->text;
    exp_put_csv(text, navlint_report_name(input->report));
    put_comma_text(text, navlint_severity_text(finding->severity));
    put_comma_text(text, finding->rule->code);
    put_comma_number(text, finding->offset);
    put_comma_number(text, finding->length);
    put_comma_text(text, finding->path);
    put_coordinates(text, &finding->position);
    put_comma_text(text, finding->message);
    put_comma_text(text, finding->jump);
    rep_buffer_text(text, ",");
    exp_put_hex(text, fingerprint);
    rep_buffer_text(text, "\r\n");
}

static void put_unjudged(rep_buffer *text, const char *name, const char *rule,
                         const char *message) {
    exp_put_csv(text, name);
    rep_buffer_text(text, ",not judged");
    put_comma_text(text, rule);
    rep_buffer_text(text, ",,,,,,");
    put_comma_text(text, message);
    rep_buffer_text(text, ",,\r\n");
}

static void put_input(navlint_piece *piece, const exp_input *input) {
    const navlint_limit *const limit = exp_limit_of(input);
    exp_each(piece, input, put_row);
    if (limit)
        put_unjudged(&piece->text, navlint_report_name(input->report), limit->name, limit->message);
}

static void open_document(navlint_export *export) {
    exp_write(export, CSV_HEAD);
}

static void add_piece(navlint_export *export, const navlint_piece *piece) {
    exp_write_buffer(export, &piece->text);
}

static void fail_input(navlint_export *export, const char *name, const char *message) {
    export->text.length = 0;
    put_unjudged(&export->text, name, "unreadable", message);
    exp_write_buffer(export, &export->text);
}

static void close_document(navlint_export *export, int exit_code) {
    (void)export;
    (void)exit_code;
}

const exp_form exp_csv = {"csv", open_document, put_input, add_piece, fail_input, close_document};
