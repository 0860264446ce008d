/* Two versions of a file compared: any bytes with themselves are the same, and either way round the
 * same differs.
 *
 * Input: format (u8, modulo their count and one more, which leaves it to the bytes), where the new
 * version begins (u16, modulo the size of the rest), and both versions. */
#include "compare/model.h"
#include "fuzz/target.h"
#include "validator/valid_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_BYTES = 3, MOST_CHANGES = 50, MOST_SEED_BYTES = 4096 };

static navlint_options options_for(uint8_t number) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    const navlint_format *const format = navlint_format_at(number % (navlint_format_count() + 1));
    options.format = format ? format->id : NULL;
    return options;
}

/* NULL if they cannot be compared. */
static navlint_diff *compare(const navlint_options *options, const navlint_input *old,
                             const navlint_input *new) {
    navlint_diff *diff = NULL;
    const navlint_status status = navlint_diff_make(options, old, new, MOST_CHANGES, &diff);
    REQUIRE(53, (status == NAVLINT_OK) == (diff != NULL));
    return diff;
}

static void check_self(const navlint_options *options, const navlint_input *input) {
    navlint_diff *const diff = compare(options, input, input);
    if (!diff) return;
    REQUIRE(53, navlint_diff_is_same(diff));
    REQUIRE(53, navlint_diff_different_bytes(diff) == 0);
    navlint_diff_free(diff);
}

static void check_rendered(const navlint_diff *diff) {
    for (unsigned form = NAVLINT_DIFF_TEXT; form <= NAVLINT_DIFF_MARKDOWN; form++) {
        const navlint_text text = navlint_diff_text(diff, (navlint_diff_form)form, form == 1);
        REQUIRE(53, text.text != NULL);
        for (size_t i = 0; i < text.length; i++)
            REQUIRE(53, text.text[i] == '\n' || (text.text[i] >= ' ' && text.text[i] <= '~'));
        navlint_text_free(text);
    }
}

static void check_mirror(const navlint_diff *diff, const navlint_diff *back) {
    for (size_t kind = 0; kind < diff->kinds->kind_count; kind++) {
        const cmp_tally *const there = &diff->tallies[kind];
        const cmp_tally *const home = &back->tallies[kind];
        REQUIRE(53, there->added == home->removed && there->removed == home->added);
        REQUIRE(53, there->changed == home->changed && there->moved == home->moved);
    }
}

void fuzz_target_run(const uint8_t *bytes, size_t length) {
    if (length < HEAD_BYTES) return;
    const navlint_options options = options_for(bytes[0]);
    const size_t rest = length - HEAD_BYTES;
    const size_t cut = rest ? (bytes[1] | (size_t)bytes[2] << 8) % rest : 0;
    const navlint_input old = {.name = "old", .bytes = bytes + HEAD_BYTES, .length = cut};
    const navlint_input new = {
        .name = "new", .bytes = bytes + HEAD_BYTES + cut, .length = rest - cut};
    check_self(&options, &old);
    check_self(&options, &new);
    navlint_diff *const diff = compare(&options, &old, &new);
    if (!diff) return;
    navlint_diff *const back = compare(&options, &new, &old);
    REQUIRE(53, back != NULL);
    check_rendered(diff);
    if (!diff->is_cut && !back->is_cut) check_mirror(diff, back);
    navlint_diff_free(diff);
    navlint_diff_free(back);
}

/* ---- Seeds: a small file of each variant, and the same with a few bytes changed ---- */

static void give(const fuzz_seeds *seeds, const char *name, uint8_t number, const uint8_t *file,
                 size_t length) {
    uint8_t seed[HEAD_BYTES + 2 * MOST_SEED_BYTES] = {number, (uint8_t)length,
                                                      (uint8_t)(length >> 8)};
    memcpy(seed + HEAD_BYTES, file, length);
    memcpy(seed + HEAD_BYTES + length, file, length);
    seeds->give(seeds->context, name, seed, HEAD_BYTES + 2 * length);
    for (size_t at = length / 3; at < length; at += length / 3)
        seed[HEAD_BYTES + length + at] ^= 1;
    char changed[80];
    (void)snprintf(changed, sizeof changed, "%s-changed", name);
    seeds->give(seeds->context, changed, seed, HEAD_BYTES + 2 * length);
}

static void give_variant(const fuzz_seeds *seeds, size_t number, unsigned variant) {
    const char *const id = navlint_format_at(number)->id;
    uint8_t file[MOST_SEED_BYTES];
    char name[64];
    size_t length;
    if (!nl_build_variant(id, variant, 0, file, sizeof file, &length)) return;
    (void)snprintf(name, sizeof name, "%s-%u", id, variant);
    give(seeds, name, (uint8_t)number, file, length);
}

void fuzz_target_seeds(const fuzz_seeds *seeds) {
    for (size_t i = 0; i < navlint_format_count(); i++)
        for (unsigned j = 0; j < nl_build_variants(navlint_format_at(i)->id); j++)
            give_variant(seeds, i, j);
}
