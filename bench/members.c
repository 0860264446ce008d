/* Containers with what they hold: members are judged where they lie, as the fronts do it. */
#include "bench/bench.h"

#include "containers/source_bsp/build.h"
#include "containers/source_bsp/entries.h"
#include "containers/source_bsp/layout.h"
#include "validator/valid_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A map as mods ship it: large files of few kinds, and one mesh. */
enum {
    MAP_BYTES = 3000000,
    MESH_BYTES = 256 << 10, /* half of the shipped meshes of 100 KB and more are larger */
    MAP_FILES = 14,
    LUMPS = 14,
    PART_BYTES = (MAP_BYTES - MESH_BYTES) / (MAP_FILES + LUMPS),
    MESH_SIZE_AT = BSP_NAV_LATE_HEAD_SIZE_AT
};

static const char mesh_name[] = "maps/bench.nav";

static void must(bool holds) {
    bench_must(holds, "making or listing a container");
}

/* ---- What is in it ---- */

/* Slices of one container while they are collected. */
typedef struct collecting {
    bench_members *members;
    const bench_file *container;
} collecting;

bool bench_member_file(const bench_file *container, const navlint_member *member,
                       bench_file *file) {
    const bool is_open = member->packing == NAVLINT_STORED && member->head_length == 0 &&
                         member->volume == 0 && !member->is_absent;
    if (!is_open) return false;
    *file = (bench_file){container->bytes + member->offset, (size_t)member->length};
    const navlint_input input = {
        .name = member->name, .bytes = file->bytes, .length = file->length};
    const navlint_format *const format = navlint_detect_as(NULL, &input, NAVLINT_FOUND);
    return format && !format->is_container;
}

static bool collect(void *context, const navlint_member *member) {
    const collecting *const c = context;
    bench_members *const members = c->members;
    bench_file file;
    if (!bench_member_file(c->container, member, &file)) return true;
    members->files = realloc(members->files, (members->count + 1) * sizeof *members->files);
    must(members->files != NULL);
    members->files[members->count++] = file;
    members->have_sums = member->has_crc32;
    return true;
}

bench_members bench_members_of(const bench_input *input) {
    bench_members members = {.count = 0};
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    for (size_t i = 0; input->has_members && i < input->file_count; i++) {
        const bench_file *const file = &input->files[i];
        const navlint_input container = {
            .name = "bench.bsp", .bytes = file->bytes, .length = file->length};
        const size_t memory_bytes = navlint_memory_bound(&options, &container, 1);
        void *const memory = malloc(memory_bytes);
        collecting c = {&members, file};
        must(memory && navlint_each_member(&options, &container, memory, memory_bytes, collect,
                                           &c) == NAVLINT_OK);
        free(memory);
    }
    return members;
}

/* ---- A map with a mesh ---- */

static bench_file build_mesh(void) {
    bench_file mesh = {.bytes = malloc(2 * MESH_BYTES)};
    must(mesh.bytes &&
         nl_build_variant("source-nav", 0, MESH_BYTES, mesh.bytes, 2 * MESH_BYTES, &mesh.length));
    return mesh;
}

/* The mesh says the size of the map without its own entry. */
static void state_size(bench_file *mesh, size_t map_bytes) {
    const size_t own =
        BSP_LOCAL_BYTES + BSP_ENTRY_BYTES + 2 * (sizeof mesh_name - 1) + mesh->length;
    for (int i = 0; i < 4; i++)
        mesh->bytes[MESH_SIZE_AT + i] = (uint8_t)((map_bytes - own) >> 8 * i);
}

bench_input bench_build_map(const navlint_format *format) {
    bench_file mesh = build_mesh();
    const bsp_spec spec = {.lumps = LUMPS,
                           .lump_bytes = PART_BYTES,
                           .files = MAP_FILES,
                           .file_bytes = PART_BYTES,
                           .navs = {mesh_name},
                           .nav_bytes = mesh.bytes,
                           .nav_length = (uint32_t)mesh.length};
    nl_writer counter = nl_writer_over(NULL, 0);
    bsp_write(&counter, &spec);
    state_size(&mesh, counter.at);
    bench_file *const map = calloc(1, sizeof *map);
    must(map && (map->bytes = malloc(counter.at)));
    nl_writer out = nl_writer_over(map->bytes, counter.at);
    bsp_write(&out, &spec);
    must(nl_writer_ok(&out));
    map->length = out.at;
    free(mesh.bytes);
    return (bench_input){.format = format,
                         .name = "3 MB and its nav",
                         .files = map,
                         .file_count = 1,
                         .bytes = map->length,
                         .has_members = true};
}
