#include "tests/support/edit.h"

#include <stdio.h>
#include <string.h>

#include "fuzz/block.h"
#include "tests/support/judge.h"
#include "tests/support/unit.h"

enum {
    MOST_CODES_BYTES = 2048,
    MOST_SIZES = 60,
    MOST_STEPS = 1000,
    MOST_SWEPT_BYTES = 8192,
    MOST_SHOWN = 1 << 20,
    MOST_SHOWN_BYTES = 2048
};

/* ---- Fields ---- */

typedef struct finder {
    const char *path;
    navlint_field found; /* length 0: not found */
} finder;

static bool note_if_named(void *context, const navlint_field *field) {
    finder *const f = context;
    if (field->encoding || strcmp(field->path, f->path) != 0) return true;
    f->found = *field;
    return false;
}

static navlint_options options_of(const edited *file) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.format = file->format;
    return options;
}

/* One at a time: a fresh one for each of thousands of checks costs more than they do. */
static void *block_of(size_t bytes) {
    static fuzz_block block;
    return fuzz_block_take(&block, bytes);
}

static void *block_for(const navlint_options *options, const navlint_input *input, size_t *bytes) {
    *bytes = navlint_memory_bound(options, input, 1);
    return block_of(*bytes);
}

navlint_field edit_find(const edited *file, const char *path) {
    const navlint_options options = options_of(file);
    const navlint_input input = {.bytes = file->bytes, .length = file->length};
    finder search = {.path = path};
    size_t bytes = 0;
    void *const memory = block_for(&options, &input, &bytes);
    assert_int_equal(navlint_dump(&options, &input, memory, bytes, note_if_named, &search),
                     NAVLINT_OK);
    if (search.found.length == 0) fail_msg("there is no %s", path);
    return search.found;
}

static void put(edited *file, const navlint_field *field, uint64_t value) {
    const bool is_big = strstr(field->type, "be");
    const bool is_text = field->value.kind == NAVLINT_TEXT;
    const size_t length = !is_text ? (size_t)field->length : value > UINT8_MAX ? 4 : 1;
    for (size_t i = 0; i < length; i++)
        file->bytes[field->offset + i] = (uint8_t)(value >> 8 * (is_big ? length - 1 - i : i));
}

/* All fields of a pattern, while they are changed in a copy: the file is still being looked
 * through. */
typedef struct many {
    edited *copy;
    const char *pattern;
    uint64_t value;
    size_t count;
} many;

static bool matches(const char *path, const char *pattern) {
    const char *const star = strchr(pattern, '*');
    const size_t head = (size_t)(star - pattern);
    const size_t tail = strlen(star + 1);
    const size_t length = strlen(path);
    return length >= head + tail && strncmp(path, pattern, head) == 0 &&
           strcmp(path + length - tail, star + 1) == 0;
}

static bool put_if_matching(void *context, const navlint_field *field) {
    many *const m = context;
    if (field->encoding || !matches(field->path, m->pattern)) return true;
    put(m->copy, field, m->value);
    m->count++;
    return true;
}

static void put_many(edited *file, const char *pattern, uint64_t value) {
    static edited copy;
    copy = *file;
    const navlint_options options = options_of(file);
    const navlint_input input = {.bytes = file->bytes, .length = file->length};
    many each = {.copy = &copy, .pattern = pattern, .value = value};
    size_t bytes = 0;
    void *const memory = block_for(&options, &input, &bytes);
    assert_int_equal(navlint_dump(&options, &input, memory, bytes, put_if_matching, &each),
                     NAVLINT_OK);
    if (each.count == 0) fail_msg("there is no %s", pattern);
    *file = copy;
}

static void cut(edited *file, size_t at, int32_t bytes) {
    const size_t from = bytes > 0 ? at + (size_t)bytes : at;
    const size_t to = bytes < 0 ? at + (size_t)-bytes : at;
    const size_t rest = file->length - from;
    assert_true(from <= file->length && to + rest <= sizeof file->bytes);
    if (file->resize) file->resize(file->bytes, file->length, at, -(int64_t)bytes);
    memmove(file->bytes + to, file->bytes + from, rest);
    if (bytes < 0) memset(file->bytes + at, 0, (size_t)-bytes);
    file->length = to + rest;
}

/* ---- Changes ---- */

static uint64_t value_of(const edit *change) {
    uint32_t bits = 0;
    if (!change->is_real) return change->value;
    memcpy(&bits, &change->real, sizeof bits);
    return bits;
}

static void make(edited *file, const edit *change) {
    if (strchr(change->path, '*')) {
        put_many(file, change->path, value_of(change));
        return;
    }
    const navlint_field field = edit_find(file, change->path);
    if (change->cut != 0)
        cut(file, (size_t)field.offset, change->cut);
    else
        put(file, &field, value_of(change));
}

void edit_all(edited *file, const edit edits[MOST_EDITS]) {
    for (size_t i = 0; i < MOST_EDITS && edits[i].path; i++)
        make(file, &edits[i]);
}

/* ---- What is said ---- */

/* `context`: how many are left until it stops. */
static bool is_enough(void *context) {
    size_t *const left = context;
    return (*left)-- > 1;
}

static bool take_field(void *context, const navlint_field *field) {
    (void)field;
    return is_enough(context);
}

static bool take_shape(void *context, const navlint_shape *shape) {
    (void)shape;
    return is_enough(context);
}

static void show(const navlint_options *options, const navlint_input *input) {
    size_t bytes = 0;
    size_t fields = SIZE_MAX;
    size_t shapes = SIZE_MAX;
    void *const memory = block_for(options, input, &bytes);
    (void)navlint_dump(options, input, memory, bytes, take_field, &fields);
    (void)navlint_draw(options, input, memory, bytes, take_shape, &shapes);
}

void dump_and_draw(const navlint_options *options, const navlint_input *input) {
    size_t bytes = 0;
    void *const memory = block_for(options, input, &bytes);
    for (size_t most = 1; most < MOST_SHOWN; most += most / 2 + 1) {
        size_t fields = most;
        size_t shapes = most;
        const navlint_status dumped =
            navlint_dump(options, input, memory, bytes, take_field, &fields);
        const navlint_status drawn =
            navlint_draw(options, input, memory, bytes, take_shape, &shapes);
        assert_true(dumped == NAVLINT_OK || dumped == NAVLINT_UNSUPPORTED);
        assert_true(drawn == NAVLINT_OK || drawn == NAVLINT_UNSUPPORTED);
    }
}

static bool has_word(const char *words, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static void add_codes(char codes[MOST_CODES_BYTES], const navlint_report *report) {
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const char *const code = navlint_report_finding(report, i)->rule->code;
        const size_t length = strlen(codes);
        if (has_word(codes, code)) continue;
        (void)snprintf(codes + length, MOST_CODES_BYTES - length, "%s%s", length ? " " : "", code);
    }
}

void expect_codes(const navlint_options *options, const navlint_input *inputs, size_t count,
                  const char *codes) {
    char said[MOST_CODES_BYTES] = "";
    judged j = judge_set(options, inputs, count);
    assert_int_equal(j.status, NAVLINT_OK);
    add_codes(said, j.report);
    for (size_t i = 0; i < navlint_report_member_count(j.report); i++)
        add_codes(said, navlint_report_member(j.report, i));
    judged_free(&j);
    for (size_t i = 0; i < count; i++)
        dump_and_draw(options, &inputs[i]);
    assert_string_equal(said, codes);
}

/* ---- Too little of everything ---- */

static void expect_short_steps(const navlint_options *options, const navlint_input *inputs,
                               size_t count) {
    navlint_options few = *options;
    const size_t bound = navlint_memory_bound(options, inputs, count);
    const navlint_report *report = NULL;
    judged whole = judge_set(options, inputs, count);
    uint64_t used = navlint_report_usage(whole.report).steps;
    for (size_t i = 0; i < navlint_report_member_count(whole.report); i++) {
        const navlint_report *const member = navlint_report_member(whole.report, i);
        const uint64_t steps = navlint_report_usage(member).steps;
        used = steps > used ? steps : used;
    }
    judged_free(&whole);
    const uint64_t stride = used / (count > 1 ? 6 * MOST_STEPS : MOST_STEPS) + 1;
    for (few.max_steps = 1; few.max_steps < used; few.max_steps += stride) {
        assert_int_equal(navlint_check(&few, inputs, count, block_of(bound), bound, &report),
                         NAVLINT_OK);
        assert_int_not_equal(navlint_report_verdict(report), NAVLINT_VALID);
        show(&few, &inputs[0]);
    }
}

/* Dumping counts its own steps. */
static void show_in_part(const navlint_options *options, const navlint_input *input) {
    navlint_options few = *options;
    if (input->length > MOST_SHOWN_BYTES) return;
    for (few.max_steps = 1; few.max_steps < MOST_STEPS; few.max_steps += 1 + few.max_steps / 100)
        show(&few, input);
}

static void expect_short_memory(const navlint_options *options, const navlint_input *inputs,
                                size_t count) {
    const size_t bound = navlint_memory_bound(options, inputs, count);
    for (size_t i = 0; i < 2 * MOST_SIZES; i++) {
        const size_t bytes = bound * i / (2 * MOST_SIZES);
        const navlint_report *report = NULL;
        const navlint_status status =
            navlint_check(options, inputs, count, block_of(bytes), bytes, &report);
        assert_true(status == NAVLINT_OK || status == NAVLINT_NO_MEMORY);
        if (status == NAVLINT_OK && navlint_report_limit(report))
            assert_int_equal(navlint_report_verdict(report), NAVLINT_INDETERMINATE);
    }
}

static bool is_enough_memory(const navlint_options *options, const navlint_input *inputs,
                             size_t count, size_t bytes) {
    const navlint_report *report = NULL;
    return navlint_check(options, inputs, count, block_of(bytes), bytes, &report) == NAVLINT_OK &&
           !navlint_report_limit(report);
}

/* The last requests are those that fail where there is nearly enough. */
static void expect_nearly_enough_memory(const navlint_options *options, const navlint_input *inputs,
                                        size_t count) {
    size_t high = navlint_memory_bound(options, inputs, count);
    size_t low = 0;
    if (!is_enough_memory(options, inputs, count, high)) return; /* another limit */
    while (low + 1 < high) {
        const size_t middle = low + (high - low) / 2;
        if (is_enough_memory(options, inputs, count, middle))
            high = middle;
        else
            low = middle;
    }
    for (size_t less = 1; less < 2048 && less < high; less += 8)
        assert_false(is_enough_memory(options, inputs, count, high - less));
}

void expect_short_means(const navlint_options *options, const navlint_input *inputs, size_t count) {
    size_t length = 0;
    for (size_t i = 0; i < count; i++)
        length += inputs[i].length;
    if (length > (count > 1 ? 4 : 1) * MOST_SWEPT_BYTES) return;
    expect_short_steps(options, inputs, count);
    show_in_part(options, &inputs[0]);
    expect_short_memory(options, inputs, count);
    expect_nearly_enough_memory(options, inputs, count);
}

void expect_edited(const edited *file, const char *codes) {
    const navlint_options options = options_of(file);
    const navlint_input input = {.bytes = file->bytes, .length = file->length};
    expect_codes(&options, &input, 1, codes);
    expect_short_means(&options, &input, 1);
}
