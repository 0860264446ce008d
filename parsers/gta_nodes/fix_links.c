/* Links that come and go. Each has a row in every link section; nodes say where theirs begin, and
 * how many there are in the low bits of their flags. */
#include <stdio.h>

#include "parsers/gta_nodes/checks.h"
#include "parsers/gta_nodes/fix_parts.h"

enum { MOST_LINKS = GTA_FLAG_COUNT };

/* ---- Rows ---- */

static bool has_row(const gta_file *f, uint32_t node, uint32_t row) {
    const gta_range links = gta_links_of(f, node);
    return row >= links.first && row < links.end;
}

uint32_t gta_fix_owner(nl_fixer *fixer, const gta_file *f, uint32_t row) {
    if (!nl_fix_spend(fixer, f->doc->node_count)) return NL_NO_ROW;
    for (uint32_t i = 0; i < f->doc->node_count; i++)
        if (has_row(f, i, row)) return i;
    return NL_NO_ROW;
}

static bool add_to_node(nl_fixer *fixer, const gta_file *f, uint32_t node, unsigned field,
                        int64_t delta) {
    const navlint_field found = nl_fix_field_at(fixer, field, gta_node_at(f->doc, node), &node);
    return found.path && nl_fix_add(fixer, &found, delta);
}

static bool add_to_links(nl_fixer *fixer, const gta_file *f, int64_t delta) {
    const navlint_field count = nl_fix_field_at(fixer, GTA_COUNTS_LINKS, f->doc->counts_at, NULL);
    return count.path && nl_fix_add(fixer, &count, delta);
}

/* Nodes that start behind `row` start elsewhere, those without links too; none before it. */
static bool move_nodes(nl_fixer *fixer, const gta_file *f, uint32_t row, int64_t delta) {
    bool is_ok = true;
    for (uint32_t i = 0; i < f->doc->node_count && is_ok; i++) {
        const int64_t behind = (int64_t)gta_node_base(gta_node(f, i)) - row;
        if (behind > 0)
            is_ok =
                add_to_node(fixer, f, i, GTA_NODE_FIRST_LINK, delta < -behind ? -behind : delta);
    }
    return is_ok;
}

/* How many of the rows are the node's. */
static uint32_t rows_of(const gta_file *f, uint32_t node, uint32_t first, uint32_t count) {
    const gta_range links = gta_links_of(f, node);
    const uint32_t from = links.first > first ? links.first : first;
    const uint32_t to = links.end < first + count ? links.end : first + count;
    return to > from ? to - from : 0;
}

static bool take_from_owners(nl_fixer *fixer, const gta_file *f, uint32_t first, uint32_t count) {
    bool is_ok = true;
    for (uint32_t i = 0; i < f->doc->node_count && is_ok; i++) {
        const uint32_t mine = rows_of(f, i, first, count);
        if (mine != 0) is_ok = add_to_node(fixer, f, i, GTA_NODE_FLAGS, -(int64_t)mine);
    }
    return is_ok;
}

/* A section of links: where its entries are, how long each is, how a dump calls them. */
typedef struct gta_section {
    uint64_t at;
    uint32_t bytes;
    const char *path;
} gta_section;

enum { SECTIONS = 4 };

static void sections_of(const gta_document *doc, gta_section sections[SECTIONS]) {
    sections[0] = (gta_section){doc->at.links, GTA_LINK_BYTES, "/links"};
    sections[1] = (gta_section){doc->at.navi_links, doc->layout->navi_link_bytes, "/naviLinks"};
    sections[2] = (gta_section){doc->at.lengths, GTA_LENGTH_BYTES, "/lengths"};
    sections[3] = (gta_section){doc->at.flags, GTA_CROSSING_BYTES, "/flags"};
}

static const char *row_path(nl_fixer *fixer, const gta_section *section, uint32_t row) {
    char number[16];
    (void)snprintf(number, sizeof number, "/%u", row);
    return nl_fix_path(fixer, section->path, number);
}

static bool remove_entries(nl_fixer *fixer, const gta_section *section, uint32_t first,
                           uint32_t count) {
    const char *const path = row_path(fixer, section, first);
    const navlint_field entries = nl_fix_place(path, section->at + (uint64_t)first * section->bytes,
                                               (uint64_t)count * section->bytes);
    return path && nl_fix_remove(fixer, &entries);
}

/* Files without links have none of the spare entries either. */
static bool remove_spare(nl_fixer *fixer, const gta_document *doc) {
    const navlint_field filler = nl_fix_place("/filler", doc->at.filler, GTA_FILLER_BYTES);
    const navlint_field lengths =
        nl_fix_place("/lengthPad", doc->at.length_pad, GTA_LENGTH_PAD_BYTES);
    const navlint_field flags = nl_fix_place("/flagPad", doc->at.flag_pad, GTA_FLAG_PAD_BYTES);
    return nl_fix_remove(fixer, &filler) && nl_fix_remove(fixer, &lengths) &&
           nl_fix_remove(fixer, &flags);
}

bool gta_fix_remove_rows(nl_fixer *fixer, size_t input, uint32_t first, uint32_t count) {
    const gta_file f = gta_fix_file(fixer, input);
    gta_section sections[SECTIONS];
    bool is_ok = nl_fix_spend(fixer, 2 * (uint64_t)f.doc->node_count);
    fixer->input = input;
    sections_of(f.doc, sections);
    for (int i = 0; i < SECTIONS && is_ok; i++)
        is_ok = remove_entries(fixer, &sections[i], first, count);
    return is_ok && (count != f.doc->counts.links || remove_spare(fixer, f.doc)) &&
           take_from_owners(fixer, &f, first, count) &&
           move_nodes(fixer, &f, first, -(int64_t)count) &&
           add_to_links(fixer, &f, -(int64_t)count);
}

/* ---- One link ---- */

static void put_low_bytes(uint8_t *bytes, uint32_t value, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

static bool insert_entry(nl_fixer *fixer, const gta_section *section, uint32_t row,
                         uint32_t value) {
    uint8_t bytes[4];
    const char *const path = row_path(fixer, section, row);
    const navlint_field place = nl_fix_place(path, section->at + (uint64_t)row * section->bytes, 0);
    put_low_bytes(bytes, value, section->bytes);
    return path && nl_fix_insert(fixer, &place, path, bytes, section->bytes);
}

bool gta_fix_add_link(nl_fixer *fixer, size_t input, uint32_t node, const gta_new_link *link) {
    const gta_file f = gta_fix_file(fixer, input);
    const uint32_t values[SECTIONS] = {link->area | link->node << 16, link->navi_link, link->length,
                                       link->flags};
    const gta_range links = gta_links_of(&f, node);
    const uint32_t count = links.end - links.first;
    gta_section sections[SECTIONS];
    bool is_ok = count > 0 && count < MOST_LINKS && f.doc->shape->rule == GTA_RULE_COUNT &&
                 nl_fix_spend(fixer, f.doc->node_count);
    fixer->input = input;
    sections_of(f.doc, sections);
    for (int i = 0; i < SECTIONS && is_ok; i++)
        is_ok = insert_entry(fixer, &sections[i], links.end, values[i]);
    return is_ok && add_to_node(fixer, &f, node, GTA_NODE_FLAGS, 1) &&
           move_nodes(fixer, &f, links.end - 1, 1) && add_to_links(fixer, &f, 1);
}

bool gta_fix_remove_link(nl_fixer *fixer, const navlint_finding *finding) {
    const gta_file f = gta_fix_file(fixer, fixer->input);
    uint32_t row;
    return gta_fix_row(&f, finding->path, &row) && gta_fix_remove_rows(fixer, fixer->input, row, 1);
}

bool gta_fix_remove_gap(nl_fixer *fixer, const navlint_finding *finding) {
    const gta_file f = gta_fix_file(fixer, fixer->input);
    const uint64_t count = finding->length / GTA_LINK_BYTES;
    uint32_t row;
    return gta_fix_row(&f, finding->path, &row) && count <= f.doc->link_count - row &&
           gta_fix_remove_rows(fixer, fixer->input, row, (uint32_t)count);
}

/* ---- Both directions ---- */

/* A link and the file that it leads to. */
typedef struct gta_ends {
    gta_file from, to;
    size_t to_input;
    gta_row row;
} gta_ends;

static bool find_ends(nl_fixer *fixer, const navlint_finding *finding, gta_ends *ends) {
    uint32_t row;
    ends->from = gta_fix_file(fixer, fixer->input);
    if (!gta_fix_row(&ends->from, finding->path, &row)) return false;
    const uint32_t node = gta_fix_owner(fixer, &ends->from, row);
    if (node == NL_NO_ROW) return false;
    ends->row = gta_row_at(&ends->from, node, row);
    if (!gta_fix_input_of(fixer, ends->row.area, &ends->to_input)) return false;
    ends->to = gta_fix_file(fixer, ends->to_input);
    return ends->row.target < ends->to.doc->node_count;
}

/* The last link of the other end that leads back. */
static uint32_t link_back(const gta_ends *ends) {
    const uint32_t wanted = ends->from.doc->area | ends->row.node << 16;
    const gta_range links = gta_links_of(&ends->to, ends->row.target);
    for (uint32_t row = links.end; row-- > links.first;)
        if (gta_link(&ends->to, row) == wanted) return row;
    return NL_NO_ROW;
}

static uint32_t repeats(const gta_file *f, uint32_t node, uint32_t link) {
    const gta_range links = gta_links_of(f, node);
    uint32_t count = 0;
    for (uint32_t row = links.first; row < links.end; row++)
        count += gta_link(f, row) == link;
    return count;
}

/* As many links lead back as lead there. */
static bool is_paired(const gta_ends *ends) {
    const uint32_t there = gta_link(&ends->from, ends->row.row);
    const uint32_t back = ends->from.doc->area | ends->row.node << 16;
    return repeats(&ends->from, ends->row.node, there) <=
           repeats(&ends->to, ends->row.target, back);
}

/* The two rows of one file must go at once, or what the one moves the other does not see. */
static bool remove_both(nl_fixer *fixer, const gta_ends *ends, uint32_t back) {
    const size_t input = fixer->input;
    return gta_fix_remove_rows(fixer, input, ends->row.row, 1) &&
           gta_fix_remove_rows(fixer, ends->to_input, back, 1);
}

bool gta_fix_remove_pair(nl_fixer *fixer, const navlint_finding *finding) {
    gta_ends ends;
    if (!find_ends(fixer, finding, &ends)) return gta_fix_remove_link(fixer, finding);
    const uint32_t back = link_back(&ends);
    if (back == NL_NO_ROW || !is_paired(&ends)) return gta_fix_remove_link(fixer, finding);
    return gta_fix_row(&ends.to, "/0", &(uint32_t){0}) && remove_both(fixer, &ends, back);
}

static bool is_of_one_layout(const gta_ends *ends) {
    return ends->from.doc->layout->is_extended == ends->to.doc->layout->is_extended &&
           ends->from.doc->is_swapped == ends->to.doc->is_swapped;
}

bool gta_fix_link_back(nl_fixer *fixer, const navlint_finding *finding) {
    gta_ends ends;
    if (!find_ends(fixer, finding, &ends)) return false;
    const uint32_t row = ends.row.row;
    const gta_new_link back = {ends.from.doc->area, ends.row.node,
                               gta_raw_navi_link(&ends.from, row), gta_length(&ends.from, row),
                               gta_crossing(&ends.from, row)};
    if (!is_of_one_layout(&ends) || gta_node_links(gta_node(&ends.to, ends.row.target)) == 0)
        return gta_fix_remove_link(fixer, finding);
    return gta_fix_add_link(fixer, ends.to_input, ends.row.target, &back);
}

/* ---- Lengths ---- */

/* Whole units between the ends, of which a link has at least one. */
static uint64_t units_between(const gta_ends *ends) {
    const gta_file *const from = &ends->from, *const to = &ends->to;
    const int64_t squared =
        gta_distance_squared(gta_node_position(from->doc, gta_node(from, ends->row.node)),
                             gta_node_position(to->doc, gta_node(to, ends->row.target)));
    const uint64_t units = gta_root((uint64_t)squared) / 8;
    return units == 0 ? 1 : units;
}

static bool set_length(nl_fixer *fixer, const gta_file *f, uint32_t row, uint64_t units) {
    const navlint_field length =
        nl_fix_field_at(fixer, GTA_LENGTH_UNITS, f->doc->at.lengths + row, &row);
    return length.path && nl_fix_set(fixer, &length, nl_uint(units));
}

/* The link back that says the same is as wrong, and not reported. */
bool gta_fix_length(nl_fixer *fixer, const navlint_finding *finding) {
    gta_ends ends;
    if (!find_ends(fixer, finding, &ends)) return false;
    const uint64_t units = units_between(&ends);
    const uint32_t back = link_back(&ends);
    const bool is_both =
        back != NL_NO_ROW && gta_length(&ends.to, back) == gta_length(&ends.from, ends.row.row);
    if (units > UINT8_MAX || !set_length(fixer, &ends.from, ends.row.row, units)) return false;
    fixer->input = ends.to_input;
    return !is_both || set_length(fixer, &ends.to, back, units);
}
