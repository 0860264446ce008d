#include "cli/check/map.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { EXTENSION_BYTES = 4 };

/* "maps/a.nav" -> "maps/a.bsp"; NULL for what is no mesh, or if memory ran out. */
static char *map_name(const char *path) {
    const size_t length = path ? strlen(path) : 0;
    if (length <= EXTENSION_BYTES || strcasecmp(path + length - EXTENSION_BYTES, ".nav") != 0)
        return NULL;
    char *const name = strdup(path);
    if (name) memcpy(name + length - EXTENSION_BYTES, ".bsp", EXTENSION_BYTES);
    return name;
}

static bool read_map(cli_map *map, uint64_t max_bytes) {
    const int descriptor = cli_open(map->name, true);
    if (descriptor < 0) return false;
    const int failure = cli_read(descriptor, cli_read_limit(max_bytes), &map->bytes);
    cli_close(descriptor);
    return failure == 0 && map->bytes.length > 0 && map->bytes.length <= max_bytes;
}

void cli_map_find(cli_map *map, const char *path, uint64_t max_bytes) {
    *map = (cli_map){.name = map_name(path)};
    if (map->name && read_map(map, max_bytes))
        map->input = (navlint_input){.name = map->name,
                                     .bytes = map->bytes.bytes,
                                     .length = map->bytes.length,
                                     .is_context = true};
}

void cli_map_free(cli_map *map) {
    free(map->name);
    cli_buffer_free(&map->bytes);
}
