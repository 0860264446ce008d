#include "archive_state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Sixteen times the files of the largest map that a format has: 4096 areas. */
enum { MOST_ENTRIES = 65536 };

/* Navigation data shrink to a third or a tenth; deflate reaches 1032 on zeros. What unpacks to
 * little is no danger, however well it is packed. */
enum { HIGHEST_RATIO = 256, RATIO_FREE_BYTES = 64 << 20 };

/* ---- limits ---- */

void cli_archive_note(cli_archive *this, const char *problem) {
    if (this->problem[0] == '\0') snprintf(this->problem, sizeof this->problem, "%s", problem);
}

/* All that came out of decompression, headers and padding among it. */
static uint64_t unpacked_bytes(const cli_archive *this) {
    if (archive_filter_count(this->reader) < 2) return this->unpacked_bytes;
    const int64_t filtered = archive_filter_bytes(this->reader, 0);
    return filtered > 0 && (uint64_t)filtered > this->unpacked_bytes ? (uint64_t)filtered
                                                                     : this->unpacked_bytes;
}

bool cli_archive_is_within_limits(cli_archive *this) {
    const uint64_t bytes = unpacked_bytes(this);
    char problem[160] = "";
    if (bytes > this->limit_bytes)
        snprintf(problem, sizeof problem,
                 "unpacks to more than %" PRIu64 " bytes, see --max-archive-bytes "
                 "[limit:archiveBytes]",
                 this->limit_bytes);
    else if (bytes > RATIO_FREE_BYTES && bytes / HIGHEST_RATIO > this->packed_bytes)
        snprintf(problem, sizeof problem,
                 "unpacks to more than %d times its size [limit:archiveRatio]", HIGHEST_RATIO);
    else if (this->entry_count > MOST_ENTRIES)
        snprintf(problem, sizeof problem, "holds more than %d entries [limit:archiveEntries]",
                 MOST_ENTRIES);
    if (problem[0] == '\0') return true;
    cli_archive_note(this, problem);
    return false;
}

void cli_archive_note_reader(cli_archive *this) {
    const char *const text = archive_error_string(this->reader);
    cli_archive_note(this, text != NULL ? text : "damaged archive");
}

/* ---- the file below ---- */

static la_ssize_t fail(cli_archive *this, int failure) {
    archive_set_error(this->reader, failure, "%s", strerror(failure));
    return ARCHIVE_FATAL;
}

/* Called for every block of packed bytes: what is unpacked on the way to a header is seen here. */
static la_ssize_t read_block(struct archive *reader, void *context, const void **block) {
    (void)reader;
    cli_archive *const this = context;
    if (!cli_archive_is_within_limits(this)) return fail(this, EFBIG);
    if (!this->is_seekable && !this->has_given_start) {
        this->has_given_start = true;
        *block = this->source->bytes;
        this->packed_bytes += this->source->length;
        return (la_ssize_t)this->source->length;
    }
    ssize_t count;
    do
        count = read(this->source->descriptor, this->block, sizeof this->block);
    while (count < 0 && errno == EINTR);
    if (count < 0) return fail(this, errno);
    *block = this->block;
    if (!this->is_seekable) this->packed_bytes += (uint64_t)count;
    return count;
}

static la_int64_t seek(struct archive *reader, void *context, la_int64_t offset, int whence) {
    (void)reader;
    cli_archive *const this = context;
    const off_t target = whence == SEEK_SET ? this->base + (off_t)offset : (off_t)offset;
    const off_t at = lseek(this->source->descriptor, target, whence);
    return at < 0 ? fail(this, errno) : at - this->base;
}

/* Never past the end, where libarchive would not notice that something is missing. What is left to
 * skip it reads. */
static la_int64_t skip(struct archive *reader, void *context, la_int64_t count) {
    (void)reader;
    const cli_archive *const this = context;
    const off_t at = lseek(this->source->descriptor, 0, SEEK_CUR);
    const off_t end = this->base + (off_t)this->packed_bytes;
    if (at < 0 || count > end - at) return 0;
    return lseek(this->source->descriptor, (off_t)count, SEEK_CUR) >= 0 ? count : 0;
}

/* What was read of it stands before the position; 7-Zip and the directory of a zip need seeking. */
static void find_start(cli_archive *this) {
    const int descriptor = this->source->descriptor;
    struct stat status;
    const off_t at = lseek(descriptor, 0, SEEK_CUR);
    if (at < (off_t)this->source->length || fstat(descriptor, &status) != 0 ||
        !S_ISREG(status.st_mode))
        return;
    this->base = at - (off_t)this->source->length;
    this->is_seekable = lseek(descriptor, this->base, SEEK_SET) == this->base;
    if (this->is_seekable && status.st_size > this->base)
        this->packed_bytes = (uint64_t)(status.st_size - this->base);
}

/* ---- opening ---- */

/* One by one: the readers of raw, mtree and empty files take anything for an archive, and the less
 * usual ones are more code for hostile bytes than use to anyone. */
static void enable_kinds(struct archive *reader) {
    archive_read_support_format_tar(reader);
    archive_read_support_format_zip(reader);
    archive_read_support_format_7zip(reader);
    archive_read_support_filter_gzip(reader);
    archive_read_support_filter_bzip2(reader);
    archive_read_support_filter_xz(reader);
    archive_read_support_filter_zstd(reader);
}

void cli_archive_open_reader(cli_archive *this) {
    struct archive *const reader = this->reader;
    find_start(this);
    enable_kinds(reader);
    archive_read_set_callback_data(reader, this);
    archive_read_set_read_callback(reader, read_block);
    if (this->is_seekable) {
        archive_read_set_seek_callback(reader, seek);
        archive_read_set_skip_callback(reader, skip);
    }
    if (archive_read_open1(reader) != ARCHIVE_OK)
        cli_archive_note_reader(this);
    else if (archive_filter_count(reader) > 2) /* the compression, and the file itself */
        cli_archive_note(this, "compressed more than once");
}
