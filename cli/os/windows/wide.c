#include "cli/os/windows/wide.h"

#include <windows.h>

#include <stdbool.h>

/* CreateDirectory takes no more than 248; longer paths need the prefix that turns all rules off. */
enum { SHORT_PATH_UNITS = 240 };

/* ---- Errors ---- */

void windows_set_errno(unsigned long error) {
    static const struct {
        unsigned long error;
        int number;
    } rows[] = {{ERROR_FILE_NOT_FOUND, ENOENT},
                {ERROR_PATH_NOT_FOUND, ENOENT},
                {ERROR_INVALID_NAME, ENOENT},
                {ERROR_BAD_PATHNAME, ENOENT},
                {ERROR_BAD_NETPATH, ENOENT},
                {ERROR_BAD_NET_NAME, ENOENT},
                {ERROR_INVALID_DRIVE, ENOENT},
                {ERROR_NOT_READY, ENOENT},
                {ERROR_ACCESS_DENIED, EACCES},
                {ERROR_SHARING_VIOLATION, EACCES},
                {ERROR_LOCK_VIOLATION, EACCES},
                {ERROR_WRITE_PROTECT, EROFS},
                {ERROR_ALREADY_EXISTS, EEXIST},
                {ERROR_FILE_EXISTS, EEXIST},
                {ERROR_DISK_FULL, ENOSPC},
                {ERROR_HANDLE_DISK_FULL, ENOSPC},
                {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
                {ERROR_OUTOFMEMORY, ENOMEM},
                {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
                {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
                {ERROR_BUFFER_OVERFLOW, ENAMETOOLONG},
                {ERROR_INVALID_PARAMETER, EINVAL},
                {ERROR_DIRECTORY, ENOTDIR},
                {ERROR_CANT_RESOLVE_FILENAME, ELOOP},
                {ERROR_NO_UNICODE_TRANSLATION, EILSEQ},
                {ERROR_BROKEN_PIPE, EPIPE},
                {ERROR_NO_DATA, EPIPE},
                {ERROR_PRIVILEGE_NOT_HELD, EPERM}};
    errno = EIO;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].error == error) errno = rows[i].number;
}

static void *fail(unsigned long error) {
    windows_set_errno(error);
    return NULL;
}

/* ---- Text ---- */

wchar_t *windows_wide_text(const char *text) {
    const int units = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    if (units <= 0) return fail(GetLastError());
    wchar_t *const wide = malloc((size_t)units * sizeof *wide);
    if (!wide) return fail(ERROR_OUTOFMEMORY);
    (void)MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, units);
    return wide;
}

char *windows_utf8_text(const wchar_t *text) {
    const int bytes = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    if (bytes <= 0) return fail(GetLastError());
    char *const utf8 = malloc((size_t)bytes);
    if (!utf8) return fail(ERROR_OUTOFMEMORY);
    (void)WideCharToMultiByte(CP_UTF8, 0, text, -1, utf8, bytes, NULL, NULL);
    return utf8;
}

/* ---- Paths ---- */

static bool has_drive(const char *path) {
    return ((path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z')) &&
           path[1] == ':';
}

static void turn_slashes(wchar_t *path) {
    for (; *path != L'\0'; path++)
        if (*path == L'/') *path = L'\\';
}

/* With "\\?\" before it, "\\?\UNC\" for another machine's. Takes the path. */
static wchar_t *prefixed(wchar_t *path) {
    const DWORD units = GetFullPathNameW(path, 0, NULL, NULL);
    wchar_t *const full = units > 0 ? malloc((units + 8) * sizeof *full) : NULL;
    if (full) {
        const bool is_elsewhere = path[0] == L'\\' && path[1] == L'\\';
        wcscpy(full, is_elsewhere ? L"\\\\?\\UNC" : L"\\\\?\\");
        wchar_t *const at = full + wcslen(full) - (is_elsewhere ? 1 : 0);
        (void)GetFullPathNameW(path, units, at, NULL);
        if (is_elsewhere) *at = L'C'; /* the first of two '\' */
    }
    free(path);
    return full ? full : fail(ERROR_OUTOFMEMORY);
}

wchar_t *windows_wide_path(const char *path) {
    static const char elsewhere[] = "/UNC/";
    const size_t length = sizeof elsewhere - 1;
    if (path[0] == '\0') return fail(ERROR_FILE_NOT_FOUND);
    if (path[0] == '/' && has_drive(path + 1)) path++;
    const bool is_elsewhere = strncmp(path, elsewhere, length) == 0;
    wchar_t *const wide = windows_wide_text(is_elsewhere ? path + length - 2 : path);
    if (!wide) return NULL;
    if (is_elsewhere) wide[0] = L'\\';
    turn_slashes(wide);
    const bool is_device = wcsncmp(wide, L"\\\\?\\", 4) == 0 || wcsncmp(wide, L"\\\\.\\", 4) == 0;
    return is_device || wcslen(wide) < SHORT_PATH_UNITS ? wide : prefixed(wide);
}
