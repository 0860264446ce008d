/* The same part as for WebAssembly. */
#ifndef NAVLINT_CLI_OS_WINDOWS_SYSTEM_FTS_H
#define NAVLINT_CLI_OS_WINDOWS_SYSTEM_FTS_H

#include "wasm/command/system/fts.h"

#endif
