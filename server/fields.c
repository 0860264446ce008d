#include "server/fields.h"

#include <string.h>

#include "server/multipart.h"

/* The values of the parameters that a form has; bytes is NULL where it has none. */
typedef struct values {
    srv_text of[SRV_PARAM_COUNT];
    size_t bytes; /* of all, with their NULs */
} values;

static srv_problem refuse(srv_answer answer, srv_text field) {
    return srv_problem_make(answer, field.bytes, field.length);
}

static srv_problem check_value(const srv_part *part) {
    if (part->bytes.length > SRV_FIELD_MAX) {
        srv_problem problem = refuse(SRV_FIELD_TOO_LONG, part->field);
        problem.has_limit = true;
        problem.limit = SRV_FIELD_MAX;
        return problem;
    }
    return srv_no_problem;
}

/* A form is judged, never fixed. */
static srv_problem take_value(const srv_part *part, const char *const words[SRV_PARAM_COUNT],
                              values *all) {
    const srv_problem problem = check_value(part);
    const int param = srv_param_of(part->field);
    if (problem.answer != SRV_OK || param < 0 || param == SRV_PARAM_UNSAFE) return problem;
    if (words[param] || all->of[param].bytes) return refuse(SRV_PARAMETER_TWICE, part->field);
    if (!srv_is_line(part->bytes)) return refuse(SRV_FIELD_BAD, part->field);
    all->of[param] = part->bytes;
    all->bytes += part->bytes.length + 1;
    return problem;
}

static srv_problem find_values(const srv_package *package, const char *const words[SRV_PARAM_COUNT],
                               values *all) {
    srv_form form = {.boundary = package->media->boundary, .body = package->body};
    srv_part part;
    srv_problem problem;
    size_t count = 0, files = 0;
    while (srv_form_next(&form, &part, &problem)) {
        files += part.is_file;
        if (files > package->max_files)
            return srv_problem_over(SRV_TOO_MANY_FILES, package->max_files);
        if (part.is_file) continue;
        if (++count > SRV_MOST_FIELDS)
            return srv_problem_over(SRV_TOO_MANY_FIELDS, SRV_MOST_FIELDS);
        problem = take_value(&part, words, all);
        if (problem.answer != SRV_OK) return problem;
    }
    return problem;
}

/* Words end with a NUL, which the form has no room for: they are copied behind the wishes. */
static void copy_words(const values *all, char *text, const char *words[SRV_PARAM_COUNT]) {
    for (int i = 0; i < SRV_PARAM_COUNT; i++) {
        const srv_text value = all->of[i];
        if (!value.bytes) continue;
        memcpy(text, value.bytes, value.length);
        text[value.length] = '\0';
        words[i] = text;
        text += value.length + 1;
    }
}

srv_problem srv_fields_read(const srv_package *package, const char *const words[SRV_PARAM_COUNT],
                            const srv_terms *terms, srv_fields *fields) {
    values all = {.bytes = 0};
    const char *both[SRV_PARAM_COUNT];
    *fields = (srv_fields){.wishes = NULL};
    srv_problem problem = find_values(package, words, &all);
    if (problem.answer != SRV_OK || all.bytes == 0) return problem;
    problem = srv_set_take(package->memory, sizeof(srv_wishes) + all.bytes, package->held_bytes,
                           &fields->block);
    if (problem.answer != SRV_OK) return problem;
    fields->wishes = fields->block.bytes;
    memcpy(both, words, sizeof both);
    copy_words(&all, (char *)(fields->wishes + 1), both);
    return srv_wishes_read(fields->wishes, both, terms);
}
