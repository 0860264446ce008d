#include "validator/recognise.h"

#include <string.h>
#include <strings.h>

#include "core/checked.h"
#include "core/limits.h"
#include "validator/catalogue.h"
#include "validator/options.h"

/* ---- The name ---- */

static bool is_archive(const char *name, size_t length) {
    return memchr(name, '.', length) || (length == 1 && name[0] == '-');
}

/* "mod.zip!plugin.esp" is a file in an archive, "-!plugin.esp" in one from standard input. Files
 * have the mark in their names, too: "!first.esp", and "mod.zip!!first.esp" in an archive. */
static const char *behind_archives(const char *name) {
    for (const char *mark = strchr(name, '!'); mark; mark = strchr(mark + 1, '!'))
        if (is_archive(name, (size_t)(mark - name))) name = mark + 1;
    return name;
}

static const char *behind_folders(const char *name) {
    for (const char *c = name; *c != '\0'; c++)
        if (*c == '/' || *c == '\\') name = c + 1;
    return name;
}

/* Of the file without archives and folders. */
static const char *own_name(const navlint_input *input) {
    if (input->inner_name) return behind_folders(input->inner_name);
    return input->name ? behind_archives(behind_folders(input->name)) : "-";
}

/* ---- The format ---- */

static bool has_extension(const char *name, const char *const *extensions) {
    const char *const dot = name ? strrchr(name, '.') : NULL;
    for (; dot && *extensions; extensions++)
        if (strcasecmp(dot, *extensions) == 0) return true;
    return false;
}

static bool is_named(const nl_format *format, const char *name) {
    if (!format->matches_name) return has_extension(name, format->info.extensions);
    return format->matches_name(name);
}

/* What formats are asked about. */
typedef struct candidate {
    const uint8_t *bytes;
    size_t length;
    const char *own_name; /* NULL: it has none */
} candidate;

static candidate candidate_of(const navlint_input *input) {
    return (candidate){.bytes = input->bytes ? input->bytes : (const uint8_t *)"",
                       .length = input->length,
                       .own_name = input->name ? own_name(input) : NULL};
}

/* Whether an input may be of a format. */
typedef bool (*claim)(const nl_format *format, const candidate *input);

static bool by_magic(const nl_format *format, const candidate *input) {
    return format->has_magic && format->has_magic(input->bytes, input->length);
}

static bool by_content(const nl_format *format, const candidate *input) {
    return format->is_plausible && format->is_plausible(input->bytes, input->length);
}

static bool by_name(const nl_format *format, const candidate *input) {
    return input->own_name && is_named(format, input->own_name);
}

/* The first format that claims the input and has its name, or else the first that claims it. */
static const nl_format *claimant(const candidate *input, claim claims) {
    const nl_format *first = NULL;
    for (size_t i = 0; i < nl_format_count; i++) {
        if (!claims(nl_formats[i], input)) continue;
        if (by_name(nl_formats[i], input)) return nl_formats[i];
        if (!first) first = nl_formats[i];
    }
    return first;
}

/* What costs least and is surest comes first. NULL if nothing fits. detected_by: receives "magic",
 * "content" or "name"; NULL with no format. */
static const nl_format *detect_candidate(const candidate *input, const char **detected_by) {
    static const struct {
        claim claims;
        const char *word;
    } ways[] = {{by_magic, "magic"}, {by_content, "content"}, {by_name, "name"}};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        const nl_format *const format = claimant(input, ways[i].claims);
        *detected_by = format ? ways[i].word : NULL;
        if (format) return format;
    }
    return NULL;
}

static const nl_format *detect(const navlint_input *input, const char **detected_by) {
    const candidate read = candidate_of(input);
    return detect_candidate(&read, detected_by);
}

/* ---- The input ---- */

static const nl_format *choose_format(const navlint_options *options, const candidate *input,
                                      const char **detected_by) {
    if (!options->format) return detect_candidate(input, detected_by);
    *detected_by = "option";
    return nl_format_by_id(options->format);
}

uint64_t nl_step_limit(const navlint_options *options, uint64_t input_bytes) {
    const uint64_t linear = nl_add_sat(nl_mul_sat(input_bytes, NL_STEPS_PER_BYTE), NL_STEPS_FLOOR);
    return options->max_steps ? options->max_steps : linear;
}

nl_recognised nl_recognise(const navlint_options *options, const navlint_input *input) {
    const candidate read = candidate_of(input);
    nl_recognised recognised = {
        .bytes = read.bytes,
        .length = read.length,
        .own_name = read.own_name ? read.own_name : own_name(input),
        .file_bytes = input->length,
        .step_limit = nl_step_limit(options, input->length),
        .navmesh_only = options->scope == NAVLINT_SCOPE_NAVMESH || input->is_context,
        .is_context = input->is_context,
        .is_too_large = input->length > nl_min(options->max_input_bytes, NL_HIGHEST_INPUT_BYTES),
    };
    recognised.format = choose_format(options, &read, &recognised.detected_by);
    if (!recognised.format) return recognised;
    recognised.game = nl_game_of(&recognised.format->info, options->game);
    recognised.part = nl_part_of(&recognised.format->info, options->format);
    return recognised;
}

nl_recognised nl_recognise_beginning(const navlint_input *input, uint64_t file_bytes) {
    return (nl_recognised){.bytes = input->bytes ? input->bytes : (const uint8_t *)"",
                           .length = input->length,
                           .own_name = own_name(input),
                           .file_bytes = file_bytes,
                           .is_context = true};
}

/* ---- The fronts' questions ---- */

const navlint_format *navlint_detect(const navlint_input *input, const char **detected_by) {
    const char *how = NULL;
    const nl_format *const format = input ? detect(input, &how) : NULL;
    if (detected_by) *detected_by = how;
    return format ? &format->info : NULL;
}

/* format: what the input was detected as; NULL: nothing. */
static const char *other_game(const nl_format *format, const navlint_input *input) {
    const bool may_be = format && format->other_game && input->bytes;
    return may_be ? format->other_game(input->bytes, input->length) : NULL;
}

const char *navlint_other_game(const navlint_input *input) {
    const char *how = NULL;
    return input && input->bytes ? other_game(detect(input, &how), input) : NULL;
}

/* Whether it is what macOS puts beside a file, as ._NAME, where an archive or a file system has no
 * place for the file's attributes: an AppleDouble header file, whose magic is that of RFC 1740. */
static bool is_apple_double(const navlint_input *input) {
    static const char magic[] = {0x00, 0x05, 0x16, 0x07};
    return input->name && strncmp(own_name(input), "._", 2) == 0 && input->bytes &&
           input->length >= sizeof magic && memcmp(input->bytes, magic, sizeof magic) == 0;
}

static bool is_passed_over(const nl_format *format, const navlint_input *found) {
    return other_game(format, found) || is_apple_double(found);
}

const navlint_format *navlint_detect_as(const navlint_options *options, const navlint_input *input,
                                        navlint_origin origin) {
    navlint_options known = {0};
    if (options && !nl_options_read(options, &known)) return NULL;
    const navlint_format *const forced = navlint_format_by_id(known.format);
    if (forced && origin == NAVLINT_NAMED) return forced;
    const char *how = NULL;
    const nl_format *const format = input ? detect(input, &how) : NULL;
    if (origin == NAVLINT_FOUND && input && is_passed_over(format, input)) return NULL;
    const navlint_format *const detected = format ? &format->info : NULL;
    if (!forced || detected == forced) return detected;
    const bool may_be = !detected && input && navlint_format_takes_name(forced, input->name);
    return may_be ? forced : NULL;
}

void navlint_each_needed(const navlint_input *input, navlint_name_fn visit, void *context) {
    const char *how = NULL;
    const nl_format *const format = input && input->bytes ? detect(input, &how) : NULL;
    if (format && format->each_needed && visit)
        format->each_needed(input->bytes, input->length, visit, context);
}

static bool any_format_takes_name(const char *name) {
    for (size_t i = 0; i < nl_format_count; i++)
        if (has_extension(name, nl_formats[i]->info.extensions)) return true;
    return false;
}

bool navlint_format_takes_name(const navlint_format *format, const char *name) {
    return format ? has_extension(name, format->extensions) : any_format_takes_name(name);
}
