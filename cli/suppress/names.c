#include "cli/suppress/names.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/inputs/folders.h"
#include "cli/output.h"

enum { ESCAPE_BYTES = sizeof "\\xNN" - 1 };

/* ---- Text that grows ---- */

typedef struct growing_text {
    cli_buffer buffer; /* ends in a NUL as soon as something was put in */
    bool has_failed;   /* memory ran out */
} growing_text;

static void put_bytes(growing_text *out, const char *bytes, size_t length) {
    const size_t needed = out->buffer.length + length + 1;
    if (out->has_failed) return;
    if (needed > out->buffer.capacity && cli_buffer_reserve(&out->buffer, 2 * needed) != 0) {
        out->has_failed = true;
        return;
    }
    memcpy(out->buffer.bytes + out->buffer.length, bytes, length);
    out->buffer.length += length;
    out->buffer.bytes[out->buffer.length] = '\0';
}

static void put(growing_text *out, const char *text) {
    put_bytes(out, text, strlen(text));
}

/* Heap; NULL if memory ran out. */
static char *finish(growing_text *out) {
    put(out, "");
    if (!out->has_failed) return (char *)out->buffer.bytes;
    cli_buffer_free(&out->buffer);
    return NULL;
}

/* ---- Folders ---- */

/* The folder of a path, as it is given: "." for a path without one. Heap. */
static char *folder_of(const char *path) {
    const size_t length = cli_folder_length(path);
    return length > 0 ? strndup(path, length) : strdup(".");
}

int cli_names_open(cli_suppressed_names *names, const char *path) {
    char *const folder = folder_of(path);
    names->base = folder ? realpath(folder, NULL) : NULL;
    const int failure = names->base ? 0 : errno;
    free(folder);
    return failure;
}

/* Where the folder is; files come folder by folder, so the last answer is kept. NULL: it cannot be
 * told. */
static const char *look_up(cli_suppressed_names *names, const char *folder) {
    const size_t capacity = strlen(folder) + 1;
    const bool is_same =
        names->folder.length > 0 && strcmp((const char *)names->folder.bytes, folder) == 0;
    if (is_same) return names->folder_looked;
    free(names->folder_looked);
    names->folder.length = 0;
    names->folder_looked = realpath(folder, NULL);
    if (cli_buffer_reserve(&names->folder, capacity) != 0) return names->folder_looked;
    memcpy(names->folder.bytes, folder, capacity);
    names->folder.length = capacity;
    return names->folder_looked;
}

/* ---- Ways ---- */

/* How much of both is the same, up to and with a slash, or all of a shorter one. */
static size_t shared_length(const char *base, const char *path) {
    size_t length = 0;
    for (size_t i = 0;; i++) {
        const bool base_ends = base[i] == '\0' || base[i] == '/';
        const bool path_ends = path[i] == '\0' || path[i] == '/';
        if (base_ends && path_ends) length = i;
        if (base[i] != path[i] || base[i] == '\0') return length;
    }
}

/* "../" for each folder of `rest`, "/a/b". */
static void print_ups(growing_text *out, const char *rest) {
    for (; *rest != '\0'; rest++)
        if (rest[0] == '/' && rest[1] != '\0') put(out, "../");
}

/* The way from the base to something in an absolute folder. */
static void print_way(growing_text *out, const char *base, const char *folder, const char *name) {
    const size_t shared = shared_length(base, folder);
    const char *const down = folder + shared;
    print_ups(out, base + shared);
    if (down[0] != '\0' && down[1] != '\0') {
        put(out, down + 1);
        put(out, "/");
    }
    put(out, name);
}

/* ---- Escapes ---- */

static void print_escaped(growing_text *out, const char *text) {
    for (; *text != '\0'; text++)
        if (*text == '\\')
            put(out, "\\x5c");
        else
            put_bytes(out, text, 1);
}

/* Takes the text. */
static char *escape(char *text) {
    growing_text out = {{0}, false};
    if (!text) return NULL;
    print_escaped(&out, text);
    free(text);
    char *const plain = finish(&out);
    char *const safe = plain ? malloc(ESCAPE_BYTES * out.buffer.length + 1) : NULL;
    if (safe) cli_make_safe(safe, ESCAPE_BYTES * out.buffer.length + 1, plain);
    free(plain);
    return safe;
}

static unsigned hex_value(char digit) {
    return (unsigned)(isdigit((unsigned char)digit) ? digit - '0' : digit - 'a' + 10);
}

/* Takes the escapes back, in place. */
static void unescape(char *text) {
    static const char digits[] = "0123456789abcdef";
    char *to = text;
    for (const char *at = text; *at != '\0'; to++) {
        const bool is_escape = at[0] == '\\' && at[1] == 'x' && strspn(at + 2, digits) >= 2;
        *to = is_escape ? (char)(16 * hex_value(at[2]) + hex_value(at[3])) : *at;
        at += is_escape ? ESCAPE_BYTES : 1;
    }
    *to = '\0';
}

/* ---- Names ---- */

/* The way of what lies in `folder`, or the path as it is where that cannot be told. */
static void print_path(growing_text *out, cli_suppressed_names *names, const char *folder,
                       const char *path) {
    const char *const absolute = look_up(names, folder);
    const char *const slash = strrchr(path, '/');
    if (absolute)
        print_way(out, names->base, absolute, slash ? slash + 1 : path);
    else
        put(out, path);
}

static void print_file(growing_text *out, cli_suppressed_names *names, const char *path) {
    char *const folder = folder_of(path);
    if (folder) print_path(out, names, folder, path);
    free(folder);
}

/* What is real and not the base has a folder that is real. */
static void print_real(growing_text *out, const char *base, const char *absolute) {
    char *const folder = folder_of(absolute);
    if (folder) print_way(out, base, folder, strrchr(absolute, '/') + 1);
    free(folder);
}

/* A folder is called by its own way; the base is ".". */
static void print_folder(growing_text *out, cli_suppressed_names *names, const char *path) {
    const char *const absolute = look_up(names, path);
    if (!absolute || strcmp(absolute, names->base) == 0)
        put(out, absolute ? "." : path);
    else
        print_real(out, names->base, absolute);
}

static void print_name(growing_text *out, cli_suppressed_names *names, const char *path,
                       const char *archive, bool is_folder) {
    if (archive) {
        print_file(out, names, archive);
        put(out, path + strlen(archive));
    } else if (is_folder) {
        print_folder(out, names, path);
    } else {
        print_file(out, names, path);
    }
}

char *cli_names_make(cli_suppressed_names *names, const char *path, const char *archive,
                     bool is_folder) {
    growing_text out = {{0}, false};
    print_name(&out, names, path, archive, is_folder);
    return escape(finish(&out));
}

/* ---- What is there ---- */

static bool is_there(const cli_suppressed_names *names, const char *path) {
    char whole[PATH_MAX];
    struct stat status;
    const int length = snprintf(whole, sizeof whole, "%s/%s", names->base, path);
    return length < (int)sizeof whole && lstat(whole, &status) == 0;
}

/* What stands before any of the "!" may be an archive. */
static bool is_archive_there(const cli_suppressed_names *names, char *path) {
    for (char *mark = strchr(path, '!'); mark; mark = strchr(mark + 1, '!')) {
        *mark = '\0';
        const bool is_found = is_there(names, path);
        *mark = '!';
        if (is_found) return true;
    }
    return false;
}

bool cli_names_exists(const cli_suppressed_names *names, const char *name) {
    char *const path = strdup(name);
    if (!path) return true; /* nothing is to be lost for it */
    unescape(path);
    const bool is_found = is_there(names, path) || is_archive_there(names, path);
    free(path);
    return is_found;
}

void cli_names_free(cli_suppressed_names *names) {
    free(names->base);
    free(names->folder_looked);
    cli_buffer_free(&names->folder);
    *names = (cli_suppressed_names){0};
}
