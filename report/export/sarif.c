/* SARIF 2.1.0, https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html; numbers of
 * sections below are its. */
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "report/export/export.h"

#define SARIF_SCHEMA                                                                               \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

/* An absolute URI, as 3.49.12 wants one; the page itself comes with the product. */
#define RULE_URN "urn:navlint:rule:"

static bool has_lines(const exp_input *input) {
    return input->style->form == NAVLINT_SARIF_GITHUB;
}

/* 3.27.10 */
static const char *level_of(navlint_severity severity) {
    static const char *const levels[] = {"error", "warning", "note"};
    return levels[severity];
}

/* ---- Locations ---- */

/* A number that the document fills in. */
static void put_mark(rep_json *json, const char *key, char kind, uint64_t number) {
    const char mark[] = {kind};
    const char end[] = {EXP_END};
    rep_json_raw(json, key, mark, sizeof mark);
    exp_put_number(&json->text, number);
    rep_buffer_append(&json->text, end, sizeof end);
}

static void put_location_uri(rep_json *json, const char *name, bool is_folder) {
    rep_buffer uri = {0};
    exp_put_uri(&uri, name);
    if (is_folder && (uri.length == 0 || uri.bytes[uri.length - 1] != '/'))
        rep_buffer_text(&uri, "/");
    exp_json_take(json, "uri", &uri);
}

/* Of a member of an archive the name inside it; GitHub, which knows the files of the repository
 * alone, gets the archive. */
static void put_artifact(rep_json *json, const exp_input *input) {
    const bool is_inside = input->archive && !has_lines(input);
    const char *const name = is_inside || !input->archive ? input->name : input->archive;
    rep_json_open(json, "artifactLocation", '{');
    put_location_uri(json, name, input->is_set && (is_inside || !input->archive));
    if (!is_inside && exp_is_relative(name)) rep_json_text(json, "uriBaseId", "SRCROOT");
    if (!input->is_set && !has_lines(input)) put_mark(json, "index", EXP_FILE, input->number);
    rep_json_close(json, '}');
}

/* 3.30.1: a region of a binary artifact has no line. Packed bytes are shown as a whole: their inner
 * range is among the properties. */
static void put_region(rep_json *json, const exp_input *input, uint64_t offset, uint64_t length) {
    if (input->is_set) return;
    rep_json_open(json, "region", '{');
    if (has_lines(input)) rep_json_count(json, "startLine", 1);
    rep_json_count(json, "byteOffset", offset);
    rep_json_count(json, "byteLength", length);
    rep_json_close(json, '}');
}

static void put_physical(rep_json *json, const exp_input *input, uint64_t offset, uint64_t length) {
    rep_json_open(json, "physicalLocation", '{');
    put_artifact(json, input);
    put_region(json, input, offset, length);
    rep_json_close(json, '}');
}

static void put_logical(rep_json *json, const navlint_finding *finding) {
    if (finding->path[0] == '\0') return;
    rep_json_open(json, "logicalLocations", '[');
    rep_json_open(json, NULL, '{');
    rep_json_text(json, "fullyQualifiedName", finding->path);
    rep_json_text(json, "kind", finding->field ? "member" : "element");
    rep_json_close(json, '}');
    rep_json_close(json, ']');
}

static void put_locations(rep_json *json, const exp_input *input, const navlint_finding *finding) {
    rep_json_open(json, "locations", '[');
    rep_json_open(json, NULL, '{');
    put_physical(json, input, finding->offset, finding->length);
    put_logical(json, finding);
    rep_json_close(json, '}');
    rep_json_close(json, ']');
}

static void put_text_object(rep_json *json, const char *key, const char *text) {
    rep_json_open(json, key, '{');
    rep_json_text(json, "text", text);
    rep_json_close(json, '}');
}

/* About an input, or one of its findings. Where the archive stands for a file in it, the message
 * begins with the name inside it. */
static void put_message(rep_json *json, const exp_input *input, const char *message) {
    rep_buffer text = {0};
    if (!has_lines(input) || !input->archive) {
        put_text_object(json, "message", message);
        return;
    }
    exp_put_inner_name(&text, input);
    rep_buffer_text(&text, message);
    rep_json_open(json, "message", '{');
    exp_json_take(json, "text", &text);
    rep_json_close(json, '}');
}

static void put_related(rep_json *json, const exp_input *input, const navlint_finding *finding) {
    if (finding->related_count == 0) return;
    rep_json_open(json, "relatedLocations", '[');
    for (size_t i = 0; i < finding->related_count; i++) {
        const navlint_related *const related = &finding->related[i];
        rep_json_open(json, NULL, '{');
        rep_json_count(json, "id", i + 1);
        put_physical(json, input, related->offset, related->length);
        put_text_object(json, "message", related->message);
        rep_json_close(json, '}');
    }
    rep_json_close(json, ']');
}

/* ---- Fixes (3.55) ---- */

static void put_base64(rep_json *json, const uint8_t *bytes, size_t length) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char text[32] = "";
    for (size_t i = 0, at = 0; i < length; i += 3, at += 4) {
        uint32_t word = (uint32_t)bytes[i] << 16;
        if (i + 1 < length) word |= (uint32_t)bytes[i + 1] << 8;
        if (i + 2 < length) word |= bytes[i + 2];
        for (size_t j = 0; j < 4; j++)
            text[at + j] = i + j > length ? '=' : digits[word >> (18 - 6 * j) & 63];
    }
    rep_json_text(json, "binary", text);
}

static void put_replacement(rep_json *json, const navlint_fix *fix) {
    rep_json_open(json, NULL, '{');
    rep_json_open(json, "deletedRegion", '{');
    rep_json_count(json, "byteOffset", fix->offset);
    rep_json_count(json, "byteLength", fix->length);
    rep_json_close(json, '}');
    rep_json_open(json, "insertedContent", '{');
    put_base64(json, fix->bytes, fix->length);
    rep_json_close(json, '}');
    rep_json_close(json, '}');
}

/* GitHub would read the bytes as places in text, and shows no fixes. */
static void put_fixes(rep_json *json, const exp_input *input, const navlint_finding *finding) {
    if (finding->fix.length == 0 || has_lines(input)) return;
    rep_json_open(json, "fixes", '[');
    rep_json_open(json, NULL, '{');
    rep_json_open(json, "artifactChanges", '[');
    rep_json_open(json, NULL, '{');
    put_artifact(json, input);
    rep_json_open(json, "replacements", '[');
    put_replacement(json, &finding->fix);
    rep_json_close(json, ']');
    rep_json_close(json, '}');
    rep_json_close(json, ']');
    rep_json_close(json, '}');
    rep_json_close(json, ']');
}

/* ---- Results ---- */

static void put_position(rep_json *json, const navlint_position *position) {
    char chars[96];
    if (!position->is_known) return;
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_real(&text, position->x);
    nl_put_char(&text, ' ');
    nl_put_real(&text, position->y);
    nl_put_char(&text, ' ');
    nl_put_real(&text, position->z);
    rep_json_text(json, "position", text.chars);
}

/* What SARIF has no place for. */
static void put_properties(rep_json *json, const navlint_finding *finding) {
    rep_json_open(json, "properties", '{');
    rep_json_text(json, "impact", navlint_impact_text(finding->rule->impact));
    put_position(json, &finding->position);
    rep_json_text_if(json, "jump", finding->jump);
    rep_json_text_if(json, "encoding", finding->encoding);
    if (finding->encoding) {
        rep_json_count(json, "innerByteOffset", finding->inner.offset);
        rep_json_count(json, "innerByteLength", finding->inner.length);
    }
    rep_json_close(json, '}');
}

/* GitHub knows a result again by primaryLocationLineHash alone. If it is not there, the action that
 * uploads SARIF makes it of line 1 of the file: the same for all findings, and another one after
 * every change of its first bytes. Source: "SARIF support for code scanning" in GitHub's
 * documentation; github/codeql-action, src/fingerprints.ts. */
static void put_fingerprint(rep_json *json, const exp_input *input, uint64_t fingerprint) {
    rep_json_open(json, "partialFingerprints", '{');
    exp_json_hex(json, "navlint/v1", fingerprint);
    if (has_lines(input)) exp_json_hex(json, "primaryLocationLineHash", fingerprint);
    rep_json_close(json, '}');
}

/* 3.27.23: kept outside of what is judged. */
static void put_suppressions(rep_json *json, const navlint_finding *finding) {
    if (!finding->suppression) return;
    rep_json_open(json, "suppressions", '[');
    rep_json_open(json, NULL, '{');
    rep_json_text(json, "kind", "external");
    if (finding->suppression[0] != '\0') rep_json_text(json, "justification", finding->suppression);
    rep_json_close(json, '}');
    rep_json_close(json, ']');
}

static void put_result(navlint_piece *piece, const exp_input *input, const navlint_finding *finding,
                       uint64_t fingerprint) {
    if (piece->text.length > 0) rep_buffer_text(&piece->text, ",\n");
    rep_json json = rep_json_behind(&piece->text);
    rep_json_text(&json, "ruleId", finding->rule->code);
    rep_json_text(&json, "level", level_of(finding->severity));
    put_message(&json, input, finding->message);
    put_locations(&json, input, finding);
    put_related(&json, input, finding);
    put_fingerprint(&json, input, fingerprint);
    if (finding->occurrences > 0) rep_json_count(&json, "occurrenceCount", finding->occurrences);
    put_suppressions(&json, finding);
    put_fixes(&json, input, finding);
    put_properties(&json, finding);
    rep_json_back(&json, &piece->text);
}

/* ---- Files and what was not judged ---- */

static void put_file(navlint_piece *piece, const exp_input *input) {
    rep_json json = rep_json_behind(&piece->files);
    rep_json_open(&json, "location", '{');
    put_location_uri(&json, input->name, false);
    if (!input->archive && exp_is_relative(input->name))
        rep_json_text(&json, "uriBaseId", "SRCROOT");
    rep_json_close(&json, '}');
    if (input->archive) put_mark(&json, "parentIndex", EXP_ARCHIVE, 0);
    rep_json_count(&json, "length", navlint_report_bytes(input->report));
    if (input->sha256_hex) {
        rep_json_open(&json, "hashes", '{');
        rep_json_text(&json, "sha-256", input->sha256_hex);
        rep_json_close(&json, '}');
    }
    rep_json_back(&json, &piece->files);
    const size_t end = piece->files.length;
    rep_buffer_append(&piece->file_ends, (const char *)&end, sizeof end);
}

static void put_place(rep_json *json, const exp_input *input) {
    rep_json_open(json, "locations", '[');
    rep_json_open(json, NULL, '{');
    rep_json_open(json, "physicalLocation", '{');
    put_artifact(json, input);
    rep_json_close(json, '}');
    rep_json_close(json, '}');
    rep_json_close(json, ']');
}

/* 3.58; of an input that was judged in part, or not at all. */
static void put_notification(rep_buffer *notes, const exp_input *input, const char *message) {
    if (notes->length > 0) rep_buffer_text(notes, ",\n");
    rep_json json = rep_json_behind(notes);
    rep_json_text(&json, "level", level_of(input->style->unjudged));
    put_message(&json, input, message);
    put_place(&json, input);
    rep_json_back(&json, notes);
}

static void put_input(navlint_piece *piece, const exp_input *input) {
    const navlint_limit *const limit = exp_limit_of(input);
    exp_each(piece, input, put_result);
    if (!input->is_set && !has_lines(input)) put_file(piece, input);
    if (limit) put_notification(&piece->notes, input, limit->message);
}

/* ---- The document ---- */

static void open_document(navlint_export *export) {
    exp_write(export, "{\"$schema\":\"" SARIF_SCHEMA "\",\"version\":\"2.1.0\",\"runs\":[{"
                      "\"results\":[\n");
}

/* Where the mark is next; `end` if it is not. */
static const char *next_mark(const char *at, const char *end, char mark) {
    const char *const found = memchr(at, mark, (size_t)(end - at));
    return found ? found : end;
}

/* Among the artifacts, of a file of the piece that is added. */
static uint64_t file_index(const navlint_export *export, uint64_t number) {
    uint64_t index;
    if (export->file_indexes.failed) return 0;
    memcpy(&index, export->file_indexes.bytes + number * sizeof index, sizeof index);
    return index;
}

/* Appends a piece's text with its marks replaced by numbers. */
static void append_filled(const navlint_export *export, rep_buffer *to, const rep_buffer *from) {
    const char *at = from->bytes, *const end = from->bytes + from->length;
    const char *file = NULL, *archive = NULL;
    while (at < end) {
        if (!file || file < at) file = next_mark(at, end, EXP_FILE);
        if (!archive || archive < at) archive = next_mark(at, end, EXP_ARCHIVE);
        const char *const mark = file < archive ? file : archive;
        rep_buffer_append(to, at, (size_t)(mark - at));
        if (mark == end) return;
        uint64_t number = 0;
        for (at = mark + 1; *at != EXP_END; at++)
            number = 10 * number + (uint64_t)(*at - '0');
        exp_put_number(to, *mark == EXP_FILE ? file_index(export, number) : export->archive_index);
        at++;
    }
}

/* As put_file begins an artifact. */
static void put_archive_place(rep_buffer *place, const rep_buffer *uri) {
    static const char scheme[] = "file:";
    const size_t length = sizeof scheme - 1;
    const bool is_absolute = uri->length >= length && memcmp(uri->bytes, scheme, length) == 0;
    rep_buffer_text(place, "{\"location\":{\"uri\":\"");
    rep_buffer_append(place, uri->bytes, uri->length);
    rep_buffer_text(place, is_absolute ? "\"}" : "\",\"uriBaseId\":\"SRCROOT\"}");
}

/* The archive is an artifact itself, before the files in it. */
static void take_archive(navlint_export *export, const navlint_piece *piece) {
    if (piece->archive.length == 0 || export->style.form != NAVLINT_SARIF) return;
    export->text.length = 0;
    put_archive_place(&export->text, &piece->archive);
    export->archive_index = exp_artifacts_at(&export->artifacts, &export->text);
}

/* An artifact of a piece, and its index for the marks in the rest of the piece. */
static void take_file(navlint_export *export, const rep_buffer *file) {
    export->text.length = 0;
    append_filled(export, &export->text, file);
    const uint64_t index = exp_artifacts_add(&export->artifacts, &export->text);
    rep_buffer_append(&export->file_indexes, (const char *)&index, sizeof index);
}

static void take_files(navlint_export *export, const navlint_piece *piece) {
    size_t start = 0, end;
    export->file_indexes.length = 0;
    for (size_t at = 0; at < piece->file_ends.length; at += sizeof end) {
        memcpy(&end, piece->file_ends.bytes + at, sizeof end);
        take_file(export, &(rep_buffer){piece->files.bytes + start, end - start, 0, false});
        start = end;
    }
}

static void append_list(const navlint_export *export, rep_buffer *to, const rep_buffer *from) {
    if (from->length == 0) return;
    if (to->length > 0) rep_buffer_text(to, ",\n");
    append_filled(export, to, from);
}

static void add_piece(navlint_export *export, const navlint_piece *piece) {
    take_archive(export, piece);
    take_files(export, piece);
    append_list(export, &export->notes, &piece->notes);
    if (piece->text.length == 0) return;
    if (export->text_count++ > 0) exp_write(export, ",\n");
    export->text.length = 0;
    append_filled(export, &export->text, &piece->text);
    exp_write_buffer(export, &export->text);
}

/* It may be no file at all, so the name stands in the message. */
static void fail_input(navlint_export *export, const char *name, const char *message) {
    rep_buffer text = {0};
    rep_utf8_append_printable(&text, name);
    rep_buffer_text(&text, ": ");
    rep_buffer_text(&text, message);
    if (export->notes.length > 0) rep_buffer_text(&export->notes, ",\n");
    rep_json json = rep_json_behind(&export->notes);
    rep_json_text(&json, "level", level_of(NAVLINT_ERROR));
    rep_json_open(&json, "message", '{');
    exp_json_take(&json, "text", &text);
    rep_json_close(&json, '}');
    rep_json_back(&json, &export->notes);
}

/* ---- Its end ---- */

static void put_help(rep_json *json, const navlint_rule *rule) {
    rep_buffer help = {0};
    rep_buffer_text(&help, rule->remedy);
    rep_buffer_text(&help, "\n\nSource: ");
    rep_buffer_text(&help, rule->source);
    rep_buffer_text(&help, "\n\nMore: docs/rules.md#");
    rep_buffer_text(&help, rule->code);
    rep_json_open(json, "help", '{');
    exp_json_take(json, "text", &help);
    rep_json_close(json, '}');
}

/* The template of the message: its places for values say what a finding fills in. */
static void put_rule(rep_json *json, const navlint_rule *rule) {
    char uri[160];
    (void)snprintf(uri, sizeof uri, RULE_URN "%s", rule->code);
    rep_json_open(json, NULL, '{');
    rep_json_text(json, "id", rule->code);
    put_text_object(json, "shortDescription", rule->message);
    put_text_object(json, "fullDescription", rule->explanation);
    put_help(json, rule);
    rep_json_text(json, "helpUri", uri);
    rep_json_open(json, "defaultConfiguration", '{');
    if (rule->is_pedantic) rep_json_bool(json, "enabled", false);
    rep_json_text(json, "level", level_of(rule->severity));
    rep_json_close(json, '}');
    rep_json_close(json, '}');
}

static void put_tool(rep_json *json, const exp_rules *rules) {
    rep_json_open(json, "tool", '{');
    rep_json_open(json, "driver", '{');
    rep_json_text(json, "name", "navlint");
    rep_json_text(json, "version", navlint_version());
    rep_json_text(json, "semanticVersion", navlint_version());
    rep_json_open(json, "rules", '[');
    for (size_t i = 0; i < rules->count; i++)
        put_rule(json, rules->items[i]);
    rep_json_close(json, ']');
    rep_json_close(json, '}');
    rep_json_close(json, '}');
}

static void put_raw_list(rep_json *json, const char *key, const rep_buffer *items) {
    rep_json_open(json, key, '[');
    rep_buffer_append(&json->text, items->length > 0 ? items->bytes : "", items->length);
    json->has_items = items->length > 0;
    rep_json_close(json, ']');
}

static void put_artifacts(rep_json *json, const exp_artifacts *artifacts) {
    rep_json_open(json, "artifacts", '[');
    exp_artifacts_put(artifacts, &json->text);
    json->has_items = artifacts->count > 0;
    rep_json_close(json, ']');
}

/* 3.20.14: the run was successful if everything was judged. */
static void put_invocation(rep_json *json, const navlint_export *export, int exit_code) {
    rep_json_open(json, "invocations", '[');
    rep_json_open(json, NULL, '{');
    rep_json_bool(json, "executionSuccessful", export->notes.length == 0 && exit_code < 2);
    rep_json_count(json, "exitCode", (uint64_t)exit_code);
    if (export->notes.length > 0) put_raw_list(json, "toolExecutionNotifications", &export->notes);
    rep_json_close(json, '}');
    rep_json_close(json, ']');
}

/* 3.14.14: where the run was started is not said, so that two runs give the same document. */
static void put_bases(rep_json *json) {
    rep_json_open(json, "originalUriBaseIds", '{');
    rep_json_open(json, "SRCROOT", '{');
    rep_json_open(json, "description", '{');
    rep_json_text(json, "text", "The folder in which navlint was started.");
    rep_json_close(json, '}');
    rep_json_close(json, '}');
    rep_json_close(json, '}');
}

static void close_document(navlint_export *export, int exit_code) {
    exp_write(export, "\n],");
    rep_json json = rep_json_begin(NAVLINT_JSON_COMPACT);
    put_tool(&json, &export->rules);
    rep_json_text(&json, "columnKind", "utf16CodeUnits");
    put_bases(&json);
    if (export->style.form == NAVLINT_SARIF) put_artifacts(&json, &export->artifacts);
    put_invocation(&json, export, exit_code);
    const navlint_text end = rep_json_end(&json);
    if (!end.text) export->failed = true;
    if (end.text) exp_write(export, end.text + 1); /* its brace is open since the beginning */
    exp_write(export, "]}\n");
    navlint_text_free(end);
}

const exp_form exp_sarif = {"sarif",   open_document, put_input,
                            add_piece, fail_input,    close_document};
const exp_form exp_sarif_github = {"sarif-github", open_document, put_input,
                                   add_piece,      fail_input,    close_document};
