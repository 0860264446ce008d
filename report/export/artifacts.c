/* Artifacts are found in a crit-bit tree, https://cr.yp.to/critbit.html. File names are hostile:
 * they could be chosen so that they collide in a table of hashes, while a way through the tree has
 * no more forks than the longest key has bits. */
#include "report/export/artifacts.h"

#include <stdlib.h>
#include <string.h>

/* A text that is looked for; not NUL-terminated. */
typedef struct key {
    const char *bytes;
    size_t length;
} key;

/* What a side of a fork leads to is a number: that of an artifact, of one of its keys, and whether
 * that key is meant or its fork. */
enum { KINDS = 2 };

static size_t way_to_key(size_t index, size_t by) {
    return KINDS * (EXP_KEYS * index + by);
}

static size_t way_to_fork(size_t index, size_t by) {
    return way_to_key(index, by) + 1;
}

static bool is_fork(size_t way) {
    return way % KINDS == 1;
}

static size_t index_at(size_t way) {
    return way / KINDS / EXP_KEYS;
}

static exp_fork *fork_at(const exp_artifacts *artifacts, size_t way) {
    return &artifacts->items[index_at(way)].forks[way / KINDS % EXP_KEYS];
}

static key key_at(const exp_artifacts *artifacts, size_t way) {
    const exp_artifact *const item = &artifacts->items[index_at(way)];
    const bool is_place = way / KINDS % EXP_KEYS == EXP_BY_PLACE;
    return (key){artifacts->texts.bytes + item->start,
                 is_place ? item->place_length : item->length};
}

/* ---- Bits ---- */

enum { BYTE_BITS = 8 };

/* Behind the end there are zeros, which no text has. */
static unsigned byte_of(key text, size_t at) {
    return at < text.length ? (unsigned char)text.bytes[at] : 0;
}

static unsigned bit_of(key text, size_t bit) {
    return byte_of(text, bit / BYTE_BITS) >> (BYTE_BITS - 1 - bit % BYTE_BITS) & 1;
}

static bool is_equal(key a, key b) {
    return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}

/* The first bit that two texts do not have in common. */
static size_t parting_bit(key a, key b) {
    size_t at = 0;
    while (byte_of(a, at) == byte_of(b, at))
        at++;
    size_t bit = BYTE_BITS * at;
    while (bit_of(a, bit) == bit_of(b, bit))
        bit++;
    return bit;
}

/* ---- The tree ---- */

/* The key that text is equal to, if any is; there must be one. */
static size_t nearest(const exp_artifacts *artifacts, key text) {
    size_t way = artifacts->root;
    while (is_fork(way)) {
        const exp_fork *const fork = fork_at(artifacts, way);
        way = fork->sides[bit_of(text, fork->bit)];
    }
    return way;
}

static bool find(const exp_artifacts *artifacts, key text, size_t *index) {
    if (!artifacts->has_root) return false;
    const size_t way = nearest(artifacts, text);
    *index = index_at(way);
    return is_equal(key_at(artifacts, way), text);
}

/* The side that leads to what has all bits in front of this one in common with text. */
static size_t *side_above(exp_artifacts *artifacts, key text, size_t bit) {
    size_t *side = &artifacts->root;
    while (is_fork(*side) && fork_at(artifacts, *side)->bit < bit) {
        exp_fork *const fork = fork_at(artifacts, *side);
        side = &fork->sides[bit_of(text, fork->bit)];
    }
    return side;
}

/* Adds a key that is not there. */
static void add_key(exp_artifacts *artifacts, size_t index, size_t by) {
    const size_t way = way_to_key(index, by);
    if (!artifacts->has_root) {
        artifacts->root = way;
        artifacts->has_root = true;
        return;
    }
    const key text = key_at(artifacts, way);
    exp_fork *const fork = fork_at(artifacts, way);
    fork->bit = parting_bit(text, key_at(artifacts, nearest(artifacts, text)));
    size_t *const side = side_above(artifacts, text, fork->bit);
    fork->sides[bit_of(text, fork->bit)] = way;
    fork->sides[!bit_of(text, fork->bit)] = *side;
    *side = way_to_fork(index, by);
}

/* ---- The list ---- */

static bool has_room(exp_artifacts *artifacts) {
    if (artifacts->texts.failed) return false;
    if (artifacts->count < artifacts->capacity) return true;
    const size_t capacity = artifacts->capacity > 0 ? 2 * artifacts->capacity : 16;
    exp_artifact *const items = realloc(artifacts->items, capacity * sizeof *items);
    artifacts->texts.failed = !items;
    if (!items) return false;
    artifacts->items = items;
    artifacts->capacity = capacity;
    return true;
}

/* URIs have no braces: the first one that closes ends "location". */
static size_t place_length_of(key text) {
    static const char parent[] = ",\"parentIndex\":";
    const char *const brace = memchr(text.bytes, '}', text.length);
    const size_t length = (size_t)(brace - text.bytes) + 1;
    const bool has_parent = text.length - length >= sizeof parent - 1 &&
                            memcmp(brace + 1, parent, sizeof parent - 1) == 0;
    return has_parent ? 0 : length;
}

/* Puts the text behind the others. Returns where it is. */
static exp_artifact keep(exp_artifacts *artifacts, key text) {
    const exp_artifact item = {.start = artifacts->texts.length, .length = text.length};
    rep_buffer_append(&artifacts->texts, text.bytes, text.length);
    return item;
}

/* An artifact that says nothing but where it is has a brace behind that. */
static bool is_bare(const exp_artifact *item) {
    return item->length == item->place_length + 1;
}

/* The index of an artifact that is not there: of a bare one at its place, or one more. */
static size_t index_for(exp_artifacts *artifacts, const exp_artifact *item) {
    const key place = {artifacts->texts.bytes + item->start, item->place_length};
    size_t index = 0;
    const bool is_known = place.length > 0 && find(artifacts, place, &index);
    if (is_known && is_bare(&artifacts->items[index])) {
        artifacts->items[index].start = item->start;
        artifacts->items[index].length = item->length;
        return index;
    }
    index = artifacts->count++;
    artifacts->items[index] = *item;
    if (place.length > 0 && !is_known) add_key(artifacts, index, EXP_BY_PLACE);
    return index;
}

uint64_t exp_artifacts_add(exp_artifacts *artifacts, const rep_buffer *artifact) {
    const key text = {artifact->bytes, artifact->length};
    size_t index = 0;
    artifacts->texts.failed |= artifact->failed;
    if (!has_room(artifacts)) return 0;
    if (find(artifacts, text, &index)) return index;
    exp_artifact item = keep(artifacts, text);
    if (artifacts->texts.failed) return 0;
    item.place_length = place_length_of(text);
    index = index_for(artifacts, &item);
    add_key(artifacts, index, EXP_BY_TEXT);
    return index;
}

/* A bare artifact is found by its place alone: its text changes when its file is judged. */
uint64_t exp_artifacts_at(exp_artifacts *artifacts, const rep_buffer *place) {
    const key text = {place->bytes, place->length};
    size_t index = 0;
    artifacts->texts.failed |= place->failed;
    if (!has_room(artifacts)) return 0;
    if (find(artifacts, text, &index)) return index;
    exp_artifact item = keep(artifacts, text);
    rep_buffer_text(&artifacts->texts, "}");
    if (artifacts->texts.failed) return 0;
    item.place_length = item.length++;
    return index_for(artifacts, &item);
}

void exp_artifacts_put(const exp_artifacts *artifacts, rep_buffer *to) {
    for (size_t i = 0; i < artifacts->count; i++) {
        const exp_artifact *const item = &artifacts->items[i];
        if (i > 0) rep_buffer_text(to, ",\n");
        rep_buffer_append(to, artifacts->texts.bytes + item->start, item->length);
    }
}

void exp_artifacts_free(exp_artifacts *artifacts) {
    free(artifacts->texts.bytes);
    free(artifacts->items);
}
