/* libarchive, loaded when the first archive is met: it brings libxml2, ICU and a dozen others
 * along, which take longer to load than most files take to judge. Instead of <archive.h>: its
 * functions are called by their own names, through a table. Where libarchive is linked into the
 * program (INTAKE_LINKS_LIBARCHIVE) the calls are plain ones. */
#ifndef NAVLINT_INTAKE_LIBARCHIVE_H
#define NAVLINT_INTAKE_LIBARCHIVE_H

#include <archive.h>
#include <archive_entry.h>
#include <stdbool.h>

/* Loads it, once; it stays loaded. Any thread. Returns false if it is not installed. */
bool intake_libarchive_load(void);

#ifndef INTAKE_LINKS_LIBARCHIVE

/* What is called of it. */
#define INTAKE_LIBARCHIVE_CALLS(CALL)                                                              \
    CALL(archive_entry_filetype)                                                                   \
    CALL(archive_entry_hardlink)                                                                   \
    CALL(archive_entry_is_encrypted)                                                               \
    CALL(archive_entry_pathname)                                                                   \
    CALL(archive_entry_pathname_utf8)                                                              \
    CALL(archive_entry_size)                                                                       \
    CALL(archive_entry_size_is_set)                                                                \
    CALL(archive_errno)                                                                            \
    CALL(archive_error_string)                                                                     \
    CALL(archive_filter_bytes)                                                                     \
    CALL(archive_filter_count)                                                                     \
    CALL(archive_format)                                                                           \
    CALL(archive_read_data)                                                                        \
    CALL(archive_read_data_block)                                                                  \
    CALL(archive_read_data_skip)                                                                   \
    CALL(archive_read_free)                                                                        \
    CALL(archive_read_header_position)                                                             \
    CALL(archive_read_support_filter_lzma)                                                         \
    CALL(archive_read_open_memory)                                                                 \
    CALL(archive_read_new)                                                                         \
    CALL(archive_read_next_header)                                                                 \
    CALL(archive_read_open1)                                                                       \
    CALL(archive_read_set_callback_data)                                                           \
    CALL(archive_read_set_read_callback)                                                           \
    CALL(archive_read_set_seek_callback)                                                           \
    CALL(archive_read_set_skip_callback)                                                           \
    CALL(archive_read_support_filter_bzip2)                                                        \
    CALL(archive_read_support_filter_gzip)                                                         \
    CALL(archive_read_support_filter_xz)                                                           \
    CALL(archive_read_support_filter_zstd)                                                         \
    CALL(archive_read_support_format_7zip)                                                         \
    CALL(archive_read_support_format_rar)                                                          \
    CALL(archive_read_support_format_rar5)                                                         \
    CALL(archive_read_support_format_raw)                                                          \
    CALL(archive_read_support_format_tar)                                                          \
    CALL(archive_read_support_format_zip_seekable)                                                 \
    CALL(archive_read_support_format_zip_streamable)                                               \
    CALL(archive_set_error)

typedef struct intake_libarchive_calls {
#define INTAKE_POINTER(name) __typeof__(&name) name;
    INTAKE_LIBARCHIVE_CALLS(INTAKE_POINTER)
#undef INTAKE_POINTER
} intake_libarchive_calls;

/* All NULL until it is loaded. */
extern intake_libarchive_calls intake_libarchive;

#ifndef INTAKE_LIBARCHIVE_ITSELF
#define archive_entry_filetype            intake_libarchive.archive_entry_filetype
#define archive_entry_hardlink            intake_libarchive.archive_entry_hardlink
#define archive_entry_is_encrypted        intake_libarchive.archive_entry_is_encrypted
#define archive_entry_pathname            intake_libarchive.archive_entry_pathname
#define archive_entry_pathname_utf8       intake_libarchive.archive_entry_pathname_utf8
#define archive_entry_size                intake_libarchive.archive_entry_size
#define archive_entry_size_is_set         intake_libarchive.archive_entry_size_is_set
#define archive_errno                     intake_libarchive.archive_errno
#define archive_error_string              intake_libarchive.archive_error_string
#define archive_filter_bytes              intake_libarchive.archive_filter_bytes
#define archive_filter_count              intake_libarchive.archive_filter_count
#define archive_format                    intake_libarchive.archive_format
#define archive_read_data                 intake_libarchive.archive_read_data
#define archive_read_data_block           intake_libarchive.archive_read_data_block
#define archive_read_data_skip            intake_libarchive.archive_read_data_skip
#define archive_read_free                 intake_libarchive.archive_read_free
#define archive_read_open_memory          intake_libarchive.archive_read_open_memory
#define archive_read_support_filter_lzma  intake_libarchive.archive_read_support_filter_lzma
#define archive_read_header_position      intake_libarchive.archive_read_header_position
#define archive_read_new                  intake_libarchive.archive_read_new
#define archive_read_next_header          intake_libarchive.archive_read_next_header
#define archive_read_open1                intake_libarchive.archive_read_open1
#define archive_read_set_callback_data    intake_libarchive.archive_read_set_callback_data
#define archive_read_set_read_callback    intake_libarchive.archive_read_set_read_callback
#define archive_read_set_seek_callback    intake_libarchive.archive_read_set_seek_callback
#define archive_read_set_skip_callback    intake_libarchive.archive_read_set_skip_callback
#define archive_read_support_filter_bzip2 intake_libarchive.archive_read_support_filter_bzip2
#define archive_read_support_filter_gzip  intake_libarchive.archive_read_support_filter_gzip
#define archive_read_support_filter_xz    intake_libarchive.archive_read_support_filter_xz
#define archive_read_support_filter_zstd  intake_libarchive.archive_read_support_filter_zstd
#define archive_read_support_format_7zip  intake_libarchive.archive_read_support_format_7zip
#define archive_read_support_format_rar   intake_libarchive.archive_read_support_format_rar
#define archive_read_support_format_rar5  intake_libarchive.archive_read_support_format_rar5
#define archive_read_support_format_raw   intake_libarchive.archive_read_support_format_raw
#define archive_read_support_format_tar   intake_libarchive.archive_read_support_format_tar
#define archive_read_support_format_zip_seekable                                                   \
    intake_libarchive.archive_read_support_format_zip_seekable
#define archive_read_support_format_zip_streamable                                                 \
    intake_libarchive.archive_read_support_format_zip_streamable
#define archive_set_error intake_libarchive.archive_set_error
#endif

#endif
#endif
