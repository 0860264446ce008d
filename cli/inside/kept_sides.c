#include "cli/inside/kept_sides.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/room.h"

/* The game opens no more of them. */
enum { MOST_SIDES = 512 };

static const char too_large[] = "is larger than --max-bytes allows";
static const char not_unique[] = "is here more than once";

/* FNV-1a, 32 bits. Hostile names are long and differ in their last letter. */
static uint32_t sum_of(const char *name) {
    uint32_t sum = 2166136261;
    for (; *name != '\0'; name++)
        sum = (sum ^ (uint32_t)tolower((unsigned char)*name)) * 16777619;
    return sum;
}

static cli_kept_side *find(const cli_kept_sides *kept, const char *name) {
    const uint32_t sum = sum_of(name);
    for (size_t i = 0; i < kept->count; i++) {
        cli_kept_side *const side = &kept->items[i];
        if (side->name_sum == sum && strcasecmp(side->name, name) == 0) return side;
    }
    return NULL;
}

/* NULL if memory ran out. */
static cli_kept_side *add(cli_kept_sides *kept, const char *name) {
    cli_kept_side *const items = cli_room(kept->items, kept->count, &kept->capacity, sizeof *items);
    if (items) kept->items = items;
    char *const copy = items ? strdup(name) : NULL;
    if (!copy) return NULL;
    cli_kept_side *const side = &items[kept->count++];
    *side = (cli_kept_side){.name = copy, .name_sum = sum_of(name)};
    return side;
}

static void spoil(cli_kept_side *side, const char *problem) {
    cli_buffer_free(&side->owned);
    side->bytes = NULL;
    side->length = 0;
    snprintf(side->problem, sizeof side->problem, "%s", problem);
}

/* Without the file's own name, with which an archive begins. */
static const char *reason_of(const cli_kept_side *side, const cli_box *box) {
    const char *const member = cli_box_member_problem(box);
    const char *const problem = member ? member : cli_box_problem(box);
    const size_t length = strlen(side->name);
    const bool is_named = problem && strncmp(problem, side->name, length) == 0 &&
                          strncmp(problem + length, ": ", 2) == 0;
    return is_named ? problem + length + 2 : problem;
}

static void spoil_by_box(cli_kept_side *side, const cli_box *box) {
    const char *const reason = reason_of(side, box);
    char text[sizeof side->problem];
    snprintf(text, sizeof text, "cannot be read%s%.120s", reason ? ": " : "", reason ? reason : "");
    spoil(side, text);
}

static void take(cli_kept_side *side, cli_box *box, cli_view *view) {
    if (!view->is_in_place) {
        side->owned = cli_box_take(box);
        view->bytes = side->owned.bytes;
    }
    side->bytes = view->bytes;
    side->length = view->length;
}

static bool is_too_large(const cli_kept_sides *kept, bool is_in_place, uint64_t length) {
    return !is_in_place && length > kept->max_bytes;
}

static int keep_new(cli_kept_sides *kept, cli_box *box, const char *name, cli_view *view) {
    cli_kept_side *const side = add(kept, name);
    if (!side) return ENOMEM;
    if (is_too_large(kept, view->is_in_place, view->length))
        spoil(side, too_large);
    else
        take(side, box, view);
    return 0;
}

int cli_keep_side(cli_kept_sides *kept, cli_box *box, const char *name, cli_view *view) {
    const int failure = cli_box_view(box, cli_read_limit(kept->max_bytes), view);
    cli_kept_side *const known = find(kept, name);
    if (failure == ENOMEM) return failure;
    if (known) spoil(known, not_unique);
    if (known || kept->count == MOST_SIDES) return failure;
    if (failure == 0) return keep_new(kept, box, name, view);
    cli_kept_side *const side = add(kept, name);
    if (side) spoil_by_box(side, box);
    return side ? failure : ENOMEM;
}

static int add_bytes(cli_kept_sides *kept, const char *name, cli_kept_side *bytes) {
    cli_kept_side *const side = add(kept, name);
    if (!side) return ENOMEM;
    if (is_too_large(kept, !bytes->owned.bytes, bytes->length)) return spoil(side, too_large), 0;
    side->bytes = bytes->bytes;
    side->length = bytes->length;
    side->owned = bytes->owned;
    bytes->owned = (cli_buffer){0};
    return 0;
}

int cli_add_side(cli_kept_sides *kept, const char *name, const cli_kept_side *side) {
    cli_kept_side bytes = *side;
    cli_kept_side *const known = find(kept, name);
    if (known) spoil(known, not_unique);
    const bool is_kept = !known && kept->count < MOST_SIDES;
    const int failure = is_kept ? add_bytes(kept, name, &bytes) : 0;
    cli_buffer_free(&bytes.owned);
    return failure;
}

const char *cli_find_kept_side(void *kept, const char *name, const unsigned char **bytes,
                               uint64_t *length) {
    const cli_kept_sides *const all = kept;
    const cli_kept_side *const side = find(all, name);
    if (!side) return all->absence[0] != '\0' ? all->absence : "is not here";
    if (side->problem[0] != '\0') return side->problem;
    *bytes = side->bytes;
    *length = side->length;
    return NULL;
}

void cli_kept_sides_free(cli_kept_sides *kept) {
    for (size_t i = 0; i < kept->count; i++) {
        free(kept->items[i].name);
        cli_buffer_free(&kept->items[i].owned);
    }
    free(kept->items);
    *kept = (cli_kept_sides){.max_bytes = kept->max_bytes};
}
