/* The file's name, and the spare entries behind the link sections. */
#include <string.h>

#include "core/quick.h"
#include "parsers/gta_nodes/checks.h"

/* ---- Pads ---- */

/* A run of spare entries: what it is filled with, and whose finding it is. */
typedef struct gta_pad {
    unsigned rule;
    unsigned field;
    uint64_t at, end;
    uint8_t unit[4];
} gta_pad;

/* The bytes of a pad that are not as they should be, from the first to the last. */
typedef struct gta_wrong {
    uint64_t first, end;
} gta_wrong;

/* Whether the unit fills the pad: then each byte is the one a unit before it. */
static bool is_filled(const gta_file *f, const gta_pad *pad) {
    const uint8_t *const bytes = gta_bytes(f, pad->at);
    const size_t length = (size_t)(pad->end - pad->at);
    return length >= sizeof pad->unit && memcmp(bytes, pad->unit, sizeof pad->unit) == 0 &&
           memcmp(bytes, bytes + sizeof pad->unit, length - sizeof pad->unit) == 0;
}

/* A pad that is not wholly there is part of a truncation. */
static bool is_there(const gta_file *f, const gta_pad *pad) {
    return pad->at != pad->end && pad->end <= f->job->length;
}

static uint8_t right_byte(const gta_pad *pad, uint64_t at) {
    return pad->unit[(at - pad->at) % sizeof pad->unit];
}

static gta_wrong wrong_bytes(const gta_file *f, const gta_pad *pad) {
    gta_wrong wrong = {0, 0};
    for (uint64_t at = pad->at; at < pad->end; at++) {
        if (f->bytes[at] == right_byte(pad, at)) continue;
        if (wrong.end == 0) wrong.first = at;
        wrong.end = at + 1;
    }
    return wrong;
}

/* The right bytes, if the wrong ones are few enough for a fix. */
static navlint_fix fix_of(const gta_pad *pad, gta_wrong wrong) {
    navlint_fix fix = {.offset = wrong.first};
    const uint64_t length = wrong.end - wrong.first;
    if (length > sizeof fix.bytes) return fix;
    fix.length = (size_t)length;
    for (size_t i = 0; i < fix.length; i++)
        fix.bytes[i] = right_byte(pad, wrong.first + i);
    return fix;
}

static void found_pad(const gta_file *f, const gta_pad *pad, nl_draft draft) {
    const nl_place place = gta_place_at(f->job, pad->at);
    draft.length = pad->end - pad->at;
    nl_found(&place, pad->rule, pad->field, &draft);
}

static void check_zeros(const gta_file *f, const gta_pad *pad) {
    if (!is_there(f, pad) || NL_QUICK(is_filled(f, pad))) return;
    const gta_wrong wrong = wrong_bytes(f, pad);
    if (wrong.end != 0) found_pad(f, pad, (nl_draft){.fix = fix_of(pad, wrong)});
}

static bool is_zero(const uint8_t *bytes, uint64_t length) {
    uint8_t all = 0;
    for (uint64_t i = 0; i < length; i++)
        all |= bytes[i];
    return all == 0;
}

/* Slots that are not empty, and the first of them. */
typedef struct gta_slots {
    uint32_t count;
    uint64_t first;
} gta_slots;

static gta_slots slots_in_use(const gta_file *f, const gta_pad *pad) {
    gta_slots slots = {0, 0};
    for (uint64_t at = pad->at; at < pad->end; at += GTA_LINK_BYTES) {
        if (memcmp(gta_bytes(f, at), pad->unit, GTA_LINK_BYTES) == 0) continue;
        if (slots.count++ == 0) slots.first = at;
    }
    return slots;
}

/* "01 00 FF FF" */
static const char *hex_of(nl_text *text, const uint8_t *bytes) {
    static const char digits[] = "0123456789ABCDEF";
    for (int i = 0; i < GTA_LINK_BYTES; i++) {
        if (i > 0) nl_put_char(text, ' ');
        nl_put_char(text, digits[bytes[i] >> 4]);
        nl_put_char(text, digits[bytes[i] & 15]);
    }
    return text->chars;
}

static void check_filler(const gta_file *f) {
    gta_pad pad = {NODES_PAD_FILLER,
                   GTA_FILLER_SLOTS,
                   f->doc->at.filler,
                   f->doc->at.navi_links,
                   {0xFF, 0xFF, 0, 0}};
    if (!is_there(f, &pad) || NL_QUICK(is_filled(f, &pad))) return;
    const gta_wrong wrong = wrong_bytes(f, &pad);
    if (wrong.end == 0) return;
    if (is_zero(gta_bytes(f, pad.at), pad.end - pad.at)) pad.rule = NODES_PAD_FILLER_ZERO;
    const gta_slots slots = slots_in_use(f, &pad);
    char chars[16];
    nl_text hex = nl_text_over(chars, sizeof chars);
    const char *const first = hex_of(&hex, gta_bytes(f, slots.first));
    found_pad(f, &pad,
              (nl_draft){.actual = nl_string(first),
                         .expected = nl_string("FF FF 00 00"),
                         .args = {nl_uint(slots.count), nl_uint(GTA_SPARE_LINKS),
                                  nl_uint((slots.first - pad.at) / GTA_LINK_BYTES)},
                         .fix = fix_of(&pad, wrong)});
}

/* ---- The file's name ---- */

static void found_name(const gta_file *f, unsigned rule, nl_draft draft) {
    const nl_place file = gta_place_at(f->job, 0);
    draft.length = f->job->length;
    nl_found(&file, rule, NL_NO_FIELD, &draft);
}

static const char *range_of_names(uint32_t named, bool is_unmodified) {
    if (named > UINT16_MAX) return "area numbers have 16 bits";
    return is_unmodified ? "the unmodified game has areas 0 to 63" : "this number means none";
}

static void check_name(const gta_file *f) {
    const uint32_t named = f->doc->name_area;
    const bool is_unmodified = gta_is_unmodified(f->job);
    const uint32_t areas = is_unmodified ? GTA_SMALLEST_DIM * GTA_SMALLEST_DIM : UINT16_MAX;
    if (named == GTA_NONE) return;
    if (named >= areas)
        found_name(f, NODES_NAME_RANGE,
                   (nl_draft){.actual = nl_uint(named),
                              .expected = nl_uint(areas),
                              .args = {nl_string(range_of_names(named, is_unmodified))}});
    else if (f->doc->area != named && f->doc->area != GTA_NONE)
        found_name(f, NODES_NAME_AREA,
                   (nl_draft){.actual = nl_uint(f->doc->area),
                              .expected = nl_uint(named),
                              .args = {nl_uint(named)}});
}

void gta_check_sections(const gta_file *f) {
    const gta_sections *const at = &f->doc->at;
    check_name(f);
    if (f->doc->link_count == 0) return;
    check_filler(f);
    check_zeros(
        f, &(gta_pad){NODES_PAD_LENGTHS, GTA_LENGTH_PAD_ZEROS, at->length_pad, at->flags, {0}});
    check_zeros(f, &(gta_pad){NODES_PAD_FLAGS, GTA_FLAG_PAD_ZEROS, at->flag_pad, at->marker, {0}});
}
