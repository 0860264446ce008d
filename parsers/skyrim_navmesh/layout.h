/* Skyrim plugins with navmeshes: the parts of the format's descriptor, and its rules. README.md has
 * the wire layout, where each fact comes from, and the sources' abbreviations. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_LAYOUT_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_LAYOUT_H

#include "parsers/format.h"

/* The members of nl_format_skyrim_navmesh: parsers/format.h says what each does. */
const char *sky_other_game(const uint8_t *bytes, size_t length);
void sky_each_needed(const uint8_t *bytes, size_t length, navlint_name_fn visit, void *context);
uint64_t sky_arena_bound(uint64_t input_bytes);
uint64_t sky_arena_need(const uint8_t *bytes, size_t length);
const void *sky_decode(nl_job *job);
void sky_check_document(nl_job *job, const void *document);
void sky_check_set(const nl_set *set);
void sky_put_jump(nl_text *text, const nl_place *place);
void sky_dump(const nl_job *job, const void *document, nl_dump *dump);
navlint_status sky_unpack(const nl_job *job, const void *document, const nl_view *view,
                          navlint_unpacked *found);
void sky_draw(const nl_job *job, const void *document, nl_mesh *mesh);
extern const navlint_flag sky_flag_words[];
extern const struct nl_witnesses sky_witnesses;
extern const struct nl_fixes sky_fixes;
void sky_build(unsigned variant, uint64_t target_bytes, nl_writer *out);

enum { SKY_PART_PLUGIN = 0, SKY_PART_NVMI, SKY_PART_COUNT };
enum { SKY_BUILD_SPARSE = 4, SKY_BUILD_VARIANTS };

extern const nl_format nl_format_skyrim_navmesh;

/* The rules, as indexes into the table of format.c. */
enum {
#define NL_RULE(code, ...) code,
#include "parsers/skyrim_navmesh/rules.def"
#undef NL_RULE
    SKY_RULE_COUNT
};

/* What is compared of two files: core/kinds.h. */
extern const struct nl_kinds sky_kinds;

#endif
