#include "archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Sixteen times the files of the largest map that a format has: 4096 areas. */
enum { MOST_ENTRIES = 65536 };

/* Navigation data shrink to a third or a tenth; deflate reaches 1032 on zeros. What unpacks to
 * little is no danger, however well it is packed. */
enum { HIGHEST_RATIO = 256, RATIO_FREE_BYTES = 64 << 20 };

enum { TAR_BLOCK_BYTES = 512 };

enum { NAME_BYTES = 4096, BLOCK_BYTES = 32 * 1024, READ_AT_ONCE_BYTES = 1 << 20 };

/* What a member claims as its size is believed so far when memory is set aside. */
enum { BELIEVED_BYTES = 16 << 20 };

struct cli_archive {
    struct archive *reader;
    struct archive_entry *entry; /* the reader's; NULL if no member is open */
    const cli_source *source;
    uint64_t limit_bytes;
    bool is_seekable;
    off_t base;              /* where the archive starts in a seekable file */
    bool has_given_start;    /* not seekable: the bytes of the source are through */
    uint64_t packed_bytes;   /* of the file, or read so far */
    uint64_t unpacked_bytes; /* of members, read so far */
    uint64_t entry_count;
    uint64_t encrypted_count;
    locale_t locale; /* for names; 0 if there is none */
    char problem[512];
    char name[NAME_BYTES];
    unsigned char block[BLOCK_BYTES];
};

/* ---- limits ---- */

static void note_problem(cli_archive *this, const char *problem) {
    if (this->problem[0] == '\0') snprintf(this->problem, sizeof this->problem, "%s", problem);
}

/* All that came out of decompression, headers and padding among it. */
static uint64_t unpacked_bytes(const cli_archive *this) {
    if (archive_filter_count(this->reader) < 2) return this->unpacked_bytes;
    const int64_t filtered = archive_filter_bytes(this->reader, 0);
    return filtered > 0 && (uint64_t)filtered > this->unpacked_bytes ? (uint64_t)filtered
                                                                     : this->unpacked_bytes;
}

static bool is_within_limits(cli_archive *this) {
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
    note_problem(this, problem);
    return false;
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
    if (!is_within_limits(this)) return fail(this, EFBIG);
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

static void note_reader_problem(cli_archive *this) {
    const char *const text = archive_error_string(this->reader);
    note_problem(this, text != NULL ? text : "damaged archive");
}

static void open_reader(cli_archive *this) {
    struct archive *const reader = this->reader;
    enable_kinds(reader);
    archive_read_set_callback_data(reader, this);
    archive_read_set_read_callback(reader, read_block);
    if (this->is_seekable) {
        archive_read_set_seek_callback(reader, seek);
        archive_read_set_skip_callback(reader, skip);
    }
    if (archive_read_open1(reader) != ARCHIVE_OK)
        note_reader_problem(this);
    else if (archive_filter_count(reader) > 2) /* the compression, and the file itself */
        note_problem(this, "compressed more than once");
}

cli_archive *cli_archive_open(const cli_source *source, uint64_t limit_bytes) {
    cli_archive *const this = calloc(1, sizeof *this);
    if (this == NULL) return NULL;
    this->source = source;
    this->limit_bytes = limit_bytes;
    this->reader = archive_read_new();
    if (this->reader == NULL) return free(this), NULL;
    /* Names in UTF-8 whatever the user's locale, so that reports are the same everywhere. */
    this->locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    find_start(this);
    open_reader(this);
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
    while ((status == ARCHIVE_OK || status == ARCHIVE_WARN) && is_within_limits(this)) {
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
    if (status == ARCHIVE_FATAL) note_reader_problem(this);
    this->entry = NULL;
}

static void take_name(cli_archive *this) {
    const char *name = archive_entry_pathname_utf8(this->entry);
    if (name == NULL) name = archive_entry_pathname(this->entry);
    snprintf(this->name, sizeof this->name, "%s", name != NULL ? name : "");
}

/* A tar ends with two blocks of zeros (POSIX pax, "ustar Interchange Format"), and libarchive takes
 * any end for one: a tar that was cut between two members looks whole. One block will do. */
static void check_end(cli_archive *this, int64_t start) {
    const bool is_tar =
        (archive_format(this->reader) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
    if (is_tar && archive_filter_bytes(this->reader, 0) < start + TAR_BLOCK_BYTES)
        note_problem(this, "the end of the tar archive is missing");
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
    if (!has_entry && status != ARCHIVE_EOF) note_reader_problem(this);
    if (status == ARCHIVE_EOF) check_end(this, start);
    return has_entry;
}

static void note_encrypted(cli_archive *this) {
    if (this->encrypted_count == 0) return;
    char problem[64];
    snprintf(problem, sizeof problem, "encrypted members: %" PRIu64, this->encrypted_count);
    note_problem(this, problem);
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
        if (is_within_limits(archive) && is_of_use(archive)) return *name = archive->name, true;
    }
    archive->entry = NULL;
    note_encrypted(archive);
    return false;
}

static void note_member_problem(cli_archive *this) {
    const char *const text = archive_error_string(this->reader);
    char problem[sizeof this->problem];
    snprintf(problem, sizeof problem, "%.200s: %s", this->name, text != NULL ? text : "damaged");
    note_problem(this, problem);
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
            if (is_within_limits(archive)) note_member_problem(archive);
            return EIO;
        }
        buffer->length += (size_t)count;
        archive->unpacked_bytes += (uint64_t)count;
        if (!is_within_limits(archive)) return EIO;
    }
    return failure;
}

const char *cli_archive_problem(const cli_archive *archive) {
    return archive->problem[0] != '\0' ? archive->problem : NULL;
}
