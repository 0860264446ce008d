#include "wasm/front.h"

#include <string.h>

#include "wasm/look.h"
#include "wasm/session.h"

static wasm_session session;

/* 1 MiB holds every witness: navlint_witness says so. */
enum { WITNESS_BYTES = 1 << 20, DIGEST_DIGITS = 64 };

/* ---- Statuses -------------------------------------------------------------------------------- */

static navlint_status fail(navlint_status status, const char *about) {
    wasm_output_clear(&session.output);
    if (about) {
        wasm_output_text(&session.output, about);
        wasm_output_text(&session.output, ": ");
    }
    wasm_output_text(&session.output, navlint_status_text(status));
    return status;
}

static navlint_status ended(void) {
    return session.output.is_cut ? fail(NAVLINT_NO_MEMORY, NULL) : NAVLINT_OK;
}

/* Gives a text of the library back. */
static navlint_status give(navlint_text text) {
    if (!text.text) return fail(NAVLINT_NO_MEMORY, NULL);
    wasm_output_write(&session.output, text.text, text.length);
    navlint_text_free(text);
    return ended();
}

static navlint_status give_static(const char *text) {
    wasm_output_text(&session.output, text);
    return ended();
}

/* ---- The job --------------------------------------------------------------------------------- */

void navlint_wasm_begin(void) {
    wasm_session_clear(&session);
}

void *navlint_wasm_block(size_t size) {
    wasm_blocks_free(session.incoming);
    session.incoming = wasm_block_make(size, NULL);
    return session.incoming ? session.incoming->bytes : NULL;
}

navlint_status navlint_wasm_option(void) {
    wasm_block *const block = wasm_session_keep(&session);
    wasm_output_clear(&session.output);
    if (!block) return fail(NAVLINT_BAD_ARGUMENT, NULL);
    wasm_words words = {block->bytes, block->size};
    const char *const name = wasm_word(&words);
    const char *const wrong =
        wasm_options_set(&session.options, name, block->bytes + (block->size - words.left));
    if (!wrong) return NAVLINT_OK;
    wasm_output_text(&session.output, name);
    wasm_output_text(&session.output, " ");
    wasm_output_text(&session.output, wrong);
    return NAVLINT_BAD_ARGUMENT;
}

static bool is_digest(const char *text) {
    return strlen(text) == DIGEST_DIGITS && strspn(text, "0123456789abcdefABCDEF") == DIGEST_DIGITS;
}

navlint_status navlint_wasm_input(size_t name_bytes, bool is_context) {
    const wasm_block *const block = wasm_session_keep(&session);
    if (!block) return fail(NAVLINT_BAD_ARGUMENT, NULL);
    wasm_words words = {block->bytes, block->size};
    const char *const name = wasm_word(&words);
    const char *const digest = wasm_word(&words);
    if (strlen(name) != name_bytes) return fail(NAVLINT_BAD_ARGUMENT, "a name with NUL in it");
    if (*digest != '\0' && !is_digest(digest)) return fail(NAVLINT_BAD_ARGUMENT, "SHA-256");
    const navlint_input input = {
        .name = name, .bytes = words.at, .length = words.left, .is_context = is_context};
    return wasm_session_add(&session, input, *digest != '\0' ? digest : NULL)
               ? NAVLINT_OK
               : fail(NAVLINT_NO_MEMORY, name);
}

/* ---- What it is ------------------------------------------------------------------------------ */

static void put_word(void *context, const char *word) {
    (void)context;
    wasm_output_text(&session.output, word ? word : "");
    wasm_output_write(&session.output, "", 1);
}

navlint_status navlint_wasm_recognise(bool is_found) {
    wasm_output_clear(&session.output);
    if (session.input_count == 0) return fail(NAVLINT_BAD_ARGUMENT, NULL);
    const navlint_options options = wasm_options_check(&session.options);
    const navlint_format *const format =
        navlint_detect_as(&options, session.inputs, is_found ? NAVLINT_FOUND : NAVLINT_NAMED);
    const char *detected_by = NULL;
    (void)navlint_detect(session.inputs, &detected_by);
    put_word(NULL, format ? format->id : NULL);
    put_word(NULL, detected_by);
    put_word(NULL, navlint_other_game(session.inputs));
    navlint_each_needed(session.inputs, put_word, NULL);
    return ended();
}

/* ---- Judging --------------------------------------------------------------------------------- */

navlint_status navlint_wasm_check(void) {
    const char *culprit = NULL;
    const navlint_options options = wasm_options_check(&session.options);
    navlint_status status = navlint_options_check(&options, &culprit);
    if (status == NAVLINT_OK) status = wasm_session_check(&session);
    wasm_output_clear(&session.output);
    return status == NAVLINT_OK ? status : fail(status, culprit);
}

/* A text of the library and the newline behind it. */
static void put_line(navlint_text text) {
    session.output.is_cut = session.output.is_cut || !text.text;
    if (text.text) wasm_output_write(&session.output, text.text, text.length);
    wasm_output_text(&session.output, "\n");
    navlint_text_free(text);
}

static navlint_status give_json(void) {
    const navlint_report *const report = session.report;
    put_line(session.judged_count > 1
                 ? navlint_set_json(report, NAVLINT_JSON_INDENT, session.sha256_hex)
                 : navlint_report_json(report, NAVLINT_JSON_INDENT, *session.sha256_hex));
    return ended();
}

static navlint_status give_lines(void) {
    const bool is_set = session.judged_count > 1;
    for (size_t i = 0; i < navlint_report_member_count(session.report); i++)
        put_line(navlint_report_json(navlint_report_member(session.report, i), NAVLINT_JSON_COMPACT,
                                     session.sha256_hex[i]));
    put_line(navlint_report_json(session.report, NAVLINT_JSON_SET_ALONE,
                                 is_set ? NULL : *session.sha256_hex));
    return ended();
}

static navlint_status give_export(navlint_form form, int exit_code) {
    navlint_export_style style = session.options.export;
    style.form = form;
    const navlint_export_item item = {.struct_bytes = sizeof item,
                                      .report = session.report,
                                      .archive = session.options.archive,
                                      .sha256_hex = session.sha256_hex};
    return give(navlint_report_export(&style, &item, exit_code));
}

navlint_status navlint_wasm_report(uint32_t form, int exit_code) {
    wasm_output_clear(&session.output);
    if (!session.report) return fail(NAVLINT_BAD_ARGUMENT, NULL);
    if (form == NAVLINT_WASM_JSON) return give_json();
    if (form == NAVLINT_WASM_LINES) return give_lines();
    if (form == NAVLINT_WASM_TEXT)
        return give(navlint_report_text(session.report, &session.options.text));
    const navlint_form exported = (navlint_form)(form - NAVLINT_WASM_EXPORTS);
    return form - NAVLINT_WASM_EXPORTS <= NAVLINT_CSV ? give_export(exported, exit_code)
                                                      : fail(NAVLINT_BAD_ARGUMENT, NULL);
}

/* ---- What is in it --------------------------------------------------------------------------- */

navlint_status navlint_wasm_draw(void) {
    wasm_output_clear(&session.output);
    const navlint_status status = wasm_look_draw(&session);
    return status == NAVLINT_OK ? status : fail(status, NULL);
}

/* The largest number that a double counts to, 2^53, is more than any file has bytes. */
static uint64_t offset_of(double number) {
    return number > 0 && number < 9007199254740992.0 ? (uint64_t)number : 0;
}

navlint_status navlint_wasm_fields(double from, double to) {
    const wasm_block *const path = wasm_session_keep(&session);
    const wasm_window window = {offset_of(from), offset_of(to), path ? path->bytes : NULL};
    wasm_output_clear(&session.output);
    const navlint_status status = wasm_look_fields(&session, &window);
    return status == NAVLINT_OK ? status : fail(status, NULL);
}

navlint_status navlint_wasm_unpack(double at) {
    const wasm_window window = {offset_of(at), offset_of(at) + 1, NULL};
    wasm_output_clear(&session.output);
    const navlint_status status = wasm_look_unpack(&session, &window);
    return status == NAVLINT_OK ? status : fail(status, NULL);
}

/* ---- What the library knows ------------------------------------------------------------------ */

/* Of one format, or of all if none is named. */
static navlint_status give_of_format(navlint_text (*render)(const navlint_format *,
                                                            enum navlint_json_style),
                                     const char *id) {
    const navlint_format *const format = navlint_format_by_id(id);
    if (*id != '\0' && !format) return fail(NAVLINT_UNKNOWN_FORMAT, id);
    return give(render(format, NAVLINT_JSON_INDENT));
}

static navlint_status give_rule(const char *code) {
    const navlint_rule *const rule = navlint_rule_by_code(code, NULL);
    return rule ? give(navlint_rule_json(rule, NAVLINT_JSON_INDENT))
                : fail(NAVLINT_UNKNOWN_RULE, code);
}

navlint_status navlint_wasm_catalogue(uint32_t kind) {
    const wasm_block *const block = wasm_session_keep(&session);
    const char *const subject = block ? block->bytes : "";
    wasm_output_clear(&session.output);
    switch (kind) {
    case NAVLINT_WASM_VERSION:
        return give_static(navlint_version());
    case NAVLINT_WASM_FORMATS:
        return give(navlint_formats_json(NAVLINT_JSON_INDENT));
    case NAVLINT_WASM_RULES:
        return give_of_format(navlint_rules_json, subject);
    case NAVLINT_WASM_RULE:
        return give_rule(subject);
    case NAVLINT_WASM_LAYOUT:
        return give_of_format(navlint_layout_json, subject);
    case NAVLINT_WASM_SCHEMA:
        return give_static(navlint_report_schema());
    default:
        return fail(NAVLINT_BAD_ARGUMENT, NULL);
    }
}

navlint_status navlint_wasm_witness(void) {
    const wasm_block *const code = wasm_session_keep(&session);
    wasm_block *const file = wasm_block_make(WITNESS_BYTES, NULL);
    wasm_output_clear(&session.output);
    if (!code || !file) {
        wasm_blocks_free(file);
        return fail(code ? NAVLINT_NO_MEMORY : NAVLINT_BAD_ARGUMENT, NULL);
    }
    size_t length = 0;
    const navlint_status status = navlint_witness(code->bytes, file->bytes, file->size, &length);
    if (status == NAVLINT_OK) wasm_output_write(&session.output, file->bytes, length);
    wasm_blocks_free(file);
    return status == NAVLINT_OK ? ended() : fail(status, code->bytes);
}

const void *navlint_wasm_output(void) {
    return session.output.bytes;
}

size_t navlint_wasm_output_bytes(void) {
    return session.output.length;
}
