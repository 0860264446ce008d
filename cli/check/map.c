#include "cli/check/map.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/input.h"

/* "maps/a.nav" -> "maps/a.bsp"; NULL for what is no mesh, or if memory ran out. */
static char *map_name(const char *path) {
    if (!path || !cli_is_mesh_name(path)) return NULL;
    char *const name = strdup(path);
    if (name)
        memcpy(name + strlen(name) - CLI_MAP_EXTENSION_BYTES, ".bsp", CLI_MAP_EXTENSION_BYTES);
    return name;
}

static bool read_start(cli_map *map, int descriptor) {
    struct stat status;
    cli_buffer start = {0};
    const bool is_read = fstat(descriptor, &status) == 0 &&
                         cli_read(descriptor, sizeof map->start, &start) == 0 &&
                         start.length == sizeof map->start;
    if (is_read) {
        memcpy(map->start, start.bytes, sizeof map->start);
        map->bytes = (uint64_t)status.st_size;
    }
    cli_buffer_free(&start);
    return is_read;
}

static bool read_map(cli_map *map) {
    const int descriptor = cli_open(map->name, true);
    if (descriptor < 0) return false;
    const bool is_read = read_start(map, descriptor);
    cli_close(descriptor);
    return is_read;
}

/* Goes on to the file that is there under this name in another case. */
static bool take_other_case(cli_map *map, cli_map_folders *folders) {
    char *const name = cli_map_folders_find(folders, map->name);
    if (!name) return false;
    free(map->name);
    map->name = name;
    return true;
}

void cli_map_find(cli_map *map, const char *path, cli_map_folders *folders) {
    *map = (cli_map){.name = map_name(path)};
    if (!map->name || read_map(map)) return;
    if (!take_other_case(map, folders) || !read_map(map)) cli_map_free(map);
}

navlint_input cli_map_input(const cli_map *map) {
    return (navlint_input){
        .name = map->name, .bytes = map->start, .length = sizeof map->start, .is_context = true};
}

void cli_map_free(cli_map *map) {
    free(map->name);
    *map = (cli_map){0};
}
