/* What one record says by itself, and what of it is kept: navmeshes, their cells, doors. */
#include <string.h>

#include "core/checked.h"
#include "core/quick.h"
#include "parsers/skyrim_navmesh/container/reading.h"

enum { LIGHT_FIRST = 0x800, LIGHT_LAST = 0xFFF, PERSISTENT = 0x400 /* of references */ };

/* ---- Findings ---- */

static void found(sky_reading *s, unsigned rule, unsigned field, nl_draft draft) {
    const sky_check *const c = &s->check;
    const sky_record *const record = &s->walk.record;
    char name[SKY_NAME_BYTES];
    sky_enter_home(&s->check, sky_home_here(s));
    nl_place place = sky_about(sky_record_place(c, record), c, record);
    if (record->type == SKY_REFR) place = sky_at_reference(place, c, record);
    sky_read_editor_id(c, record, name);
    if (name[0] != '\0') place.subject.name = name;
    sky_found(place, rule, field, draft);
    sky_leave_home(&s->check);
}

/* A FormID, which the message has as modders write it. */
static void found_form(sky_reading *s, unsigned rule, nl_draft draft) {
    const sky_form_text form = sky_form(s->plugin, s->walk.record.form_id);
    draft.args[0] = nl_string(form.chars);
    found(s, rule, SKY_HEADER_FORM_ID, draft);
}

/* ---- FormIDs ---- */

/* The lowest object id that a light plugin may have. */
static uint32_t light_first(const sky_plugin *plugin) {
    return plugin->version >= 1.705f ? 0 : LIGHT_FIRST;
}

/* An id of a light plugin's own that such a plugin may not have. */
static bool is_too_heavy(const sky_plugin *plugin, uint32_t id) {
    const uint32_t object = id & SKY_OBJECT_MASK;
    return plugin->is_light && sky_is_own(plugin, id) &&
           (object < light_first(plugin) || object > LIGHT_LAST);
}

/* One finding for all of them: a master that was taken away, or a flag, leaves hundreds behind. */
static void note_odd(sky_reading *s, sky_odd_ids *odd) {
    if (odd->count++ != 0) return;
    odd->first = s->walk.record;
    odd->home = sky_home_here(s);
}

void sky_found_odd(sky_reading *s, const sky_odd_ids *odd, unsigned rule, nl_draft draft) {
    const sky_check *const c = &s->check;
    sky_enter_home(&s->check, odd->home);
    sky_found(sky_about(sky_record_place(c, &odd->first), c, &odd->first), rule, SKY_HEADER_FORM_ID,
              draft);
    sky_leave_home(&s->check);
}

static void report_light(sky_reading *s) {
    const uint32_t own = s->plugin->master_count << 24;
    const uint32_t least = light_first(s->plugin);
    if (s->heavy.count == 0) return;
    sky_found_odd(s, &s->heavy, SKYRIM_FORM_ID_LIGHT,
                  (nl_draft){.relation = NAVLINT_BETWEEN,
                             .expected = nl_uint(own | least),
                             .others = {nl_uint(own | LIGHT_LAST)},
                             .args = {nl_uint(s->heavy.first.form_id & SKY_OBJECT_MASK),
                                      nl_uint(least), nl_uint(s->heavy.count)}});
}

/* An id that is not plain. */
static void check_form_id(sky_reading *s) {
    const uint32_t id = s->walk.record.form_id;
    if (id == 0)
        found(s, SKYRIM_FORM_ID_NULL, SKY_HEADER_FORM_ID, (nl_draft){0});
    else if (sky_is_beyond(s->plugin, id))
        note_odd(s, &s->beyond);
    else if (is_too_heavy(s->plugin, id))
        note_odd(s, &s->heavy);
}

static sky_form_text index_shown(uint32_t index) {
    static const char digits[] = "0123456789ABCDEF";
    return (sky_form_text){{digits[index >> 4 & 15], digits[index & 15], '\0'}};
}

static void report_beyond(sky_reading *s) {
    const uint32_t own = s->plugin->master_count;
    const uint32_t first = s->beyond.first.form_id;
    const sky_form_text form = sky_form(s->plugin, first);
    const sky_form_text index = index_shown(sky_index_of(first));
    const sky_form_text highest = index_shown(own);
    if (s->beyond.count == 0) return;
    sky_found_odd(s, &s->beyond, SKYRIM_FORM_ID_MASTER,
                  (nl_draft){.relation = NAVLINT_AT_MOST,
                             .expected = nl_uint(own << 24 | SKY_OBJECT_MASK),
                             .args = {nl_string(form.chars), nl_string(index.chars),
                                      nl_string(highest.chars), nl_uint(s->beyond.count)}});
}

void sky_report_odd_ids(sky_reading *s) {
    report_beyond(s);
    report_light(s);
}

static bool is_plain_form_id(const sky_plugin *plugin, uint32_t id) {
    return id != 0 && !sky_is_beyond(plugin, id) && !is_too_heavy(plugin, id);
}

/* Children of cells, which a plugin with the ESM flag lists in ONAM if it overrides them. */
static bool is_listed_kind(uint32_t type) {
    return type == SKY_NAVM || type == SKY_REFR || type == SKY_TYPE('L', 'A', 'N', 'D') ||
           type == SKY_TYPE('A', 'C', 'H', 'R') || type == SKY_TYPE('P', 'G', 'R', 'E') ||
           type == SKY_TYPE('P', 'H', 'Z', 'D');
}

static void check_listed(sky_reading *s) {
    const sky_record *const record = &s->walk.record;
    if (!is_listed_kind(record->type) || sky_is_own(s->plugin, record->form_id)) return;
    if (nl_index_find(&s->plugin->overridden_index, record->form_id) != NL_NO_ROW) return;
    note_odd(s, &s->missing);
}

/* ---- Place ---- */

static void found_misplaced(sky_reading *s, const sky_group *group) {
    char chars[2][24];
    nl_text type = nl_text_over(chars[0], sizeof chars[0]);
    nl_text top = nl_text_over(chars[1], sizeof chars[1]);
    const uint64_t label_at = group->at + SKY_GROUP_TOP_LABEL_AT;
    nl_put_bytes(&type, s->check.job->bytes + s->walk.record.at, 4);
    nl_put_bytes(&top, s->check.job->bytes + label_at, 4);
    found(s, SKYRIM_RECORD_GROUP, SKY_HEADER_TYPE,
          (nl_draft){.actual = nl_string(type.chars),
                     .expected = nl_string(top.chars),
                     .related = {{label_at, 4, "the label of the group"}}});
}

/* Where the label is wrong all records of the group are: the first one is listed. */
static void check_place(sky_reading *s) {
    const sky_group *const group = sky_innermost(&s->walk);
    if (group->type != SKY_TOP || group->label == s->walk.record.type) return;
    const bool follows = s->misplaced_in == group->at;
    s->misplaced_in = group->at;
    nl_follow(s->check.job->report, follows);
    found_misplaced(s, group);
    nl_follow(s->check.job->report, false);
}

/* ---- Data ---- */

/* Opens the data of the record that the walk has just passed, for one look; the caller releases
 * them. */
static bool open_data(sky_reading *s, uint64_t most_bytes, sky_opened *opened) {
    const sky_record *const record = &s->walk.record;
    const bool is_open = sky_open_to_pass(&s->inflater, record, most_bytes, opened);
    if (is_open && opened->tail == 0) return true;
    sky_enter_home(&s->check, sky_home_here(s));
    sky_report_packed(&s->check, record, opened);
    sky_leave_home(&s->check);
    return is_open;
}

/* The fields of data that nothing opens again: whether they can be followed. Rough: long fields may
 * be sound. */
static bool check_data(sky_reading *s, const sky_body *data) {
    const nl_job *const job = s->check.job;
    sky_field_look look = {0};
    if (job->navmesh_only) return true;
    if (NL_QUICK_ROUGH(sky_are_plain_fields(data, &look))) return nl_spend(job->budget, look.count);
    sky_enter_home(&s->check, sky_home_here(s));
    const bool are_whole = sky_check_fields(&s->check, &s->walk.record, data);
    sky_leave_home(&s->check);
    return are_whole;
}

/* The data of the record are not read: coverage says so. */
static void leave_unread(sky_reading *s) {
    const sky_record *const record = &s->walk.record;
    const uint64_t data_at = record->at + SKY_HEADER_BYTES;
    if (record->data_bytes == 0) return;
    nl_claim(s->check.job->report, s->read_from, data_at - s->read_from);
    s->read_from = data_at + record->data_bytes;
}

/* A deleted record has no data, packed or not. */
static bool is_only_header(const sky_record *record) {
    return sky_is_deleted(record) && record->data_bytes == 0;
}

/* A record that is only passed. */
static void pass_record(sky_reading *s) {
    nl_arena *const arena = s->check.job->arena;
    const size_t mark = nl_arena_mark(arena);
    sky_opened opened;
    if (s->check.job->navmesh_only) {
        leave_unread(s);
        return;
    }
    if (!sky_is_compressed(&s->walk.record)) {
        const sky_body data = sky_data_of(s->check.job->bytes, &s->walk.record);
        (void)check_data(s, &data);
        return;
    }
    if (is_only_header(&s->walk.record)) return;
    if (open_data(s, SKY_MOST_OTHER_BYTES, &opened)) (void)check_data(s, &opened.body);
    nl_arena_release(arena, mark);
}

/* ---- Form versions ---- */

static void check_form_version(sky_reading *s) {
    const uint32_t version = s->walk.record.form_version;
    const uint32_t newest = s->plugin->header.form_version;
    if (version < SKY_FIRST_FORM_VERSION || version > SKY_LAST_FORM_VERSION)
        found(s, SKYRIM_FORM_VERSION, SKY_HEADER_FORM_VERSION,
              (nl_draft){.relation = NAVLINT_BETWEEN,
                         .expected = nl_uint(SKY_FIRST_FORM_VERSION),
                         .others = {nl_uint(SKY_LAST_FORM_VERSION)}});
    else if (version > newest && newest >= SKY_FIRST_FORM_VERSION)
        found(s, SKYRIM_FORM_VERSION_NEWER, SKY_HEADER_FORM_VERSION,
              (nl_draft){.relation = NAVLINT_AT_MOST, .expected = nl_uint(newest)});
}

/* ---- Navmeshes ---- */

static sky_block block_of(const sky_walk *w, uint32_t type) {
    const sky_group *const group = sky_around(w, type);
    return group ? (sky_block){(uint32_t)group->at, group->number} : (sky_block){0, 0};
}

/* Of a damaged one nothing is compared with its navmeshes. */
static const sky_cell_note *kept_note(sky_reading *s) {
    sky_cell_note *const note = NL_NEW_ZEROED(s->check.job->arena, sky_cell_note, 1);
    if (note && s->is_cell_whole) *note = sky_note_of(&s->check.read_cell);
    return note;
}

/* The row of the CELL record that the cell's children are of. */
static uint32_t cell_row(sky_reading *s, uint32_t cell_id) {
    if (s->cell.type != SKY_CELL || s->cell.form_id != cell_id) return NL_NO_ROW;
    if (s->cell_row != NL_NO_ROW) return s->cell_row;
    sky_cell *const cell = sky_add(&s->cells, s->check.job->arena);
    if (!cell) return NL_NO_ROW;
    *cell = (sky_cell){s->cell, block_of(&s->walk, SKY_EXTERIOR_BLOCK),
                       block_of(&s->walk, SKY_EXTERIOR_SUB_BLOCK), kept_note(s)};
    s->cell_row = s->cells.count - 1;
    return s->cell_row;
}

static void keep_navm(sky_reading *s) {
    const sky_group *const group = sky_innermost(&s->walk);
    const sky_group *const children = sky_around(&s->walk, SKY_CELL_CHILDREN);
    const sky_group *const world = sky_around(&s->walk, SKY_WORLD_CHILDREN);
    sky_navm *const navm = sky_add(&s->navms, s->check.job->arena);
    if (!navm) return;
    *navm = (sky_navm){.record = s->walk.record,
                       .home = sky_home_here(s),
                       .cell_id = children ? children->label : 0,
                       .world_id = world ? world->label : 0,
                       .is_placed = group && group->type == SKY_TEMPORARY && children};
    navm->cell = cell_row(s, navm->cell_id);
    if (!navm->is_placed) found(s, SKYRIM_NAVM_GROUP, SKY_HEADER_TYPE, (nl_draft){0});
    if (navm->record.flags & PERSISTENT)
        found(s, SKYRIM_NAVM_PERSISTENT, SKY_HEADER_FLAGS,
              (nl_draft){.expected = nl_uint(navm->record.flags & ~(uint32_t)PERSISTENT)});
    check_form_version(s);
    if (!sky_is_deleted(&navm->record) || navm->record.data_bytes == 0) return;
    found(s, SKYRIM_DELETED_BODY, SKY_HEADER_DATA_SIZE, (nl_draft){.expected = nl_uint(0)});
    pass_record(s);
}

static void keep_navi(sky_reading *s) {
    const sky_record *const record = &s->walk.record;
    if (s->navi_count++ != 0) {
        found(s, SKYRIM_NAVI_ONE, SKY_HEADER_TYPE, (nl_draft){0});
        pass_record(s);
        return;
    }
    s->plugin->navi = *record;
    if (record->form_id != SKY_NAVI_OBJECT || !sky_is_skyrims(s->plugin))
        found_form(s, SKYRIM_NAVI_FORM_ID, (nl_draft){.expected = nl_uint(SKY_NAVI_OBJECT)});
    if (sky_is_compressed(record))
        found(s, SKYRIM_NAVI_COMPRESSED, SKY_HEADER_FLAGS, (nl_draft){0});
    check_form_version(s);
}

/* ---- Cells ---- */

static void check_exterior_cell(sky_reading *s, const sky_cell_facts *facts) {
    const sky_cell cell = {s->cell, block_of(&s->walk, SKY_EXTERIOR_BLOCK),
                           block_of(&s->walk, SKY_EXTERIOR_SUB_BLOCK), NULL};
    if (!facts->has_grid || NL_QUICK(sky_blocks_are_right(&s->check, &cell, facts))) return;
    sky_enter_home(&s->check, sky_home_here(s));
    sky_check_blocks(&s->check, &cell, facts);
    sky_leave_home(&s->check);
}

/* What it says is there for findings about what stands in it. */
static void check_cell(sky_reading *s, const sky_body *data) {
    const sky_group *const group = sky_innermost(&s->walk);
    sky_check *const c = &s->check;
    sky_read_cell(data, &c->read_cell);
    c->read_cell_at = (uint32_t)s->cell.at;
    s->is_cell_whole = check_data(s, data);
    if (group && group->type == SKY_EXTERIOR_SUB_BLOCK) check_exterior_cell(s, &c->read_cell);
}

/* With navmeshes only, packed cells are unpacked when their navmeshes are checked. */
static void keep_cell(sky_reading *s) {
    nl_arena *const arena = s->check.job->arena;
    const size_t mark = nl_arena_mark(arena);
    sky_opened opened;
    s->cell = s->walk.record;
    s->cell_row = NL_NO_ROW;
    s->is_cell_whole = false;
    sky_check_interior_blocks(s);
    if (s->check.job->navmesh_only && sky_is_compressed(&s->cell)) {
        leave_unread(s);
        return;
    }
    if (open_data(s, SKY_MOST_CELL_BYTES, &opened)) check_cell(s, &opened.body);
    nl_arena_release(arena, mark);
}

/* ---- Doors ---- */

static void read_place(const sky_field *field, sky_door *door) {
    const sky_body *const body = &field->body;
    door->has_place = true;
    door->place_at = (uint32_t)body->offset;
    door->place_bytes = body->length;
    door->place_index = field->index;
    if (body->length != SKY_XNDP_BYTES) return;
    door->place_navmesh = nl_load_u32(body->bytes + SKY_XNDP_NAVMESH_AT);
    door->place_triangle = nl_load_i16(body->bytes + SKY_XNDP_TRIANGLE_AT);
}

/* DATA: position, then rotation. */
static void read_position(const sky_body *field, sky_door *door) {
    if (field->length >= 3 * sizeof(float)) door->position = sky_point_at(field->bytes);
}

/* A reference's teleport and place on a navmesh; of two places the first counts. Returns how many
 * fields were looked at. */
static uint32_t read_reference(const sky_body *data, sky_door *door) {
    sky_fields fields = sky_fields_of(*data);
    sky_field field;
    while (sky_next_field(&fields, &field)) {
        door->has_teleport |= field.type == SKY_XTEL;
        if (field.type == SKY_DATA) read_position(&field.body, door);
        if (field.type == SKY_XNDP && !door->has_place) read_place(&field, door);
    }
    return fields.next;
}

static void keep_door(sky_reading *s, const sky_door *door) {
    sky_door *const kept = sky_add(&s->doors, s->check.job->arena);
    if (!kept) return;
    *kept = *door;
    kept->home = sky_home_here(s);
    if (kept->home.cell_at != 0) (void)cell_row(s, s->cell.form_id); /* findings will name it */
}

/* One that cannot be unpacked may have been a door. */
static void open_reference(sky_reading *s) {
    nl_arena *const arena = s->check.job->arena;
    const size_t mark = nl_arena_mark(arena);
    sky_door door = {.record = s->walk.record, .position = SKY_NOWHERE};
    sky_opened opened;
    uint32_t fields = 0;
    const bool is_open = open_data(s, SKY_MOST_REFERENCE_BYTES, &opened);
    if (is_open) {
        (void)check_data(s, &opened.body);
        fields = read_reference(&opened.body, &door);
        door.packed_bytes = (uint32_t)opened.packed.length;
    }
    s->is_whole &= is_open;
    nl_arena_release(arena, mark);
    if (nl_spend(s->check.job->budget, fields) && (door.has_teleport || door.has_place))
        keep_door(s, &door);
}

/* Nearly all are plain and no doors. */
static inline void keep_reference(sky_reading *s) {
    const sky_record *const record = &s->walk.record;
    const sky_body data = sky_data_of(s->check.job->bytes, record);
    sky_field_look look = {0};
    if (sky_is_deleted(record)) {
        pass_record(s);
        return;
    }
    /* Rough: most doors are sound. */
    const bool is_plain =
        !sky_is_compressed(record) &&
        NL_QUICK_ROUGH(sky_are_plain_fields(&data, &look) && !sky_may_be_door(&look));
    if (is_plain)
        (void)nl_spend(s->check.job->budget, look.count);
    else
        open_reference(s);
}

void sky_check_record(sky_reading *s) {
    const uint32_t type = s->walk.record.type;
    uint32_t *const id = sky_add(&s->form_ids, s->check.job->arena);
    if (!id) return;
    *id = s->walk.record.form_id;
    if (!NL_QUICK(is_plain_form_id(s->plugin, *id))) check_form_id(s);
    if (s->walk.depth == 1) check_place(s);
    if (s->plugin->is_master && s->plugin->master_count != 0) check_listed(s);
    if (type == SKY_REFR)
        keep_reference(s);
    else if (type == SKY_CELL)
        keep_cell(s);
    else if (type == SKY_NAVM)
        keep_navm(s);
    else if (type == SKY_NAVI)
        keep_navi(s);
    else
        pass_record(s);
    if (type == SKY_WRLD) s->world = s->walk.record;
}
