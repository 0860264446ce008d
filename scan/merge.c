#include "scan/merge.h"

#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"

enum { PIECE_BYTES = 1 << 16, FIRST_HEAD_BYTES = 1 << 14 };

static void raise_code(scan_merge *merge, int code) {
    if (code > merge->code) merge->code = code;
}

bool scan_merge_open(scan_merge *merge, const scan_manifest *manifest, scan_spool *spool) {
    *merge = (scan_merge){.manifest = manifest, .spool = spool};
    merge->yields = calloc(manifest->operand_count + 1, 1);
    if (manifest->unreadable > 0) raise_code(merge, CLI_UNJUDGED);
    if (merge->yields) return true;
    cli_complain("out of memory");
    return false;
}

static bool add_piece(scan_merge *merge, scan_piece piece) {
    if (piece.text.length == 0 && piece.complaints.length == 0) return true;
    if (merge->count == merge->capacity) {
        const size_t capacity = merge->capacity > 0 ? 2 * merge->capacity : 256;
        scan_piece *const pieces = realloc(merge->pieces, capacity * sizeof *pieces);
        if (!pieces) return false;
        merge->pieces = pieces;
        merge->capacity = capacity;
    }
    merge->pieces[merge->count++] = piece;
    return true;
}

/* ---- heads ---- */

/* Reads the first line of a body, with the length of it. Returns a heap string, NULL if there is
 * none. */
static char *read_head(const scan_spool *spool, scan_region body, size_t *length) {
    char *head = NULL;
    for (uint64_t capacity = FIRST_HEAD_BYTES;; capacity *= 2) {
        const size_t wanted = (size_t)(capacity < body.length ? capacity : body.length);
        char *const more = realloc(head, wanted + 1);
        if (!more) break;
        head = more;
        if (!scan_spool_read(spool, body.at, head, wanted)) break;
        const char *const newline = memchr(head, '\n', wanted);
        if (newline) return *length = (size_t)(newline - head) + 1, head;
        if (wanted == body.length) break;
    }
    free(head);
    return NULL;
}

static uint64_t sum(const scan_span *spans, size_t count, bool of_text) {
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t more = of_text ? spans[i].text : spans[i].complaints;
        if (more > INT64_MAX / 2 - total) return INT64_MAX;
        total += more;
    }
    return total;
}

static uint64_t whole(const scan_result *head, bool of_text) {
    return sum(head->files, head->file_count, of_text) +
           sum(head->folders, head->folder_count, of_text);
}

/* ---- results ---- */

/* Where the next text and complaints of a body lie. */
typedef struct cursor {
    uint64_t text;
    uint64_t complaints;
} cursor;

static scan_piece next_piece(cursor *at, const scan_span *spans, size_t count) {
    scan_piece piece = {.text = {at->text, sum(spans, count, true)},
                        .complaints = {at->complaints, sum(spans, count, false)}};
    at->text += piece.text.length;
    at->complaints += piece.complaints.length;
    return piece;
}

static void note_yields(scan_merge *merge, const scan_range *range, const char *yields) {
    for (size_t i = 0; i < range->count; i++)
        if (yields[i] - '0' > merge->yields[range->operand])
            merge->yields[range->operand] = (char)(yields[i] - '0');
}

static bool add_files(scan_merge *merge, const scan_entry *entry, const scan_result *head,
                      cursor *at) {
    size_t first = 0;
    for (size_t i = 0; i < entry->range_count; i++) {
        const scan_range *const range = &entry->ranges[i];
        scan_piece piece = next_piece(at, head->files + first, range->count);
        piece.place = range->start;
        if (!add_piece(merge, piece)) return false;
        note_yields(merge, range, head->yields + first);
        first += range->count;
    }
    return true;
}

static bool add_folders(scan_merge *merge, const scan_entry *entry, const scan_result *head,
                        cursor *at) {
    for (size_t i = 0; i < entry->folder_count; i++) {
        scan_piece piece = next_piece(at, &head->folders[i], 1);
        piece.is_of_sets = true;
        piece.place = entry->folders[i];
        if (!add_piece(merge, piece)) return false;
    }
    return true;
}

static const char *add_body(scan_merge *merge, const scan_entry *entry, const scan_result *head,
                            scan_region content) {
    const uint64_t text = whole(head, true), complaints = whole(head, false);
    if (head->file_count != entry->file_count || head->folder_count != entry->folder_count)
        return "a result for other files";
    if (text > content.length || complaints != content.length - text)
        return "a result of another length";
    cursor at = {content.at, content.at + text};
    raise_code(merge, head->code);
    return add_files(merge, entry, head, &at) && add_folders(merge, entry, head, &at)
               ? NULL
               : "out of memory";
}

const char *scan_merge_add(scan_merge *merge, const scan_entry *entry, scan_region body) {
    size_t length = 0;
    scan_result head = {0};
    char *const line = read_head(merge->spool, body, &length);
    const char *problem = "no result";
    if (line && scan_result_read(line, length, &head))
        problem =
            add_body(merge, entry, &head, (scan_region){body.at + length, body.length - length});
    scan_result_free(&head);
    free(line);
    return problem;
}

/* What it says of files of its own holds for the operand: nobody knows that there were none. */
bool scan_merge_add_dead(scan_merge *merge, const scan_entry *entry, const char *cause) {
    char text[CLI_COMPLAINT_CAPACITY];
    for (size_t i = 0; i < entry->range_count; i++)
        merge->yields[entry->ranges[i].operand] = CLI_HAD_FILES;
    snprintf(text, sizeof text, "task %s, given up: no verdict on its %zu files: %s", entry->id.hex,
             entry->file_count, cause);
    cli_complain("%s", text);
    raise_code(merge, CLI_UNJUDGED);
    return true;
}

/* ---- printing ---- */

static int compare_pieces(const void *left, const void *right) {
    const scan_piece *const a = left, *const b = right;
    if (a->is_of_sets != b->is_of_sets) return a->is_of_sets ? 1 : -1;
    return (a->place > b->place) - (a->place < b->place);
}

/* Returns false if it cannot be read, or standard output takes no more. */
static bool print_text(const scan_merge *merge, scan_region text) {
    char bytes[PIECE_BYTES];
    while (text.length > 0) {
        const size_t length = text.length < sizeof bytes ? (size_t)text.length : sizeof bytes;
        if (!scan_spool_read(merge->spool, text.at, bytes, length)) return false;
        if (!cli_write(bytes, length)) return false;
        text.at += length;
        text.length -= length;
    }
    return true;
}

static int compare_texts(const void *left, const void *right) {
    return strcmp(left, right);
}

/* Of what is about the run, once what every worker says. */
static void print_complaint(scan_merge *merge, const char *text) {
    if (text[0] != SCAN_RUN_MARK) {
        cli_complain("%s", text);
        return;
    }
    if (tfind(text, &merge->said, compare_texts)) return;
    char *const copy = strdup(text);
    if (copy && !tsearch(copy, &merge->said, compare_texts)) free(copy);
    cli_complain("%s", text + 1);
}

static bool print_complaints(scan_merge *merge, scan_region complaints) {
    if (complaints.length == 0) return true;
    char *const bytes = malloc((size_t)complaints.length + 1);
    if (!bytes || !scan_spool_read(merge->spool, complaints.at, bytes, (size_t)complaints.length))
        return free(bytes), false;
    bytes[complaints.length] = '\0';
    const char *const end = bytes + complaints.length;
    for (const char *at = bytes; at < end; at += strlen(at) + 1)
        print_complaint(merge, at);
    free(bytes);
    return true;
}

static void complain_empty(scan_merge *merge) {
    for (size_t i = 0; i < merge->manifest->operand_count && !merge->manifest->may_be_empty; i++) {
        const scan_operand *const operand = &merge->manifest->operands[i];
        if (!operand->is_directory || merge->yields[i] == CLI_HAD_FILES) continue;
        cli_complain("%s: %s", operand->name, cli_yield_complaint((cli_yield)merge->yields[i]));
        raise_code(merge, CLI_UNJUDGED);
    }
}

int scan_merge_print(scan_merge *merge) {
    bool going = true;
    if (merge->count > 0) qsort(merge->pieces, merge->count, sizeof *merge->pieces, compare_pieces);
    for (size_t i = 0; going && i < merge->count; i++)
        going = print_complaints(merge, merge->pieces[i].complaints) &&
                print_text(merge, merge->pieces[i].text);
    if (!going && cli_flush()) {
        cli_complain("results could not be read: %s", strerror(errno));
        raise_code(merge, CLI_INTERNAL);
    }
    if (!going) raise_code(merge, CLI_UNJUDGED); /* perhaps there was more */
    complain_empty(merge);
    return merge->code;
}

void scan_merge_close(scan_merge *merge) {
    while (merge->said) {
        char *const text = *(char **)merge->said;
        tdelete(text, &merge->said, compare_texts);
        free(text);
    }
    free(merge->pieces);
    free(merge->yields);
    *merge = (scan_merge){0};
}
