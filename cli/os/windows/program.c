#include "cli/os/program.h"

#include <windows.h>

#include <shellapi.h>

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/os/windows/wide.h"

/* ---- The console ---- */

/* As it was: it may be another program's, too. */
static struct {
    UINT code_page;
    DWORD output_mode, error_mode;
    bool is_ours; /* no other program uses it: it closes with this one */
    bool was_dropped_on;
} console;

static bool is_console(DWORD stream, DWORD *mode) {
    return GetConsoleMode(GetStdHandle(stream), mode) != 0;
}

static bool knows_sequences(DWORD stream, DWORD mode) {
    return SetConsoleMode(GetStdHandle(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

static bool has_colors;

static void take_console(void) {
    DWORD mode;
    console.code_page = GetConsoleOutputCP();
    if (console.code_page != 0) (void)SetConsoleOutputCP(CP_UTF8);
    if (is_console(STD_OUTPUT_HANDLE, &mode)) {
        console.output_mode = mode;
        has_colors = knows_sequences(STD_OUTPUT_HANDLE, mode);
    }
    if (is_console(STD_ERROR_HANDLE, &mode)) {
        console.error_mode = mode;
        (void)knows_sequences(STD_ERROR_HANDLE, mode);
    }
}

static void give_console_back(void) {
    DWORD mode;
    if (console.code_page != 0) (void)SetConsoleOutputCP(console.code_page);
    if (is_console(STD_OUTPUT_HANDLE, &mode))
        (void)SetConsoleMode(GetStdHandle(STD_OUTPUT_HANDLE), console.output_mode);
    if (is_console(STD_ERROR_HANDLE, &mode))
        (void)SetConsoleMode(GetStdHandle(STD_ERROR_HANDLE), console.error_mode);
}

/* Ctrl-C ends the program as Windows does, after this. */
static BOOL WINAPI end_by_control(DWORD control) {
    (void)control;
    give_console_back();
    return FALSE;
}

/* ---- Streams ---- */

static void make_binary(FILE *stream, int descriptor) {
    if (_get_osfhandle(descriptor) == -1 || _get_osfhandle(descriptor) == -2) return;
    (void)fflush(stream);
    (void)_setmode(descriptor, _O_BINARY);
}

/* A console takes each write for whole characters, and mingw-w64's printf hands over single bytes
 * where there is no buffer, as the C library has none for a console. */
static void make_whole(FILE *stream, int descriptor) {
    enum { BUFFER_BYTES = 1 << 16 };
    if (isatty(descriptor)) (void)setvbuf(stream, NULL, _IOFBF, BUFFER_BYTES);
}

/* Heap; NULL: there is no memory. */
static char *formatted(const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    char *const text = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (text) (void)vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

/* Errors are shown at once, and behind what was printed before them. */
int windows_fprintf(FILE *stream, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *const text = formatted(format, arguments);
    va_end(arguments);
    if (stream == stderr && isatty(STDOUT_FILENO)) (void)fflush(stdout);
    const int answer = text ? fputs(text, stream) : -1;
    free(text);
    return answer;
}

/* What this C library cannot take from outside, such as a word that is too long for it, ends in
 * errno and not in a window. */
void cli_os_begin(void) {
    (void)SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOOPENFILEERRORBOX);
    _fmode = _O_BINARY;
    make_binary(stdin, STDIN_FILENO);
    make_binary(stdout, STDOUT_FILENO);
    make_binary(stderr, STDERR_FILENO);
    make_whole(stdout, STDOUT_FILENO);
    take_console();
    (void)SetConsoleCtrlHandler(end_by_control, TRUE);
}

/* ---- Words ---- */

static bool is_on_own_console(void) {
    DWORD processes[2];
    return GetConsoleProcessList(processes, 2) == 1;
}

static void turn_slashes(char *word) {
    for (; *word != '\0'; word++)
        if (*word == '\\') *word = '/';
}

/* A drive or another machine: what the Explorer hands over. */
static bool is_dropped_path(const char *word) {
    return (word[0] != '\0' && word[1] == ':' && word[2] == '/') || strncmp(word, "//", 2) == 0;
}

static bool add_word(cli_os_words *words, char *word) {
    enum { ADDED = 3 }; /* of explain(), and the NULL */
    char **const items =
        word ? realloc(words->items, (words->count + 1 + ADDED) * sizeof *items) : NULL;
    if (!items) return free(word), false;
    words->items = items;
    items[words->count++] = word;
    items[words->count] = NULL;
    return true;
}

static int compare_words(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* "maps/x.nav" for the name of a file that "maps/?.nav" means. Heap. */
static char *beside(const char *pattern, const wchar_t *name) {
    const char *const slash = strrchr(pattern, '/');
    const size_t folder_bytes = slash ? (size_t)(slash - pattern) + 1 : 0;
    char *const utf8 = windows_utf8_text(name);
    char *const path = utf8 ? malloc(folder_bytes + strlen(utf8) + 1) : NULL;
    if (path) {
        memcpy(path, pattern, folder_bytes);
        strcpy(path + folder_bytes, utf8);
    }
    free(utf8);
    return path;
}

static bool is_dots(const wchar_t *name) {
    return wcscmp(name, L".") == 0 || wcscmp(name, L"..") == 0;
}

/* Adds the files that the pattern means, sorted. */
static void add_matches(cli_os_words *words, const char *pattern) {
    WIN32_FIND_DATAW found;
    const size_t first = words->count;
    wchar_t *const wide = windows_wide_path(pattern);
    const HANDLE search = wide ? FindFirstFileW(wide, &found) : INVALID_HANDLE_VALUE;
    free(wide);
    if (search == INVALID_HANDLE_VALUE) return;
    do
        if (!is_dots(found.cFileName)) (void)add_word(words, beside(pattern, found.cFileName));
    while (FindNextFileW(search, &found));
    (void)FindClose(search);
    if (words->count > first)
        qsort(words->items + first, words->count - first, sizeof *words->items, compare_words);
}

/* The shell of Windows leaves patterns to programs. What --exclude gets is one itself, and so is
 * what means no file. */
static void add_pattern(cli_os_words *words, char *word) {
    const size_t first = words->count;
    const bool is_value = first > 0 && strcmp(words->items[first - 1], "--exclude") == 0;
    if (strpbrk(word, "*?") && word[0] != '-' && !is_value) add_matches(words, word);
    if (words->count > first)
        free(word);
    else
        (void)add_word(words, word);
}

static cli_os_words utf8_words(wchar_t **wide, size_t count) {
    cli_os_words words = {calloc(1, 4 * sizeof *words.items), 0};
    for (size_t i = 0; words.items && i < count; i++) {
        char *const word = windows_utf8_text(wide[i]);
        if (!word) break;
        turn_slashes(word);
        add_pattern(&words, word);
    }
    return words;
}

/* A window of its own is gone when the program ends: it shows all that was dropped on it, and
 * waits. */
static void explain(cli_os_words *words) {
    static char check[] = "check", all[] = "--all", help[] = "help";
    console.is_ours = is_on_own_console();
    if (!console.is_ours) return;
    if (words->count == 0) {
        words->items[words->count++] = help;
        words->items[words->count] = NULL;
        console.was_dropped_on = true;
    } else if (is_dropped_path(words->items[0])) {
        memmove(words->items + 2, words->items, words->count * sizeof *words->items);
        words->items[0] = check;
        words->items[1] = all;
        words->items[words->count += 2] = NULL;
        console.was_dropped_on = true;
    }
}

cli_os_words cli_os_words_of(int argc, char **argv) {
    int count = 0;
    wchar_t **const wide = CommandLineToArgvW(GetCommandLineW(), &count);
    (void)argc, (void)argv;
    cli_os_words words = utf8_words(wide + 1, wide && count > 0 ? (size_t)count - 1 : 0);
    (void)LocalFree(wide);
    if (words.items) explain(&words);
    return words;
}

/* The C library makes EINVAL of a pipe that is closed at its other end. */
int cli_os_write_error(void) {
    const bool is_left = _doserrno == ERROR_NO_DATA || _doserrno == ERROR_BROKEN_PIPE ||
                         _doserrno == ERROR_PIPE_NOT_CONNECTED;
    return is_left ? EPIPE : errno;
}

static void await_key(void) {
    INPUT_RECORD record = {0};
    DWORD count = 0;
    const HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    (void)fputs("\nPress a key to close this window.", stderr);
    (void)FlushConsoleInputBuffer(input);
    while (ReadConsoleInputW(input, &record, 1, &count) && count > 0)
        if (record.EventType == KEY_EVENT && record.Event.KeyEvent.bKeyDown) return;
}

void cli_os_end(void) {
    if (console.was_dropped_on) await_key();
    give_console_back();
}

/* ---- The machine ---- */

unsigned cli_os_processor_count(void) {
    const DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return count > 0 ? count : 1;
}

size_t cli_os_terminal_columns(void) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo(GetStdHandle(STD_ERROR_HANDLE), &info)) return 0;
    return (size_t)(info.srWindow.Right - info.srWindow.Left + 1);
}

bool cli_os_has_colors(void) {
    return has_colors;
}
