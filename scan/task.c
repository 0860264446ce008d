#include "scan/task.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Fields that end in a NUL, the first byte of which says what they are; names of files can hold
 * anything else. First this, then options, then files, each behind its folder:
 *   O  an option of `navlint check`, or its value
 *   P  what the paths of the next files begin with
 *   D  the number of the folder of the next files that have neighbours
 *   0 to 7  the rest of a file's path; the digit is the sum of the marks below */
static const char first_field[] = "navlint-scan task 1";

enum { IS_DISCOVERED = 1, HAS_NEIGHBOURS = 2, IS_REPEATED = 4, MARKS_END = 8 };

/* ---- writing ---- */

typedef struct writer {
    const scan_selection *selection;
    FILE *task;
    FILE *identity; /* of the contents */
    const char *prefix;
    size_t prefix_length;
    size_t *folders; /* heap; numbers in the inputs, by those in the task */
    size_t folder_count;
} writer;

static void end_field(writer *to) {
    fputc('\0', to->task);
}

/* The paths of one folder share what they begin with. */
static void write_prefix(writer *to, const char *path) {
    const char *const slash = strrchr(path, '/');
    const size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    if (to->prefix && length == to->prefix_length && memcmp(path, to->prefix, length) == 0) return;
    to->prefix = path;
    to->prefix_length = length;
    fputc('P', to->task);
    fwrite(path, 1, length, to->task);
    end_field(to);
}

/* Searched from the end, where the folder nearly always is. */
static void write_folder(writer *to, const cli_input *input) {
    size_t at = to->folder_count;
    while (at > 0 && to->folders[at - 1] != input->folder)
        at--;
    if (at == 0) {
        to->folders[to->folder_count] = input->folder;
        at = ++to->folder_count;
    }
    fprintf(to->task, "D%zu", at - 1);
    end_field(to);
}

static void write_file(writer *to, const cli_input *input) {
    const int marks = (input->discovered ? IS_DISCOVERED : 0) |
                      (input->has_neighbours ? HAS_NEIGHBOURS : 0) |
                      (input->is_repeated ? IS_REPEATED : 0);
    write_prefix(to, input->path);
    fprintf(to->task, "%d%s", marks, input->path + to->prefix_length);
    end_field(to);
}

static void write_identity(writer *to, const cli_input *input) {
    struct stat status;
    if (stat(input->path, &status) != 0) status = (struct stat){0};
    fprintf(to->identity, "%jd %jd.%09ld\n", (intmax_t)status.st_size,
            (intmax_t)status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

static void write_all(writer *to) {
    const scan_selection *const from = to->selection;
    size_t folder = SIZE_MAX;
    fputs(first_field, to->task);
    end_field(to);
    for (size_t i = 0; i < from->words->count; i++) {
        fprintf(to->task, "O%s", from->words->items[i]);
        end_field(to);
    }
    for (size_t i = 0; i < from->count; i++) {
        const cli_input *const input = &from->inputs->items[from->items[i]];
        if (input->has_neighbours && input->folder != folder) write_folder(to, input);
        if (input->has_neighbours) folder = input->folder;
        write_file(to, input);
        write_identity(to, input);
    }
}

static bool close_stream(FILE *stream) {
    const bool failed = ferror(stream) != 0;
    return fclose(stream) == 0 && !failed;
}

/* The task and behind it the identities, which are hashed with it and do not travel. */
static bool hash(const scan_bytes *task, const scan_bytes *identity, scan_id *id) {
    char *const all = malloc(task->length + identity->length);
    if (!all) return false;
    memcpy(all, task->bytes, task->length);
    memcpy(all + task->length, identity->bytes, identity->length);
    scan_id_make(all, task->length + identity->length, id);
    free(all);
    return true;
}

static bool write_with(writer *to, scan_bytes *bytes, scan_bytes *identity) {
    to->task = open_memstream(&bytes->bytes, &bytes->length);
    to->identity = open_memstream(&identity->bytes, &identity->length);
    if (to->task && to->identity) {
        fprintf(to->identity, "%s\n", navlint_version());
        write_all(to);
    }
    const bool task_written = to->task && close_stream(to->task);
    const bool identity_written = to->identity && close_stream(to->identity);
    return task_written && identity_written;
}

bool scan_task_write(const scan_selection *selection, scan_bytes *bytes, scan_id *id,
                     size_t **folders, size_t *folder_count) {
    writer to = {.selection = selection};
    scan_bytes identity = {0};
    *bytes = (scan_bytes){0};
    to.folders = calloc(selection->count + 1, sizeof *to.folders);
    const bool written =
        to.folders && write_with(&to, bytes, &identity) && hash(bytes, &identity, id);
    free(identity.bytes);
    if (written) return *folders = to.folders, *folder_count = to.folder_count, true;
    free(to.folders);
    free(bytes->bytes);
    return false;
}

/* ---- reading ---- */

typedef struct reader {
    scan_task *task;
    const char *prefix;
    size_t folder;
} reader;

/* Grows by doubling; the number of files is bounded by the bytes of the message. */
static bool add_input(cli_inputs *inputs, cli_input input) {
    if (inputs->count == inputs->capacity) {
        const size_t capacity = inputs->capacity > 0 ? 2 * inputs->capacity : 256;
        cli_input *const items = realloc(inputs->items, capacity * sizeof *items);
        if (!items) return false;
        inputs->items = items;
        inputs->capacity = capacity;
    }
    inputs->items[inputs->count++] = input;
    return true;
}

static bool add_word(cli_list *words, const char *word) {
    const char **const items = realloc(words->items, (words->count + 1) * sizeof *items);
    if (!items) return false;
    words->items = items;
    words->items[words->count++] = word;
    return true;
}

static char *join(const char *prefix, const char *name) {
    const size_t prefix_length = strlen(prefix), name_length = strlen(name);
    char *const path = malloc(prefix_length + name_length + 1);
    if (!path) return NULL;
    memcpy(path, prefix, prefix_length);
    memcpy(path + prefix_length, name, name_length + 1);
    return path;
}

static const char *read_file(reader *from, int marks, const char *name) {
    cli_input input = {.discovered = (marks & IS_DISCOVERED) != 0,
                       .has_neighbours = (marks & HAS_NEIGHBOURS) != 0,
                       .is_repeated = (marks & IS_REPEATED) != 0,
                       .folder = from->folder};
    if (input.has_neighbours && from->task->folder_count == 0) return "a file without a folder";
    input.path = join(from->prefix, name);
    if (input.path && add_input(&from->task->inputs, input)) return NULL;
    free(input.path);
    return "out of memory";
}

/* Folders are numbered as they come. */
static const char *read_folder(reader *from, const char *digits) {
    char *end = NULL;
    if (digits[0] < '0' || digits[0] > '9') return "a folder without a number";
    const uintmax_t number = strtoumax(digits, &end, 10);
    if (*end != '\0' || number > from->task->folder_count) return "a folder out of turn";
    from->folder = (size_t)number;
    if (number == from->task->folder_count) from->task->folder_count++;
    return NULL;
}

static const char *read_field(reader *from, const char *field) {
    const char *const value = field + 1;
    if (field[0] >= '0' && field[0] < '0' + MARKS_END)
        return read_file(from, field[0] - '0', value);
    switch (field[0]) {
    case 'O':
        return add_word(&from->task->words, value) ? NULL : "out of memory";
    case 'P':
        from->prefix = value;
        return NULL;
    case 'D':
        return read_folder(from, value);
    default:
        return "a field of an unknown kind";
    }
}

static const char *read_all(reader *from, const char *bytes, size_t length) {
    const char *const end = bytes + length;
    const char *problem = NULL;
    if (length < sizeof first_field || end[-1] != '\0' ||
        memcmp(bytes, first_field, sizeof first_field) != 0)
        return "not a task of this version";
    for (const char *at = bytes + sizeof first_field; !problem && at < end; at += strlen(at) + 1)
        problem = read_field(from, at);
    if (!problem && from->task->inputs.count == 0) return "no files";
    return problem;
}

const char *scan_task_read(const char *bytes, size_t length, scan_task *task) {
    *task = (scan_task){0};
    reader from = {.task = task, .prefix = ""};
    return read_all(&from, bytes, length);
}

void scan_task_free(scan_task *task) {
    cli_inputs_free(&task->inputs);
    free(task->words.items);
    *task = (scan_task){0};
}
