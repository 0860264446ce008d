/* Reports that say anything at all, rendered: as JSON in both layouts, as lines of text.
 * report_ops.h says what the bytes of an input mean. */
#include "core/report.h"
#include "fuzz/oracle.h"
#include "fuzz/report_ops.h"
#include "fuzz/target.h"
#include "report/report.h"

#include <float.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MOST_REPORTS = 8,
    MOST_STRINGS = 64,
    STRING_BYTES = 256,
    MOST_FINDINGS = 24,
    BLOCK_BYTES = 1 << 18
};

_Static_assert(REPORT_FINDING_VALUES == 2 + NL_MAX_ARGS, "what a finding takes");
_Static_assert(REPORT_FIX_BYTES == sizeof((navlint_fix *)NULL)->bytes, "what a fix takes");

static const uint64_t exact_most = UINT64_C(1) << 53; /* RFC 8259 section 6 */

/* A report under way. */
typedef struct maker {
    fuzz_cut cut;
    const navlint_format *format;
    nl_report_pool pool;
    navlint_report *reports[MOST_REPORTS]; /* of which the first is the set's if there are more */
    size_t report_count;
    navlint_summary own; /* of the first report, without the others */
    char strings[MOST_STRINGS][STRING_BYTES];
    size_t string_count;
} maker;

/* ---- Making ---- */

static const char *take_string(maker *m) {
    if (m->string_count == MOST_STRINGS) return "";
    char *const string = m->strings[m->string_count++];
    fuzz_cut_string(&m->cut, string);
    return string;
}

static uint64_t take_u64(maker *m) {
    uint64_t value = 0;
    for (int i = 0; i < 4; i++)
        value = value << 16 | fuzz_cut_u16(&m->cut);
    return value;
}

static double take_real(maker *m) {
    double real = 0;
    float narrow = 0;
    const uint64_t bits = take_u64(m);
    const uint32_t low = (uint32_t)bits;
    memcpy(&real, &bits, sizeof real);
    memcpy(&narrow, &low, sizeof narrow);
    return bits >> 32 == 0 ? (double)narrow : real;
}

static navlint_value take_value(maker *m) {
    switch (fuzz_cut_u8(&m->cut) % REPORT_VALUES) {
    case REPORT_UINT:
        return nl_uint(take_u64(m));
    case REPORT_INT:
        return nl_int((int64_t)take_u64(m));
    case REPORT_REAL:
        return nl_real(take_real(m));
    case REPORT_TEXT:
        return nl_string(take_string(m));
    default:
        return (navlint_value){.kind = NAVLINT_NO_VALUE};
    }
}

static void take_fix(maker *m, navlint_fix *fix) {
    size_t taken = 0;
    const uint8_t *const bytes =
        fuzz_cut_bytes(&m->cut, fuzz_cut_u8(&m->cut) % (REPORT_FIX_BYTES + 1), &taken);
    *fix = (navlint_fix){.offset = fuzz_cut_u16(&m->cut), .length = taken};
    memcpy(fix->bytes, bytes, taken);
}

/* What bytes that mean something else say besides: seeds stay as they are. */
static void place_in_world(nl_place *place, const nl_draft *draft) {
    const double x = draft->args[0].kind == NAVLINT_REAL ? draft->args[0].as.real : 1.5;
    if (draft->length % 3 == 1) *place = nl_place_about(*place, "area", place->at);
    if (draft->length % 3 == 1 && draft->args[1].kind == NAVLINT_TEXT)
        place->subject.name = draft->args[1].as.text;
    if (draft->length % 5 == 1) *place = nl_place_at(*place, x, (double)place->at, -1);
}

static void take_relation(nl_draft *draft) {
    draft->relation = (navlint_relation)(draft->length % (NAVLINT_DESCRIBED + 1));
    if (draft->relation == NAVLINT_BETWEEN || draft->relation == NAVLINT_ONE_OF)
        draft->others[0] = draft->args[2];
}

static void add_finding(maker *m, navlint_report *report) {
    const uint32_t index = fuzz_cut_u16(&m->cut);
    const unsigned rule = fuzz_cut_u8(&m->cut) % (unsigned)m->format->rule_count;
    nl_place place = nl_place_in(nl_place_of(report, NULL), "items", index, take_u64(m));
    nl_draft draft = {.length = fuzz_cut_u16(&m->cut)};
    const nl_field field = {.name = place.at % 2 == 0 ? "field" : NULL,
                            .is_value = place.at % 2 != 0,
                            .type = (uint8_t)(draft.length % NL_TYPE_COUNT)};
    draft.actual = take_value(m);
    draft.expected = take_value(m);
    for (size_t i = 0; i < NL_MAX_ARGS; i++)
        draft.args[i] = take_value(m);
    if (place.at % 3 == 0) draft.related[0] = (navlint_related){place.at, 1, "here"};
    take_fix(m, &draft.fix);
    take_relation(&draft);
    place_in_world(&place, &draft);
    nl_follow(report, draft.length % 7 == 3);
    if (draft.length % 7 == 1)
        (void)nl_emit_cause(&place, rule, &field, &draft);
    else
        nl_emit(&place, rule, &field, &draft);
}

static void add_fact(maker *m, navlint_report *report) {
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    const uint32_t index = report->fact_count;
    const navlint_value value = take_value(m);
    if (index < sizeof names / sizeof names[0]) nl_fact(report, names[index], value);
}

/* What it is that a file may hold, claims stay inside it. */
static void add_claim(maker *m, navlint_report *report) {
    const uint64_t offset = fuzz_cut_u16(&m->cut);
    const uint64_t length = fuzz_cut_u16(&m->cut);
    if (offset > report->bytes) return;
    nl_claim(report, offset, length < report->bytes - offset ? length : report->bytes - offset);
}

static navlint_report *add_report(maker *m) {
    const navlint_input input = {.name = take_string(m), .length = fuzz_cut_u16(&m->cut)};
    navlint_report *const report = nl_report_new(&m->pool, &input);
    if (!report || !nl_report_set_format(report, m->format, "magic")) abort();
    m->reports[m->report_count++] = report;
    return report;
}

static void sum_up(navlint_summary *set, const navlint_summary *member) {
    set->errors += member->errors;
    set->warnings += member->warnings;
    set->infos += member->infos;
    set->consequences += member->consequences;
}

static void make(maker *m) {
    static uint8_t block[BLOCK_BYTES];
    m->pool = nl_report_pool_over(nl_arena_over(block, sizeof block),
                                  (nl_report_caps){MOST_FINDINGS, MOST_FINDINGS / 2});
    m->format = navlint_format_at(fuzz_cut_u8(&m->cut) % navlint_format_count());
    navlint_report *report = add_report(m);
    while (m->cut.left > 0) {
        const unsigned op = fuzz_cut_u8(&m->cut) % REPORT_OPS;
        if (op == REPORT_FINDING) add_finding(m, report);
        if (op == REPORT_FACT) add_fact(m, report);
        if (op == REPORT_CLAIM) add_claim(m, report);
        if (op == REPORT_LIMIT) nl_limit(report, "steps", take_string(m));
        if (op == REPORT_NEXT && m->report_count < MOST_REPORTS) report = add_report(m);
    }
    for (size_t i = 0; i < m->report_count; i++)
        nl_report_seal(m->reports[i]);
    m->own = m->reports[0]->summary;
    for (size_t i = 1; i < m->report_count; i++)
        sum_up(&m->reports[0]->summary, &m->reports[i]->summary);
    m->reports[0]->members = m->reports + 1;
    m->reports[0]->member_count = m->report_count - 1;
}

/* ---- What JSON says (invariant 31) ---- */

static bool is_string(const json_t *json, const char *text) {
    return json_is_string(json) && strcmp(json_string_value(json), text) == 0;
}

static void check_uint(const json_t *json, uint64_t number) {
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, number);
    if (number > exact_most)
        REQUIRE(31, is_string(json, text));
    else
        REQUIRE(31, json_is_integer(json) && (uint64_t)json_integer_value(json) == number);
}

static void check_int(const json_t *json, int64_t number) {
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, number);
    if (number > (int64_t)exact_most || number < -(int64_t)exact_most)
        REQUIRE(31, is_string(json, text));
    else
        REQUIRE(31, json_is_integer(json) && json_integer_value(json) == number);
}

/* Every float of a file is read back as itself; what is none, to 15 digits. */
static void check_real(const json_t *json, double real) {
    if (!isfinite(real)) {
        const char *const word = isnan(real) ? "NaN" : real > 0 ? "Infinity" : "-Infinity";
        REQUIRE(31, is_string(json, word));
        return;
    }
    REQUIRE(31, json_is_real(json));
    const double read = json_real_value(json);
    const bool is_float = fabs(real) <= (double)FLT_MAX && (double)(float)real == real;
    if (is_float)
        REQUIRE(31, (double)(float)read == real);
    else
        REQUIRE(31, fabs(read - real) <= fabs(real) * 1e-14 + DBL_MIN);
}

static void check_text(const json_t *json, const char *text) {
    static char shown[16384];
    if (strlen(text) * 4 >= sizeof shown) return;
    fuzz_put_shown(shown, text, false);
    const char *const string = json_string_value(json);
    REQUIRE(31, string && strcmp(string, shown) == 0);
    REQUIRE(31, json_string_length(json) == strlen(shown));
}

static void check_value(const json_t *json, const navlint_value *value) {
    switch (value->kind) {
    case NAVLINT_NO_VALUE:
        REQUIRE(31, !json || json_is_null(json));
        return;
    case NAVLINT_UINT:
        check_uint(json, value->as.uint);
        return;
    case NAVLINT_INT:
        check_int(json, value->as.sint);
        return;
    case NAVLINT_REAL:
        check_real(json, value->as.real);
        return;
    case NAVLINT_TEXT:
        check_text(json, value->as.text);
        return;
    }
}

static void check_list(const json_t *json, const navlint_finding *finding) {
    REQUIRE(31, json_array_size(json) == 1 + finding->alternative_count);
    check_value(json_array_get(json, 0), &finding->expected);
    for (size_t i = 0; i < finding->alternative_count; i++)
        check_value(json_array_get(json, 1 + i), &finding->alternatives[i]);
}

static void check_expected(const json_t *json, const navlint_finding *finding) {
    static const char *const words[] = {[NAVLINT_AT_MOST] = "atMost",
                                        [NAVLINT_AT_LEAST] = "atLeast",
                                        [NAVLINT_BETWEEN] = "between",
                                        [NAVLINT_ONE_OF] = "oneOf",
                                        [NAVLINT_DESCRIBED] = "described"};
    if (finding->relation == NAVLINT_EQUAL || finding->expected.kind == NAVLINT_NO_VALUE) {
        check_value(json, &finding->expected);
        return;
    }
    const json_t *const inner = json_object_get(json, words[finding->relation]);
    REQUIRE(31, inner && json_object_size(json) == 1);
    if (finding->relation == NAVLINT_BETWEEN || finding->relation == NAVLINT_ONE_OF)
        check_list(inner, finding);
    else
        check_value(inner, &finding->expected);
}

static void check_world(const json_t *json, const navlint_finding *finding) {
    const json_t *const subject = json_object_get(json, "subject");
    const json_t *const position = json_object_get(json, "position");
    REQUIRE(31, !subject == !finding->subject.kind && !position == !finding->position.is_known);
    if (subject) check_text(json_object_get(subject, "kind"), finding->subject.kind);
    if (subject && finding->subject.name)
        check_text(json_object_get(subject, "name"), finding->subject.name);
    if (position) check_real(json_object_get(position, "y"), finding->position.y);
}

static void check_finding(const json_t *json, const navlint_finding *finding) {
    const uint64_t offset = finding->offset < exact_most ? finding->offset : exact_most;
    check_text(json_object_get(json, "code"), finding->rule->code);
    check_text(json_object_get(json, "message"), finding->message);
    check_text(json_object_get(json, "path"), finding->path);
    check_uint(json_object_get(json, "offset"), offset);
    check_uint(json_object_get(json, "length"), finding->length);
    check_value(json_object_get(json, "actual"), &finding->actual);
    check_expected(json_object_get(json, "expected"), finding);
    check_world(json, finding);
    REQUIRE(31, json_array_size(json_object_get(json, "related")) == finding->related_count);
    REQUIRE(31, !json_object_get(json, "fix") == (finding->fix.length == 0));
}

static void check_judgement(const json_t *json, const navlint_report *report) {
    const json_t *const findings = json_object_get(json, "findings");
    const json_t *const facts = json_object_get(json, "facts");
    const navlint_limit *const limit = navlint_report_limit(report);
    REQUIRE(31, json_array_size(findings) == navlint_report_finding_count(report));
    for (size_t i = 0; i < navlint_report_finding_count(report); i++)
        check_finding(json_array_get(findings, i), navlint_report_finding(report, i));
    REQUIRE(31, json_object_size(facts) == navlint_report_fact_count(report));
    for (size_t i = 0; i < navlint_report_fact_count(report); i++) {
        const navlint_fact *const fact = navlint_report_fact(report, i);
        check_value(json_object_get(facts, fact->name), &fact->value);
    }
    if (limit)
        check_text(json_object_get(json_object_get(json, "limit"), "message"), limit->message);
}

static void check_member(const json_t *json, const navlint_report *report) {
    const json_t *const input = json_object_get(json, "input");
    check_text(json_object_get(input, "name"), navlint_report_name(report));
    check_uint(json_object_get(input, "bytes"), navlint_report_bytes(report));
    check_judgement(json, report);
}

static void check_tree(const json_t *json, const navlint_report *report) {
    const size_t members = navlint_report_member_count(report);
    if (members == 0) {
        check_member(json, report);
        return;
    }
    check_judgement(json, report);
    check_text(json_object_get(json_object_get(json, "set"), "name"), navlint_report_name(report));
    for (size_t i = 0; i < members; i++)
        check_member(json_array_get(json_object_get(json, "members"), i),
                     navlint_report_member(report, i));
}

static json_t *parse(navlint_text text) {
    REQUIRE(31, text.text && strlen(text.text) == text.length);
    json_t *const json = json_loadb(text.text, text.length, JSON_REJECT_DUPLICATES, NULL);
    REQUIRE(31, json);
    fuzz_check_printed(json, text);
    navlint_text_free(text);
    return json;
}

static void check_json(const navlint_report *report) {
    json_t *const compact = parse(navlint_report_json(report, NAVLINT_JSON_COMPACT, NULL));
    json_t *const indented = parse(navlint_report_json(report, NAVLINT_JSON_INDENT, NULL));
    REQUIRE(31, json_equal(compact, indented));
    check_tree(compact, report);
    json_decref(compact);
    json_decref(indented);
}

/* ---- What the lines say (invariant 32) ---- */

/* The line for each finding of a report and each place that it refers to, those that say what is
 * left out, one for a limit; all begin with the name as it is shown, so that none can pass for
 * another.
 */
static const char *check_lines(const char *at, const navlint_report *report, size_t lines) {
    static char name[4 * STRING_BYTES];
    fuzz_put_shown(name, navlint_report_name(report), true);
    for (; lines > 0; lines--) {
        const char *const end = strchr(at, '\n');
        REQUIRE(32, end && strncmp(at, name, strlen(name)) == 0);
        REQUIRE(32, at[strlen(name)] == ':');
        at = end + 1;
    }
    return at;
}

/* Of how many findings of its rule the report has this one as the first; 0 if it is not the first.
 */
static uint64_t kept_from(const navlint_report *report, size_t first) {
    const navlint_rule *const rule = navlint_report_finding(report, first)->rule;
    uint64_t kept = 0;
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        if (navlint_report_finding(report, i)->rule != rule) continue;
        if (i < first) return 0;
        kept++;
    }
    return kept;
}

/* "... and 3 more": one for each rule that is cut short, one for those that show nothing, one for
 * what follows from causes. */
static size_t left_out_lines(const navlint_report *report, const navlint_summary *own) {
    uint64_t untold = own->errors + own->warnings + own->infos - own->consequences;
    size_t lines = own->consequences > 0;
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const uint64_t kept = kept_from(report, i);
        const uint64_t occurrences = navlint_report_finding(report, i)->occurrences;
        if (kept == 0) continue;
        lines += occurrences > kept;
        untold -= occurrences > kept ? occurrences : kept;
    }
    return lines + (untold > 0);
}

static size_t lines_of(const navlint_report *report, const navlint_summary *own) {
    size_t lines = left_out_lines(report, own);
    for (size_t i = 0; i < navlint_report_finding_count(report); i++)
        lines += 1 + navlint_report_finding(report, i)->related_count;
    return lines;
}

static bool is_limit_of_member(const navlint_report *set) {
    const char *const message = navlint_report_limit(set)->message;
    for (size_t i = 0; i < navlint_report_member_count(set); i++) {
        const navlint_limit *const limit = navlint_report_limit(navlint_report_member(set, i));
        if (limit && strcmp(limit->message, message) == 0) return true;
    }
    return false;
}

static void check_shown(const maker *m) {
    const navlint_report *const report = m->reports[0];
    const navlint_text text = navlint_report_text(report, NULL);
    const char *at = text.text;
    REQUIRE(32, at && fuzz_is_shown_text(text.text, text.length));
    for (size_t i = 0; i < navlint_report_member_count(report); i++) {
        const navlint_report *const member = navlint_report_member(report, i);
        at = check_lines(at, member,
                         lines_of(member, &member->summary) +
                             (navlint_report_limit(member) ? 1 : 0));
    }
    const bool has_limit = navlint_report_limit(report) && !is_limit_of_member(report);
    at = check_lines(at, report, lines_of(report, &m->own) + has_limit);
    REQUIRE(32, *at == '\0' && (size_t)(at - text.text) == text.length);
    navlint_text_free(text);
}

/* ---- Exports (invariant 47) ---- */

/* A document while it is written. */
typedef struct exported {
    char *bytes; /* heap */
    size_t length;
} exported;

static bool append(void *context, const char *bytes, size_t length) {
    exported *const whole = context;
    whole->bytes = realloc(whole->bytes, whole->length + length + 1);
    if (!whole->bytes) abort();
    memcpy(whole->bytes + whole->length, bytes, length);
    whole->length += length;
    whole->bytes[whole->length] = '\0';
    return true;
}

static exported export_as(const maker *m, navlint_form form) {
    exported whole = {NULL, 0};
    const navlint_export_style style = {sizeof style, form, NAVLINT_INFO, NAVLINT_ERROR};
    const char *const archive = m->string_count % 2 == 1 ? m->strings[0] : NULL;
    const navlint_export_item item = {sizeof item, m->reports[0], archive, NULL};
    navlint_piece *const piece = navlint_piece_make(&style, &item);
    navlint_export *const export = navlint_export_open(&style, append, &whole);
    if (!piece || !export) abort();
    navlint_export_add(export, piece);
    navlint_export_fail(export, m->strings[0], m->strings[0]);
    navlint_export_add(export, piece);
    navlint_piece_free(piece);
    if (!navlint_export_close(export, 1)) abort();
    return whole;
}

static size_t finding_count(const maker *m) {
    size_t count = 0;
    for (size_t i = 0; i < m->report_count; i++)
        count += navlint_report_finding_count(m->reports[i]);
    return count;
}

/* SARIF wants no two that are equal. */
static void check_artifacts(const json_t *artifacts) {
    for (size_t i = 0; i < json_array_size(artifacts); i++)
        for (size_t j = 0; j < i; j++)
            REQUIRE(47, !json_equal(json_array_get(artifacts, i), json_array_get(artifacts, j)));
}

/* JSON in which every finding stands twice, of one artifact. */
static void check_exported_json(const maker *m, navlint_form form) {
    exported whole = export_as(m, form);
    json_t *const root = json_loadb(whole.bytes, whole.length, JSON_REJECT_DUPLICATES, NULL);
    REQUIRE(47, root);
    const json_t *const run = json_array_get(json_object_get(root, "runs"), 0);
    const json_t *const results = form == NAVLINT_GITLAB ? root : json_object_get(run, "results");
    REQUIRE(47, json_array_size(results) >= 2 * finding_count(m));
    check_artifacts(json_object_get(run, "artifacts"));
    json_decref(root);
    free(whole.bytes);
}

/* Of lines none can pass for another, whatever the names are; cells of a table keep their number.
 */
static void check_exported_lines(const maker *m, navlint_form form) {
    exported whole = export_as(m, form);
    for (size_t i = 0; i < whole.length; i++) {
        const unsigned char c = (unsigned char)whole.bytes[i];
        REQUIRE(47, (c >= ' ' && c != 0x7f) || c == '\n' || (form == NAVLINT_CSV && c == '\r'));
    }
    const char *const end = whole.bytes + whole.length;
    for (const char *line = whole.bytes; form == NAVLINT_GITHUB && line < end;) {
        REQUIRE(47, strncmp(line, "::", 2) == 0 || strncmp(line, "navlint: ", 9) == 0);
        line = (const char *)memchr(line, '\n', (size_t)(end - line)) + 1;
    }
    free(whole.bytes);
}

/* Tags in pairs, and no byte that XML 1.0 has not. */
static void check_exported_xml(const maker *m) {
    exported whole = export_as(m, NAVLINT_JUNIT);
    size_t depth = 0;
    for (size_t i = 0; i < whole.length;) {
        const char *const at = whole.bytes + i;
        const size_t bytes = rep_utf8_length(at);
        REQUIRE(47, bytes > 0 && ((unsigned char)*at >= ' ' || *at == '\n'));
        REQUIRE(47, strncmp(at, "</", 2) != 0 || depth > 0);
        if (strncmp(at, "</", 2) == 0)
            depth--;
        else if (*at == '<' && at[1] != '?')
            depth++;
        i += bytes;
    }
    REQUIRE(47, depth == 0);
    free(whole.bytes);
}

static void check_exports(const maker *m) {
    check_exported_json(m, NAVLINT_SARIF);
    check_exported_json(m, NAVLINT_SARIF_GITHUB);
    check_exported_json(m, NAVLINT_GITLAB);
    check_exported_lines(m, NAVLINT_GITHUB);
    check_exported_lines(m, NAVLINT_MARKDOWN);
    check_exported_lines(m, NAVLINT_CSV);
    check_exported_xml(m);
}

void fuzz_target_run(const uint8_t *bytes, size_t length) {
    static maker m;
    m = (maker){.cut = {bytes, length}};
    make(&m);
    check_json(m.reports[0]);
    check_shown(&m);
    check_exports(&m);
    if (fuzz_is_sampled(bytes, length)) fuzz_check_rendering(m.reports[0], m.reports[0]);
}

/* ---- Seeds ---- */

/* Little but a text, little but numbers: most of what is changed in them is shown. */
static void give_small(const fuzz_seeds *seeds) {
    static const char name[] = "\0\x18"
                               "maps/gr\xc3\xbc\xc3\x9f,\xe2\x82\xac \xf0\x9f\x98\x80.nav"
                               "\x40\0";
    static const char numbers[] = "\0\1a\x40\0"
                                  "\1\3\0\0\0\0\xc0\xbf\0\0"     /* -1.5 */
                                  "\1\3\0\0\0\0\xcc\x3d\xcd\xcc" /* 0.1 */
                                  "\1\1\0\0\0\0\0\0\0\1"
                                  "\1\2\xff\xff\xff\xff\xff\xff\0\xff";
    seeds->give(seeds->context, "name", name, sizeof name - 1);
    seeds->give(seeds->context, "numbers", numbers, sizeof numbers - 1);
}

/* What a seed says, in the order of the ops above. */
void fuzz_target_seeds(const fuzz_seeds *seeds) {
    static const char finding[] = "\0\1\0\2\0\0\0\0\0\0\x10\0\4\0" /* place */
                                  "\4\5"
                                  "a\x1b[0m"               /* actual: a text */
                                  "\3\0\0\0\0\0\0\xc0\x7f" /* expected: a float that is none */
                                  "\1\xff\xff\xff\xff\xff\xff\xff\xff" /* a number */
                                  "\2\0\0\0\0\0\0\0\x80"               /* a negative one */
                                  "\4\6"
                                  "\xe2\x80\xae"
                                  "abc"                   /* reversed text */
                                  "\0\4\1\2\3\4\0\1";     /* a fix */
    static const char rest[] = "\1\3\0\0\x80\x3f\0\0\0\0" /* facts */
                               "\1\4\3\xff\xfe\n"
                               "\2\0\0\x10\0\2\x20\0\x10\0" /* claims */
                               "\3\3"
                               "lim";
    char bytes[1024];
    size_t length = 0;
    give_small(seeds);
    static const char name[] = "\0\6"
                               "a\n\xc3\xa9:b"
                               "\x40\0";
    memcpy(bytes, name, sizeof name - 1);
    length += sizeof name - 1;
    memcpy(bytes + length, finding, sizeof finding - 1);
    length += sizeof finding - 1;
    seeds->give(seeds->context, "finding", bytes, length);
    memcpy(bytes + length, rest, sizeof rest - 1);
    length += sizeof rest - 1;
    seeds->give(seeds->context, "single", bytes, length);
    bytes[length++] = 4;
    memcpy(bytes + length, name + 1, sizeof name - 2);
    length += sizeof name - 2;
    memcpy(bytes + length, finding, sizeof finding - 1);
    length += sizeof finding - 1;
    seeds->give(seeds->context, "set", bytes, length);
}
