/* navlint_check_json: a request of any bytes (invariant 52).
 *
 * Input: the request; if there is a NUL byte, a file stands behind the first one, which is handed
 * over by pointer under the name "given". */
#include "fuzz/oracle.h"
#include "fuzz/samples.h"
#include "fuzz/target.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INPUTS = 64, MOST_CODES = 2048, MOST_OVERRIDES = 2048, MOST_SEED_BYTES = 1 << 16 };

/* ---- The request, read once more: by other code, which knows that it is sound ---- */

typedef struct reading {
    json_t *root;
    navlint_options options;
    const char *ignore[MOST_CODES], *only[MOST_CODES];
    navlint_override overrides[MOST_OVERRIDES];
    navlint_input inputs[MOST_INPUTS];
    uint8_t *contents[MOST_INPUTS];
    size_t input_count;
} reading;

static size_t position_in(const char *words, const char *word) {
    size_t position = 0;
    for (const char *at = words; *at != '\0'; at += strlen(at) + 1, position++)
        if (strcmp(at, word) == 0) return position;
    return position;
}

static size_t list_codes(const json_t *array, const char **codes) {
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(array); i++) {
        const char *const text = json_string_value(json_array_get(array, i));
        const char *const star = strchr(text, '*');
        for (size_t f = 0; f < navlint_format_count(); f++)
            for (size_t k = 0; k < navlint_format_at(f)->rule_count; k++) {
                const char *const code = navlint_format_at(f)->rules[k].code;
                const bool is_it = star ? strncmp(code, text, (size_t)(star - text)) == 0
                                        : strcmp(code, text) == 0;
                if (is_it && count < MOST_CODES) codes[count++] = code;
            }
    }
    return count;
}

static uint32_t sextet(char c) {
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return c == '=' ? 0 : (uint32_t)(strchr(alphabet, c) - alphabet);
}

/* Bits from the left, eight at a time. */
static size_t decode(const char *text, uint8_t *out) {
    size_t count = 0;
    uint32_t bits = 0;
    unsigned held = 0;
    for (; *text != '\0' && *text != '='; text++) {
        bits = (bits << 6 | sextet(*text)) & 0xFFFFF;
        held += 6;
        if (held < 8) continue;
        held -= 8;
        out[count++] = (uint8_t)(bits >> held);
    }
    return count;
}

static void read_inputs(reading *r) {
    const json_t *const inputs = json_object_get(r->root, "inputs");
    for (size_t i = 0; i < json_array_size(inputs) && r->input_count < MOST_INPUTS; i++) {
        const json_t *const input = json_array_get(inputs, i);
        const char *const text = json_string_value(json_object_get(input, "base64"));
        uint8_t *const bytes = malloc(strlen(text) + 1);
        if (!bytes) abort();
        r->contents[r->input_count] = bytes;
        r->inputs[r->input_count++] =
            (navlint_input){.name = json_string_value(json_object_get(input, "name")),
                            .bytes = bytes,
                            .length = decode(text, bytes)};
    }
}

static void read_masters(reading *r) {
    const json_t *const masters = json_object_get(r->root, "masters");
    for (size_t i = 0; i < json_array_size(masters); i++)
        for (size_t k = 0; k < r->input_count; k++)
            if (r->inputs[k].name &&
                strcmp(json_string_value(json_array_get(masters, i)), r->inputs[k].name) == 0)
                r->inputs[k].is_context = true;
}

static void read_rules(reading *r) {
    const char *code;
    json_t *severity;
    r->options.ignore = r->ignore;
    r->options.ignore_count = list_codes(json_object_get(r->root, "ignore"), r->ignore);
    r->options.only = r->only;
    r->options.only_count = list_codes(json_object_get(r->root, "only"), r->only);
    r->options.overrides = r->overrides;
    json_object_foreach(json_object_get(r->root, "severity"), code, severity) {
        if (r->options.override_count < MOST_OVERRIDES)
            r->overrides[r->options.override_count++] = (navlint_override){
                code, (navlint_severity)position_in("error\0warning\0info\0",
                                                    json_string_value(severity))};
    }
}

static uint64_t number_or(const json_t *root, const char *key, uint64_t usual) {
    const json_t *const number = json_object_get(root, key);
    return number ? (uint64_t)json_number_value(number) : usual;
}

/* As navlint.h has it: larger numbers would only take memory. */
static size_t most_findings(const reading *r) {
    size_t most = 1000;
    for (size_t i = 0; i < r->input_count; i++)
        most += 16 * r->inputs[i].length;
    return most;
}

static void read_options(reading *r) {
    navlint_options *const o = &r->options;
    const char *const scope = json_string_value(json_object_get(r->root, "scope"));
    const char *const least = json_string_value(json_object_get(r->root, "minSeverity"));
    navlint_options_init(o, sizeof *o);
    o->format = json_string_value(json_object_get(r->root, "inputFormat"));
    o->game = json_string_value(json_object_get(r->root, "game"));
    o->set_name = json_string_value(json_object_get(r->root, "setName"));
    o->pedantic = json_is_true(json_object_get(r->root, "pedantic"));
    o->scope = scope && strcmp(scope, "navmesh") == 0 ? NAVLINT_SCOPE_NAVMESH : NAVLINT_SCOPE_ALL;
    if (least) o->min_severity = (navlint_severity)position_in("error\0warning\0info\0", least);
    o->max_findings = (uint32_t)number_or(r->root, "maxFindings", o->max_findings);
    if (o->max_findings > most_findings(r)) o->max_findings = (uint32_t)most_findings(r);
    o->max_findings_per_rule =
        (uint32_t)number_or(r->root, "maxFindingsPerRule", o->max_findings_per_rule);
    o->max_input_bytes = number_or(r->root, "maxBytes", o->max_input_bytes);
    read_rules(r);
}

/* ---- What is expected ---- */

static navlint_text render_as(const reading *r, const navlint_report *report, const char *form) {
    navlint_export_style style = {.struct_bytes = sizeof style,
                                  .min_severity = r->options.min_severity,
                                  .unjudged = NAVLINT_ERROR};
    const navlint_export_item item = {.struct_bytes = sizeof item, .report = report};
    const bool is_judged = navlint_report_verdict(report) != NAVLINT_INDETERMINATE;
    if (strcmp(form, "text") == 0) return navlint_report_text(report, NULL);
    while (strcmp(navlint_form_text(style.form), form) != 0)
        style.form++;
    return navlint_report_export(&style, &item,
                                 is_judged ? navlint_report_summary(report).errors > 0 : 3);
}

static void check_output(const reading *r, const navlint_report *report, const json_t *response) {
    const char *const form = json_string_value(json_object_get(r->root, "format"));
    const char *const told = json_string_value(json_object_get(response, "format"));
    const char *const output = json_string_value(json_object_get(response, "output"));
    const char *const verdict = json_string_value(json_object_get(response, "verdict"));
    REQUIRE(52, json_object_size(response) == 3 && form && told && output && verdict);
    REQUIRE(52, strcmp(form, told) == 0);
    REQUIRE(52, strcmp(verdict, navlint_verdict_text(navlint_report_verdict(report))) == 0);
    const navlint_text rendered = render_as(r, report, form);
    REQUIRE(52, rendered.text && strcmp(rendered.text, output) == 0);
    navlint_text_free(rendered);
}

static void check_report_text(const navlint_report *report, navlint_text response) {
    static const char start[] = "{\"report\":";
    const size_t before = sizeof start - 1;
    const navlint_text rendered = navlint_report_json(report, NAVLINT_JSON_COMPACT, NULL);
    REQUIRE(52, rendered.text && response.length == before + rendered.length + 1);
    REQUIRE(52, memcmp(response.text, start, before) == 0);
    REQUIRE(52, memcmp(response.text + before, rendered.text, rendered.length) == 0);
    navlint_text_free(rendered);
}

static void check_judged(const reading *r, const json_t *response, navlint_text text) {
    const navlint_report *report = NULL;
    const size_t bytes = navlint_memory_bound(&r->options, r->inputs, r->input_count);
    void *const memory = malloc(bytes);
    if (!memory) abort();
    REQUIRE(52, navlint_check(&r->options, r->inputs, r->input_count, memory, bytes, &report) ==
                    NAVLINT_OK);
    if (json_object_get(response, "report"))
        check_report_text(report, text);
    else
        check_output(r, report, response);
    free(memory);
}

/* ---- Refusals ---- */

static bool is_known_key(const char *key) {
    static const char keys[] =
        "$schema\0format\0inputFormat\0game\0scope\0ignore\0only\0severity\0minSeverity\0pedantic\0"
        "maxFindings\0maxFindingsPerRule\0maxBytes\0setName\0masters\0inputs\0";
    return position_in(keys, key) < 16;
}

/* Whether a pointer leads somewhere, as far as it is not cut. */
static const json_t *follow(const json_t *at, const char *path) {
    char step[256];
    while (at && *path == '/') {
        size_t length = 0;
        for (path++; *path != '\0' && *path != '/'; path++) {
            const bool is_escape = path[0] == '~' && (path[1] == '0' || path[1] == '1');
            step[length++] = !is_escape ? *path : path[1] == '0' ? '~' : '/';
            path += is_escape;
        }
        step[length] = '\0';
        at = json_is_array(at) ? json_array_get(at, strtoul(step, NULL, 10))
                               : json_object_get(at, step);
    }
    return at;
}

static void check_place(const json_t *error, const json_t *request, size_t request_bytes) {
    enum { CUT = 185 };
    const json_t *const line = json_object_get(error, "line");
    const char *const code = json_string_value(json_object_get(error, "code"));
    const char *const path = json_string_value(json_object_get(error, "path"));
    REQUIRE(52, !line != !path);
    if (line) {
        REQUIRE(52, !request && json_integer_value(line) > 0);
        REQUIRE(52, json_integer_value(json_object_get(error, "column")) > 0);
        REQUIRE(52, (size_t)json_integer_value(json_object_get(error, "offset")) <= request_bytes);
        return;
    }
    REQUIRE(52, request || strcmp(code, "too-large") == 0);
    if (!request || strlen(path) >= CUT) return;
    REQUIRE(52, follow(request, path));
    if (strcmp(code, "unknown-key") == 0 && !strchr(path + 1, '/'))
        REQUIRE(52, !is_known_key(path + 1));
}

static void check_error(const json_t *error, const json_t *request, size_t request_bytes) {
    static const char codes[] =
        "json\0duplicate-key\0too-large\0unknown-key\0type\0value\0unknown-rule\0unknown-format\0"
        "unknown-game\0unknown-input\0base64\0no-inputs\0";
    const char *const code = json_string_value(json_object_get(error, "code"));
    const char *const message = json_string_value(json_object_get(error, "message"));
    REQUIRE(52, code && position_in(codes, code) < 12);
    REQUIRE(52, message && message[0] != '\0');
    check_place(error, request, request_bytes);
}

/* ---- One input ---- */

static void check_response(reading *r, navlint_text text, size_t request_bytes) {
    json_t *const response = json_loadb(text.text, text.length, JSON_REJECT_DUPLICATES, NULL);
    REQUIRE(52, json_is_object(response));
    const json_t *const error = json_object_get(response, "error");
    if (error) {
        REQUIRE(52, json_object_size(response) == 1);
        check_error(error, r->root, request_bytes);
    } else {
        REQUIRE(52, r->root);
        read_masters(r);
        read_options(r);
        check_judged(r, response, text);
    }
    json_decref(response);
}

static void append_given(reading *r, const navlint_input *given, size_t count) {
    if (count && r->input_count < MOST_INPUTS) r->inputs[r->input_count++] = *given;
}

static bool is_refused(navlint_text text) {
    return strncmp(text.text, "{\"error\":", 9) == 0;
}

void fuzz_target_run(const uint8_t *bytes, size_t length) {
    static reading r;
    const uint8_t *const nul = length ? memchr(bytes, 0, length) : NULL;
    const size_t request_bytes = nul ? (size_t)(nul - bytes) : length;
    const navlint_input given = {.name = "given",
                                 .bytes = nul ? nul + 1 : NULL,
                                 .length = nul ? length - request_bytes - 1 : 0};
    const navlint_text text =
        navlint_check_json((const char *)bytes, request_bytes, &given, nul ? 1 : 0);
    REQUIRE(52, text.text && strlen(text.text) == text.length);
    r = (reading){.root =
                      json_loadb((const char *)bytes, request_bytes, JSON_REJECT_DUPLICATES, NULL)};
    if (!is_refused(text)) {
        read_inputs(&r);
        append_given(&r, &given, nul ? 1 : 0);
    }
    const bool is_whole = json_array_size(json_object_get(r.root, "inputs")) < MOST_INPUTS;
    if (is_whole) check_response(&r, text, request_bytes);
    navlint_text_free(text);
    for (size_t i = 0; i < MOST_INPUTS; i++)
        free(r.contents[i]);
    json_decref(r.root);
}

/* ---- Seeds ---- */

static void encode(char *out, const uint8_t *bytes, size_t length) {
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t at = 0; at < length; at += 3) {
        const size_t left = length - at;
        const uint32_t word = (uint32_t)bytes[at] << 16 |
                              (left > 1 ? (uint32_t)bytes[at + 1] << 8 : 0) |
                              (left > 2 ? bytes[at + 2] : 0u);
        for (unsigned i = 0; i < 4; i++)
            *out++ = left < i ? '=' : alphabet[word >> (18 - 6 * i) & 63];
    }
    *out = '\0';
}

/* The smallest witness of a format. */
static size_t smallest(const navlint_format *format, uint8_t *bytes, size_t capacity,
                       const char **code) {
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < format->rule_count; i++) {
        size_t length = 0;
        if (navlint_witness(format->rules[i].code, bytes, capacity, &length) != NAVLINT_OK)
            continue;
        if (length >= least) continue;
        least = length;
        *code = format->rules[i].code;
    }
    (void)navlint_witness(*code, bytes, capacity, &least);
    return least;
}

static void give(const fuzz_seeds *seeds, const char *name, const char *text) {
    seeds->give(seeds->context, name, text, strlen(text));
}

static void give_format(const fuzz_seeds *seeds, const navlint_format *format, const char *form) {
    static uint8_t bytes[1 << 20];
    static char base64[MOST_SEED_BYTES], text[2 * MOST_SEED_BYTES];
    const char *code = "";
    char name[96];
    const size_t length = smallest(format, bytes, sizeof bytes, &code);
    if (length > MOST_SEED_BYTES / 2) return;
    encode(base64, bytes, length);
    (void)snprintf(
        text, sizeof text,
        "{\"format\":\"%s\",\"inputFormat\":\"%s\",\"pedantic\":true,\"severity\":{\"%s\":"
        "\"warning\"},\"inputs\":[{\"name\":\"a\",\"base64\":\"%s\"}]}",
        form, format->id, code, base64);
    (void)snprintf(name, sizeof name, "%s-%s", format->id, form);
    give(seeds, name, text);
    const int head = snprintf(text, sizeof text, "{\"format\":\"%s\",\"maxFindings\":3}", form);
    memcpy(text + head + 1, bytes, length);
    (void)snprintf(name, sizeof name, "%s-%s-given", format->id, form);
    seeds->give(seeds->context, name, text, (size_t)head + 1 + length);
}

void fuzz_target_seeds(const fuzz_seeds *seeds) {
    static const char *const requests[][2] = {
        {"empty", "{}"},
        {"every-key",
         "{\"$schema\":\"urn:navlint:schema:request:1\",\"format\":\"csv\",\"inputFormat\":"
         "\"source-nav\",\"game\":\"gmod\",\"scope\":\"navmesh\",\"ignore\":[\"NAV_LADDER_*\"],"
         "\"only\":[\"NAV_MAGIC\"],\"severity\":{\"NAV_MAGIC\":\"off\"},\"minSeverity\":\"error\","
         "\"pedantic\":true,\"maxFindings\":1,\"maxFindingsPerRule\":2,\"maxBytes\":3e2,"
         "\"setName\":"
         "\"set\",\"masters\":[\"b\"],\"inputs\":[{\"name\":\"a\",\"base64\":\"zvrt/hAAAAA=\"},"
         "{\"name\":\"b\",\"base64\":\"\"}]}"},
        {"unknown-key", "{\"ignores\":[]}"},
        {"unknown-rule", "{\"only\":[\"NAV_MAGIK\"]}"},
        {"twice", "{\"only\":[],\"only\":[]}"},
        {"no-json", "{\"only\":[}"},
    };
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
        give(seeds, requests[i][0], requests[i][1]);
    for (size_t i = 0; i < navlint_format_count(); i++) {
        give_format(seeds, navlint_format_at(i), "json");
        give_format(seeds, navlint_format_at(i), i % 2 ? "sarif" : "markdown");
    }
}
