#include "intake/archive.h"

#include <errno.h>
#include <iconv.h>
#include <libdeflate.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "intake/libarchive.h"
#include "intake/marks.h"
#include "intake/names.h"
#include "intake/rar.h"
#include "intake/seven_zip.h"
#include "intake/zip_end.h"

enum { BLOCK_BYTES = 32 * 1024, TAR_BLOCK_BYTES = 512 };

struct intake_archive {
    struct archive *reader;
    struct archive_entry *entry; /* the reader's; NULL if no file is open */
    bool has_warning;            /* about the entry */
    intake_source source;
    intake_limits limits;
    intake_outcome outcome; /* the last that was no INTAKE_OK */
    bool is_seekable;
    bool has_given_start;  /* not seekable: the bytes of the source are through */
    uint64_t at;           /* of a seekable archive */
    off_t base;            /* where a seekable archive starts in its file */
    uint64_t packed_bytes; /* in all, or read so far if the source cannot seek */
    uint64_t entry_count;
    uint64_t unpacked_bytes; /* of files, read or passed over so far */
    const char *message;     /* our own; NULL: libarchive's */
    intake_rar rar;          /* what its headers say; of version 0 if it is none */
    size_t rar_at;           /* entries that have been begun */
    uint64_t entry_bytes;    /* read of this one, and their sum */
    uint32_t entry_sum;
    const void *given; /* the bytes that libarchive got last */
    size_t given_bytes;
    unsigned char block[BLOCK_BYTES];
};

/* ---- limits ---- */

/* All that came out of decompression, headers and padding among it. */
static uint64_t unpacked_bytes(const intake_archive *archive) {
    if (archive_filter_count(archive->reader) < 2) return archive->unpacked_bytes;
    const int64_t filtered = archive_filter_bytes(archive->reader, 0);
    return filtered > 0 && (uint64_t)filtered > archive->unpacked_bytes ? (uint64_t)filtered
                                                                        : archive->unpacked_bytes;
}

intake_spending intake_spent(const intake_archive *archive) {
    return (intake_spending){archive->entry_count, unpacked_bytes(archive), archive->packed_bytes};
}

static intake_outcome check_limits(const intake_archive *archive) {
    const intake_limits *const limits = &archive->limits;
    const uint64_t bytes = unpacked_bytes(archive);
    if (archive->entry_count > limits->entries) return INTAKE_MANY_ENTRIES;
    if (bytes > limits->unpacked_bytes) return INTAKE_MUCH_UNPACKED;
    if (bytes > limits->ratio_free_bytes && bytes / limits->ratio > archive->packed_bytes)
        return INTAKE_HIGH_RATIO;
    return INTAKE_OK;
}

/* Ends the archive, unless a limit that was reached on the way is the cause. */
static intake_outcome fail(intake_archive *archive) {
    const intake_outcome limit = check_limits(archive);
    archive->outcome = limit != INTAKE_OK                         ? limit
                       : archive_errno(archive->reader) == ENOMEM ? INTAKE_NO_MEMORY
                                                                  : INTAKE_DAMAGED;
    return archive->outcome;
}

/* ---- the bytes below ---- */

static la_ssize_t refuse(intake_archive *archive, int error) {
    archive_set_error(archive->reader, error, "%s", strerror(error));
    return ARCHIVE_FATAL;
}

static la_ssize_t give_memory(intake_archive *archive, const void **block) {
    const uint64_t length = archive->source.length;
    const uint64_t left = archive->at < length ? length - archive->at : 0;
    *block = (const unsigned char *)archive->source.bytes + (length - left);
    archive->at += left;
    return (la_ssize_t)left;
}

static la_ssize_t give_read(intake_archive *archive, const void **block) {
    ssize_t count = 0;
    do
        count = read(archive->source.descriptor, archive->block, sizeof archive->block);
    while (count < 0 && errno == EINTR);
    if (count < 0) return refuse(archive, errno);
    *block = archive->block;
    if (!archive->is_seekable) archive->packed_bytes += (uint64_t)count;
    return count;
}

static bool is_in_memory(const intake_archive *archive) {
    return archive->source.descriptor < 0;
}

static la_ssize_t give_start(intake_archive *archive, const void **block) {
    archive->has_given_start = true;
    archive->packed_bytes += archive->source.length;
    *block = archive->source.bytes;
    return (la_ssize_t)archive->source.length;
}

static la_ssize_t give_on(intake_archive *archive, const void **block) {
    if (is_in_memory(archive)) return give_memory(archive, block);
    if (archive->is_seekable || archive->has_given_start) return give_read(archive, block);
    return give_start(archive, block);
}

/* libarchive calls this for every block: what it unpacks on the way to a header is seen here. */
static la_ssize_t give_block(struct archive *reader, void *context, const void **block) {
    (void)reader;
    intake_archive *const archive = context;
    if (check_limits(archive) != INTAKE_OK) return refuse(archive, EFBIG);
    const la_ssize_t count = give_on(archive, block);
    if (count <= 0) return count;
    archive->given = *block;
    archive->given_bytes = (size_t)count;
    return count;
}

static la_int64_t seek_memory(intake_archive *archive, la_int64_t offset, int whence) {
    const la_int64_t length = (la_int64_t)archive->source.length;
    const la_int64_t from = whence == SEEK_SET   ? 0
                            : whence == SEEK_CUR ? (la_int64_t)archive->at
                                                 : length;
    la_int64_t to = 0;
    if (__builtin_add_overflow(from, offset, &to) || to < 0 || to > length)
        return refuse(archive, EINVAL);
    archive->at = (uint64_t)to;
    return to;
}

static la_int64_t seek(struct archive *reader, void *context, la_int64_t offset, int whence) {
    (void)reader;
    intake_archive *const archive = context;
    if (is_in_memory(archive)) return seek_memory(archive, offset, whence);
    const off_t target = whence == SEEK_SET ? archive->base + (off_t)offset : (off_t)offset;
    const off_t at = lseek(archive->source.descriptor, target, whence);
    return at < 0 ? refuse(archive, errno) : at - archive->base;
}

/* How much of the bytes below is left; of a file what its size said when it was opened. */
static uint64_t bytes_left(const intake_archive *archive) {
    if (is_in_memory(archive)) return archive->source.length - archive->at;
    const off_t at = lseek(archive->source.descriptor, 0, SEEK_CUR) - archive->base;
    return at >= 0 && (uint64_t)at < archive->packed_bytes ? archive->packed_bytes - (uint64_t)at
                                                           : 0;
}

/* Never past the end, where libarchive would not notice that something is missing. What is left to
 * skip it reads. */
static la_int64_t skip(struct archive *reader, void *context, la_int64_t count) {
    (void)reader;
    intake_archive *const archive = context;
    if (count < 0 || (uint64_t)count > bytes_left(archive)) return 0;
    archive->at += (uint64_t)count;
    if (is_in_memory(archive)) return count;
    return lseek(archive->source.descriptor, (off_t)count, SEEK_CUR) >= 0 ? count : 0;
}

/* What has been read of a file stands before its position; 7-Zip and the directory of a zip need
 * seeking. */
static void find_start(intake_archive *archive) {
    const intake_source *const source = &archive->source;
    if (is_in_memory(archive)) {
        archive->is_seekable = true;
        archive->packed_bytes = source->length;
        return;
    }
    struct stat status;
    const off_t at = lseek(source->descriptor, 0, SEEK_CUR);
    if (at < (off_t)source->length || fstat(source->descriptor, &status) != 0 ||
        !S_ISREG(status.st_mode))
        return;
    archive->base = at - (off_t)source->length;
    archive->is_seekable = lseek(source->descriptor, archive->base, SEEK_SET) == archive->base;
    if (archive->is_seekable && status.st_size > archive->base)
        archive->packed_bytes = (uint64_t)(status.st_size - archive->base);
}

/* ---- the directory of a zip ---- */

/* Files that are zips themselves and lie open in another bring the marks of their own entries. */
enum { ENTRIES_INSIDE = 65536 };

/* At least as many as there are entries in the directory, wherever that begins. */
static uint64_t count_zip_entries(const char *bytes, size_t length) {
    static const char mark[] = {'P', 'K', 1, 2};
    const char *const end = bytes + length;
    const char *at = bytes;
    uint64_t count = 0;
    while (end - at >= (ptrdiff_t)sizeof mark && (at = memchr(at, mark[0], (size_t)(end - at)))) {
        count += end - at >= (ptrdiff_t)sizeof mark && memcmp(at, mark, sizeof mark) == 0;
        at++;
    }
    return count;
}

/* libarchive reads the whole directory before the first entry, 7 us for each of its entries
 * (measured): of a zip in memory it is known before that there are far too many. */
static bool is_directory_too_long(const intake_archive *archive, unsigned kinds) {
    const uint64_t most = archive->limits.entries;
    if (!(kinds & INTAKE_ZIP) || !is_in_memory(archive) || most > UINT64_MAX - ENTRIES_INSIDE)
        return false;
    return count_zip_entries(archive->source.bytes, archive->source.length) > most + ENTRIES_INSIDE;
}

/* Of an entry in the directory, with the longest name, extra field and comment: APPNOTE 4.3.12. */
enum { MOST_ENTRY_BYTES = 46 + 3 * 65535 };

/* Goes on through the directory, which begins in the block that libarchive got last. */
static bool leads_to_zip_end(const intake_archive *archive) {
    intake_zip_end end = {0};
    intake_zip_end_look(&end, archive->given, archive->given_bytes);
    intake_zip_end_read(&end, archive->source.descriptor,
                        (archive->entry_count + 1) * MOST_ENTRY_BYTES);
    return end.is_found;
}

/* Leaves the descriptor where it stands. */
static void look_at_file(const intake_archive *archive, uint64_t from, intake_zip_end *end) {
    const int descriptor = archive->source.descriptor;
    const off_t before = lseek(descriptor, 0, SEEK_CUR);
    if (lseek(descriptor, archive->base + (off_t)from, SEEK_SET) >= 0)
        intake_zip_end_read(end, descriptor, INTAKE_ZIP_TAIL_BYTES);
    (void)lseek(descriptor, before, SEEK_SET);
}

static bool has_zip_end_in_tail(const intake_archive *archive) {
    const uint64_t length = archive->packed_bytes;
    const uint64_t from = length > INTAKE_ZIP_TAIL_BYTES ? length - INTAKE_ZIP_TAIL_BYTES : 0;
    intake_zip_end end = {0};
    if (is_in_memory(archive))
        intake_zip_end_look(&end, (const char *)archive->source.bytes + from,
                            (size_t)(length - from));
    else
        look_at_file(archive, from, &end);
    return end.is_found;
}

/* Where libarchive goes through a zip entry by entry, it stops at the directory; where it looks for
 * the end first, it takes that of a zip inside for it. Behind the end may be anything. */
static bool lacks_zip_end(const intake_archive *archive) {
    struct archive *const reader = archive->reader;
    const int kind = archive_format(reader) & ARCHIVE_FORMAT_BASE_MASK;
    if (kind != ARCHIVE_FORMAT_ZIP || archive_filter_count(reader) > 1) return false;
    if (archive->is_seekable && has_zip_end_in_tail(archive)) return false;
    return is_in_memory(archive) || !leads_to_zip_end(archive);
}

/* Of a 7-Zip archive in memory it is known before what tables libarchive would make. */
static intake_outcome check_seven_zip(const intake_archive *archive, unsigned kinds) {
    const intake_source *const source = &archive->source;
    intake_seven_zip counts;
    if (!(kinds & INTAKE_7ZIP) || !is_in_memory(archive) ||
        intake_kinds_of(source->bytes, source->length) != INTAKE_7ZIP)
        return INTAKE_OK;
    return intake_seven_zip_read(source->bytes, source->length, archive->limits.entries, &counts);
}

/* ---- RAR ---- */

bool intake_is_rar(const intake_archive *archive) {
    return archive->rar.version != 0;
}

static intake_outcome stop(intake_archive *archive, intake_outcome outcome, const char *message) {
    archive->message = message;
    archive->outcome = outcome;
    return outcome;
}

/* Where there is no file behind the headers that were read, the archive has ended. */
static intake_outcome check_rar(intake_archive *archive) {
    const intake_rar *const rar = &archive->rar;
    if (!intake_is_rar(archive)) return INTAKE_OK;
    if (archive->rar_at == rar->file_count) return stop(archive, rar->outcome, rar->message);
    const char *const unsupported = rar->files[archive->rar_at].unsupported;
    return unsupported ? stop(archive, INTAKE_UNSUPPORTED, unsupported) : INTAKE_OK;
}

static intake_outcome read_rar_headers(intake_archive *archive, unsigned kinds) {
    const intake_source *const source = &archive->source;
    const intake_rar_bytes bytes = {.bytes = is_in_memory(archive) ? source->bytes : NULL,
                                    .descriptor = source->descriptor,
                                    .base = archive->base,
                                    .length = archive->packed_bytes};
    const bool is_rar = intake_kinds_of(source->bytes, source->length) == INTAKE_RAR;
    if (!(kinds & INTAKE_RAR) || !is_rar) return INTAKE_OK;
    if (!archive->is_seekable)
        return stop(archive, INTAKE_UNSUPPORTED, "a RAR archive is read from files alone");
    intake_rar_walk(&bytes, archive->limits.entries, &archive->rar);
    if (!bytes.bytes && lseek(bytes.descriptor, archive->base, SEEK_SET) != archive->base)
        return stop(archive, INTAKE_DAMAGED, strerror(errno));
    return archive->rar.file_count > 0 ? INTAKE_OK : check_rar(archive);
}

/* The header of the entry that is open. */
static const intake_rar_file *rar_file(const intake_archive *archive) {
    return intake_is_rar(archive) ? &archive->rar.files[archive->rar_at - 1] : NULL;
}

/* libarchive and we must see the same entries. */
static intake_outcome begin_rar_file(intake_archive *archive) {
    if (!intake_is_rar(archive)) return INTAKE_OK;
    const intake_rar_file *const file = &archive->rar.files[archive->rar_at++];
    const bool is_file = archive_entry_filetype(archive->entry) == AE_IFREG;
    archive->entry_bytes = 0;
    archive->entry_sum = 0;
    return !is_file || !archive_entry_size_is_set(archive->entry) ||
                   (uint64_t)archive_entry_size(archive->entry) == file->unpacked_bytes
               ? INTAKE_OK
               : stop(archive, INTAKE_DAMAGED, "headers of the RAR archive contradict each other");
}

/* Debian's libarchive hands out bytes before it compares their sum, and of those that lie open it
 * compares none. count: 0 at the end of the entry. */
static intake_outcome sum_up(intake_archive *archive, const void *bytes, size_t count) {
    const intake_rar_file *const file = rar_file(archive);
    if (!file) return INTAKE_OK;
    archive->entry_bytes += count;
    archive->entry_sum = libdeflate_crc32(archive->entry_sum, bytes, count);
    const bool is_right = archive->entry_bytes == file->unpacked_bytes &&
                          (!file->has_sum || archive->entry_sum == file->sum);
    return count > 0 || is_right
               ? INTAKE_OK
               : stop(archive, INTAKE_DAMAGED, "its bytes do not have the sum that RAR states");
}

/* ---- what all archives share ---- */

static void prepare(void) {
    intake_names_prepare();
    const iconv_t conversion = iconv_open("UTF-8", "UTF-8"); /* reads the list of conversions */
    if (conversion != (iconv_t)-1) (void)iconv_close(conversion);
    tzset(); /* for the times in a zip, which mktime converts */
    (void)intake_libarchive_load();
}

void intake_prepare(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, prepare);
}

/* ---- opening ---- */

/* A zip in memory has one truth, its directory: what stands between the entries is not guessed
 * at. */
static bool enable(const intake_archive *archive, unsigned kinds) {
    struct archive *const reader = archive->reader;
    if (intake_is_rar(archive)) return intake_rar_enable(reader, archive->rar.version);
    if (kinds & INTAKE_TAR) archive_read_support_format_tar(reader);
    if (kinds & INTAKE_ZIP) archive_read_support_format_zip_seekable(reader);
    if ((kinds & INTAKE_ZIP) && !is_in_memory(archive))
        archive_read_support_format_zip_streamable(reader);
    if (kinds & INTAKE_7ZIP) archive_read_support_format_7zip(reader);
    if (kinds & INTAKE_BARE) archive_read_support_format_raw(reader);
    if (!(kinds & INTAKE_COMPRESSED)) return true;
    archive_read_support_filter_gzip(reader);
    archive_read_support_filter_bzip2(reader);
    archive_read_support_filter_xz(reader);
    archive_read_support_filter_zstd(reader);
    return true;
}

static void open_reader(intake_archive *archive, unsigned kinds) {
    struct archive *const reader = archive->reader;
    if (!enable(archive, kinds)) {
        (void)stop(archive, INTAKE_UNSUPPORTED, "RAR archives are not read here");
        return;
    }
    archive_read_set_callback_data(reader, archive);
    archive_read_set_read_callback(reader, give_block);
    if (archive->is_seekable) {
        archive_read_set_seek_callback(reader, seek);
        archive_read_set_skip_callback(reader, skip);
    }
    if (archive_read_open1(reader) != ARCHIVE_OK) {
        (void)fail(archive);
    } else if (archive_filter_count(reader) > 2) { /* the compression, and the bytes themselves */
        archive_set_error(reader, EINVAL, "compressed more than once");
        (void)fail(archive);
    }
}

/* libarchive does not find the end of a directory that begins the file, which is then of a zip
 * without entries: maps of Source have such. What looks like a second end may be one for others. */
static bool is_empty_zip(const intake_archive *archive, unsigned kinds) {
    static const char mark[] = {'P', 'K', 5, 6, 0, 0, 0, 0, 0, 0, 0, 0};
    const intake_source *const source = &archive->source;
    if (!(kinds & INTAKE_ZIP) || !is_in_memory(archive) || source->length < INTAKE_ZIP_END_BYTES)
        return false;
    const char *const bytes = source->bytes;
    return memcmp(bytes, mark, sizeof mark) == 0 && !memmem(bytes + 4, source->length - 4, mark, 4);
}

intake_archive *intake_open(const intake_source *source, unsigned kinds,
                            const intake_limits *limits) {
    intake_archive *const archive = calloc(1, sizeof *archive);
    if (!archive) return NULL;
    intake_prepare();
    archive->source = *source;
    archive->limits = *limits;
    if (!intake_libarchive_load()) {
        (void)stop(archive, INTAKE_UNSUPPORTED,
                   "libarchive, which reads archives, is not installed");
        return archive;
    }
    archive->reader = archive_read_new();
    if (!archive->reader) {
        free(archive);
        return NULL;
    }
    find_start(archive);
    archive->outcome = is_directory_too_long(archive, kinds) ? INTAKE_MANY_ENTRIES
                                                             : check_seven_zip(archive, kinds);
    if (archive->outcome == INTAKE_OK) archive->outcome = read_rar_headers(archive, kinds);
    if (archive->outcome == INTAKE_OK && is_empty_zip(archive, kinds))
        archive->outcome = INTAKE_END;
    if (archive->outcome == INTAKE_OK) open_reader(archive, kinds);
    return archive;
}

void intake_close(intake_archive *archive) {
    if (!archive) return;
    if (archive->reader) archive_read_free(archive->reader);
    intake_rar_free(&archive->rar);
    free(archive);
}

const char *intake_message(const intake_archive *archive) {
    const char *const text =
        archive->message ? archive->message : archive_error_string(archive->reader);
    return text ? text : "damaged archive";
}

/* ---- entries ---- */

/* Passing over what is packed costs as much as unpacking it, so it counts as such; what lies open,
 * or behind a size that a zip's directory or a RAR's header names, is passed by seeking. */
static bool is_cheap_to_skip(const intake_archive *archive) {
    if (archive_filter_count(archive->reader) > 1) return false;
    const int kind = archive_format(archive->reader) & ARCHIVE_FORMAT_BASE_MASK;
    if (intake_is_rar(archive)) return !archive->rar.is_solid;
    return kind == ARCHIVE_FORMAT_TAR ||
           (kind == ARCHIVE_FORMAT_ZIP && archive_entry_size_is_set(archive->entry));
}

static int read_on(intake_archive *archive) {
    int status = ARCHIVE_OK;
    while ((status == ARCHIVE_OK || status == ARCHIVE_WARN) && check_limits(archive) == INTAKE_OK) {
        const void *block = NULL;
        size_t length = 0;
        la_int64_t offset = 0;
        status = archive_read_data_block(archive->reader, &block, &length, &offset);
        if (status == ARCHIVE_OK || status == ARCHIVE_WARN) archive->unpacked_bytes += length;
    }
    return status;
}

/* Passes over what is left of the entry. */
static intake_outcome end_entry(intake_archive *archive) {
    if (!archive->entry) return INTAKE_OK;
    const int status =
        is_cheap_to_skip(archive) ? archive_read_data_skip(archive->reader) : read_on(archive);
    archive->entry = NULL;
    if (status == ARCHIVE_FATAL) return fail(archive);
    archive->outcome = check_limits(archive);
    return archive->outcome;
}

/* The next header, of a file or of something else. */
static intake_outcome read_header(intake_archive *archive) {
    if (check_rar(archive) != INTAKE_OK) return archive->outcome;
    const int status = archive_read_next_header(archive->reader, &archive->entry);
    archive->has_warning = status == ARCHIVE_WARN;
    if (status == ARCHIVE_OK || status == ARCHIVE_WARN) return begin_rar_file(archive);
    archive->entry = NULL;
    if (status != ARCHIVE_EOF || intake_is_rar(archive)) return fail(archive);
    return lacks_zip_end(archive)
               ? stop(archive, INTAKE_DAMAGED, "the end of the zip archive is missing")
               : stop(archive, INTAKE_END, NULL);
}

/* POSIX pax, "ustar Interchange Format": two blocks of zeros, of which one will do. */
bool intake_has_end_mark(const intake_archive *archive) {
    struct archive *const reader = archive->reader;
    const int kind = archive_format(reader) & ARCHIVE_FORMAT_BASE_MASK;
    return kind != ARCHIVE_FORMAT_TAR ||
           archive_filter_bytes(reader, 0) - archive_read_header_position(reader) >=
               TAR_BLOCK_BYTES;
}

bool intake_is_bare(const intake_archive *archive) {
    return archive->reader && archive_format(archive->reader) == ARCHIVE_FORMAT_RAW;
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

static const char *name_of(struct archive_entry *entry) {
    const char *name = archive_entry_pathname_utf8(entry);
    if (!name) name = archive_entry_pathname(entry);
    return name ? without_dots(name) : "";
}

static void describe(const intake_archive *archive, intake_entry *entry) {
    const int64_t size = archive_entry_size(archive->entry);
    const bool has_size = archive_entry_size_is_set(archive->entry) && size >= 0;
    const intake_rar_file *const file = rar_file(archive);
    const bool is_encrypted = archive_entry_is_encrypted(archive->entry) != 0;
    *entry = (intake_entry){.name = name_of(archive->entry),
                            .is_encrypted = is_encrypted || (file && file->is_encrypted),
                            .has_size = has_size,
                            .size = has_size ? (uint64_t)size : 0,
                            .warning = archive->has_warning ? intake_message(archive) : NULL};
}

/* A RAR may have modes of Unix without a type. */
static bool is_file(const intake_archive *archive) {
    const intake_rar_file *const file = rar_file(archive);
    const unsigned type = archive_entry_filetype(archive->entry);
    return (type == AE_IFREG || (file && type == 0)) && !archive_entry_hardlink(archive->entry) &&
           !(file && file->is_link);
}

static intake_outcome next(intake_archive *archive, intake_entry *entry) {
    bool found = false;
    while (!found && archive->outcome == INTAKE_OK) {
        if (end_entry(archive) != INTAKE_OK || read_header(archive) != INTAKE_OK) break;
        archive->entry_count++;
        archive->outcome = check_limits(archive);
        found = is_file(archive);
    }
    if (archive->outcome != INTAKE_OK) return archive->outcome;
    describe(archive, entry);
    if (strlen(entry->name) > archive->limits.name_bytes) archive->outcome = INTAKE_LONG_NAME;
    return archive->outcome;
}

intake_outcome intake_next(intake_archive *archive, intake_entry *entry) {
    const locale_t before = intake_names_begin();
    const intake_outcome outcome = next(archive, entry);
    intake_names_end(before);
    return outcome;
}

intake_outcome intake_read(intake_archive *archive, void *buffer, size_t capacity, size_t *length) {
    *length = 0;
    if (archive->outcome != INTAKE_OK) return archive->outcome;
    const la_ssize_t count = archive_read_data(archive->reader, buffer, capacity);
    if (count < 0) return fail(archive);
    *length = (size_t)count;
    archive->unpacked_bytes += (uint64_t)count;
    archive->outcome = check_limits(archive);
    return archive->outcome == INTAKE_OK ? sum_up(archive, buffer, (size_t)count)
                                         : archive->outcome;
}

/* ---- the memory below ---- */

/* Measured with libarchive 3.6.2: an entry of a zip's directory takes 160 bytes, an extent of a
 * sparse file 80 for its 24 in a tar. */
enum { READER_BYTES = 1 << 20, ZIP_ENTRY_BYTES = 256, SPARSE_FACTOR = 4 };

/* Of a 7-Zip archive: a file with its name takes 130 bytes (measured), a folder 250; each further
 * coder of a folder 40 for two bytes of the header (libarchive's structs). */
enum { SEVEN_ZIP_ROW_BYTES = 320, SEVEN_ZIP_HEADER_FACTOR = 32 };

/* bzip2 takes 4 MB, the others less beyond their windows. */
enum { DECODER_BYTES = 6 << 20 };

#define HAS_TEXT(bytes, length, text) (memmem(bytes, length, text, sizeof(text) - 1) != NULL)

/* GNU's old headers of type S, and the pax keywords that list extents. */
static bool may_be_sparse(const char *bytes, size_t length) {
    for (size_t at = 0; length - at >= TAR_BLOCK_BYTES; at += TAR_BLOCK_BYTES)
        if (bytes[at + 156] == 'S' && memcmp(bytes + at + 257, "ustar ", 6) == 0) return true;
    return HAS_TEXT(bytes, length, "GNU.sparse") || HAS_TEXT(bytes, length, "SUN.holesdata");
}

/* Also while the header is read, once by us and once by libarchive. */
static uint64_t seven_zip_bound(const void *bytes, size_t length) {
    intake_seven_zip counts;
    uint64_t bound = 0;
    (void)intake_seven_zip_read(bytes, length, UINT64_MAX, &counts);
    const uint64_t rows = counts.files + counts.streams + counts.folders;
    if (__builtin_mul_overflow(rows, SEVEN_ZIP_ROW_BYTES, &bound) ||
        __builtin_add_overflow(bound, counts.window_bytes, &bound) || bound > UINT64_MAX / 2)
        return UINT64_MAX / 2;
    return bound + SEVEN_ZIP_HEADER_FACTOR * counts.header_bytes + counts.model_bytes;
}

uint64_t intake_table_bound(const void *bytes, size_t length, unsigned kinds) {
    uint64_t bound = READER_BYTES;
    if ((kinds & INTAKE_TAR) && may_be_sparse(bytes, length))
        bound += SPARSE_FACTOR * (uint64_t)length;
    if (kinds & INTAKE_ZIP) bound += ZIP_ENTRY_BYTES * count_zip_entries(bytes, length);
    if (kinds & INTAKE_7ZIP) bound += DECODER_BYTES + seven_zip_bound(bytes, length);
    return bound;
}

uint64_t intake_window_bound(uint64_t unpacked_bytes) {
    return DECODER_BYTES + unpacked_bytes;
}
