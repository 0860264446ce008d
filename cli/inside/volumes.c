#include "cli/inside/volumes.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "intake/extensions.h"

static const char directory_ending[] = "_dir.vpk";
enum { NUMBER_LENGTH = sizeof "_000.vpk" - 1 };

static bool ends(const char *name, const char *with) {
    const size_t length = strlen(name), tail = strlen(with);
    return length > tail && strcasecmp(name + length - tail, with) == 0;
}

bool cli_has_volumes(const char *name) {
    return ends(name, directory_ending);
}

bool cli_may_lead_into_volumes(const char *name) {
    const size_t tail = strlen(directory_ending);
    for (; *name != '\0'; name++)
        if (strncasecmp(name, directory_ending, tail) == 0) return true;
    return false;
}

bool cli_is_called_side(const char *name) {
    return intake_is_numbered_package(name);
}

/* A container may be called so, too. */
bool cli_is_side(const char *name, const navlint_format *format) {
    const bool is_container = format && format->is_container;
    return cli_is_called_side(name) && !(is_container && navlint_format_takes_name(format, name));
}

char *cli_directory_of_side(const char *name) {
    const size_t base = strlen(name) - NUMBER_LENGTH;
    char *const directory = malloc(base + sizeof directory_ending);
    if (!directory) return NULL;
    memcpy(directory, name, base);
    memcpy(directory + base, directory_ending, sizeof directory_ending);
    return directory;
}

bool cli_has_directory_on_disk(const char *path) {
    char *const directory = cli_is_called_side(path) ? cli_directory_of_side(path) : NULL;
    const int descriptor = directory ? cli_open(directory, true) : -1;
    free(directory);
    if (descriptor >= 0) cli_close(descriptor);
    return descriptor >= 0;
}

bool cli_is_side_of(const char *name, const char *directory) {
    const size_t base = strlen(directory) - strlen(directory_ending);
    return cli_is_called_side(name) && strlen(name) == base + NUMBER_LENGTH &&
           strncasecmp(name, directory, base) == 0;
}

cli_sides cli_sides_of(const char *name, cli_sibling_fn *sibling, void *context) {
    return (cli_sides){.name = name, .sibling = sibling, .context = context, .descriptor = -1};
}

static void close_file(cli_sides *sides) {
    if (sides->descriptor >= 0) cli_close(sides->descriptor);
    free(sides->opened);
    sides->opened = NULL;
    sides->descriptor = -1;
    sides->bytes = NULL;
    sides->length = 0;
}

void cli_sides_close(cli_sides *sides) {
    close_file(sides);
}

/* "maps/pak01_dir.vpk", 3 -> "maps/pak01_003.vpk". Heap. */
static char *name_of(const cli_sides *sides, uint32_t number) {
    const size_t tail = strlen(ends(sides->name, directory_ending) ? directory_ending
                               : ends(sides->name, ".vpk")         ? ".vpk"
                                                                   : "");
    const int base = (int)(strlen(sides->name) - tail);
    const size_t capacity = (size_t)base + sizeof "_4294967295.vpk";
    char *const name = malloc(capacity);
    if (name) snprintf(name, capacity, "%.*s_%03" PRIu32 ".vpk", base, sides->name, number);
    return name;
}

static const char *open_on_disk(cli_sides *sides, const char *name) {
    struct stat status;
    sides->descriptor = cli_open(name, true);
    if (sides->descriptor < 0 || fstat(sides->descriptor, &status) != 0) return "is not here";
    sides->length = status.st_size > 0 ? (uint64_t)status.st_size : 0;
    return NULL;
}

/* name: taken. Returns NULL, or why there are no bytes of the file. */
static const char *open_file(cli_sides *sides, char *name) {
    if (sides->opened && strcmp(sides->opened, name) == 0) {
        free(name);
        return sides->absence;
    }
    close_file(sides);
    sides->opened = name;
    sides->absence = sides->sibling
                         ? sides->sibling(sides->context, name, &sides->bytes, &sides->length)
                         : open_on_disk(sides, name);
    return sides->absence;
}

static const char *complain(cli_sides *sides, const char *problem) {
    const char *const slash = strrchr(sides->opened, '/');
    snprintf(sides->problem, sizeof sides->problem, "its archive %.160s %s",
             slash ? slash + 1 : sides->opened, problem);
    return sides->problem;
}

/* Not pread: the command as WebAssembly has none. */
static int read_on_disk(const cli_sides *sides, uint64_t offset, size_t length, unsigned char *to) {
    size_t got = 0;
    if (lseek(sides->descriptor, (off_t)offset, SEEK_SET) < 0) return errno;
    while (got < length) {
        const ssize_t count = read(sides->descriptor, to + got, length - got);
        if (count > 0)
            got += (size_t)count;
        else if (count == 0)
            return EIO;
        else if (errno != EINTR)
            return errno;
    }
    return 0;
}

static const char *read_side(void *context, uint32_t number, uint64_t offset, uint64_t length,
                             cli_buffer *buffer) {
    cli_sides *const sides = context;
    char *const name = name_of(sides, number);
    if (!name) return "out of memory";
    const char *const absence = open_file(sides, name);
    if (absence) return complain(sides, absence);
    if (offset > sides->length || length > sides->length - offset)
        return complain(sides, "ends before it");
    if (cli_buffer_reserve(buffer, buffer->length + (size_t)length + 1) != 0)
        return "out of memory";
    unsigned char *const to = buffer->bytes + buffer->length;
    if (sides->sibling)
        memcpy(to, sides->bytes + offset, (size_t)length);
    else if (read_on_disk(sides, offset, (size_t)length, to) != 0)
        return complain(sides, "cannot be read");
    buffer->length += (size_t)length;
    return NULL;
}

cli_volumes cli_volumes_of(cli_sides *sides) {
    return (cli_volumes){sides, read_side};
}
