/* Entries that are navigation meshes: their pack, their size, their tile. */
#include <string.h>

#include "containers/fox_fpk/checks.h"

/* ---- Size ---- */

static void check_size(fpk_row row) {
    const fpk_check *const c = row.check;
    const fpk_range data = fpk_data_of(c->job, row.index);
    if (!fpk_is_inside(c->job, c->doc, data) || data.length < FPK_NAV2_HEAD_BYTES) return;
    const uint8_t *const head = c->job->bytes + data.at;
    const uint32_t said = nl_load_u32(head + 4);
    if (nl_load_u32(head) != FPK_NAV2_VERSION || said == data.length) return;
    fpk_found(row, data.length < said ? FPK_NAV_SIZE : FPK_NAV_TRAIL, FPK_ENTRY_DATA_SIZE,
              &(nl_draft){.expected = nl_uint(said),
                          .related = {{data.at + 4, 4, "the size that the mesh says"}}});
}

bool fpk_is_mesh(fpk_row row, box_name name) {
    const nl_job *const job = row.check->job;
    const fpk_range data = fpk_data_of(job, row.index);
    const bool has_head =
        fpk_is_inside(job, row.check->doc, data) && data.length >= sizeof(uint32_t);
    return box_name_ends(name, ".nav2") ||
           (has_head && nl_load_u32(job->bytes + data.at) == FPK_NAV2_VERSION);
}

/* ---- Tile ---- */

/* Part of a name: "afgh_102_106". */
static box_name part_of(box_name name, uint32_t from, uint32_t to) {
    return (box_name){name.chars + from, to - from};
}

static bool is_equal(box_name a, box_name b) {
    return a.length == b.length && memcmp(a.chars, b.chars, a.length) == 0;
}

static bool is_digit(uint8_t c) {
    return c >= '0' && c <= '9';
}

/* Goes back over "_" and digits, which end at `end`; 0 if there are none, or nothing in front. */
static uint32_t before_number(box_name name, uint32_t end) {
    uint32_t at = end;
    while (at > 0 && is_digit(name.chars[at - 1]))
        at--;
    return at < end && at > 1 && name.chars[at - 1] == '_' ? at - 1 : 0;
}

/* A tile as names have it: the whole, "afgh_102_106", and where its numbers start. */
typedef struct tile {
    box_name whole;
    uint32_t x_at; /* behind the "_" */
    uint32_t z_at;
} tile;

static bool read_tile(box_name name, tile *t) {
    const uint32_t z = before_number(name, name.length);
    const uint32_t x = z != 0 ? before_number(name, z) : 0;
    *t = (tile){name, x + 1, z + 1};
    return x != 0;
}

/* The first place of a word in a name; the name's length: none. */
static uint32_t find(box_name name, const char *word) {
    const uint32_t length = (uint32_t)strlen(word);
    for (uint32_t i = 0; i + length <= name.length; i++)
        if (memcmp(name.chars + i, word, length) == 0) return i;
    return name.length;
}

static uint32_t end_of_folder(box_name name, uint32_t from) {
    while (from < name.length && name.chars[from] != '/')
        from++;
    return from;
}

/* The folder behind a word of the path, and where it ends; empty: there is none. */
static box_name folder_behind(box_name path, const char *word) {
    const uint32_t at = find(path, word);
    if (at == path.length) return part_of(path, at, at);
    const uint32_t from = at + (uint32_t)strlen(word);
    return part_of(path, from, end_of_folder(path, from));
}

/* The folders of .../location/<location>/block_small/<x>/<x>_<z>/ against the tile. */
static bool is_in_folder(box_name path, const tile *t) {
    const box_name location = folder_behind(path, "/location/");
    const box_name x = folder_behind(path, "/block_small/");
    if (location.length == 0 || x.length == 0) return true;
    const uint32_t from = (uint32_t)(x.chars - path.chars) + x.length + 1;
    if (from >= path.length) return true;
    const box_name both = part_of(path, from, end_of_folder(path, from));
    return is_equal(location, part_of(t->whole, 0, t->x_at - 1)) &&
           is_equal(x, part_of(t->whole, t->x_at, t->z_at - 1)) &&
           is_equal(both, part_of(t->whole, t->x_at, t->whole.length));
}

static void found_place(fpk_row row, const tile *t, const char *what, box_name other) {
    char chars[2][4 * NL_SHOWN_NAME_BYTES + 8];
    nl_text named = nl_text_over(chars[0], sizeof chars[0]);
    nl_text placed = nl_text_over(chars[1], sizeof chars[1]);
    nl_put_bytes(&named, t->whole.chars, t->whole.length);
    nl_put_bytes(&placed, other.chars, other.length);
    fpk_found(
        row, FPK_NAV_PLACE, FPK_ENTRY_NAME_AT,
        &(nl_draft){.args = {nl_string(named.chars), nl_string(what), nl_string(placed.chars)}});
}

/* The stem of the pack's own name, if that is the name of a tile. */
static bool read_pack(const fpk_check *c, tile *t) {
    const box_name base = box_name_base(fpk_input_name(c->job));
    return box_name_ends(base, ".fpk") && read_tile(part_of(base, 0, base.length - 4), t);
}

/* What is too large for its tile's pack, "_nav.1.nav2", is in another one. */
static bool is_overflow(box_name base, uint32_t nav_at) {
    return nav_at + 5 < base.length && base.chars[nav_at + 4] == '.' &&
           is_digit(base.chars[nav_at + 5]);
}

/* Whether the pack, the folder and the name of a mesh are of one tile. */
static void check_place(fpk_row row) {
    const fpk_check *const c = row.check;
    const box_name path = fpk_name_at(c->job, fpk_name_of(c->job, row.index));
    const box_name base = box_name_base(path);
    const uint32_t nav_at = find(base, "_nav");
    tile named;
    tile pack;
    if (nav_at == base.length || !read_tile(part_of(base, 0, nav_at), &named)) return;
    const bool is_checked = !is_overflow(base, nav_at) && read_pack(c, &pack);
    if (!is_in_folder(path, &named))
        found_place(row, &named, "its folder",
                    part_of(path, 0, (uint32_t)(base.chars - path.chars)));
    else if (is_checked && !is_equal(pack.whole, named.whole))
        found_place(row, &named, "the pack", pack.whole);
}

/* ---- All of it ---- */

void fpk_check_mesh(fpk_row row) {
    if (row.check->is_for_scripts)
        fpk_found(row, FPK_NAV_IN_FPKD, FPK_ENTRY_NAME_AT, &(nl_draft){.length = 0});
    check_size(row);
    check_place(row);
}
