#include "server/decide.h"

#include <stddef.h>
#include <string.h>

#include "server/framing.h"
#include "server/handlers.h"

/* A bare answer; SRV_OK leaves the problem as it is. */
static void refuse(srv_decision *decision, srv_answer answer) {
    if (answer != SRV_OK) decision->problem = srv_problem_make(answer, NULL, 0);
}

static bool is_refused(const srv_decision *decision) {
    return decision->problem.answer != SRV_OK;
}

static void find_route(const srv_head *head, const srv_target *target, srv_decision *decision) {
    const bool asks = strcmp(head->method, "OPTIONS") == 0;
    decision->route = srv_route_find(head->method, target->path, &decision->rest, &decision->allow);
    decision->answer = decision->route->answer;
    if (asks && (decision->route->method || strcmp(target->path, "*") == 0)) {
        decision->answer = srv_say_options;
        decision->allow = srv_route_methods(decision->route);
    } else if (decision->allow)
        refuse(decision, SRV_METHOD);
    else if (!decision->route->method)
        refuse(decision, SRV_NOT_FOUND);
}

/* A browser that asks by OPTIONS whether it may ask cannot show a token. */
static void check_token(const srv_head *head, const srv_terms *terms, srv_decision *decision) {
    if (!terms->tokens || decision->route->needs_no_token || strcmp(head->method, "OPTIONS") == 0)
        return;
    const srv_answer answer = srv_tokens_check(terms->tokens, head);
    if (answer != SRV_OK) decision->allow = NULL; /* not even that the path is there */
    refuse(decision, answer);
}

static void check_body(const srv_head *head, uint64_t max_body_bytes, srv_decision *decision) {
    const srv_framing *framing = &decision->framing;
    refuse(decision, srv_coding_read(head, &decision->coding));
    if (is_refused(decision)) return;
    if (framing->kind == SRV_BODY_NONE)
        refuse(decision, SRV_BODY_EMPTY);
    else if (framing->length_bytes > max_body_bytes)
        decision->problem =
            framing->length_bytes > INT64_MAX /* no number of JSON's for many a reader */
                ? srv_problem_over(SRV_BODY_TOO_LARGE, max_body_bytes)
                : srv_problem_limit(SRV_BODY_TOO_LARGE, max_body_bytes, framing->length_bytes);
    else
        refuse(decision, srv_media_read(head, &decision->media));
    if (!is_refused(decision) && decision->route->fixes && srv_media_is_set(&decision->media))
        refuse(decision, SRV_FIX_ONE_FILE);
}

/* Each step looks only if the ones before it found nothing. */
static void decide(const srv_head *head, const srv_terms *terms, srv_target *target,
                   srv_decision *decision) {
    refuse(decision, srv_target_split(target, head->target));
    if (is_refused(decision)) return;
    find_route(head, target, decision);
    check_token(head, terms, decision);
    if (is_refused(decision) || decision->answer == srv_say_options) return;
    srv_target_query(target, decision->route->params, &decision->problem);
    if (is_refused(decision) || decision->answer) return;
    decision->problem = srv_wishes_read(&decision->wishes, target->params, terms);
    if (!is_refused(decision))
        refuse(decision, srv_rendering_read(head, decision->route->fixes, &decision->rendering));
    if (!is_refused(decision)) check_body(head, terms->max_body_bytes, decision);
}

void srv_decide(const srv_head *head, const srv_terms *terms, srv_target *target,
                srv_decision *decision) {
    memset(decision, 0, offsetof(srv_decision, wishes));
    srv_wishes_clear(&decision->wishes, terms->max_findings);
    decision->rest = "";
    refuse(decision, srv_framing_check(head, &decision->framing));
    if (head->aside_bytes > 0)
        decision->framing =
            (srv_framing){.kind = SRV_BODY_LENGTH, .length_bytes = head->aside_bytes};
    decision->close = is_refused(decision);
    if (!decision->close) decide(head, terms, target, decision);
    /* A body that nobody reads would be taken for the next request. And after "100 Continue"
     * without a body, libmicrohttpd 0.9.75 takes the next request for one. */
    const bool reads = !is_refused(decision) && !decision->answer;
    const bool has_body = decision->framing.kind != SRV_BODY_NONE;
    if (has_body ? !reads : srv_header_find(head, "Expect", NULL) != NULL) decision->close = true;
}
