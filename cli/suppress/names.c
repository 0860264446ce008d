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
static void print_ups(FILE *out, const char *rest) {
    for (; *rest != '\0'; rest++)
        if (rest[0] == '/' && rest[1] != '\0') fputs("../", out);
}

/* The way from the base to something in an absolute folder. */
static void print_way(FILE *out, const char *base, const char *folder, const char *name) {
    const size_t shared = shared_length(base, folder);
    const char *const down = folder + shared;
    print_ups(out, base + shared);
    if (down[0] != '\0' && down[1] != '\0') fprintf(out, "%s/", down + 1);
    fputs(name, out);
}

/* ---- Escapes ---- */

static void print_escaped(FILE *out, const char *text) {
    for (; *text != '\0'; text++)
        if (*text == '\\')
            fputs("\\x5c", out);
        else
            fputc(*text, out);
}

/* Takes the text. */
static char *escape(char *text) {
    char *plain = NULL, *safe = NULL;
    size_t length = 0;
    FILE *const out = text ? open_memstream(&plain, &length) : NULL;
    if (out) {
        print_escaped(out, text);
        if (fclose(out) == 0) safe = malloc(ESCAPE_BYTES * length + 1);
    }
    if (safe) cli_make_safe(safe, ESCAPE_BYTES * length + 1, plain);
    free(plain);
    free(text);
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
static void print_path(FILE *out, cli_suppressed_names *names, const char *folder,
                       const char *path) {
    const char *const absolute = look_up(names, folder);
    const char *const slash = strrchr(path, '/');
    if (absolute)
        print_way(out, names->base, absolute, slash ? slash + 1 : path);
    else
        fputs(path, out);
}

static void print_file(FILE *out, cli_suppressed_names *names, const char *path) {
    char *const folder = folder_of(path);
    if (folder) print_path(out, names, folder, path);
    free(folder);
}

/* What is real and not the base has a folder that is real. */
static void print_real(FILE *out, const char *base, const char *absolute) {
    char *const folder = folder_of(absolute);
    if (folder) print_way(out, base, folder, strrchr(absolute, '/') + 1);
    free(folder);
}

/* A folder is called by its own way; the base is ".". */
static void print_folder(FILE *out, cli_suppressed_names *names, const char *path) {
    const char *const absolute = look_up(names, path);
    if (!absolute || strcmp(absolute, names->base) == 0)
        fputs(absolute ? "." : path, out);
    else
        print_real(out, names->base, absolute);
}

static void print_name(FILE *out, cli_suppressed_names *names, const char *path,
                       const char *archive, bool is_folder) {
    if (archive) {
        print_file(out, names, archive);
        fputs(path + strlen(archive), out);
    } else if (is_folder) {
        print_folder(out, names, path);
    } else {
        print_file(out, names, path);
    }
}

char *cli_names_make(cli_suppressed_names *names, const char *path, const char *archive,
                     bool is_folder) {
    char *text = NULL;
    size_t length = 0;
    FILE *const out = open_memstream(&text, &length);
    if (!out) return NULL;
    print_name(out, names, path, archive, is_folder);
    if (fclose(out) == 0) return escape(text);
    free(text);
    return NULL;
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
