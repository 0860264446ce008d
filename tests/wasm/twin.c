/* wasm_twin LIST [JOB FORM]: judges what differential.mjs judges, natively and through the public
 * header alone. LIST has a job a line: the files of one set, tabs between them. Prints a line for
 * each job with a hash of each rendering, or the one rendering that is asked for. */
#include <navlint/navlint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 1024, FORMS = 10, JSON = 0, LINES = 1, TEXT = 2, FIRST_EXPORT = 3 };

/* FNV-1a. */
#define HASH_FACTOR UINT32_C(16777619)

typedef struct job {
    navlint_input inputs[MOST_FILES];
    size_t count;
    const navlint_report *report;
} job;

_Noreturn static void fail(const char *what) {
    fprintf(stderr, "wasm_twin: %s\n", what);
    exit(2);
}

/* ---- Renderings: the engine's forms, in its order -------------------------------------------- */

static navlint_text with_newline(navlint_text text, navlint_text before) {
    char *const joined = malloc(before.length + text.length + 2);
    if (!text.text || !joined) fail("out of memory");
    if (before.length > 0) memcpy(joined, before.text, before.length);
    memcpy(joined + before.length, text.text, text.length);
    memcpy(joined + before.length + text.length, "\n", 2);
    const navlint_text both = {joined, before.length + text.length + 1};
    navlint_text_free(text);
    free(before.text);
    return both;
}

static navlint_text lines_of(const job *j) {
    navlint_text lines = {NULL, 0};
    for (size_t i = 0; i < navlint_report_member_count(j->report); i++)
        lines = with_newline(
            navlint_report_json(navlint_report_member(j->report, i), NAVLINT_JSON_COMPACT, NULL),
            lines);
    return with_newline(navlint_report_json(j->report, NAVLINT_JSON_SET_ALONE, NULL), lines);
}

static navlint_text exported(const job *j, int form) {
    const navlint_export_style style = {.struct_bytes = sizeof style,
                                        .form = (navlint_form)(form - FIRST_EXPORT),
                                        .min_severity = NAVLINT_INFO,
                                        .unjudged = NAVLINT_ERROR};
    const navlint_export_item item = {.struct_bytes = sizeof item, .report = j->report};
    return navlint_report_export(&style, &item, 0);
}

static navlint_text render(const job *j, int form) {
    if (form == JSON)
        return with_newline(navlint_report_json(j->report, NAVLINT_JSON_INDENT, NULL),
                            (navlint_text){NULL, 0});
    if (form == LINES) return lines_of(j);
    return form == TEXT ? navlint_report_text(j->report, NULL) : exported(j, form);
}

static uint32_t hash(navlint_text text, uint32_t start) {
    uint32_t value = start;
    for (size_t i = 0; i < text.length; i++)
        value = (value ^ (uint8_t)text.text[i]) * HASH_FACTOR;
    return value;
}

/* Two starts: together 64 bits, in numbers that JavaScript is quick with. */
static void print_hash(navlint_text text) {
    printf("%zu:%08x%08x", text.length, (unsigned)hash(text, UINT32_C(2166136261)),
           (unsigned)hash(text, UINT32_C(84696351)));
}

static void print_forms(const job *j) {
    for (int form = 0; form < FORMS; form++) {
        const navlint_text text = render(j, form);
        if (!text.text) fail("out of memory");
        print_hash(text);
        putchar(form + 1 < FORMS ? ' ' : '\n');
        navlint_text_free(text);
    }
}

static void show_form(const job *j, int form) {
    const navlint_text text = render(j, form);
    fwrite(text.text, 1, text.length, stdout);
    navlint_text_free(text);
}

/* ---- Jobs -------------------------------------------------------------------------------------
 */

static void *read_file(const char *path, size_t *length) {
    FILE *const file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) fail(path);
    const long end = ftell(file);
    void *const bytes = end < 0 ? NULL : malloc((size_t)end + 1);
    rewind(file);
    if (!bytes || fread(bytes, 1, (size_t)end, file) != (size_t)end) fail(path);
    fclose(file);
    *length = (size_t)end;
    return bytes;
}

static void load(job *j, char *line) {
    j->count = 0;
    for (char *path = strtok(line, "\t"); path; path = strtok(NULL, "\t")) {
        size_t length = 0;
        if (j->count == MOST_FILES) fail("too many files in one job");
        void *const bytes = read_file(path, &length);
        j->inputs[j->count++] = (navlint_input){.name = path, .bytes = bytes, .length = length};
    }
}

static void *check(job *j) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    const size_t bytes = navlint_memory_bound(&options, j->inputs, j->count);
    void *const memory = malloc(bytes);
    if (!memory ||
        navlint_check(&options, j->inputs, j->count, memory, bytes, &j->report) != NAVLINT_OK)
        fail("a job cannot be judged");
    return memory;
}

static void forget(job *j, void *memory) {
    free(memory);
    for (size_t i = 0; i < j->count; i++)
        free((void *)(uintptr_t)j->inputs[i].bytes);
}

int main(int count, char **words) {
    static job j;
    static char line[1 << 20];
    FILE *const list = count == 2 || count == 4 ? fopen(words[1], "r") : NULL;
    if (!list) fail("usage: wasm_twin LIST [JOB FORM]");
    const long wanted = count == 4 ? strtol(words[2], NULL, 10) : -1;
    for (long i = 0; fgets(line, sizeof line, list); i++) {
        if (wanted >= 0 && i != wanted) continue;
        line[strcspn(line, "\n")] = '\0';
        load(&j, line);
        void *const memory = check(&j);
        if (wanted < 0)
            print_forms(&j);
        else
            show_form(&j, atoi(words[3]));
        forget(&j, memory);
    }
    fclose(list);
    return 0;
}
