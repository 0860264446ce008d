#include "unpack.h"

#include "folders.h"
#include "groups.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A member that waits for the others of its set. */
typedef struct kept_member {
    char *name;       /* heap; as it is reported */
    cli_buffer bytes; /* heap */
} kept_member;

typedef struct unpacking {
    const cli_unpacking *request;
    cli_archive *archive;
    kept_member *kept; /* heap */
    size_t kept_count;
    size_t kept_capacity;
    cli_tickets tickets; /* of what is kept */
    bool is_whole;       /* nothing was left out */
    bool going;          /* take wants more */
} unpacking;

static void take(unpacking *this, const char *name, cli_result *result) {
    this->going = this->request->take(this->request->context, name, result);
    cli_result_free(result);
}

static void take_failure(unpacking *this, const char *name, int failure, const char *reason) {
    cli_result result = {.reason = reason};
    cli_result_fail(&result, failure);
    this->is_whole = false;
    take(this, name, &result);
}

static void take_skipped(unpacking *this, const char *name) {
    const cli_buffer *const file = &this->request->job->file;
    const bool is_archive = cli_is_archive(file->bytes, file->length);
    cli_result result = {.outcome = CLI_SKIPPED,
                         .reason =
                             is_archive ? "an archive in an archive is not looked into" : NULL,
                         .bytes = file->length};
    take(this, name, &result);
}

/* ---- judging ---- */

static void judge_inputs(unpacking *this, const navlint_input *inputs, size_t count,
                         const char *name) {
    const cli_case mine = {this->request->settings, this->request->options, inputs, count, name};
    cli_result result = {0};
    cli_judge(&mine, this->request->job, &result);
    take(this, name, &result);
}

static void judge_loaded(unpacking *this, const char *name) {
    const cli_buffer *const file = &this->request->job->file;
    const navlint_input input = {name, file->bytes, file->length};
    judge_inputs(this, &input, 1, name);
}

static navlint_input kept_input(const unpacking *this, size_t ticket) {
    const kept_member *const member = &this->kept[this->tickets.items[ticket].item];
    return (navlint_input){member->name, member->bytes.bytes, member->bytes.length};
}

/* "release.zip!maps/NODES0.DAT" -> "release.zip!maps"; at the top the archive's own name. */
static char *name_of_set(const unpacking *this, const char *member) {
    const size_t archive_length = strlen(this->request->name);
    const size_t folder_length = cli_folder_length(member + archive_length + 1);
    return strndup(member, folder_length > 0 ? archive_length + 1 + folder_length : archive_length);
}

static void judge_set(unpacking *this, size_t first, size_t count) {
    navlint_input *const inputs = calloc(count, sizeof *inputs);
    char *const name = name_of_set(this, kept_input(this, first).name);
    for (size_t index = 0; inputs != NULL && index < count; index++)
        inputs[index] = kept_input(this, first + index);
    if (inputs != NULL && name != NULL)
        judge_inputs(this, inputs, count, count > 1 ? name : inputs[0].name);
    else
        take_failure(this, this->request->name, ENOMEM, NULL);
    free(inputs);
    free(name);
}

/* ---- folders ---- */

/* A member's name and its place among those kept. */
typedef struct place {
    const char *name;
    size_t item;
} place;

static int compare_folders(const char *a, const char *b) {
    const size_t a_length = cli_folder_length(a), b_length = cli_folder_length(b);
    const int bytes = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return bytes != 0 ? bytes : (a_length > b_length) - (a_length < b_length);
}

static int compare_places(const void *left, const void *right) {
    const place *const a = left, *const b = right;
    const int folders = compare_folders(a->name, b->name);
    return folders != 0 ? folders : (a->item > b->item) - (a->item < b->item);
}

/* A folder goes by the number of the first member kept of it. */
static bool number_folders(unpacking *this) {
    const size_t count = this->kept_count;
    place *const places = calloc(count + 1, sizeof *places);
    if (places == NULL) return false;
    for (size_t item = 0; item < count; item++)
        places[item] = (place){this->kept[item].name, item};
    qsort(places, count, sizeof *places, compare_places);
    for (size_t index = 0, first = 0; index < count; index++) {
        if (compare_folders(places[first].name, places[index].name) != 0) first = index;
        this->tickets.items[places[index].item].folder = places[first].item;
    }
    free(places);
    return true;
}

/* Of an archive that was not read to its end any set may lack members, and what it lacks would be
 * held against it: then its members are judged one by one. */
static void judge_kept(unpacking *this) {
    if (!number_folders(this)) take_failure(this, this->request->name, ENOMEM, NULL);
    cli_tickets_sort(&this->tickets);
    for (size_t first = 0, count; first < this->tickets.count && this->going; first += count) {
        count = this->is_whole ? cli_tickets_in_set(&this->tickets, first) : 1;
        judge_set(this, first, count);
    }
}

/* ---- keeping ---- */

static bool make_room(unpacking *this) {
    if (this->kept_count < this->kept_capacity) return true;
    const size_t capacity = this->kept_capacity > 0 ? 2 * this->kept_capacity : 64;
    kept_member *const kept = realloc(this->kept, capacity * sizeof *kept);
    if (kept == NULL) return false;
    this->kept = kept;
    this->kept_capacity = capacity;
    return true;
}

/* The bytes change hands, cut to their length. */
static cli_buffer take_bytes(cli_buffer *file) {
    cli_buffer bytes = *file;
    *file = (cli_buffer){0};
    unsigned char *const cut = bytes.length > 0 ? realloc(bytes.bytes, bytes.length) : NULL;
    if (cut != NULL) bytes.bytes = cut;
    return bytes;
}

static bool keep(unpacking *this, const char *name, const navlint_format *format) {
    const cli_ticket ticket = {.format = format, .item = this->kept_count};
    if (!make_room(this)) return false;
    kept_member *const member = &this->kept[this->kept_count];
    member->name = strdup(name);
    if (member->name == NULL) return false;
    if (!cli_tickets_add(&this->tickets, ticket)) return free(member->name), false;
    member->bytes = take_bytes(&this->request->job->file);
    this->kept_count++;
    return true;
}

/* ---- members ---- */

static int read_member(void *source, size_t limit_bytes, cli_buffer *buffer) {
    return cli_archive_read(source, limit_bytes, buffer);
}

static void take_member(unpacking *this, const char *name) {
    const cli_stream stream = {this->archive, read_member};
    const navlint_format *format = NULL;
    cli_buffer *const file = &this->request->job->file;
    file->length = 0;
    const int failure = cli_load_wanted(this->request->options, name, &stream, file, &format);
    if (failure == ENOMEM)
        take_failure(this, name, failure, NULL);
    else if (failure != 0) /* of the archive, which ends here */
        return;
    else if (format == NULL)
        take_skipped(this, name);
    else if (!format->has_sets)
        judge_loaded(this, name);
    else if (!keep(this, name, format))
        take_failure(this, name, ENOMEM, NULL);
}

static char *full_name(const char *archive, const char *member) {
    const size_t capacity = strlen(archive) + 1 + strlen(member) + 1;
    char *const name = malloc(capacity);
    if (name != NULL) snprintf(name, capacity, "%s!%s", archive, member);
    return name;
}

static void take_members(unpacking *this) {
    const char *member = NULL;
    while (this->going && cli_archive_next(this->archive, &member)) {
        char *const name = full_name(this->request->name, member);
        if (name != NULL)
            take_member(this, name);
        else
            take_failure(this, this->request->name, ENOMEM, NULL);
        free(name);
    }
    const char *const problem = cli_archive_problem(this->archive);
    if (this->going && problem != NULL) take_failure(this, this->request->name, EIO, problem);
}

bool cli_unpack(const cli_unpacking *this, const cli_source *source) {
    unpacking mine = {.request = this, .is_whole = true, .going = true};
    mine.archive = cli_archive_open(source, this->settings->max_archive_bytes);
    if (mine.archive != NULL)
        take_members(&mine);
    else
        take_failure(&mine, this->name, ENOMEM, NULL);
    cli_archive_close(mine.archive);
    judge_kept(&mine);
    for (size_t index = 0; index < mine.kept_count; index++) {
        free(mine.kept[index].name);
        cli_buffer_free(&mine.kept[index].bytes);
    }
    free(mine.kept);
    cli_tickets_free(&mine.tickets);
    return mine.going;
}
