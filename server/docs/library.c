#include "server/docs/library.h"

#include <stdlib.h>
#include <string.h>

#include "server/docs/embedded.h"
#include "server/docs/version.h"

static navlint_text formats_json(void) {
    return navlint_formats_json(NAVLINT_JSON_INDENT);
}

static navlint_text rules_json(void) {
    return navlint_rules_json(NULL, NAVLINT_JSON_INDENT);
}

static navlint_text copy(const char *text) {
    char *const own = strdup(text);
    return (navlint_text){.text = own, .length = own ? strlen(own) : 0};
}

static navlint_text report_schema(void) {
    return copy(navlint_report_schema());
}

static navlint_text problem_schema(void) {
    return copy(srv_problem_schema);
}

static navlint_text formats_schema(void) {
    return copy(srv_formats_schema);
}

static navlint_text rules_schema(void) {
    return copy(srv_rules_schema);
}

static navlint_text fixed_schema(void) {
    return copy(srv_fixed_schema);
}

typedef struct row {
    const char *content_type;
    const char *cache_control;
    navlint_text (*render)(void); /* NULL: needs to know more */
} row;

/* They change with the program alone. Caches may be five minutes late with that, but not with the
 * version. Without "public", a shared cache keeps no answer to a request that had a token. */
static const char json_type[] = "application/json";
static const char schema_type[] = "application/schema+json";
static const char for_a_while[] = "max-age=300";
static const char never_unasked[] = "no-cache";

static const row rows[SRV_DOC_COUNT] = {
    [SRV_DOC_FORMATS] = {json_type, for_a_while, formats_json},
    [SRV_DOC_RULES] = {json_type, for_a_while, rules_json},
    [SRV_DOC_REPORT_SCHEMA] = {schema_type, for_a_while, report_schema},
    [SRV_DOC_PROBLEM_SCHEMA] = {schema_type, for_a_while, problem_schema},
    [SRV_DOC_FORMATS_SCHEMA] = {schema_type, for_a_while, formats_schema},
    [SRV_DOC_RULES_SCHEMA] = {schema_type, for_a_while, rules_schema},
    [SRV_DOC_FIXED_SCHEMA] = {schema_type, for_a_while, fixed_schema},
    [SRV_DOC_OPENAPI] = {json_type, for_a_while, NULL},
    [SRV_DOC_VERSION] = {json_type, never_unasked, srv_version_json},
    [SRV_DOC_RULE] = {json_type, for_a_while, NULL}};

bool srv_library_open(srv_library *library, const srv_openapi_terms *terms) {
    const size_t count = SRV_DOC_RULE + srv_rule_count();
    *library = (srv_library){
        .pages = calloc(count, sizeof(srv_page)), .page_count = count, .terms = *terms};
    pthread_mutex_init(&library->lock, NULL);
    return library->pages != NULL;
}

void srv_library_close(srv_library *library) {
    for (size_t i = 0; library->pages && i < library->page_count; i++)
        srv_page_clear(&library->pages[i]);
    free(library->pages);
    pthread_mutex_destroy(&library->lock);
}

/* The place of a rule among those of all formats. */
static size_t rule_index(const navlint_rule *rule, const navlint_format *owner) {
    size_t index = (size_t)(rule - owner->rules);
    for (size_t i = 0; navlint_format_at(i) != owner; i++)
        index += navlint_format_at(i)->rule_count;
    return index;
}

static navlint_text render(const srv_library *library, srv_document document,
                           const navlint_rule *rule) {
    if (rule) return navlint_rule_json(rule, NAVLINT_JSON_INDENT);
    return document == SRV_DOC_OPENAPI ? srv_openapi_json(&library->terms)
                                       : rows[document].render();
}

static bool make(const srv_library *library, srv_page *page, srv_document document,
                 const navlint_rule *rule) {
    const navlint_text text = render(library, document, rule);
    const bool is_made = text.text && srv_page_make(page, (srv_text){text.text, text.length});
    navlint_text_free(text);
    return is_made;
}

/* The page, made if it is not there yet; NULL when memory ran out: the next request tries again. */
static const srv_page *take(srv_library *library, srv_document document, const navlint_rule *rule,
                            size_t index) {
    srv_page *page = &library->pages[document + index];
    pthread_mutex_lock(&library->lock);
    const bool is_there = page->text || make(library, page, document, rule);
    pthread_mutex_unlock(&library->lock);
    return is_there ? page : NULL;
}

static void refuse(srv_reply *reply, srv_answer answer, const char *culprit) {
    const srv_problem problem = srv_problem_make(answer, culprit, culprit ? strlen(culprit) : 0);
    srv_reply_problem(reply, &problem, NULL);
}

void srv_library_answer(srv_library *library, srv_document document, const char *rule_code,
                        const srv_head *head, srv_reply *reply) {
    const navlint_format *owner = NULL;
    const navlint_rule *rule = rule_code ? navlint_rule_by_code(rule_code, &owner) : NULL;
    if (rule_code && !rule) {
        refuse(reply, SRV_RULE_UNKNOWN, rule_code);
        return;
    }
    const srv_page *page = take(library, document, rule, rule ? rule_index(rule, owner) : 0);
    if (!page) {
        refuse(reply, SRV_INTERNAL, NULL);
        return;
    }
    *reply = (srv_reply){.answer = SRV_OK,
                         .content_type = rows[document].content_type,
                         .cache_control = rows[document].cache_control};
    srv_page_lend(page, head, reply);
}
