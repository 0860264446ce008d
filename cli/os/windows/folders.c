/* The entries of folders. */
#include <windows.h>

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>

#include "cli/os/windows/wide.h"

struct windows_folder {
    HANDLE search;
    WIN32_FIND_DATAW found;
    bool has_found; /* and it was not handed out yet */
    struct dirent entry;
};

/* path\*, heap. */
static wchar_t *all_of(const char *path) {
    const size_t length = strlen(path);
    char *const pattern = malloc(length + 3);
    if (!pattern) return errno = ENOMEM, NULL;
    memcpy(pattern, path, length);
    strcpy(pattern + length, "/*");
    wchar_t *const wide = windows_wide_path(pattern);
    free(pattern);
    return wide;
}

/* Windows looks for "a.nav\*" in vain, as if there were no a.nav. */
static void set_errno_of_search(const char *path) {
    windows_status status;
    windows_set_errno(GetLastError());
    if (errno == ENOENT && windows_stat(path, &status) == 0) errno = ENOTDIR;
}

DIR *opendir(const char *path) {
    wchar_t *const pattern = all_of(path);
    DIR *const folder = pattern ? calloc(1, sizeof *folder) : NULL;
    if (folder) {
        folder->search = FindFirstFileW(pattern, &folder->found);
        folder->has_found = folder->search != INVALID_HANDLE_VALUE;
        if (!folder->has_found) set_errno_of_search(path);
    }
    free(pattern);
    if (folder && folder->has_found) return folder;
    free(folder);
    return NULL;
}

struct dirent *readdir(DIR *folder) {
    if (!folder->has_found) return NULL;
    char *const name = windows_utf8_text(folder->found.cFileName);
    if (!name) return NULL;
    (void)snprintf(folder->entry.d_name, sizeof folder->entry.d_name, "%s", name);
    free(name);
    folder->has_found = FindNextFileW(folder->search, &folder->found);
    return &folder->entry;
}

int closedir(DIR *folder) {
    (void)FindClose(folder->search);
    free(folder);
    return 0;
}
