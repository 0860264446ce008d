/* judge DLL FILE: what navlint.dll, loaded as Python's ctypes loads it, reports of the file, as
 * JSON. The report calls it "file". Exit status 2: something is missing. */
#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>

#include "navlint/navlint.h"

static HMODULE library;

static FARPROC function(const char *name) {
    const FARPROC found = GetProcAddress(library, name);
    if (!found) exit(2);
    return found;
}

/* A function of the library, with the type that the header gives it. */
#define CALL(name) ((__typeof__(&(name)))(void *)function(#name))

enum { MOST_BYTES = 1 << 24 };

static navlint_input read_file(const wchar_t *path) {
    FILE *const file = _wfopen(path, L"rb");
    void *const bytes = file ? malloc(MOST_BYTES) : NULL;
    if (!bytes) exit(2);
    const navlint_input input = {
        .name = "file", .bytes = bytes, .length = fread(bytes, 1, MOST_BYTES, file)};
    (void)fclose(file);
    return input;
}

static navlint_text judge(const navlint_input *input) {
    navlint_options options;
    CALL(navlint_options_init)(&options, sizeof options);
    const size_t memory_bytes = CALL(navlint_memory_bound)(&options, input, 1);
    void *const memory = malloc(memory_bytes);
    const navlint_report *report = NULL;
    if (!memory ||
        CALL(navlint_check)(&options, input, 1, memory, memory_bytes, &report) != NAVLINT_OK)
        exit(2);
    return CALL(navlint_report_json)(report, NAVLINT_JSON_COMPACT, NULL);
}

int wmain(int count, wchar_t **words) {
    library = count == 3 ? LoadLibraryW(words[1]) : NULL;
    if (!library) return 2;
    const navlint_input input = read_file(words[2]);
    const navlint_text text = judge(&input);
    (void)_setmode(_fileno(stdout), _O_BINARY);
    const bool is_whole =
        fwrite(text.text, 1, text.length, stdout) == text.length && fflush(stdout) == 0;
    CALL(navlint_text_free)(text);
    return is_whole ? 0 : 2;
}
