/* The head of a request: framing, target, query, media type, request id, and the problem that says
 * no.
 *
 * Input: the head as it comes over the wire: METHOD SP target SP version, then fields, lines ended
 * by CR LF or LF; an empty line ends it. */
#include "fuzz/oracle.h"
#include "fuzz/target.h"
#include "server/access/access.h"
#include "server/decide.h"
#include "server/docs/negotiate.h"
#include "server/framing.h"
#include "server/parameters.h"
#include "server/request_id.h"

#include "server/target.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { MOST_FIELDS = SRV_HEADERS_MAX + 8, MAX_BODY_BYTES = 1 << 20 };

/* ---- From bytes to a head ---- */

/* As libmicrohttpd hands it over: method, target and version are strings, fields may hold NULs. */
typedef struct wire {
    char *copy; /* the input, cut into strings */
    srv_head head;
    srv_header fields[MOST_FIELDS];
} wire;

/* Takes a line off `*rest`; what ends it becomes a NUL. */
static srv_text take_line(char **rest, const char *end) {
    char *const line = *rest;
    char *const at = memchr(line, '\n', (size_t)(end - line));
    char *last = at ? at : line + (end - line);
    *rest = at ? at + 1 : last;
    if (at && last > line && last[-1] == '\r') last--;
    *last = '\0';
    return (srv_text){line, (size_t)(last - line)};
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static void read_field(wire *w, srv_text line) {
    srv_header *const field = &w->fields[w->head.header_count++];
    const char *const colon = memchr(line.bytes, ':', line.length);
    const size_t name = colon ? (size_t)(colon - line.bytes) : line.length;
    srv_text value = {line.bytes + name, line.length - name};
    if (colon) value = (srv_text){value.bytes + 1, value.length - 1};
    while (value.length > 0 && is_blank(value.bytes[0]))
        value = (srv_text){value.bytes + 1, value.length - 1};
    while (value.length > 0 && is_blank(value.bytes[value.length - 1]))
        value.length--;
    *field = (srv_header){{line.bytes, name}, value};
}

/* The word before the next blank of a line, as a string. */
static const char *take_word(char **rest) {
    char *const word = *rest;
    char *const blank = strchr(word, ' ');
    *rest = blank ? blank + 1 : word + strlen(word);
    if (blank) *blank = '\0';
    return word;
}

static void read_wire(wire *w, const uint8_t *bytes, size_t length) {
    w->copy = malloc(length + 1);
    if (!w->copy) abort();
    memcpy(w->copy, bytes, length);
    w->copy[length] = '\0';
    char *rest = w->copy;
    char *first = rest;
    (void)take_line(&rest, w->copy + length);
    w->head = (srv_head){.headers = w->fields};
    w->head.method = take_word(&first);
    w->head.target = take_word(&first);
    w->head.version = first;
    while (rest < w->copy + length && w->head.header_count < MOST_FIELDS) {
        const srv_text line = take_line(&rest, w->copy + length);
        if (line.length == 0) break;
        read_field(w, line);
    }
}

/* ---- What is decided (invariant 26) ---- */

typedef struct decided {
    srv_target target;
    srv_decision decision;
} decided;

static void decide(const srv_head *head, decided *out) {
    static const srv_terms terms = {.max_body_bytes = MAX_BODY_BYTES, .max_findings = 1000};
    srv_decide(head, &terms, &out->target, &out->decision);
}

static bool is_same_text(const char *a, const char *b) {
    return !a || !b ? a == b : strcmp(a, b) == 0;
}

/* Numbers and lists; the words themselves are those of the target. */
static bool is_same_wishes(const srv_wishes *x, const srv_wishes *y) {
    for (size_t i = 0; i < x->override_count && i < y->override_count; i++)
        if (x->overrides[i].code != y->overrides[i].code ||
            x->overrides[i].severity != y->overrides[i].severity)
            return false;
    return x->override_count == y->override_count && x->max_findings == y->max_findings &&
           x->min_severity == y->min_severity && x->pedantic == y->pedantic &&
           x->only.count == y->only.count && x->ignore.count == y->ignore.count &&
           memcmp(x->only.items, y->only.items, x->only.count * sizeof *x->only.items) == 0 &&
           memcmp(x->ignore.items, y->ignore.items, x->ignore.count * sizeof *x->ignore.items) == 0;
}

static bool is_same(const decided *a, const decided *b) {
    const srv_decision *const x = &a->decision;
    const srv_decision *const y = &b->decision;
    for (int i = 0; i < SRV_PARAM_COUNT && x->problem.answer == SRV_OK; i++)
        if (!is_same_text(a->target.params[i], b->target.params[i])) return false;
    return x->problem.answer == y->problem.answer && x->problem.limit == y->problem.limit &&
           is_same_text(x->problem.culprit, y->problem.culprit) && x->route == y->route &&
           is_same_text(x->rest, y->rest) && is_same_text(x->allow, y->allow) &&
           x->framing.kind == y->framing.kind &&
           x->framing.length_bytes == y->framing.length_bytes && x->media.kind == y->media.kind &&
           is_same_text(x->media.boundary, y->media.boundary) && x->close == y->close &&
           x->rendering == y->rendering && x->coding == y->coding &&
           is_same_wishes(&x->wishes, &y->wishes);
}

static size_t count_named(const srv_head *head, const char *name) {
    size_t count = 0;
    for (size_t i = 0; i < head->header_count; i++) {
        const srv_text text = head->headers[i].name;
        count += text.length == strlen(name) && strncasecmp(text.bytes, name, text.length) == 0;
    }
    return count;
}

/* A head that passes leaves no doubt where its body ends: RFC 9112 section 6.3. */
static void check_framing(const srv_head *head, const srv_decision *decision) {
    srv_framing framing;
    if (srv_framing_check(head, &framing) != SRV_OK) return;
    const size_t lengths = count_named(head, "Content-Length");
    const size_t codings = count_named(head, "Transfer-Encoding");
    REQUIRE(26, strcmp(head->version, "HTTP/1.1") == 0 || strcmp(head->version, "HTTP/1.0") == 0);
    REQUIRE(26, lengths + codings <= 1);
    REQUIRE(26, head->header_count <= SRV_HEADERS_MAX);
    REQUIRE(26, count_named(head, "Host") <= 1);
    REQUIRE(26, codings == 0 || strcmp(head->version, "HTTP/1.1") == 0);
    REQUIRE(26, (framing.kind == SRV_BODY_CHUNKED) == (codings == 1));
    REQUIRE(26, framing.kind != SRV_BODY_LENGTH || (lengths == 1 && framing.length_bytes > 0));
    const bool reads = decision->problem.answer == SRV_OK && !decision->answer;
    REQUIRE(26, decision->close || reads || framing.kind == SRV_BODY_NONE);
    REQUIRE(26, !reads || framing.kind != SRV_BODY_NONE);
    REQUIRE(26, !reads || framing.length_bytes <= MAX_BODY_BYTES);
}

static void check_fields(const srv_head *head) {
    srv_framing framing;
    if (srv_framing_check(head, &framing) != SRV_OK) return;
    for (size_t i = 0; i < head->header_count; i++) {
        const srv_header *const field = &head->headers[i];
        REQUIRE(26, field->name.length > 0);
        REQUIRE(26, !memchr(field->name.bytes, ' ', field->name.length));
        REQUIRE(26, !memchr(field->value.bytes, '\0', field->value.length));
        REQUIRE(26, !memchr(field->value.bytes, '\r', field->value.length));
    }
}

/* ---- What makes no difference ---- */

/* Names of fields in the other case. */
static void check_case(const srv_head *head, const decided *before) {
    static decided after;
    srv_header fields[MOST_FIELDS];
    char names[4096];
    size_t used = 0;
    srv_head other = *head;
    other.headers = fields;
    for (size_t i = 0; i < head->header_count; i++) {
        const srv_text name = head->headers[i].name;
        if (name.length > sizeof names - used) return;
        fields[i] = head->headers[i];
        fields[i].name.bytes = names + used;
        for (size_t k = 0; k < name.length; k++) {
            const char c = name.bytes[k];
            const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            names[used++] = (char)(is_letter ? c ^ 0x20 : c);
        }
    }
    decide(&other, &after);
    REQUIRE(26, is_same(before, &after));
}

/* The order of fields, but for several types of content, of which the first that is wrong is
 * reported; and one more field that is not known. */
static void check_order(const srv_head *head, const decided *before) {
    static decided after;
    srv_header fields[MOST_FIELDS + 1];
    srv_head other = *head;
    if (head->header_count >= SRV_HEADERS_MAX || count_named(head, "Content-Type") > 1) return;
    other.headers = fields;
    for (size_t i = 0; i < head->header_count; i++)
        fields[i] = head->headers[head->header_count - 1 - i];
    fields[other.header_count++] = (srv_header){{"X-Nobody", 8}, {"1", 1}};
    decide(&other, &after);
    REQUIRE(26, is_same(before, &after));
}

/* ---- The target ---- */

static bool is_plain(const char *text) {
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f) return false;
    return true;
}

/* Writes %XX for every byte. Returns the end. */
static char *escape(char *out, const char *text) {
    for (; *text != '\0'; text++)
        out += sprintf(out, "%%%02X", (unsigned)(unsigned char)*text);
    *out = '\0';
    return out;
}

/* What was decoded, encoded and decoded again, is the same. */
static void check_path(const srv_target *target) {
    static srv_target again;
    static char raw[3 * SRV_TARGET_MAX + 2];
    REQUIRE(26, is_plain(target->path) && strlen(target->path) <= SRV_TARGET_MAX);
    if (target->path[0] != '/' || strlen(target->path) * 3 > SRV_TARGET_MAX) return;
    raw[0] = '/';
    escape(raw + 1, target->path + 1);
    REQUIRE(26, srv_target_split(&again, raw) == SRV_OK);
    REQUIRE(26, strcmp(again.path, target->path) == 0 && !again.query);
}

/* The first letter of a name is escaped too. */
static char *escape_param(char *at, const srv_target *target, srv_param param) {
    static const char *const names[SRV_PARAM_COUNT] = {
#define SRV_PARAMETER(id, name, meaning) name,
#include "server/query.def"
#undef SRV_PARAMETER
    };
    if (!target->params[param]) return at;
    at += sprintf(at, "&%%%02X%s=", (unsigned)names[param][0], names[param] + 1);
    return escape(at, target->params[param]);
}

static void check_query(const srv_target *target) {
    static srv_target again;
    static char raw[3 * SRV_TARGET_MAX + SRV_PARAM_COUNT * 32];
    srv_problem problem = {.answer = SRV_OK};
    char *at = raw + sprintf(raw, "/?");
    for (int i = SRV_PARAM_COUNT - 1; i >= 0; i--)
        at = escape_param(at, target, (srv_param)i);
    if (at - raw > SRV_TARGET_MAX) return;
    REQUIRE(26, srv_target_split(&again, raw) == SRV_OK);
    srv_target_query(&again, ~0u, &problem);
    REQUIRE(26, problem.answer == SRV_OK);
    for (int i = 0; i < SRV_PARAM_COUNT; i++)
        REQUIRE(26, is_same_text(again.params[i], target->params[i]));
}

static void check_target(const char *raw) {
    static srv_target target;
    srv_problem problem = {.answer = SRV_OK};
    if (srv_target_split(&target, raw) != SRV_OK) return;
    check_path(&target);
    srv_target_query(&target, ~0u, &problem);
    if (problem.answer != SRV_OK) return;
    for (int i = 0; i < SRV_PARAM_COUNT; i++)
        REQUIRE(26, !target.params[i] || is_plain(target.params[i]));
    check_query(&target);
}

/* ---- Parameters of a field ---- */

static bool is_inside(srv_text part, srv_text whole) {
    return part.bytes >= whole.bytes && part.length <= whole.length &&
           (size_t)(part.bytes - whole.bytes) <= whole.length - part.length;
}

/* A value without its escapes, quoted and escaped anew, is read as the same. */
static void check_value(srv_text value) {
    char *const plain = malloc(value.length + 1);
    char *const quoted = malloc(2 * value.length + 8);
    if (!plain || !quoted) abort();
    const size_t length = srv_parameter_unescape(value, plain);
    char *at = quoted + sprintf(quoted, "; a=\"");
    for (size_t i = 0; i < length; i++) {
        if (plain[i] == '"' || plain[i] == '\\') *at++ = '\\';
        *at++ = plain[i];
    }
    *at++ = '"';
    srv_text rest = {quoted, (size_t)(at - quoted)};
    srv_parameter again;
    REQUIRE(26, srv_parameter_next(&rest, &again) == SRV_PARAMETER_READ && rest.length == 0);
    char *const twice = malloc(again.value.length + 1);
    if (!twice) abort();
    REQUIRE(26, srv_parameter_unescape(again.value, twice) == length);
    REQUIRE(26, memcmp(plain, twice, length) == 0);
    free(twice);
    free(quoted);
    free(plain);
}

static void check_parameters(srv_text field) {
    srv_text rest = field;
    srv_parameter parameter;
    size_t before = rest.length;
    REQUIRE(26, is_inside(srv_leading_token(&rest), field));
    while (srv_parameter_next(&rest, &parameter) == SRV_PARAMETER_READ) {
        REQUIRE(26, rest.length < before);
        REQUIRE(26, is_inside(parameter.name, field) && is_inside(parameter.value, field));
        check_value(parameter.value);
        before = rest.length;
    }
}

/* ---- Wishes ---- */

/* What is taken is within its limits and known to the library. */
static void check_wishes(const srv_decision *decision) {
    const srv_wishes *const wishes = &decision->wishes;
    navlint_options options;
    if (decision->problem.answer != SRV_OK || decision->route->answer) return;
    navlint_options_init(&options, sizeof options);
    srv_wishes_apply(wishes, &options);
    REQUIRE(26, navlint_options_check(&options, NULL) == NAVLINT_OK);
    REQUIRE(26, wishes->only.count <= SRV_MOST_CODES && wishes->ignore.count <= SRV_MOST_CODES);
    REQUIRE(26, wishes->override_count <= SRV_MOST_CODES && wishes->max_findings <= 1000);
    REQUIRE(26, decision->rendering < SRV_RENDERING_COUNT);
}

/* ---- Problems and ids ---- */

static void check_problem(const srv_problem *problem) {
    const srv_status *const status = srv_status_of(problem->answer);
    if (problem->answer == SRV_OK) return;
    char *const text = srv_problem_json(problem);
    REQUIRE(26, text && status->http_status >= 400 && status->http_status < 600);
    REQUIRE(26, fuzz_is_shown_text(text, strlen(text)));
    json_t *const json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    const char *const detail = json_string_value(json_object_get(json, "detail"));
    REQUIRE(26, detail && strstr(detail, problem->culprit));
    REQUIRE(26, json_integer_value(json_object_get(json, "status")) == status->http_status);
    json_decref(json);
    free(text);
}

static void check_id(const srv_head *head) {
    char id[SRV_ID_BYTES];
    srv_choose_id(id, head, 1, 2);
    REQUIRE(26, id[0] != '\0' && strlen(id) < SRV_ID_BYTES);
    for (const char *at = id; *at != '\0'; at++)
        REQUIRE(26,
                strchr("-_.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", *at));
}

/* ---- Who may ask, and what is sent to whom (invariant 49) ---- */

/* The values of the only field of that name; NULL if there is none, or more than one. */
static const srv_text *only_field(const srv_head *head, const char *name) {
    const srv_text *value = NULL;
    if (count_named(head, name) != 1) return NULL;
    for (size_t i = 0; i < head->header_count; i++)
        if (strncasecmp(head->headers[i].name.bytes, name, strlen(name)) == 0 &&
            head->headers[i].name.length == strlen(name))
            value = &head->headers[i].value;
    return value;
}

static bool is_text(const char *bytes, size_t length, const char *text) {
    return length == strlen(text) && memcmp(bytes, text, length) == 0;
}

/* Does a field of that name hold the text, in any case? */
static bool some_field_holds(const srv_head *head, const char *name, const char *text) {
    const size_t size = strlen(text);
    for (size_t i = 0; i < head->header_count; i++) {
        const srv_header *const field = &head->headers[i];
        if (field->name.length != strlen(name) ||
            strncasecmp(field->name.bytes, name, strlen(name)) != 0)
            continue;
        for (size_t k = 0; k + size <= field->value.length; k++)
            if (strncasecmp(field->value.bytes + k, text, size) == 0) return true;
    }
    return false;
}

static const char *const tokens[] = {"0123456789abcdef", "a-token-of-some-length.+/=="};

static srv_tokens *known_tokens(void) {
    static srv_tokens all = {.path = "-", .lock = PTHREAD_RWLOCK_INITIALIZER};
    static srv_digest digests[2];
    char why[SRV_TOKENS_WHY_BYTES];
    char file[128];
    if (all.count > 0) return &all;
    snprintf(file, sizeof file, "# two\n%s\r\n\n \t%s", tokens[0], tokens[1]);
    if (!srv_digest_start() || srv_tokens_read(file, digests, 2, why) != 2) abort();
    all.digests = digests;
    all.count = 2;
    return &all;
}

static void check_token(const srv_head *head) {
    const srv_text *const value = only_field(head, "Authorization");
    bool has_one = false;
    for (int i = 0; i < 2 && value; i++)
        has_one |= value->length > 7 && strncasecmp(value->bytes, "Bearer ", 7) == 0 &&
                   is_text(value->bytes + 7, value->length - 7, tokens[i]);
    REQUIRE(49, (srv_tokens_check(known_tokens(), head) == SRV_OK) == has_one);
}

static void check_origin(const srv_head *head) {
    static srv_cors cors;
    if (!srv_cors_read(&cors, "https://a.example,http://[::1]:1")) abort();
    const srv_text *const value = only_field(head, "Origin");
    const char *const allowed = srv_cors_allowed(&cors, head);
    const bool is_listed = value && (is_text(value->bytes, value->length, "https://a.example") ||
                                     is_text(value->bytes, value->length, "http://[::1]:1"));
    REQUIRE(49, (allowed != NULL) == is_listed);
    REQUIRE(49, !allowed || is_text(value->bytes, value->length, allowed));
}

static void check_document(const srv_head *head) {
    static const char tag[] = "\"0af1\"";
    if (srv_wants_gzip(head))
        REQUIRE(49, some_field_holds(head, "Accept-Encoding", "gzip") ||
                        some_field_holds(head, "Accept-Encoding", "*"));
    if (srv_has_etag(head, tag))
        REQUIRE(49, some_field_holds(head, "If-None-Match", tag) ||
                        some_field_holds(head, "If-None-Match", "*"));
}

/* Bytes as settings: what is taken is what was promised. */
static void check_settings(const uint8_t *bytes, size_t length) {
    static srv_cors cors;
    static srv_digest digests[4];
    char why[SRV_TOKENS_WHY_BYTES] = "";
    char *const text = malloc(length + 1);
    if (!text) abort();
    memcpy(text, bytes, length);
    text[length] = '\0';
    if (srv_cors_read(&cors, text) && cors.is_on && !cors.any)
        for (size_t i = 0; i < cors.count; i++)
            REQUIRE(49, strstr(cors.origins[i], "://") && !strpbrk(cors.origins[i], " \r\n,\""));
    const int count = srv_tokens_read(text, digests, 4, why);
    REQUIRE(49, count <= 4 && (count >= 0) == (why[0] == '\0'));
    free(text);
}

void fuzz_target_run(const uint8_t *bytes, size_t length) {
    static wire input;
    static decided first, second;
    read_wire(&input, bytes, length);
    decide(&input.head, &first);
    decide(&input.head, &second);
    REQUIRE(26, is_same(&first, &second));
    check_framing(&input.head, &first.decision);
    check_fields(&input.head);
    check_case(&input.head, &first);
    check_order(&input.head, &first);
    check_target(input.head.target);
    check_wishes(&first.decision);
    for (size_t i = 0; i < input.head.header_count; i++)
        check_parameters(input.fields[i].value);
    check_problem(&first.decision.problem);
    check_id(&input.head);
    check_token(&input.head);
    check_origin(&input.head);
    check_document(&input.head);
    check_settings(bytes, length);
    free(input.copy);
}

/* ---- Seeds ---- */

void fuzz_target_seeds(const fuzz_seeds *seeds) {
    static const char *const heads[] = {
        "POST /validate?name=a.nav&format=source-nav HTTP/1.1\r\nHost: a:1\r\nContent-Length: "
        "5\r\n\r\n",
        "POST /validate HTTP/1.1\r\nhost: [::1]\r\nTransfer-Encoding: chunked\r\nExpect: "
        "100-continue\r\n\r\n",
        "POST /validate HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nContent-Type: "
        "multipart/form-data; boundary=\"a b\"; charset=\"\\\"q\\\\\"\r\n\r\n",
        "POST /validate HTTP/1.0\r\nContent-Length: 70\r\nContent-Type: application/x-tar\r\n"
        "X-Request-Id: abc-1_2.3\r\n\r\n",
        "POST "
        "/validate?only=NAV_MAGIC,NAV_CONN_SELF&severity=NAV_MAGIC=off&maxFindings=9&minSeverity="
        "pedantic&masters=none HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nAccept: "
        "text/plain;q=0.5, "
        "application/*;q=0.4\r\nContent-Encoding: gzip\r\n\r\n",
        "GET /rules/NAV_%41 HTTP/1.1\r\nHost: \r\n\r\n",
        "HEAD http://a.b/formats?x=1 HTTP/1.1\r\nHost: a.b\r\nContent-Encoding: identity\r\n\r\n",
        "DELETE /validate?name=%C3%A9+b&game=gmod HTTP/1.1\r\nHost: a\r\nExpect: "
        "100-continue\r\n\r\n",
        "POST /validate HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\n",
        "POST /validate HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: "
        "chunked\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a\r\n folded: 1\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /rules HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br;q=1, gzip;q=0.5\r\nIf-None-Match: "
        "W/\"x\", \"0af1\"\r\nAuthorization: Bearer 0123456789abcdef\r\n\r\n",
        "OPTIONS /validate HTTP/1.1\r\nHost: a\r\nOrigin: https://a.example\r\n"
        "Access-Control-Request-Method: POST\r\nAuthorization: bearer 0123456789abcdeF\r\n\r\n",
        "POST /validate HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET /x?%00=%zz HTTP/2.0\r\nHost : a\r\n\r\n",
    };
    char name[32];
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        snprintf(name, sizeof name, "head-%zu", i);
        seeds->give(seeds->context, name, heads[i], strlen(heads[i]));
    }
}
