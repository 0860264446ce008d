#include <string.h>
#include <strings.h>

#include "validator/detect.h"

static bool has_extension(const char *name, const char *const *extensions) {
    const char *const dot = name ? strrchr(name, '.') : NULL;
    for (; dot && *extensions; extensions++)
        if (strcasecmp(dot, *extensions) == 0) return true;
    return false;
}

static bool is_named(const nl_format *format, const char *name) {
    if (!format->matches_name) return has_extension(name, format->info.extensions);
    return name && format->matches_name(name);
}

typedef struct candidate {
    const nl_format *format;
    nl_confidence confidence;
    bool named; /* the file's name speaks for the format */
} candidate;

static candidate candidate_of(const nl_format *format, const navlint_input *input) {
    return (candidate){
        .format = format,
        .confidence = format->probe(input->bytes ? input->bytes : "", input->length),
        .named = is_named(format, input->name),
    };
}

static bool is_better(candidate a, candidate b) {
    return a.confidence != b.confidence ? a.confidence > b.confidence : a.named && !b.named;
}

const nl_format *nl_detect(const navlint_input *input, const char **detected_by) {
    candidate best = {.confidence = NL_NOT_MINE};
    for (size_t i = 0; i < nl_format_count; i++) {
        const candidate next = candidate_of(nl_formats[i], input);
        if (is_better(next, best)) best = next;
    }
    static const char *const words[] = {"name", "content", "magic"};
    *detected_by = best.format ? words[best.confidence] : NULL;
    return best.format;
}

const navlint_format *navlint_detect(const navlint_input *input, const char **detected_by) {
    const char *how = NULL;
    const nl_format *const format = input ? nl_detect(input, &how) : NULL;
    if (detected_by) *detected_by = how;
    return format ? &format->info : NULL;
}
