#include "cli/inside/box.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/inside/archive_reader.h"
#include "cli/inside/directory.h"
#include "cli/inside/unpacking.h"

struct cli_box {
    cli_allowance *allowance;
    cli_buffer buffer;    /* of the member, unless it lies in place */
    bool has_bytes;       /* of a container's member: they were unpacked into the buffer */
    cli_archive *archive; /* NULL: a container: */
    navlint_input container;
    cli_volumes volumes;
    cli_directory directory;
    size_t next; /* of the directory */
    navlint_status status;
    char member_problem[384];
};

/* ---- opening ---- */

static cli_box *open_box(cli_archive *archive, cli_allowance *allowance) {
    cli_box *const box = archive ? calloc(1, sizeof *box) : NULL;
    if (!box) return cli_archive_close(archive), NULL;
    box->archive = archive;
    box->allowance = allowance;
    return box;
}

cli_box *cli_box_open_file(const intake_source *source, const char *name,
                           cli_allowance *allowance) {
    return open_box(cli_archive_open(source, name, allowance), allowance);
}

cli_box *cli_box_open_archive(const navlint_input *outer, cli_allowance *allowance) {
    return open_box(cli_archive_open_inside(outer, allowance), allowance);
}

cli_box *cli_box_open_container(const navlint_options *options, const navlint_input *container,
                                const cli_volumes *volumes, cli_allowance *allowance) {
    cli_box *const box = calloc(1, sizeof *box);
    if (!box) return NULL;
    box->allowance = allowance;
    box->container = *container;
    if (volumes) box->volumes = *volumes;
    box->status = cli_directory_read(&box->directory, options, container, allowance);
    return box;
}

void cli_box_close(cli_box *box) {
    if (!box) return;
    cli_archive_close(box->archive);
    cli_directory_free(&box->directory);
    cli_buffer_free(&box->buffer);
    free(box);
}

/* ---- members ---- */

static bool next_of_archive(cli_box *box, cli_inner *inner) {
    intake_entry entry;
    if (!cli_archive_next(box->archive, &entry)) return false;
    *inner = (cli_inner){.name = entry.name,
                         .length = UINT64_MAX,
                         .size = entry.has_size ? entry.size : UINT64_MAX,
                         .packing = NAVLINT_PACKED_OTHERWISE};
    return true;
}

static bool next_of_container(cli_box *box, cli_inner *inner) {
    if (box->next == box->directory.count) return false;
    const navlint_member *const member = &box->directory.items[box->next++];
    *inner = (cli_inner){.name = member->name,
                         .length = member->length + member->head_length,
                         .size = member->size,
                         .packing = member->packing,
                         .member = member};
    return true;
}

bool cli_box_next(cli_box *box, cli_inner *inner) {
    box->buffer.length = 0;
    box->has_bytes = false;
    box->member_problem[0] = '\0';
    if (!cli_is_allowed(box->allowance)) return false;
    return box->archive ? next_of_archive(box, inner) : next_of_container(box, inner);
}

bool cli_box_is_archive(const cli_box *box) {
    return box->archive != NULL;
}

size_t cli_box_number(const cli_box *box) {
    return box->next - 1;
}

/* ---- bytes ---- */

static int fail(cli_box *box, const char *problem) {
    snprintf(box->member_problem, sizeof box->member_problem, "%s", problem);
    return EIO;
}

static int append(cli_box *box, uint64_t offset, uint64_t length) {
    const size_t used = box->buffer.length;
    if (!cli_allow_bytes(box->allowance, length)) return EIO;
    const int failure = cli_buffer_reserve(&box->buffer, used + (size_t)length + 1);
    if (failure != 0 || length == 0) return failure;
    memcpy(box->buffer.bytes + used, (const unsigned char *)box->container.bytes + offset,
           (size_t)length);
    box->buffer.length += (size_t)length;
    return 0;
}

static int append_from_volume(cli_box *box, const navlint_member *member, uint64_t length) {
    if (length == 0) return 0;
    if (!box->volumes.read) return fail(box, "its archive is not here");
    const char *const problem = box->volumes.read(box->volumes.context, member->volume - 1,
                                                  member->offset, length, &box->buffer);
    if (problem) return fail(box, problem);
    return cli_allow_bytes(box->allowance, length) ? 0 : EIO;
}

/* Copies what stands apart into the buffer: the head of the member, then the rest; of what is in
 * another file no more than is asked for. */
static int gather(cli_box *box, const navlint_member *member, uint64_t least_bytes) {
    box->buffer.length = 0;
    const int failure = append(box, member->head_offset, member->head_length);
    if (failure != 0) return failure;
    if (member->volume == 0) return append(box, member->offset, member->length);
    const uint64_t head = member->head_length;
    const uint64_t wanted = least_bytes > head ? least_bytes - head : 0;
    const uint64_t length = wanted < member->length ? wanted : member->length;
    box->has_bytes = length == member->length;
    return append_from_volume(box, member, length);
}

static int unpack(cli_box *box, const navlint_member *member) {
    const unsigned char *const bytes = box->container.bytes;
    const cli_packed packed = {bytes + member->offset, (size_t)member->length, member->packing,
                               member->size};
    const char *problem = NULL;
    const int failure = cli_unpack(&packed, box->allowance, &box->buffer, &problem);
    return failure == EIO && problem ? fail(box, problem) : failure;
}

static int check_sum(cli_box *box, const navlint_member *member, const cli_view *view) {
    if (!member->has_crc32) return 0;
    const uint32_t sum = cli_crc32(view->bytes, view->length);
    if (sum == member->crc32) return 0;
    char problem[64];
    snprintf(problem, sizeof problem, "its CRC-32 is 0x%08" PRIx32 ", not 0x%08" PRIx32, sum,
             member->crc32);
    return fail(box, problem);
}

/* The sums of what lies open in the container are for its own rules; they do not see what is in
 * another file. */
static int fill(cli_box *box, const navlint_member *member, uint64_t least_bytes) {
    const bool is_packed = member->packing != NAVLINT_STORED;
    box->has_bytes = true;
    const int failure = is_packed ? unpack(box, member) : gather(box, member, least_bytes);
    const bool is_summed = is_packed || (member->volume > 0 && box->has_bytes);
    if (failure != 0 || !is_summed) return failure;
    const cli_view view = {box->buffer.bytes, box->buffer.length, false, 0};
    return check_sum(box, member, &view);
}

static bool is_within(const cli_box *box, uint64_t offset, uint64_t length) {
    return offset <= box->container.length && length <= box->container.length - offset;
}

/* What is in another file is nowhere in this one. */
static bool is_here(const cli_box *box, const navlint_member *member) {
    if (!is_within(box, member->head_offset, member->head_length)) return false;
    return member->volume > 0 ||
           (!member->is_absent && is_within(box, member->offset, member->length));
}

static int view_of_container(cli_box *box, size_t least_bytes, cli_view *view) {
    const navlint_member *const member = &box->directory.items[box->next - 1];
    const bool is_in_place =
        member->packing == NAVLINT_STORED && member->head_length == 0 && member->volume == 0;
    if (!is_here(box, member))
        return fail(box, member->size > 0 ? "its bytes are not all there" : "it has no bytes");
    if (is_in_place) {
        const unsigned char *const bytes = box->container.bytes;
        *view = (cli_view){bytes + member->offset, (size_t)member->length, true, member->offset};
        return 0;
    }
    const int failure = box->has_bytes ? 0 : fill(box, member, least_bytes);
    *view = (cli_view){box->buffer.bytes, box->buffer.length, false, 0};
    return failure;
}

int cli_box_view(cli_box *box, size_t least_bytes, cli_view *view) {
    *view = (cli_view){0};
    if (!box->archive) return view_of_container(box, least_bytes, view);
    const int failure = cli_archive_read(box->archive, least_bytes, &box->buffer);
    *view = (cli_view){box->buffer.bytes, box->buffer.length, false, 0};
    return failure;
}

bool cli_box_hand_out(cli_box *box, const cli_view *view) {
    return !view->is_in_place || cli_allow_bytes(box->allowance, view->length);
}

/* Cut to its length: it is kept for long. */
cli_buffer cli_box_take(cli_box *box) {
    cli_buffer bytes = box->buffer;
    box->buffer = (cli_buffer){0};
    unsigned char *const cut = bytes.length > 0 ? realloc(bytes.bytes, bytes.length) : NULL;
    if (!cut) return bytes;
    bytes.bytes = cut;
    bytes.capacity = bytes.length;
    return bytes;
}

/* ---- problems ---- */

const char *cli_box_member_problem(const cli_box *box) {
    return box->member_problem[0] != '\0' ? box->member_problem : NULL;
}

bool cli_box_lacks_memory(const cli_box *box) {
    return box->status == NAVLINT_NO_MEMORY;
}

/* A container that is cut short by a limit has said so in its report. */
const char *cli_box_problem(const cli_box *box) {
    return box->archive ? cli_archive_problem(box->archive) : NULL;
}
