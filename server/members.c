#include "server/members.h"

#include <string.h>

#include "server/inside.h"
#include "server/multipart.h"

static srv_form form_of(const srv_package *package) {
    return (srv_form){.boundary = package->media->boundary, .body = package->body};
}

/* Reads the whole form. bytes: receives what the members' table and names take. */
static srv_problem measure(const srv_package *package, uint64_t *bytes) {
    srv_form form = form_of(package);
    srv_part part;
    srv_problem problem;
    size_t count = 0;
    *bytes = 0;
    while (srv_form_next(&form, &part, &problem)) {
        if (!part.is_file) continue;
        if (++count > package->max_files)
            return srv_problem_over(SRV_TOO_MANY_FILES, package->max_files);
        *bytes += sizeof(navlint_input) + strlen(part.name) + 1;
    }
    if (problem.answer == SRV_OK && count == 0)
        problem = srv_problem_make(SRV_PART_NOT_A_FILE, NULL, 0);
    return problem;
}

/* Reads the form once more, which has been found good. The table grows from the front of the block,
 * the names from its end. */
static void list(const srv_package *package, srv_members *members) {
    srv_form form = form_of(package);
    srv_part part;
    srv_problem problem;
    char *name = (char *)members->block.bytes + members->block.capacity;
    members->inputs = members->block.bytes;
    while (srv_form_next(&form, &part, &problem)) {
        if (!part.is_file) continue;
        const size_t bytes = strlen(part.name) + 1;
        name -= bytes;
        memcpy(name, part.name, bytes);
        members->inputs[members->count++] = (navlint_input){.name = name,
                                                            .bytes = part.bytes.bytes,
                                                            .length = part.bytes.length,
                                                            .inner_name = name};
    }
}

static srv_problem form_members(const srv_package *package, srv_members *members) {
    uint64_t bytes = 0;
    srv_problem problem = measure(package, &bytes);
    if (problem.answer == SRV_OK)
        problem = srv_set_take(package->memory, bytes, package->held_bytes, &members->block);
    if (problem.answer == SRV_OK) list(package, members);
    return problem;
}

/* The body itself, which is a container. */
static srv_problem body_member(const srv_package *package, srv_members *members) {
    const srv_problem problem =
        srv_set_take(package->memory, sizeof(navlint_input), package->held_bytes, &members->block);
    if (problem.answer != SRV_OK) return problem;
    members->inputs = members->block.bytes;
    members->inputs[members->count++] = (navlint_input){
        .name = package->name, .bytes = package->body.bytes, .length = package->body.length};
    members->has_skipped = true;
    return problem;
}

static srv_problem first_members(const srv_package *package, srv_members *members) {
    switch (package->media->kind) {
    case SRV_MEDIA_FORM:
        return form_members(package, members);
    case SRV_MEDIA_FILE:
        return body_member(package, members);
    default:
        return srv_archive_members(package, members);
    }
}

srv_problem srv_members_make(const srv_package *package, srv_members *members) {
    *members = (srv_members){.count = 0};
    srv_problem problem = first_members(package, members);
    if (problem.answer == SRV_OK) problem = srv_inside_add(package, members);
    if (problem.answer == SRV_OK && members->count == 0)
        problem = srv_problem_make(SRV_ARCHIVE_NOTHING, NULL, 0);
    return problem;
}
