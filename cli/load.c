#include "cli/load.h"

#include <errno.h>
#include <sys/stat.h>

#include "cli/inputs/archive_extensions.h"
#include "cli/inside/volumes.h"

/* Of a large file with a strange extension only so much is read to tell whether it is a navigation
 * file: game folders hold files of gigabytes. */
enum { DETECTION_BYTES = 1 << 20 };

const char *cli_input_name(const cli_check_settings *settings, const cli_input *input) {
    if (input->path) return input->path;
    return settings->stdin_filename ? settings->stdin_filename : "-";
}

size_t cli_detection_bytes(const navlint_options *options, const char *name) {
    const size_t limit_bytes = cli_read_limit(options->max_input_bytes);
    const bool is_whole = navlint_format_takes_name(NULL, name) || limit_bytes < DETECTION_BYTES;
    return is_whole ? limit_bytes : DETECTION_BYTES;
}

static const navlint_format *container_of(const navlint_input *input, navlint_origin origin) {
    const navlint_format *const format = navlint_detect_as(NULL, input, origin);
    return format && format->is_container ? format : NULL;
}

/* Who asks for one format alone asks for it in whatever holds files, too. */
const navlint_format *cli_wanted_format(const navlint_options *options,
                                        const navlint_input *input) {
    const navlint_format *const format = navlint_detect_as(options, input, NAVLINT_FOUND);
    return format || !options->format ? format : container_of(input, NAVLINT_FOUND);
}

bool cli_is_archive(const void *bytes, size_t length) {
    const size_t start = length < INTAKE_SNIFF_BYTES ? length : (size_t)INTAKE_SNIFF_BYTES;
    const navlint_input input = {.bytes = bytes, .length = start};
    return intake_kinds_of(bytes, start) != 0 && !navlint_detect(&input, NULL);
}

int cli_load_wanted(const navlint_options *options, const char *name, const cli_stream *stream,
                    cli_buffer *file, const navlint_format **format) {
    const size_t limit_bytes = cli_read_limit(options->max_input_bytes);
    int failure = stream->read(stream->source, cli_detection_bytes(options, name), file);
    const navlint_input input = {.name = name, .bytes = file->bytes, .length = file->length};
    *format = failure == 0 ? cli_wanted_format(options, &input) : NULL;
    if (*format) failure = stream->read(stream->source, limit_bytes, file);
    return failure;
}

static int read_descriptor(void *source, size_t limit_bytes, cli_buffer *buffer) {
    return cli_read(*(const int *)source, limit_bytes, buffer);
}

static bool is_regular(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

/* What can be read a second time may wait for its folder. */
static void note_member(const cli_input *input, int descriptor, const navlint_format *format,
                        cli_found *found) {
    if (!format || !format->has_sets || !input->has_neighbours || !is_regular(descriptor)) return;
    found->kind = CLI_FOUND_MEMBER;
    found->format = format;
}

static int load_discovered(const navlint_options *options, const cli_input *input, int descriptor,
                           cli_buffer *file, cli_found *found) {
    const cli_stream stream = {&descriptor, read_descriptor};
    const navlint_format *format = NULL;
    const int failure = cli_load_wanted(options, input->path, &stream, file, &format);
    if (cli_is_side(input->path, format) || cli_has_directory_on_disk(input->path)) format = NULL;
    if (failure == 0 && !format) {
        const navlint_input input_found = {
            .name = input->path, .bytes = file->bytes, .length = file->length};
        found->kind = CLI_FOUND_NOTHING;
        found->other_game = navlint_other_game(&input_found);
    }
    if (failure == 0 && format && format->is_container) found->format = format;
    note_member(input, descriptor, format, found);
    return failure;
}

static int load_named(const navlint_options *options, const cli_input *input, int descriptor,
                      cli_buffer *file, cli_found *found) {
    const int failure = cli_read(descriptor, cli_read_limit(options->max_input_bytes), file);
    if (failure != 0) return failure;
    const navlint_input named = {.name = input->path, .bytes = file->bytes, .length = file->length};
    found->format = container_of(&named, NAVLINT_NAMED);
    if (!found->format && input->has_neighbours)
        note_member(input, descriptor, navlint_detect_as(options, &named, NAVLINT_NAMED), found);
    return 0;
}

/* In a directory the extension must say so too: what users do not call an archive is none. */
static bool is_archive(const cli_input *input, const cli_buffer *start) {
    return (!input->discovered || cli_has_archive_extension(input->path) ||
            cli_is_compressed_file_name(input->path)) &&
           cli_is_archive(start->bytes, start->length);
}

static int load_opened(const navlint_options *options, const cli_input *input, int descriptor,
                       cli_buffer *file, cli_found *found) {
    const int failure = cli_read(descriptor, INTAKE_SNIFF_BYTES, file);
    if (failure != 0) return failure;
    if (is_archive(input, file)) {
        found->kind = CLI_FOUND_ARCHIVE;
        found->archive = (cli_source){.descriptor = descriptor, .length = file->length};
        for (size_t at = 0; at < file->length; at++)
            found->archive.bytes[at] = file->bytes[at];
        return 0;
    }
    return input->discovered ? load_discovered(options, input, descriptor, file, found)
                             : load_named(options, input, descriptor, file, found);
}

int cli_load(const navlint_options *options, const cli_input *input, cli_buffer *file,
             cli_found *found) {
    *found = (cli_found){.kind = CLI_FOUND_FILE};
    file->length = 0;
    const int descriptor = cli_open(input->path, input->discovered);
    if (descriptor < 0) return errno;
    const int failure = load_opened(options, input, descriptor, file, found);
    if (failure != 0 || found->kind != CLI_FOUND_ARCHIVE) cli_close(descriptor);
    return failure;
}
