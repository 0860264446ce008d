#include "archive_state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAR_BLOCK_BYTES = 512 };

enum { READ_AT_ONCE_BYTES = 1 << 20 };

/* What a member claims as its size is believed so far when memory is set aside. */
enum { BELIEVED_BYTES = 16 << 20 };

cli_archive *cli_archive_open(const cli_source *source, uint64_t limit_bytes) {
    cli_archive *const this = calloc(1, sizeof *this);
    if (this == NULL) return NULL;
    this->source = source;
    this->limit_bytes = limit_bytes;
    this->reader = archive_read_new();
    if (this->reader == NULL) return free(this), NULL;
    /* Names in UTF-8 whatever the user's locale, so that reports are the same everywhere. */
    this->locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    cli_archive_open_reader(this);
    return this;
}

void cli_archive_close(cli_archive *archive) {
    if (archive == NULL) return;
    archive_read_free(archive->reader);
    if (archive->locale != (locale_t)0) freelocale(archive->locale);
    free(archive);
}

/* ---- members ---- */

/* Passing over what is packed costs as much as unpacking it, so it counts as such; what lies open,
 * or behind a size that a zip's directory names, is passed by seeking. */
static bool is_cheap_to_skip(const cli_archive *this) {
    if (archive_filter_count(this->reader) > 1) return false;
    const int kind = archive_format(this->reader) & ARCHIVE_FORMAT_BASE_MASK;
    return kind == ARCHIVE_FORMAT_TAR ||
           (kind == ARCHIVE_FORMAT_ZIP && archive_entry_size_is_set(this->entry));
}

static int read_on(cli_archive *this) {
    int status = ARCHIVE_OK;
    while ((status == ARCHIVE_OK || status == ARCHIVE_WARN) && cli_archive_is_within_limits(this)) {
        const void *block;
        size_t length = 0;
        la_int64_t offset;
        status = archive_read_data_block(this->reader, &block, &length, &offset);
        if (status == ARCHIVE_OK) this->unpacked_bytes += length;
    }
    return status;
}

static void end_entry(cli_archive *this) {
    if (this->entry == NULL) return;
    const int status =
        is_cheap_to_skip(this) ? archive_read_data_skip(this->reader) : read_on(this);
    if (status == ARCHIVE_FATAL) cli_archive_note_reader(this);
    this->entry = NULL;
}

/* `tar -C maps .` and `tar maps` name the same files. */
static const char *without_dots(const char *name) {
    while (name[0] == '.' && name[1] == '/') {
        name += 2;
        while (name[0] == '/')
            name++;
    }
    return name;
}

static void take_name(cli_archive *this) {
    const char *name = archive_entry_pathname_utf8(this->entry);
    if (name == NULL) name = archive_entry_pathname(this->entry);
    snprintf(this->name, sizeof this->name, "%s", name != NULL ? without_dots(name) : "");
}

/* A tar ends with two blocks of zeros (POSIX pax, "ustar Interchange Format"), and libarchive takes
 * any end for one: a tar that was cut between two members looks whole. One block will do. */
static void check_end(cli_archive *this, int64_t start) {
    const bool is_tar =
        (archive_format(this->reader) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
    if (is_tar && archive_filter_bytes(this->reader, 0) < start + TAR_BLOCK_BYTES)
        cli_archive_note(this, "the end of the tar archive is missing");
}

static bool read_header(cli_archive *this) {
    const locale_t before = this->locale != (locale_t)0 ? uselocale(this->locale) : (locale_t)0;
    const int64_t start = archive_filter_bytes(this->reader, 0);
    const int status = archive_read_next_header(this->reader, &this->entry);
    const bool has_entry = status == ARCHIVE_OK || status == ARCHIVE_WARN;
    if (has_entry)
        take_name(this);
    else
        this->entry = NULL;
    if (before != (locale_t)0) uselocale(before);
    if (!has_entry && status != ARCHIVE_EOF) cli_archive_note_reader(this);
    if (status == ARCHIVE_EOF) check_end(this, start);
    return has_entry;
}

static void note_encrypted(cli_archive *this) {
    if (this->encrypted_count == 0) return;
    char problem[64];
    snprintf(problem, sizeof problem, "encrypted members: %" PRIu64, this->encrypted_count);
    cli_archive_note(this, problem);
}

static bool is_of_use(cli_archive *this) {
    if (archive_entry_filetype(this->entry) != AE_IFREG) return false;
    if (archive_entry_hardlink(this->entry) != NULL) return false; /* has no bytes of its own */
    if (!archive_entry_is_encrypted(this->entry)) return true;
    this->encrypted_count++;
    return false;
}

bool cli_archive_next(cli_archive *archive, const char **name) {
    while (archive->problem[0] == '\0') {
        end_entry(archive);
        if (archive->problem[0] != '\0' || !read_header(archive)) break;
        archive->entry_count++;
        if (cli_archive_is_within_limits(archive) && is_of_use(archive))
            return *name = archive->name, true;
    }
    archive->entry = NULL;
    note_encrypted(archive);
    return false;
}

static void note_member_problem(cli_archive *this) {
    const char *const text = archive_error_string(this->reader);
    char problem[sizeof this->problem];
    snprintf(problem, sizeof problem, "%.200s: %s", this->name, text != NULL ? text : "damaged");
    cli_archive_note(this, problem);
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static int reserve_for_member(const cli_archive *this, size_t limit_bytes, cli_buffer *buffer) {
    const int64_t size = archive_entry_size(this->entry);
    if (!archive_entry_size_is_set(this->entry) || size < 0 || size > BELIEVED_BYTES) return 0;
    return cli_buffer_reserve(buffer, least((size_t)size + 1, limit_bytes));
}

int cli_archive_read(cli_archive *archive, size_t limit_bytes, cli_buffer *buffer) {
    int failure = reserve_for_member(archive, limit_bytes, buffer);
    while (failure == 0 && buffer->length < limit_bytes) {
        failure = cli_buffer_grow(buffer, limit_bytes);
        if (failure != 0) break;
        const size_t room = least(buffer->capacity, limit_bytes) - buffer->length;
        const la_ssize_t count = archive_read_data(archive->reader, buffer->bytes + buffer->length,
                                                   least(room, READ_AT_ONCE_BYTES));
        if (count == 0) break;
        if (count < 0) {
            if (cli_archive_is_within_limits(archive)) note_member_problem(archive);
            return EIO;
        }
        buffer->length += (size_t)count;
        archive->unpacked_bytes += (uint64_t)count;
        if (!cli_archive_is_within_limits(archive)) return EIO;
    }
    return failure;
}

const char *cli_archive_problem(const cli_archive *archive) {
    return archive->problem[0] != '\0' ? archive->problem : NULL;
}
