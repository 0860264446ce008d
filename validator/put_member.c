/* A member of a container gets other bytes, in a copy of the container. */
#include <string.h>

#include "core/sized.h"
#include "validator/raw.h"

/* A change on its way. */
typedef struct change {
    navlint_put *put;
    nl_patch patch;
    const nl_format *format;
    const nl_job *job;
    const void *document;
    size_t visited; /* members */
    bool is_found;
} change;

static nl_stretch head_of(const navlint_member *member) {
    return (nl_stretch){member->head_offset, member->head_offset + member->head_length};
}

/* What is in another file is not in this one, and what is not all there nowhere. */
static nl_stretch rest_of(const navlint_member *member) {
    const bool is_here = member->volume == 0 && !member->is_absent;
    return is_here ? (nl_stretch){member->offset, member->offset + member->length}
                   : (nl_stretch){0, 0};
}

/* ---- The member ---- */

static const char *problem_of(const navlint_member *member) {
    if (member->packing != NAVLINT_STORED) return "it is packed";
    if (member->volume != 0) return "its bytes are in another file of the package";
    return member->is_absent ? "its bytes are not all there" : NULL;
}

static bool take_member(void *context, const navlint_member *member) {
    change *const c = context;
    if (c->visited++ != c->put->member) return true;
    c->is_found = member->length + member->head_length == c->put->length;
    c->patch.head = head_of(member);
    c->patch.rest = rest_of(member);
    c->patch.problem = problem_of(member);
    return false;
}

static bool compare_member(void *context, const navlint_member *member) {
    change *const c = context;
    if (c->visited++ == c->put->member) return true;
    if (nl_patch_meets(&c->patch, head_of(member)) || nl_patch_meets(&c->patch, rest_of(member)))
        nl_patch_refuse(&c->patch, "it shares bytes with another member");
    return !c->patch.problem;
}

static void visit_members(change *c, navlint_member_fn visit) {
    c->visited = 0;
    c->format->each_member(c->job, c->document, visit, c);
}

/* ---- The bytes ---- */

static void put_stretch(const change *c, nl_stretch stretch, size_t from) {
    const size_t length = (size_t)(stretch.end - stretch.start);
    if (length > 0)
        memcpy(c->patch.after + stretch.start, (const uint8_t *)c->put->bytes + from, length);
}

/* The head lies in front of the rest, or is empty. */
static void put_bytes(change *c) {
    nl_patch *const patch = &c->patch;
    const bool has_head = patch->head.start < patch->head.end;
    const bool has_rest = patch->rest.start < patch->rest.end;
    memcpy(patch->after, patch->before, (size_t)patch->length);
    put_stretch(c, patch->head, 0);
    put_stretch(c, patch->rest, (size_t)(patch->head.end - patch->head.start));
    patch->changed = (nl_stretch){has_head ? patch->head.start : patch->rest.start,
                                  has_rest ? patch->rest.end : patch->head.end};
}

static void make_change(change *c) {
    visit_members(c, compare_member);
    if (c->patch.problem) return;
    put_bytes(c);
    c->format->follow(c->job, c->document, &c->patch);
}

static navlint_status use_document(void *context, const nl_format *format, const nl_job *job,
                                   const void *document) {
    change *const c = context;
    if (!format->each_member) return NAVLINT_NOT_RECOGNISED;
    c->format = format;
    c->job = job;
    c->document = document;
    c->patch.before = job->bytes;
    c->patch.length = job->length;
    c->patch.budget = job->budget;
    visit_members(c, take_member);
    if (!c->patch.problem && !c->is_found) return NAVLINT_BAD_ARGUMENT;
    if (!format->follow) nl_patch_refuse(&c->patch, "members of this format are not changed");
    if (!c->patch.problem) make_change(c);
    return c->patch.problem ? NAVLINT_UNSUPPORTED : NAVLINT_OK;
}

navlint_status navlint_put_member(const navlint_options *options, const navlint_input *input,
                                  navlint_put *put, void *memory, size_t memory_bytes) {
    const bool is_whole = put && put->struct_bytes >= NL_BYTES_UP_TO(navlint_put, problem);
    if (!is_whole || !input || !memory || !put->copy) return NAVLINT_BAD_ARGUMENT;
    if (!put->bytes && put->length > 0) return NAVLINT_BAD_ARGUMENT;
    change c = {.put = put, .patch = {.after = put->copy}};
    const navlint_status status = nl_use_document(options, input, (nl_block){memory, memory_bytes},
                                                  &(nl_document_user){use_document, &c});
    put->problem = c.patch.problem;
    return status;
}
