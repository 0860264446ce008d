/* Files as POSIX has them. */
#include <windows.h>

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>

#include "cli/os/windows/wide.h"

#undef windows_status

enum { SHARED = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

static int fail(unsigned long error) {
    windows_set_errno(error);
    return -1;
}

/* ---- What a file is ---- */

static struct timespec time_of(FILETIME time) {
    enum { TICKS = 10000000, NS_OF_TICK = 100 };
    const int64_t from_1601_to_1970_s = 11644473600;
    const uint64_t ticks = (uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime;
    return (struct timespec){(time_t)((int64_t)(ticks / TICKS) - from_1601_to_1970_s),
                             (long)(ticks % TICKS) * NS_OF_TICK};
}

static unsigned mode_of(DWORD attributes) {
    const unsigned ways = attributes & FILE_ATTRIBUTE_READONLY ? 0444 : 0666;
    return attributes & FILE_ATTRIBUTE_DIRECTORY ? S_IFDIR | 0111 | ways : S_IFREG | ways;
}

/* A pipe, a console, NUL. */
static int describe_device(HANDLE handle, windows_status *status) {
    const DWORD type = GetFileType(handle);
    if (type != FILE_TYPE_CHAR && type != FILE_TYPE_PIPE) return fail(GetLastError());
    *status = (windows_status){.st_mode = (type == FILE_TYPE_PIPE ? S_IFIFO : S_IFCHR) | 0666,
                               .st_nlink = 1};
    return 0;
}

/* A file that may be read and not asked about: wine hands such over as standard streams. */
static int describe_unnamed(HANDLE handle, windows_status *status) {
    LARGE_INTEGER at, end;
    const LARGE_INTEGER here = {.QuadPart = 0};
    if (!SetFilePointerEx(handle, here, &at, FILE_CURRENT) ||
        !SetFilePointerEx(handle, here, &end, FILE_END) ||
        !SetFilePointerEx(handle, at, NULL, FILE_BEGIN))
        return fail(GetLastError());
    *status = (windows_status){.st_mode = S_IFREG | 0666, .st_nlink = 1, .st_size = end.QuadPart};
    return 0;
}

static int describe(HANDLE handle, windows_status *status) {
    BY_HANDLE_FILE_INFORMATION found;
    if (GetFileType(handle) != FILE_TYPE_DISK) return describe_device(handle, status);
    if (!GetFileInformationByHandle(handle, &found)) return describe_unnamed(handle, status);
    *status = (windows_status){
        .st_dev = found.dwVolumeSerialNumber,
        .st_ino = (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow,
        .st_nlink = found.nNumberOfLinks,
        .st_mode = mode_of(found.dwFileAttributes),
        .st_size = (int64_t)((uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow),
        .st_mtim = time_of(found.ftLastWriteTime)};
    return 0;
}

static HANDLE open_to_look(const char *path, DWORD flags) {
    wchar_t *const wide = windows_wide_path(path);
    if (!wide) return INVALID_HANDLE_VALUE;
    const HANDLE handle = CreateFileW(wide, FILE_READ_ATTRIBUTES, SHARED, NULL, OPEN_EXISTING,
                                      FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
    if (handle == INVALID_HANDLE_VALUE) windows_set_errno(GetLastError());
    free(wide);
    return handle;
}

/* Windows opens "a.nav/", and "a.nav/.." too. */
static bool is_wrong_folder(const char *path, const windows_status *status) {
    const size_t length = strlen(path);
    return length > 0 && strchr("/\\", path[length - 1]) && !S_ISDIR(status->st_mode);
}

int windows_stat(const char *path, windows_status *status) {
    const HANDLE handle = open_to_look(path, 0);
    if (handle == INVALID_HANDLE_VALUE) return -1;
    const int answer = describe(handle, status);
    (void)CloseHandle(handle);
    if (answer == 0 && is_wrong_folder(path, status)) return errno = ENOTDIR, -1;
    return answer;
}

/* A link's own attributes say that it is one of the many things that are opened in another way; of
 * those, symbolic links and junctions lead somewhere else. */
static bool is_link(HANDLE handle) {
    FILE_ATTRIBUTE_TAG_INFO info;
    return GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &info, sizeof info) &&
           (info.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) &&
           (info.ReparseTag == IO_REPARSE_TAG_SYMLINK ||
            info.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT);
}

int windows_lstat(const char *path, windows_status *status) {
    const HANDLE handle = open_to_look(path, FILE_FLAG_OPEN_REPARSE_POINT);
    if (handle == INVALID_HANDLE_VALUE) return -1;
    const int answer = describe(handle, status);
    if (answer == 0 && is_link(handle)) status->st_mode = S_IFLNK | 0777;
    (void)CloseHandle(handle);
    return answer;
}

int windows_fstat(int descriptor, windows_status *status) {
    const intptr_t handle = _get_osfhandle(descriptor);
    if (handle == -1) return errno = EBADF, -1;
    return describe((HANDLE)handle, status);
}

int windows_access(const char *path, int ways) {
    windows_status status;
    if (windows_stat(path, &status) != 0) return -1;
    if (!(ways & W_OK) || (status.st_mode & 0200)) return 0;
    return errno = EACCES, -1;
}

int windows_isatty(int descriptor) {
    DWORD mode;
    const intptr_t handle = _get_osfhandle(descriptor);
    return handle != -1 && GetConsoleMode((HANDLE)handle, &mode);
}

/* ---- Opening ---- */

static DWORD way_to_create(int flags) {
    if ((flags & O_CREAT) && (flags & O_EXCL)) return CREATE_NEW;
    if (flags & O_CREAT) return flags & O_TRUNC ? CREATE_ALWAYS : OPEN_ALWAYS;
    return flags & O_TRUNC ? TRUNCATE_EXISTING : OPEN_EXISTING;
}

static DWORD ways_to_use(int flags) {
    const int ways = flags & (O_RDONLY | O_WRONLY | O_RDWR);
    const DWORD writing = GENERIC_WRITE | FILE_READ_ATTRIBUTES;
    return ways == O_RDONLY ? GENERIC_READ : ways == O_WRONLY ? writing : GENERIC_READ | writing;
}

/* A folder, which Linux opens and does not read. */
static bool is_folder(const wchar_t *path) {
    const DWORD attributes = GetFileAttributesW(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY);
}

static int give_descriptor(HANDLE handle, int flags) {
    const int descriptor =
        _open_osfhandle((intptr_t)handle, (flags & O_APPEND) | O_BINARY | O_CLOEXEC);
    if (descriptor < 0) (void)CloseHandle(handle);
    return descriptor;
}

int windows_open(const char *path, int flags, ...) {
    wchar_t *const wide = windows_wide_path(path);
    if (!wide) return -1;
    const HANDLE handle = CreateFileW(wide, ways_to_use(flags), SHARED, NULL, way_to_create(flags),
                                      FILE_ATTRIBUTE_NORMAL, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        windows_set_errno(GetLastError());
        if (errno == EACCES && is_folder(wide)) errno = EISDIR;
    }
    free(wide);
    return handle == INVALID_HANDLE_VALUE ? -1 : give_descriptor(handle, flags);
}

static FILE *stream_of(int descriptor, const char *mode) {
    FILE *const file = descriptor >= 0 ? fdopen(descriptor, mode) : NULL;
    if (!file && descriptor >= 0) (void)close(descriptor);
    return file;
}

FILE *windows_fopen(const char *path, const char *mode) {
    const int flags = mode[0] == 'r'   ? O_RDONLY
                      : mode[0] == 'w' ? O_WRONLY | O_CREAT | O_TRUNC
                                       : O_WRONLY | O_CREAT | O_APPEND;
    return stream_of(windows_open(path, flags), mode);
}

/* ---- Bytes ---- */

static unsigned at_once(size_t length) {
    enum { AT_ONCE_BYTES = 1 << 30 };
    return length < AT_ONCE_BYTES ? (unsigned)length : AT_ONCE_BYTES;
}

ssize_t windows_read(int descriptor, void *bytes, size_t length) {
    return _read(descriptor, bytes, at_once(length));
}

ssize_t windows_write(int descriptor, const void *bytes, size_t length) {
    return _write(descriptor, bytes, at_once(length));
}

/* ---- Temporary files ---- */

static void fill_in(char *name, size_t count) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    static volatile LONG turn;
    uint64_t number = GetTickCount64() ^ (uint64_t)GetCurrentProcessId() << 20 ^
                      (uint64_t)InterlockedIncrement(&turn) * 0x9E3779B97F4A7C15;
    for (size_t i = 0; i < count; i++, number /= sizeof letters - 1)
        name[i] = letters[number % (sizeof letters - 1)];
}

int windows_mkstemp(char *name) {
    enum { PLACES = 6, TRIES = 100 };
    const size_t length = strlen(name);
    int descriptor = -1;
    for (int i = 0; i < TRIES && descriptor < 0; i++) {
        fill_in(name + length - PLACES, PLACES);
        descriptor = windows_open(name, O_RDWR | O_CREAT | O_EXCL);
        if (descriptor < 0 && errno != EEXIST) break;
    }
    return descriptor;
}

/* The C library's own wants to write to the root of the drive. */
FILE *windows_tmpfile(void) {
    wchar_t folder[MAX_PATH + 1], path[MAX_PATH + 1];
    if (GetTempPathW(MAX_PATH + 1, folder) == 0 || GetTempFileNameW(folder, L"nav", 0, path) == 0)
        return windows_set_errno(GetLastError()), NULL;
    const HANDLE handle =
        CreateFileW(path, GENERIC_READ | GENERIC_WRITE, SHARED, NULL, CREATE_ALWAYS,
                    FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
    if (handle == INVALID_HANDLE_VALUE) return windows_set_errno(GetLastError()), NULL;
    return stream_of(give_descriptor(handle, O_RDWR), "w+b");
}

/* ---- Names ---- */

static bool is_read_only(const wchar_t *path) {
    const DWORD attributes = GetFileAttributesW(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_READONLY);
}

/* What replaces a file takes over its attributes, its list of access and the day when it was made;
 * where the file system knows no such thing, or there is no file yet, it is moved. Both are one
 * step. Windows refuses both where the file is read-only, wine not always. */
static bool move(const wchar_t *from, const wchar_t *to) {
    if (is_read_only(to)) return SetLastError(ERROR_ACCESS_DENIED), false;
    return ReplaceFileW(to, from, NULL,
                        REPLACEFILE_IGNORE_MERGE_ERRORS | REPLACEFILE_IGNORE_ACL_ERRORS, NULL,
                        NULL) ||
           MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
}

int windows_rename(const char *from, const char *to) {
    wchar_t *const old_path = windows_wide_path(from), *const new_path = windows_wide_path(to);
    const bool is_known = old_path && new_path;
    const bool is_moved = is_known && move(old_path, new_path);
    if (is_known && !is_moved) windows_set_errno(GetLastError());
    const int failure = errno;
    free(old_path);
    free(new_path);
    return errno = failure, is_moved ? 0 : -1;
}

int windows_unlink(const char *path) {
    wchar_t *const wide = windows_wide_path(path);
    const bool is_gone = wide && DeleteFileW(wide);
    if (wide && !is_gone) windows_set_errno(GetLastError());
    free(wide);
    return is_gone ? 0 : -1;
}

int fsync(int descriptor) {
    return _commit(descriptor);
}

/* ---- Where a path leads ---- */

/* "\\?\C:\maps" is "/C:/maps", "\\?\UNC\machine\share" is "/UNC/machine/share". Takes the path. */
static char *from_windows(wchar_t *path) {
    const size_t prefix = wcslen(L"\\\\?\\");
    char *const utf8 = path ? windows_utf8_text(path + prefix - 1) : NULL;
    free(path);
    if (!utf8) return NULL;
    for (char *at = utf8; *at != '\0'; at++)
        if (*at == '\\') *at = '/';
    const size_t length = strlen(utf8);
    if (length > 1 && utf8[length - 1] == '/') utf8[length - 1] = '\0';
    return utf8;
}

static wchar_t *final_path(HANDLE handle) {
    const DWORD units = GetFinalPathNameByHandleW(handle, NULL, 0, FILE_NAME_NORMALIZED);
    wchar_t *const path = units > 0 ? malloc((units + 1) * sizeof *path) : NULL;
    if (path && GetFinalPathNameByHandleW(handle, path, units + 1, FILE_NAME_NORMALIZED) > 0)
        return path;
    windows_set_errno(units > 0 ? ERROR_OUTOFMEMORY : GetLastError());
    free(path);
    return NULL;
}

char *realpath(const char *path, char *real) {
    const HANDLE handle = real ? INVALID_HANDLE_VALUE : open_to_look(path, 0);
    if (handle == INVALID_HANDLE_VALUE) return NULL;
    char *const found = from_windows(final_path(handle));
    (void)CloseHandle(handle);
    return found;
}
