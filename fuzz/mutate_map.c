/* The map of an input, made of what navlint_dump visits. Records are recognised by their paths: an
 * index in a JSON Pointer begins one. */
#include "fuzz/mutate_parts.h"

#include <string.h>

enum {
    FEWEST_FIELDS = 4, /* fewer are but a header: nothing to gain over the engine */
    SLOTS = 2 * MUT_MAX_GROUPS,
    COUNTS_BACK = 16,      /* a header that counts all lists of a file has hardly more */
    PATH_CHARS = 256,      /* as core/dump.c renders them */
    MOST_SEGMENTS = 16,    /* NL_MAX_PATH_DEPTH */
    MEMORY_BYTES = 8 << 20 /* an input that needs more to decode is left to the engine */
};

/* A record that the field just visited is in. */
typedef struct frame {
    uint64_t list_hash, index;
    uint16_t record, list;
} frame;

/* What is known when the path has been read up to the end of one of its segments. */
typedef struct place {
    uint64_t hash;       /* of all of it */
    uint64_t group_hash; /* of its keys alone */
    uint32_t depth;      /* indexes so far */
    uint32_t end;        /* chars */
} place;

/* One index of a path and the path before it. */
typedef struct level {
    uint64_t list_hash, index;
} level;

typedef struct reading {
    mut_map *map;
    frame open[MUT_MAX_DEPTH];
    uint32_t depth;
    uint16_t slots[SLOTS]; /* group + 1, by hash */
    char path[PATH_CHARS]; /* of the field before: the next one mostly differs in its end alone */
    place segments[MOST_SEGMENTS];
    uint32_t segment_count;
    level levels[MUT_MAX_DEPTH];
} reading;

static uint8_t memory[MEMORY_BYTES];
static reading the_reading;

static uint64_t mix(uint64_t hash, uint64_t value) {
    return (hash ^ value) * 0x9e3779b97f4a7c15u + (hash >> 31);
}

/* One key or index, from the slash before it. */
static place read_segment(reading *r, place read, const char *path) {
    uint64_t word = 1;
    uint64_t index = 0;
    bool is_index = true;
    uint32_t at = read.end + 1;
    for (; path[at] != '\0' && path[at] != '/'; at++) {
        is_index &= path[at] >= '0' && path[at] <= '9';
        index = index * 10 + (uint64_t)(path[at] - '0');
        word = word * 31 + (uint8_t)path[at];
    }
    if (is_index && at > read.end + 1 && read.depth < MUT_MAX_DEPTH) {
        r->levels[read.depth++] = (level){read.hash, index};
    } else {
        read.group_hash = mix(read.group_hash, word);
    }
    read.hash = mix(read.hash, word);
    read.end = at;
    return read;
}

/* How many segments this path shares with the one before. */
static uint32_t shared_segments(const reading *r, const char *path) {
    uint32_t chars = 0;
    while (r->path[chars] != '\0' && r->path[chars] == path[chars])
        chars++;
    uint32_t shared = 0;
    while (shared < r->segment_count && r->segments[shared].end <= chars &&
           (path[r->segments[shared].end] == '/' || path[r->segments[shared].end] == '\0'))
        shared++;
    return shared;
}

static const place *read_path(reading *r, const char *path) {
    uint32_t n = shared_segments(r, path);
    place read = n > 0 ? r->segments[n - 1] : (place){.hash = 1, .group_hash = 1};
    const uint32_t kept = read.end;
    while (path[read.end] == '/' && n < MOST_SEGMENTS)
        r->segments[n++] = read = read_segment(r, read, path);
    if (n == 0) r->segments[n++] = read;
    r->segment_count = n;
    memcpy(r->path + kept, path + kept, read.end < PATH_CHARS ? read.end - kept : 0);
    r->path[read.end < PATH_CHARS ? read.end : 0] = '\0';
    return &r->segments[n - 1];
}

static bool is_open(const reading *r, uint32_t k) {
    return r->open[k].list_hash == r->levels[k].list_hash && r->open[k].index == r->levels[k].index;
}

static bool open_list(mut_map *map, frame *f) {
    if (map->list_count == MUT_MAX_LISTS) return false;
    f->list = (uint16_t)map->list_count++;
    map->lists[f->list] =
        (mut_list){.count_field = MUT_NONE, .counts_before = (uint16_t)map->count_count};
    return true;
}

static bool open_record(reading *r, bool is_same_list, uint32_t offset) {
    mut_map *const map = r->map;
    frame *const f = &r->open[r->depth];
    if (map->record_count == MUT_MAX_RECORDS) return false;
    if (!is_same_list && !open_list(map, f)) return false;
    f->list_hash = r->levels[r->depth].list_hash;
    f->index = r->levels[r->depth].index;
    f->record = (uint16_t)map->record_count++;
    map->records[f->record] = (mut_record){.at = offset, .end = offset, .list = f->list};
    map->lists[f->list].count++;
    r->depth++;
    return true;
}

/* Leaves the records that the field is not in and enters those that it is. */
static bool follow(reading *r, uint32_t depth, const navlint_field *field) {
    const uint32_t before = r->depth;
    uint32_t k = 0;
    while (k < before && k < depth && is_open(r, k))
        k++;
    bool is_same_list = k < before && k < depth && r->open[k].list_hash == r->levels[k].list_hash;
    for (r->depth = k; r->depth < depth; is_same_list = false)
        if (!open_record(r, is_same_list, (uint32_t)field->offset)) return false;
    for (k = 0; k < depth; k++)
        r->map->records[r->open[k].record].end = (uint32_t)(field->offset + field->length);
    return true;
}

static uint16_t group_of(reading *r, uint64_t hash, navlint_role role) {
    mut_map *const map = r->map;
    uint32_t slot = (uint32_t)(hash >> 32) % SLOTS;
    for (; r->slots[slot] != 0; slot = (slot + 1) % SLOTS) {
        const uint16_t group = (uint16_t)(r->slots[slot] - 1);
        if (map->groups[group].hash == hash) return group;
    }
    if (map->group_count == MUT_MAX_GROUPS) return MUT_NONE;
    const uint16_t group = (uint16_t)map->group_count++;
    r->slots[slot] = (uint16_t)(group + 1);
    map->groups[group] = (mut_group){.hash = hash, .role = (uint8_t)role};
    map->groups_of[role][map->groups_of_count[role]++] = group;
    return group;
}

static mut_kind kind_of(const navlint_field *field) {
    const bool is_word = field->length >= 1 && field->length <= 8;
    if (is_word && field->value.kind == NAVLINT_REAL)
        return field->length == 4 || field->length == 8 ? MUT_FLOAT : MUT_OPAQUE;
    const bool is_integer = field->value.kind == NAVLINT_UINT || field->value.kind == NAVLINT_INT;
    return is_word && is_integer ? MUT_INTEGER : MUT_OPAQUE;
}

static bool is_big_endian(const char *type) {
    const size_t length = strlen(type);
    return length > 2 && strcmp(type + length - 2, "be") == 0;
}

static bool visit(void *context, const navlint_field *field) {
    reading *const r = context;
    mut_map *const map = r->map;
    if (field->encoding) return true; /* it has no bytes of its own in the file */
    const place *const at = read_path(r, field->path);
    const uint16_t group = group_of(r, at->group_hash, field->role);
    map->is_cut_short =
        map->field_count == MUT_MAX_FIELDS || group == MUT_NONE || !follow(r, at->depth, field);
    if (map->is_cut_short) return false;
    if (field->role == NAVLINT_COUNT) map->counts[map->count_count++] = (uint16_t)map->field_count;
    map->groups[group].count++;
    map->fields[map->field_count++] = (mut_field){.at = (uint32_t)field->offset,
                                                  .length = (uint32_t)field->length,
                                                  .group = group,
                                                  .role = (uint8_t)field->role,
                                                  .kind = (uint8_t)kind_of(field),
                                                  .is_big_endian = is_big_endian(field->type)};
    return true;
}

static void group_fields(mut_map *map) {
    uint32_t first = 0;
    for (uint32_t g = 0; g < map->group_count; g++) {
        map->groups[g].first = first;
        first += map->groups[g].count;
        map->groups[g].count = 0;
    }
    for (uint32_t i = 0; i < map->field_count; i++) {
        mut_group *const group = &map->groups[map->fields[i].group];
        map->grouped[group->first + group->count++] = (uint16_t)i;
    }
}

static void list_records(mut_map *map) {
    uint32_t first = 0;
    for (uint32_t l = 0; l < map->list_count; l++) {
        map->lists[l].first = first;
        first += map->lists[l].count;
        map->lists[l].count = 0;
    }
    for (uint32_t i = 0; i < map->record_count; i++) {
        mut_list *const list = &map->lists[map->records[i].list];
        map->listed[list->first + list->count++] = (uint16_t)i;
    }
}

/* The nearest COUNT before the first record that says as many as there are. */
static void find_count(mut_map *map, mut_list *list, const uint8_t *bytes) {
    for (uint32_t back = 1; back <= COUNTS_BACK && back <= list->counts_before; back++) {
        const uint16_t field = map->counts[list->counts_before - back];
        if (mut_load(bytes, &map->fields[field]) != list->count) continue;
        list->count_field = field;
        return;
    }
    if (map->is_cut_short && list->counts_before > 0)
        list->count_field = map->counts[list->counts_before - 1];
}

static void clear(mut_map *map) {
    memset(&the_reading, 0, sizeof the_reading);
    the_reading.map = map;
    map->field_count = map->group_count = map->record_count = map->list_count = 0;
    map->count_count = 0;
    map->is_cut_short = false;
    memset(map->groups_of_count, 0, sizeof map->groups_of_count);
}

bool mut_map_read(mut_map *map, const char *format_id, const uint8_t *bytes, size_t length) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.format = format_id;
    const navlint_input input = {.bytes = bytes, .length = length};
    clear(map);
    (void)navlint_dump(&options, &input, memory, sizeof memory, visit, &the_reading);
    if (map->field_count < FEWEST_FIELDS) return false;
    group_fields(map);
    list_records(map);
    for (uint32_t l = 0; l < map->list_count; l++)
        find_count(map, &map->lists[l], bytes);
    return true;
}
