/* What the cell and the worldspace around a record are called. */
#include <string.h>

#include "parsers/skyrim_navmesh/container/reading.h"

enum { FIRST_FIELDS = 32 /* EDID is the first of all, XCLC one of the next */ };

/* Up to its NUL. */
static void read_name(const sky_body *field, char name[SKY_NAME_BYTES]) {
    nl_text text = nl_text_over(name, SKY_NAME_BYTES);
    const uint8_t *const end = field->length ? memchr(field->bytes, 0, field->length) : NULL;
    nl_put_bytes(&text, field->bytes, end ? (size_t)(end - field->bytes) : field->length);
}

/* "(3, -12)" */
static void put_grid(nl_text *text, const sky_cell_facts *facts) {
    nl_put(text, "(");
    nl_put_int(text, facts->x);
    nl_put(text, ", ");
    nl_put_int(text, facts->y);
    nl_put(text, ")");
}

static void name_cell(sky_cell_facts *facts) {
    nl_text name = nl_text_over(facts->name, sizeof facts->name);
    if (facts->editor_id[0] != '\0')
        nl_put(&name, facts->editor_id);
    else if (facts->has_grid && facts->is_exterior)
        put_grid(&name, facts);
}

static void read_field(const sky_field *field, sky_cell_facts *facts) {
    if (field->type == SKY_EDID) read_name(&field->body, facts->editor_id);
    if (field->type != SKY_XCLC || field->body.length < SKY_XCLC_REST_AT) return;
    facts->has_grid = true;
    facts->grid_at = field->body.offset;
    facts->x = nl_load_i32(field->body.bytes + SKY_XCLC_X_AT);
    facts->y = nl_load_i32(field->body.bytes + SKY_XCLC_Y_AT);
}

void sky_read_cell(const sky_body *data, sky_cell_facts *facts) {
    sky_fields fields = sky_fields_of(*data);
    sky_field field;
    *facts = (sky_cell_facts){.is_known = true};
    while (fields.next < FIRST_FIELDS && sky_next_field(&fields, &field))
        read_field(&field, facts);
}

sky_cell_note sky_note_of(const sky_cell_facts *facts) {
    sky_cell_note note = {facts->x, facts->y, facts->has_grid, facts->is_known, ""};
    memcpy(note.editor_id, facts->editor_id, sizeof note.editor_id);
    return note;
}

sky_cell_facts sky_facts_of(const sky_cell_note *note) {
    sky_cell_facts facts = {
        .is_known = note->is_known, .has_grid = note->has_grid, .x = note->x, .y = note->y};
    memcpy(facts.editor_id, note->editor_id, sizeof facts.editor_id);
    return facts;
}

/* ---- Homes ---- */

/* Whether a name may be looked up in the data of the record without using up what checks need. */
static bool is_cheap(const nl_job *job, const sky_record *record) {
    const sky_body data = sky_data_of(job->bytes, record);
    if (!sky_is_compressed(record)) return true;
    if (data.length < SKY_STREAM_PACKED_AT) return false;
    const uint64_t size = nl_load_u32(data.bytes);
    return size <= sky_most_unpacked(data.length, SKY_MOST_NAMED_BYTES) &&
           size < job->arena->capacity - job->arena->used &&
           SKY_UNPACK_STEPS * size < job->budget->left;
}

/* The record whose header is at `at`, where the walk has passed one. */
static bool open_at(sky_inflater *inflater, uint32_t at, sky_opened *opened) {
    const sky_record record = sky_read_record(inflater->job->bytes + at, at, 0);
    return is_cheap(inflater->job, &record) &&
           sky_open(inflater, &record, SKY_MOST_NAMED_BYTES, opened);
}

/* The record's own EDID, its first field; "" if it has none or is packed. */
void sky_read_editor_id(const sky_check *c, const sky_record *record, char name[SKY_NAME_BYTES]) {
    name[0] = '\0';
    if (sky_is_compressed(record)) return;
    sky_fields fields = sky_fields_of(sky_data_of(c->job->bytes, record));
    sky_field field;
    if (sky_next_field(&fields, &field) && field.type == SKY_EDID) read_name(&field.body, name);
}

/* Names have steps of their own: with fewer steps for checking a check does not get less to do. */
static nl_job naming_job(sky_check *c) {
    enum { STEPS_OF_BYTE = 2, FLOOR = 4 * SKY_MOST_NAMED_BYTES };
    nl_job job = *c->job;
    if (c->naming.total == 0) c->naming = nl_budget_of(STEPS_OF_BYTE * job.length + FLOOR);
    job.budget = &c->naming;
    return job;
}

static void open_cell_at(sky_check *c, uint32_t at) {
    const nl_job job = naming_job(c);
    sky_inflater inflater = sky_inflater_of(&job);
    const size_t mark = nl_arena_mark(c->job->arena);
    sky_opened opened;
    if (open_at(&inflater, at, &opened)) {
        sky_read_cell(&opened.body, &c->read_cell);
        c->read_cell_at = at;
    }
    nl_arena_release(c->job->arena, mark);
    sky_inflater_end(&inflater);
}

/* What the walk has kept of the CELL there; NULL: nothing. */
static const sky_cell_note *note_at(const sky_plugin *plugin, uint32_t at) {
    uint32_t low = 0;
    uint32_t high = plugin->cell_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (plugin->cells[middle].record.at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0) return NULL;
    const sky_cell *const cell = &plugin->cells[low - 1];
    return cell->record.at == at && cell->note->is_known ? cell->note : NULL;
}

/* One cell has many findings: it is read once. */
static void read_cell_at(sky_check *c, uint32_t at) {
    const sky_cell_note *const note = note_at(c->plugin, at);
    if (note) {
        c->cell = sky_facts_of(note);
        return;
    }
    if (at != c->read_cell_at) open_cell_at(c, at);
    if (at == c->read_cell_at) c->cell = c->read_cell;
}

void sky_enter_world(sky_check *c, sky_home home) {
    c->cell.is_exterior = home.is_exterior;
    c->cell.worldspace[0] = '\0';
    if (home.world_at != 0) {
        const sky_record world = sky_read_record(c->job->bytes + home.world_at, home.world_at, 0);
        sky_read_editor_id(c, &world, c->cell.worldspace);
    }
    name_cell(&c->cell);
}

void sky_enter_home(sky_check *c, sky_home home) {
    sky_leave_home(c);
    if (home.cell_at != 0) read_cell_at(c, home.cell_at);
    sky_enter_world(c, home);
}

/* ---- From the walk ---- */

static uint32_t offset_if(const sky_record *record, const sky_group *children) {
    return children && record->type != 0 && record->form_id == children->label
               ? (uint32_t)record->at
               : 0;
}

sky_home sky_home_in(const sky_walk *w, const sky_record *world, const sky_record *cell) {
    return (sky_home){
        .cell_at = offset_if(cell, sky_around(w, SKY_CELL_CHILDREN)),
        .world_at = offset_if(world, sky_around(w, SKY_WORLD_CHILDREN)),
        .is_exterior = sky_around(w, SKY_EXTERIOR_SUB_BLOCK) != NULL,
    };
}

sky_home sky_home_here(const sky_reading *s) {
    const sky_record *const record = &s->walk.record;
    sky_home home = sky_home_in(&s->walk, &s->world, &s->cell);
    if (record->type == SKY_CELL) home.cell_at = (uint32_t)record->at;
    return home;
}

/* ---- References ---- */

/* A reference's DATA: where it is, and how it is turned. */
enum { PLACE_BYTES = 24, MOST_FIELDS = 64 };

nl_place sky_at_reference(nl_place place, const sky_check *c, const sky_record *record) {
    sky_fields fields = sky_fields_of(sky_data_of(c->job->bytes, record));
    sky_field field;
    if (sky_is_compressed(record)) return place;
    while (fields.next < MOST_FIELDS && sky_next_field(&fields, &field)) {
        if (field.type != SKY_DATA || field.body.length != PLACE_BYTES) continue;
        return sky_moved_to(place, sky_point_at(field.body.bytes));
    }
    return place;
}
