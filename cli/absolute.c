#include "cli/absolute.h"

/* The command as WebAssembly, which may run on Windows, has another one: wasm/command/paths.c. */
bool cli_is_absolute(const char *path) {
    return path[0] == '/';
}
