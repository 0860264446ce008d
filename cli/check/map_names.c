#include "cli/check/map_names.h"

#include <string.h>
#include <strings.h>

static bool ends(const char *name, const char *extension) {
    const size_t length = strlen(name);
    return length > CLI_MAP_EXTENSION_BYTES &&
           strcasecmp(name + length - CLI_MAP_EXTENSION_BYTES, extension) == 0;
}

bool cli_is_mesh_name(const char *name) {
    return ends(name, ".nav");
}

bool cli_is_map_name(const char *name) {
    return ends(name, ".bsp");
}
