#include "cli/diff/side.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/inputs/archive_extensions.h"
#include "cli/inputs/exclude.h"
#include "cli/inside/archive_reader.h"
#include "cli/room.h"

static int complain_memory(void) {
    cli_complain("out of memory");
    return CLI_INTERNAL;
}

/* ---- Entries ---- */

static void free_entry(cli_diff_entry *entry) {
    free(entry->name);
    free(entry->path);
}

/* Takes what the entry holds. */
static int add(cli_diff_side *side, cli_diff_entry entry) {
    cli_diff_entry *const entries =
        cli_room(side->entries, side->count, &side->capacity, sizeof *entries);
    if (entries) side->entries = entries;
    if (!entries || !entry.name) return free_entry(&entry), complain_memory();
    entry.order = side->count;
    side->entries[side->count++] = entry;
    return CLI_OK;
}

static bool is_full(const cli_diff_side *side) {
    return side->count >= CLI_DIFF_MOST_FILES;
}

static void complain_full(cli_diff_side *side) {
    cli_complain("%s: more than %d files and folders: the others are not compared", side->name,
                 CLI_DIFF_MOST_FILES);
    side->is_whole = false;
}

static char *joined(const char *before, const char *between, const char *after) {
    const size_t bytes = strlen(before) + strlen(between) + strlen(after) + 1;
    char *const text = malloc(bytes);
    if (text) (void)snprintf(text, bytes, "%s%s%s", before, between, after);
    return text;
}

/* ---- Members of archives ---- */

/* An archive that is unpacked into the spool. */
typedef struct unpacking {
    cli_diff_side *side;
    const cli_diff_settings *settings;
    const char *within; /* its name below the folder; "": the side itself */
    cli_archive *archive;
    cli_allowance allowance;
    cli_buffer member;
} unpacking;

static int read_member(void *source, size_t limit_bytes, cli_buffer *buffer) {
    return cli_archive_read(source, limit_bytes, buffer);
}

static int write_to_spool(cli_diff_side *side, const cli_buffer *bytes) {
    if (!side->spool) side->spool = tmpfile();
    if (side->spool && fwrite(bytes->bytes, 1, bytes->length, side->spool) == bytes->length) {
        side->used += bytes->length;
        return CLI_OK;
    }
    cli_complain("cannot write a temporary file: %s", strerror(errno));
    return CLI_INTERNAL;
}

/* Of what is too large only the length counts. */
static int keep_member(unpacking *run, const char *member, bool is_other) {
    const bool is_within = run->within[0] != '\0';
    cli_diff_entry entry = {.name = joined(run->within, is_within ? "!" : "", member),
                            .at = run->side->used,
                            .length = run->member.length,
                            .is_other = is_other};
    const bool is_kept = !is_other && entry.length < cli_read_limit(run->settings->max_bytes);
    const int code = is_kept ? write_to_spool(run->side, &run->member) : CLI_OK;
    if (code == CLI_OK) return add(run->side, entry);
    free_entry(&entry);
    return code;
}

/* Damage ends the archive: cli_archive_next tells. */
static int take_member(unpacking *run, const char *member) {
    const navlint_options options = cli_diff_options(run->settings);
    const cli_stream stream = {run->archive, read_member};
    const navlint_format *format = NULL;
    run->member.length = 0;
    const int failure = cli_load_wanted(&options, member, &stream, &run->member, &format);
    if (failure == ENOMEM) return complain_memory();
    return failure == 0 ? keep_member(run, member, !format) : CLI_OK;
}

static const char *problem_of(const unpacking *run) {
    const bool is_allowed = cli_is_allowed(&run->allowance);
    return is_allowed ? cli_archive_problem(run->archive) : run->allowance.problem;
}

static int take_members(unpacking *run) {
    intake_entry entry;
    int code = CLI_OK;
    while (code == CLI_OK && !is_full(run->side) && cli_archive_next(run->archive, &entry))
        if (!cli_is_in_version_control(entry.name)) code = take_member(run, entry.name);
    const char *const problem = problem_of(run);
    if (code != CLI_OK || !problem) return code;
    cli_complain("%s%s%s: %s", run->side->name, run->within[0] != '\0' ? "/" : "", run->within,
                 problem);
    run->side->is_whole = false;
    return CLI_OK;
}

static int unpack(cli_diff_side *side, const cli_diff_settings *settings, const char *within,
                  const cli_source *source) {
    const intake_source bytes = {source->bytes, source->length, source->descriptor};
    unpacking run = {.side = side,
                     .settings = settings,
                     .within = within,
                     .allowance = {.max_bytes = settings->max_archive_bytes}};
    run.archive = cli_archive_open(&bytes, side->name, &run.allowance);
    const int code = run.archive ? take_members(&run) : complain_memory();
    cli_archive_close(run.archive);
    cli_buffer_free(&run.member);
    return code;
}

int cli_diff_list_archive(cli_diff_side *side, const cli_diff_settings *settings,
                          const cli_source *source) {
    side->is_archive = side->is_whole = true;
    return unpack(side, settings, "", source);
}

/* ---- Folders ---- */

/* The walk ends where nothing more would be held. */
static bool is_beyond(void *context, const char *path) {
    size_t *const seen = context;
    (void)path;
    return ++*seen > CLI_DIFF_MOST_FILES;
}

/* Returns whether the file is an archive, which is open then. */
static bool open_archive(const cli_diff_settings *settings, const cli_input *input,
                         cli_found *found) {
    const navlint_options options = cli_diff_options(settings);
    cli_buffer start = {0};
    if (!cli_has_archive_extension(input->path)) return false;
    const int failure = cli_load(&options, input, &start, found);
    cli_buffer_free(&start);
    return failure == 0 && found->kind == CLI_FOUND_ARCHIVE;
}

static int take_file(cli_diff_side *side, const cli_diff_settings *settings, cli_input *input) {
    const char *name = input->path + strlen(side->name);
    cli_found found;
    while (*name == '/')
        name++;
    if (open_archive(settings, input, &found)) {
        const int code = unpack(side, settings, name, &found.archive);
        cli_close(found.archive.descriptor);
        return code;
    }
    const cli_diff_entry entry = {.name = strdup(name), .path = input->path};
    input->path = NULL;
    return add(side, entry);
}

int cli_diff_list_folder(cli_diff_side *side, const cli_diff_settings *settings) {
    cli_inputs inputs = {0};
    size_t seen = 0;
    const cli_walk walk = {.leaves_out = is_beyond, .context = &seen};
    bool is_directory;
    int code = cli_inputs_add(&inputs, &walk, side->name, &is_directory) ? CLI_OK : CLI_INTERNAL;
    side->is_whole = inputs.unreadable == 0;
    for (size_t i = 0; i < inputs.count && code == CLI_OK && !is_full(side); i++)
        code = take_file(side, settings, &inputs.items[i]);
    if (seen > CLI_DIFF_MOST_FILES || is_full(side)) complain_full(side);
    cli_inputs_free(&inputs);
    return code;
}

/* ---- Pairing ---- */

static int compare_entries(const void *left, const void *right) {
    const cli_diff_entry *const a = left, *const b = right;
    const int names = strcmp(a->pair, b->pair);
    return names != 0 ? names : a->order < b->order ? -1 : a->order > b->order;
}

/* Of members of one name the last one counts, as when an archive is unpacked. */
static void sort(cli_diff_side *side) {
    size_t kept = 0;
    if (side->count > 0) qsort(side->entries, side->count, sizeof *side->entries, compare_entries);
    for (size_t i = 0; i < side->count; i++) {
        if (kept > 0 && strcmp(side->entries[kept - 1].pair, side->entries[i].pair) == 0)
            free_entry(&side->entries[--kept]);
        side->entries[kept++] = side->entries[i];
    }
    side->count = kept;
}

/* tar writes "./maps/a.nav". */
static void set_pairs(cli_diff_side *side) {
    for (size_t i = 0; i < side->count; i++) {
        const char *pair = side->entries[i].name;
        while (pair[0] == '.' && pair[1] == '/')
            pair += 2;
        side->entries[i].pair = pair;
    }
}

static bool begins_with(const cli_diff_entry *entry, const char *top, size_t length) {
    return strncmp(entry->pair, top, length) == 0;
}

/* The length of the folder, with its slash, that all of an archive is in; 0: there is none. */
static size_t top_length(const cli_diff_side *side) {
    if (!side->is_archive || side->count == 0) return 0;
    const char *const first = side->entries[0].pair;
    const char *const slash = strchr(first, '/');
    const size_t length = slash ? (size_t)(slash - first) + 1 : 0;
    for (size_t i = 0; i < side->count; i++)
        if (!begins_with(&side->entries[i], first, length)) return 0;
    return length;
}

static size_t length_to_drop(const cli_diff_side *side, const cli_diff_side *other) {
    const size_t length = top_length(side);
    for (size_t i = 0; i < other->count && length > 0; i++)
        if (begins_with(&other->entries[i], side->entries[0].pair, length)) return 0;
    return length;
}

void cli_diff_align(cli_diff_side sides[CLI_SIDES]) {
    size_t dropped[CLI_SIDES];
    for (unsigned side = 0; side < CLI_SIDES; side++)
        set_pairs(&sides[side]);
    for (unsigned side = 0; side < CLI_SIDES; side++)
        dropped[side] = length_to_drop(&sides[side], &sides[!side]);
    for (unsigned side = 0; side < CLI_SIDES; side++) {
        for (size_t i = 0; i < sides[side].count; i++)
            sides[side].entries[i].pair += dropped[side];
        sort(&sides[side]);
    }
}

/* ---- Loading ---- */

void cli_diff_full_name(char name[CLI_COMPLAINT_CAPACITY], const cli_diff_side *side,
                        const cli_diff_entry *entry) {
    const bool has_slash = side->name[strlen(side->name) - 1] == '/';
    (void)snprintf(name, CLI_COMPLAINT_CAPACITY, "%s%s%s", side->name,
                   side->is_archive ? "!"
                   : has_slash      ? ""
                                    : "/",
                   entry->name);
}

/* Returns 0 or an errno. */
static int load_member(const cli_diff_side *side, const cli_diff_entry *entry, cli_buffer *bytes) {
    const int failure = cli_buffer_reserve(bytes, entry->length);
    if (failure != 0 || entry->length == 0) return failure;
    if (fseeko(side->spool, (off_t)entry->at, SEEK_SET) != 0) return errno;
    errno = 0;
    bytes->length = fread(bytes->bytes, 1, entry->length, side->spool);
    return bytes->length == entry->length ? 0 : errno != 0 ? errno : EIO;
}

/* Returns 0 or an errno. */
static int load_file(const cli_diff_entry *entry, const cli_diff_settings *settings,
                     cli_buffer *bytes, bool *is_other) {
    const navlint_options options = cli_diff_options(settings);
    const cli_input input = {.path = entry->path, .discovered = true};
    cli_found found;
    const int failure = cli_load(&options, &input, bytes, &found);
    if (failure == 0 && found.kind == CLI_FOUND_ARCHIVE) cli_close(found.archive.descriptor);
    *is_other = failure == 0 && found.kind != CLI_FOUND_FILE;
    return failure;
}

cli_diff_found cli_diff_load(const cli_diff_side *side, const cli_diff_entry *entry,
                             const cli_diff_settings *settings, cli_buffer *bytes,
                             char reason[CLI_COMPLAINT_CAPACITY]) {
    const size_t limit_bytes = cli_read_limit(settings->max_bytes);
    bool is_other = entry->is_other;
    bool is_larger = entry->length >= limit_bytes;
    int failure = 0;
    bytes->length = 0;
    if (entry->path)
        failure = load_file(entry, settings, bytes, &is_other);
    else if (!is_other && !is_larger)
        failure = load_member(side, entry, bytes);
    if (failure == 0 && is_other) return CLI_DIFF_OTHER;
    is_larger |= bytes->length >= limit_bytes;
    if (failure == 0 && !is_larger) return CLI_DIFF_FILE;
    char name[CLI_COMPLAINT_CAPACITY];
    cli_diff_full_name(name, side, entry);
    if (failure != 0)
        (void)snprintf(reason, CLI_COMPLAINT_CAPACITY, "cannot read %.*s: %s",
                       CLI_COMPLAINT_CAPACITY / 2, name, strerror(failure));
    else
        (void)snprintf(reason, CLI_COMPLAINT_CAPACITY, "%.*s: larger than --max-bytes allows",
                       CLI_COMPLAINT_CAPACITY / 2, name);
    return CLI_DIFF_UNREADABLE;
}

void cli_diff_side_free(cli_diff_side *side) {
    for (size_t i = 0; i < side->count; i++)
        free_entry(&side->entries[i]);
    free(side->entries);
    if (side->spool) fclose(side->spool);
    *side = (cli_diff_side){0};
}
