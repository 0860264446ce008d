/* musl has no fts(3): the part of it that is written for WebAssembly. */
#ifndef NAVLINT_CLI_OS_MUSL_SYSTEM_FTS_H
#define NAVLINT_CLI_OS_MUSL_SYSTEM_FTS_H

#include "wasm/command/system/fts.h"

#endif
