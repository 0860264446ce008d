#include "cli/os/run.h"

#include <windows.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/os/windows/wide.h"

enum { PATH_CAPACITY = 32768 }; /* units: no path is longer */

/* ---- The command line ---- */

/* As CommandLineToArgvW takes it apart: '\' counts before '"' alone. Returns the end. */
static char *put_word(char *at, const char *word) {
    *at++ = '"';
    for (size_t slashes = 0;; word++) {
        const char c = *word;
        for (size_t i = 0; (c == '"' || c == '\0') && i < slashes; i++)
            *at++ = '\\';
        slashes = c == '\\' ? slashes + 1 : 0;
        if (c == '\0') break;
        if (c == '"') *at++ = '\\';
        *at++ = c;
    }
    *at++ = '"';
    return at;
}

/* Heap; NULL with errno set. */
static wchar_t *command_line(char *const *words) {
    size_t capacity = 1;
    for (size_t i = 0; words[i]; i++)
        capacity += 2 * strlen(words[i]) + sizeof "\"\" ";
    char *const line = malloc(capacity), *at = line;
    if (!line) return errno = ENOMEM, NULL;
    for (size_t i = 0; words[i]; i++) {
        if (i > 0) *at++ = ' ';
        at = put_word(at, words[i]);
    }
    *at = '\0';
    wchar_t *const wide = windows_wide_text(line);
    free(line);
    return wide;
}

/* ---- Running ---- */

/* A handle of the child's own; of nothing if there is no file. */
static HANDLE inherited(FILE *file) {
    SECURITY_ATTRIBUTES attributes = {sizeof attributes, NULL, TRUE};
    HANDLE copy = INVALID_HANDLE_VALUE;
    const HANDLE self = GetCurrentProcess();
    if (!file)
        return CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, &attributes,
                           OPEN_EXISTING, 0, NULL);
    const intptr_t handle = _get_osfhandle(fileno(file));
    return DuplicateHandle(self, (HANDLE)handle, self, &copy, 0, TRUE, DUPLICATE_SAME_ACCESS)
               ? copy
               : INVALID_HANDLE_VALUE;
}

static int await(HANDLE process) {
    DWORD code = 128;
    (void)WaitForSingleObject(process, INFINITE);
    (void)GetExitCodeProcess(process, &code);
    (void)CloseHandle(process);
    return code < 128 ? (int)code : 128;
}

/* In the folders of PATH alone: CreateProcess itself would look into the current folder first,
 * where a stranger's git.exe may lie among the maps. Heap; NULL with errno set. */
static wchar_t *find_program(const char *name) {
    const wchar_t *const folders = _wgetenv(L"PATH");
    wchar_t *const wide = windows_wide_text(name);
    wchar_t *const path = wide ? malloc(PATH_CAPACITY * sizeof *path) : NULL;
    const DWORD units =
        path && folders ? SearchPathW(folders, wide, L".exe", PATH_CAPACITY, path, NULL) : 0;
    free(wide);
    if (units > 0 && units < PATH_CAPACITY) return path;
    const int failure = path ? ENOENT : ENOMEM;
    free(path);
    return errno = failure, NULL;
}

static int start(const wchar_t *program, wchar_t *line, STARTUPINFOW *info) {
    PROCESS_INFORMATION made;
    if (!CreateProcessW(program, line, NULL, NULL, TRUE, 0, NULL, NULL, info, &made))
        return windows_set_errno(GetLastError()), -1;
    (void)CloseHandle(made.hThread);
    return await(made.hProcess);
}

/* Both see the same place in a file: what the child wrote is read from its beginning. */
int cli_os_run(char *const *words, FILE *input, FILE *output) {
    STARTUPINFOW info = {.cb = sizeof info,
                         .dwFlags = STARTF_USESTDHANDLES,
                         .hStdInput = inherited(input),
                         .hStdOutput = inherited(output),
                         .hStdError = inherited(stderr)};
    wchar_t *const line = command_line(words);
    wchar_t *const program = line ? find_program(words[0]) : NULL;
    const int status = program ? start(program, line, &info) : -1;
    const int failure = errno;
    free(program);
    free(line);
    (void)CloseHandle(info.hStdInput);
    (void)CloseHandle(info.hStdOutput);
    (void)CloseHandle(info.hStdError);
    return errno = failure, status;
}
