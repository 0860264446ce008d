#include "server/inside.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "intake/bare.h"
#include "intake/extensions.h"
#include "intake/marks.h"
#include "intake/unpack.h"
#include "server/places.h"
#include "server/unpack.h"

enum { FIRST_ROWS = 64 };

/* A walk through an upload. It calls itself for what is in what it finds, SRV_MOST_LEVELS deep at
 * most. */
typedef struct walk {
    const srv_package *package;
    srv_members *members;
    srv_block table;  /* navlint_input, so many as `count` */
    srv_block places; /* srv_place, of each of them */
    size_t count;
    uint32_t boxes;   /* entered so far, and the upload's own */
    uint64_t entries; /* seen so far, at all levels */
    uint64_t bytes;   /* unpacked or handed out where they lie so far, at all levels */
    srv_problem problem;
} walk;

/* A file that was found. */
typedef struct found {
    navlint_input input;
    srv_place place;
} found;

/* A file that holds others. */
typedef struct outer {
    walk *run;
    const found *file;
    unsigned level;        /* its own; 1: of the upload itself */
    uint64_t outer_offset; /* of its bytes; 0: it is the file that was sent; SRV_NO_OFFSET */
    uint32_t box;          /* of what lies in it */
    bool has_folders;      /* which part its sets */
} outer;

static bool fail(walk *run, srv_problem problem) {
    if (run->problem.answer == SRV_OK) run->problem = problem;
    return false;
}

static bool fail_about(walk *run, srv_answer answer, const char *name) {
    return fail(run, srv_problem_make(answer, name, strlen(name)));
}

/* ---- Memory ---- */

uint64_t srv_members_bytes(const srv_members *members) {
    return (uint64_t)members->block.capacity + members->table.capacity + members->lists.capacity +
           members->chained_bytes;
}

static uint64_t held_bytes(const walk *run) {
    return run->package->held_bytes + srv_members_bytes(run->members) + run->table.capacity +
           run->places.capacity;
}

static bool take(walk *run, uint64_t bytes, srv_block *block) {
    const srv_problem problem = srv_set_take(run->package->memory, bytes, held_bytes(run), block);
    return problem.answer == SRV_OK || fail(run, problem);
}

/* A block that lives as long as the members: it begins with the one that was taken before it. */
static char *take_chained(walk *run, uint64_t bytes) {
    srv_block block;
    srv_members *const members = run->members;
    if (!take(run, bytes + sizeof block, &block)) return NULL;
    memcpy(block.bytes, &members->chain, sizeof members->chain);
    members->chain = block;
    members->chained_bytes += block.capacity;
    return (char *)block.bytes + sizeof block;
}

void srv_members_give(srv_memory *memory, srv_members *members) {
    while (members->chain.bytes) {
        srv_block before;
        memcpy(&before, members->chain.bytes, sizeof before);
        srv_memory_give(memory, &members->chain);
        members->chain = before;
    }
    members->chained_bytes = 0;
    srv_memory_give(memory, &members->lists);
    srv_memory_give(memory, &members->table);
    srv_memory_give(memory, &members->block);
}

/* Makes room for one item more than `count` in an array. */
static bool grow(walk *run, srv_block *array, size_t item_bytes) {
    const size_t used = run->count * item_bytes;
    const size_t capacity = used > 0 ? 2 * used : FIRST_ROWS * item_bytes;
    srv_block wider;
    if (item_bytes <= array->capacity && used <= array->capacity - item_bytes) return true;
    if (!take(run, capacity, &wider)) return false;
    if (used > 0) memcpy(wider.bytes, array->bytes, used);
    srv_memory_give(run->package->memory, array);
    *array = wider;
    return true;
}

static bool add(walk *run, const found *file) {
    if (!grow(run, &run->table, sizeof file->input) || !grow(run, &run->places, sizeof file->place))
        return false;
    ((navlint_input *)run->table.bytes)[run->count] = file->input;
    ((srv_place *)run->places.bytes)[run->count++] = file->place;
    return true;
}

/* ---- Limits ---- */

static bool count_entry(walk *run) {
    const uint64_t most = run->package->max_files;
    if (run->entries++ < most) return true;
    return fail(run, srv_problem_over(SRV_TOO_MANY_FILES, most));
}

static bool count_bytes(walk *run, uint64_t bytes) {
    const uint64_t most = run->package->max_unpacked_bytes;
    const uint64_t ratio_most = run->package->body.length * (uint64_t)SRV_HIGHEST_RATIO;
    if (bytes > most - run->bytes) return fail(run, srv_problem_over(SRV_ARCHIVE_TOO_LARGE, most));
    run->bytes += bytes;
    if (run->bytes <= SRV_RATIO_FREE_BYTES || run->bytes <= ratio_most) return true;
    return fail(run, srv_problem_over(SRV_ARCHIVE_RATIO, SRV_HIGHEST_RATIO));
}

/* ---- Names ---- */

/* "release.zip!maps/a.bsp"; NULL where there is no memory for it, or too much is wanted. */
static const char *name_in(const outer *from, const char *name) {
    const char *const above = from->file->input.name ? from->file->input.name : "-";
    const size_t above_length = strlen(above), length = strlen(name);
    if (above_length + length > SRV_ENTRY_NAME_MAX) {
        (void)fail(from->run, srv_problem_over(SRV_ARCHIVE_NAME_TOO_LONG, SRV_ENTRY_NAME_MAX));
        return NULL;
    }
    char *const whole = take_chained(from->run, above_length + 1 + length + 1);
    if (!whole) return NULL;
    memcpy(whole, above, above_length);
    whole[above_length] = '!';
    memcpy(whole + above_length + 1, name, length + 1);
    return whole;
}

/* ---- What a file is ---- */

static const navlint_format *format_of(const walk *run, const navlint_input *file) {
    return navlint_detect_as(run->package->options, file, NAVLINT_FOUND);
}

/* Also one whose report nobody asks for, as another format is asked for. */
static const navlint_format *container_of(const navlint_options *options,
                                          const navlint_input *file) {
    navlint_options any = *options;
    any.format = NULL;
    const navlint_format *const format = navlint_detect_as(&any, file, NAVLINT_FOUND);
    return format && format->is_container ? format : NULL;
}

/* Unless a format is asked for, a container is a file like others, and recognised by now. */
static const navlint_format *unasked_container(const navlint_options *options,
                                               const navlint_input *file) {
    return options->format ? container_of(options, file) : NULL;
}

bool srv_inside_may_hold(const navlint_options *options, const navlint_input *file) {
    return srv_inside_archive_kind(file) != 0 || unasked_container(options, file);
}

bool srv_inside_is_side(const navlint_options *options, const navlint_input *file) {
    return file->inner_name && intake_is_numbered_package(file->inner_name) &&
           !container_of(options, file);
}

/* What is sent by itself and asked for as another format holds nothing. */
bool srv_inside_is_container(const navlint_options *options, const navlint_input *file) {
    if (options->format && !navlint_format_by_id(options->format)->is_container) return false;
    const navlint_format *const format = navlint_detect(file, NULL);
    return format && format->is_container;
}

unsigned srv_inside_archive_kind(const navlint_input *file) {
    const size_t sniffed = file->length < INTAKE_SNIFF_BYTES ? file->length : INTAKE_SNIFF_BYTES;
    const unsigned kind = intake_kinds_of(file->bytes, sniffed);
    return kind & (INTAKE_TAR | INTAKE_ZIP | INTAKE_7ZIP | INTAKE_COMPRESSED);
}

static bool open_container(const outer *around, const found *file, const navlint_format *format);
static bool open_archive(const outer *around, const found *file);

/* Lists a file that was found, if it is one of navigation, and what is in it. */
static bool list(const outer *from, const found *file) {
    walk *const run = from->run;
    const navlint_format *const format = format_of(run, &file->input);
    const navlint_options *const options = run->package->options;
    const navlint_format *const container =
        format ? NULL : unasked_container(options, &file->input);
    const bool is_side = srv_inside_is_side(options, &file->input);
    if (container) return open_container(from, file, container); /* nobody asks for its report */
    if (!format && !is_side && srv_inside_archive_kind(&file->input))
        return open_archive(from, file);
    if (!format || is_side) {
        run->members->skipped++;
        return true;
    }
    return add(run, file) && (!format->is_container || open_container(from, file, format));
}

static bool is_too_deep(const outer *box) {
    const char *const name = box->file->input.name ? box->file->input.name : "-";
    if (box->level <= SRV_MOST_LEVELS) return false;
    srv_problem problem = srv_problem_make(SRV_ARCHIVE_DEPTH, name, strlen(name));
    problem.has_limit = true;
    problem.limit = SRV_MOST_LEVELS;
    (void)fail(box->run, problem);
    return true;
}

/* A file under its whole name, in its folder of the box. inner_name: its name there. */
static bool place(const outer *from, const char *inner_name, found *file) {
    const char *const name = name_in(from, inner_name);
    if (!name) return false;
    file->input.name = name;
    file->input.inner_name = name + strlen(name) - strlen(inner_name);
    file->place = srv_place_in(from->box, from->has_folders ? file->input.inner_name : "",
                               file->place.outer_offset);
    return true;
}

/* ---- Containers ---- */

/* What is packed is judged by its name first: unpacking a map's textures to look at their bytes
 * would cost more than everything else. */
static bool is_wanted(const char *name) {
    char plain[SRV_ENTRY_NAME_MAX + 1]; /* of a single file that is compressed */
    intake_bare_name(name, plain, sizeof plain);
    return intake_has_archive_extension(name) || navlint_format_takes_name(NULL, name) ||
           navlint_format_takes_name(NULL, plain);
}

/* Bytes that do not lie in the outer file as they are. */
static found found_apart(const void *bytes, uint64_t length) {
    return (found){.input = {.bytes = bytes, .length = (size_t)length},
                   .place = {.outer_offset = SRV_NO_OFFSET}};
}

static bool take_unpacked(const outer *from, const navlint_member *member,
                          const intake_unpacked *unpacked, found *file) {
    const uint32_t crc32 = libdeflate_crc32(0, unpacked->bytes, unpacked->length);
    if (member->has_crc32 && crc32 != member->crc32)
        return fail_about(from->run, SRV_ARCHIVE_DAMAGED, member->name);
    char *const bytes = take_chained(from->run, unpacked->length + 1);
    if (!bytes) return false;
    memcpy(bytes, unpacked->bytes, unpacked->length);
    *file = found_apart(bytes, unpacked->length);
    return true;
}

static bool fail_unpacking(const outer *from, const navlint_member *member,
                           intake_outcome outcome) {
    const uint64_t most = from->run->package->max_unpacked_bytes;
    if (outcome == INTAKE_NO_MEMORY) return fail(from->run, srv_problem_make(SRV_BUSY, NULL, 0));
    if (outcome == INTAKE_MUCH_UNPACKED)
        return fail(from->run, srv_problem_over(SRV_ARCHIVE_TOO_LARGE, most));
    return fail_about(from->run, SRV_ARCHIVE_DAMAGED, member->name);
}

static intake_packing packing_of(navlint_packing packing) {
    static const intake_packing packings[] = {
        [NAVLINT_PACKED_DEFLATE] = INTAKE_DEFLATE,
        [NAVLINT_PACKED_LZMA_ZIP] = INTAKE_LZMA_ZIP,
        [NAVLINT_PACKED_LZMA_VALVE] = INTAKE_LZMA_VALVE,
        [NAVLINT_PACKED_LZMA_ALONE] = INTAKE_LZMA_ALONE,
        [NAVLINT_PACKED_ZLIB] = INTAKE_ZLIB,
        [NAVLINT_PACKED_LZO] = INTAKE_LZO_SEGMENTS,
        [NAVLINT_PACKED_CMPD] = INTAKE_CMPD,
    };
    return packings[packing];
}

/* What intake_unpack takes while it unpacks: twice what comes out, and a dictionary no larger. */
enum { UNPACKING_FACTOR = 3 };

static uint64_t unpacked_most(const walk *run, const navlint_member *member) {
    const uint64_t left = run->package->max_unpacked_bytes - run->bytes;
    return member->size < left ? member->size : left;
}

/* false: the member is passed over, or there is a problem. */
static bool unpack(const outer *from, const navlint_member *member, found *file) {
    walk *const run = from->run;
    const intake_packed packed = {.bytes = (const char *)from->file->input.bytes + member->offset,
                                  .length = (size_t)member->length,
                                  .packing = packing_of(member->packing),
                                  .unpacked_bytes = member->size};
    const intake_unpack_limits limits = {unpacked_most(run, member), INTAKE_DICTIONARY_BYTES};
    const uint64_t bytes = UNPACKING_FACTOR * limits.unpacked_bytes;
    const srv_problem problem = srv_set_reserve(run->package->memory, bytes, held_bytes(run));
    if (problem.answer != SRV_OK) return fail(run, problem);
    intake_unpacked unpacked;
    const intake_outcome outcome = intake_unpack(&packed, &limits, &unpacked);
    const bool taken = outcome == INTAKE_OK ? take_unpacked(from, member, &unpacked, file)
                                            : fail_unpacking(from, member, outcome);
    free(unpacked.bytes);
    srv_memory_release(run->package->memory, bytes);
    return taken;
}

/* A member that begins elsewhere than it goes on becomes one piece. */
static bool join(const outer *from, const navlint_member *member, found *file) {
    const char *const bytes = from->file->input.bytes;
    const uint64_t length = member->head_length + member->length;
    char *const whole = take_chained(from->run, length + 1);
    if (!whole) return false;
    memcpy(whole, bytes + member->head_offset, (size_t)member->head_length);
    memcpy(whole + member->head_length, bytes + member->offset, (size_t)member->length);
    *file = found_apart(whole, length);
    return true;
}

static bool read_member(const outer *from, const navlint_member *member, found *file) {
    const bool is_there = from->outer_offset != SRV_NO_OFFSET;
    if (member->packing == NAVLINT_PACKED_OTHERWISE)
        return fail_about(from->run, SRV_ARCHIVE_ENCRYPTED, member->name);
    if (member->packing != NAVLINT_STORED) return unpack(from, member, file);
    if (member->head_length > 0) return join(from, member, file);
    *file = found_apart((const char *)from->file->input.bytes + member->offset, member->length);
    if (is_there) file->place.outer_offset = from->outer_offset + member->offset;
    return true;
}

/* What is not all there is the container's own finding. */
static bool visit_member(void *context, const navlint_member *member) {
    const outer *const from = context;
    const bool is_open = member->packing == NAVLINT_STORED && member->head_length == 0;
    if (!count_entry(from->run)) return false;
    if (member->is_absent || member->is_passed_over || member->volume != 0 ||
        (!is_open && !is_wanted(member->name))) {
        from->run->members->skipped++;
        return true;
    }
    found file;
    if (!read_member(from, member, &file)) return false;
    file.input.name = member->name;
    const bool is_judged = format_of(from->run, &file.input) != NULL;
    if (!is_judged && !srv_inside_may_hold(from->run->package->options, &file.input)) {
        from->run->members->skipped++;
        return true;
    }
    if (is_judged && !count_bytes(from->run, file.input.length)) return false;
    return place(from, member->name, &file) && list(from, &file);
}

/* A set that goes on in other containers of what is around them has no folders of its own there. */
static outer container_in(const outer *around, const found *file, const navlint_format *format) {
    outer box = {.run = around->run,
                 .file = file,
                 .level = around->level + 1,
                 .outer_offset = file->place.outer_offset,
                 .box = around->box};
    if (box.level == 1) box.outer_offset = 0;
    if (format->sets_go_on && box.level > 1) return box;
    box.box = ++box.run->boxes;
    box.has_folders = true;
    return box;
}

static bool open_container(const outer *around, const found *file, const navlint_format *format) {
    walk *const run = around->run;
    outer box = container_in(around, file, format);
    navlint_options options = *run->package->options;
    srv_block block;
    if (is_too_deep(&box)) return false;
    options.format = NULL;
    options.max_findings = 1;
    if (!take(run, navlint_memory_bound(&options, &file->input, 1), &block)) return false;
    (void)navlint_each_member(&options, &file->input, block.bytes, block.capacity, visit_member,
                              &box);
    srv_memory_give(run->package->memory, &block);
    return run->problem.answer == SRV_OK;
}

/* ---- Archives ---- */

static bool read_entry(walk *run, intake_archive *archive, const intake_entry *entry, found *file) {
    uint64_t used = 0;
    size_t length = 1;
    char *const bytes = take_chained(run, entry->size + 1);
    while (bytes && length > 0 && used <= entry->size) {
        const intake_outcome outcome =
            intake_read(archive, bytes + used, (size_t)(entry->size + 1 - used), &length);
        if (outcome != INTAKE_OK)
            return fail(run, srv_package_problem(run->package, archive, outcome));
        used += length;
    }
    if (!bytes) return false;
    *file = found_apart(bytes, used);
    return used == entry->size || fail_about(run, SRV_ARCHIVE_DAMAGED, entry->name);
}

static bool take_entry(const outer *from, intake_archive *archive, const intake_entry *entry) {
    walk *const run = from->run;
    found file;
    if (!count_entry(run)) return false;
    if (entry->is_encrypted) return fail_about(run, SRV_ARCHIVE_ENCRYPTED, entry->name);
    if (entry->warning) return fail_about(run, SRV_ARCHIVE_DAMAGED, entry->warning);
    if (!entry->has_size) return fail_about(run, SRV_ARCHIVE_DAMAGED, entry->name);
    if (!count_bytes(run, entry->size)) return false;
    return read_entry(run, archive, entry, &file) && place(from, entry->name, &file) &&
           list(from, &file);
}

static bool take_entries(const outer *from, intake_archive *archive) {
    intake_entry entry;
    intake_outcome outcome;
    while ((outcome = intake_next(archive, &entry)) == INTAKE_OK)
        if (!take_entry(from, archive, &entry)) return false;
    const srv_problem problem = srv_package_end(from->run->package, archive, outcome);
    return problem.answer == SRV_OK || fail(from->run, problem);
}

static bool take_archive(const outer *box, srv_text body, unsigned kind) {
    walk *const run = box->run;
    srv_package package = *run->package;
    package.body = body;
    const uint64_t tables = intake_table_bound(body.bytes, body.length, kind);
    const srv_problem problem = srv_set_reserve(package.memory, tables, held_bytes(run));
    if (problem.answer != SRV_OK) return fail(run, problem);
    intake_archive *const archive = srv_package_open(&package, kind);
    const bool taken =
        archive ? take_entries(box, archive) : fail(run, srv_problem_make(SRV_BUSY, NULL, 0));
    intake_close(archive);
    srv_memory_release(package.memory, tables);
    return taken;
}

/* ---- Compressed as a whole: an archive, or a single file ---- */

static srv_problem unpack_whole(const walk *run, srv_text body, srv_unpacked *unpacked) {
    srv_package package = *run->package;
    package.body = body;
    package.held_bytes = held_bytes(run);
    package.max_unpacked_bytes -= run->bytes;
    const srv_problem problem = srv_unpack(&package, unpacked);
    return problem.answer == SRV_ARCHIVE_TOO_LARGE
               ? srv_problem_over(SRV_ARCHIVE_TOO_LARGE, run->package->max_unpacked_bytes)
               : problem;
}

static bool take_whole(const outer *box, srv_text body) {
    char name[SRV_ENTRY_NAME_MAX + 1];
    const unsigned kind = intake_kinds_of(body.bytes, body.length) & (INTAKE_TAR | INTAKE_ZIP);
    found file = found_apart(body.bytes, body.length);
    if (kind != 0) return take_archive(box, body, kind);
    intake_bare_name(box->file->input.name, name, sizeof name);
    return count_entry(box->run) && place(box, name, &file) && list(box, &file);
}

static bool take_compressed(const outer *box, srv_text body) {
    walk *const run = box->run;
    srv_unpacked unpacked;
    const srv_problem problem = unpack_whole(run, body, &unpacked);
    char *const bytes =
        problem.answer == SRV_OK ? take_chained(run, (uint64_t)unpacked.length + 1) : NULL;
    if (bytes) memcpy(bytes, unpacked.block.bytes, unpacked.length);
    srv_memory_give(run->package->memory, &unpacked.block);
    if (problem.answer != SRV_OK) return fail(run, problem);
    return bytes && count_bytes(run, unpacked.length) &&
           take_whole(box, (srv_text){bytes, unpacked.length});
}

static bool open_archive(const outer *around, const found *file) {
    const outer box = {.run = around->run,
                       .file = file,
                       .level = around->level + 1,
                       .outer_offset = SRV_NO_OFFSET,
                       .box = ++around->run->boxes,
                       .has_folders = true};
    const srv_text body = {file->input.bytes, file->input.length};
    const unsigned kind = srv_inside_archive_kind(&file->input);
    if (is_too_deep(&box)) return false;
    if (kind == INTAKE_COMPRESSED) return take_compressed(&box, body);
    return take_archive(&box, body, kind);
}

/* ---- All of it ---- */

/* A part of a form that nothing recognises is judged, too: its sender wants to know. */
static bool list_outer(const outer *upload, const navlint_input *input) {
    const navlint_options *const options = upload->run->package->options;
    const char *const inner_name = upload->has_folders ? input->inner_name : "";
    const found file = {*input, srv_place_in(upload->box, inner_name, SRV_NO_OFFSET)};
    const navlint_format *const format = navlint_detect(input, NULL);
    if (!format && srv_inside_archive_kind(input)) return open_archive(upload, &file);
    if (upload->has_folders && unasked_container(options, input) && !format_of(upload->run, input))
        return open_container(upload, &file, format);
    return add(upload->run, &file) &&
           (!srv_inside_is_container(options, input) || open_container(upload, &file, format));
}

/* The name of the file that was sent, if it is one that has others at places in it. */
static const char *outer_name(const srv_package *package, const srv_members *members) {
    if (srv_media_is_archive(package->media) || members->count != 1) return NULL;
    return members->inputs[0].name ? members->inputs[0].name : "-";
}

srv_problem srv_inside_add(const srv_package *package, srv_members *members) {
    walk run = {.package = package, .members = members, .problem = srv_no_problem};
    const bool is_archive = srv_media_is_archive(package->media);
    const outer upload = {.run = &run, .level = is_archive, .has_folders = is_archive};
    run.entries = members->count + members->skipped;
    members->outer_name = outer_name(package, members);
    for (size_t i = 0; is_archive && i < members->count; i++)
        run.bytes += members->inputs[i].length; /* unpacked, and within the limit, already */
    for (size_t i = 0; i < members->count && run.problem.answer == SRV_OK; i++)
        (void)list_outer(&upload, &members->inputs[i]);
    members->inputs = run.table.bytes;
    members->count = run.count;
    members->table = run.table;
    run.table.capacity = 0; /* the members have it */
    if (run.problem.answer == SRV_OK)
        run.problem = srv_places_tell(package->memory, run.places.bytes, held_bytes(&run), members);
    srv_memory_give(package->memory, &run.places);
    return run.problem;
}
