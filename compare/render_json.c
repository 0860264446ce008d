/* As JSON of schemas/diff.schema.json. */
#include "compare/render.h"

static const char *const statuses[] = {"added", "removed", "changed"};

/* ---- Places ---- */

static void put_range(rep_json *json, const cmp_side *side, const cmp_value *value) {
    const bool is_packed = value->packed != CMP_NONE;
    const nl_packed *const packed = is_packed ? &side->packed[value->packed] : NULL;
    rep_json_count(json, "offset", is_packed ? packed->offset : value->at);
    rep_json_count(json, "length", is_packed ? packed->length : value->length);
    if (!is_packed) return;
    rep_json_text(json, "encoding", packed->encoding);
    rep_json_open(json, "inner", '{');
    rep_json_count(json, "offset", value->at);
    rep_json_count(json, "length", value->length);
    rep_json_close(json, '}');
}

static void put_position(rep_json *json, const cmp_record *record) {
    static const char *const axes[] = {"x", "y", "z"};
    if (!record->has_place) return;
    rep_json_open(json, "position", '{');
    for (unsigned i = 0; i < 3; i++) {
        const navlint_value value = nl_real(record->place[i]);
        rep_json_value(json, axes[i], &value);
    }
    rep_json_close(json, '}');
}

static void put_record(rep_json *json, const char *key, const struct navlint_diff *diff,
                       unsigned side, uint32_t index) {
    const cmp_side *const s = &diff->sides[side];
    const cmp_record *const record = &s->records[index];
    char chars[CMP_TEXT_BYTES];
    nl_text text = nl_text_over(chars, sizeof chars);
    rep_json_open(json, key, '{');
    cmp_put_record(&text, diff, side, index);
    rep_json_text(json, "subject", text.chars);
    text = nl_text_over(chars, sizeof chars);
    cmp_put_record_path(&text, s, diff->kinds, index);
    rep_json_text(json, "path", text.chars);
    if (record->count != 0) put_range(json, s, &s->values[record->first]);
    put_position(json, record);
    rep_json_close(json, '}');
}

/* ---- Details ---- */

static void put_value(rep_json *json, const char *key, const struct navlint_diff *diff,
                      unsigned side, uint32_t index) {
    if (index == CMP_NONE) return;
    const cmp_side *const s = &diff->sides[side];
    const cmp_value *const value = &s->values[index];
    char chars[CMP_TEXT_BYTES];
    nl_text text = nl_text_over(chars, sizeof chars);
    rep_json_open(json, key, '{');
    cmp_put_value_path(&text, diff, side, value);
    rep_json_text(json, "path", text.chars);
    rep_json_text(json, "type", nl_type_name((nl_type)value->type));
    text = nl_text_over(chars, sizeof chars);
    const navlint_value plain = cmp_plain_value(value, &text);
    rep_json_value(json, "value", &plain);
    if (cmp_meaning_of(diff, side, value).target != CMP_NONE) {
        text = nl_text_over(chars, sizeof chars);
        cmp_put_meaning(&text, diff, side, value);
        rep_json_text(json, "target", text.chars);
    }
    put_range(json, s, value);
    rep_json_close(json, '}');
}

static void put_field(rep_json *json, const struct navlint_diff *diff, const cmp_detail *detail) {
    const unsigned side = detail->values[CMP_OLD] == CMP_NONE;
    const cmp_value *const value = &diff->sides[side].values[detail->values[side]];
    const cmp_value *texts[CMP_SIDES];
    rep_json_open(json, NULL, '{');
    rep_json_text(json, "field", diff->shapes.items[value->shape].text);
    put_value(json, "old", diff, CMP_OLD, detail->values[CMP_OLD]);
    put_value(json, "new", diff, CMP_NEW, detail->values[CMP_NEW]);
    if (cmp_has_two_texts(diff, detail, texts))
        rep_json_count(json, "differsAt", cmp_first_difference(texts[CMP_OLD], texts[CMP_NEW]));
    rep_json_close(json, '}');
}

static void put_link(rep_json *json, const struct navlint_diff *diff, const cmp_detail *detail) {
    const unsigned side = detail->kind == CMP_LINK_ADDED ? CMP_NEW : CMP_OLD;
    const cmp_side *const s = &diff->sides[side];
    char chars[CMP_TEXT_BYTES];
    nl_text text = nl_text_over(chars, sizeof chars);
    rep_json_open(json, NULL, '{');
    rep_json_text(json, "status", statuses[side == CMP_NEW ? CMP_ADDED : CMP_REMOVED]);
    rep_json_text(json, "list", detail->list);
    cmp_put_item(&text, diff, side, &detail->item);
    rep_json_text(json, "item", text.chars);
    if (detail->item.count != 0) {
        const cmp_value *const value = &s->values[detail->item.first];
        text = nl_text_over(chars, sizeof chars);
        cmp_put_value_path(&text, diff, side, value);
        rep_json_text(json, "path", text.chars);
        put_range(json, s, value);
    }
    rep_json_close(json, '}');
}

static void put_pair(rep_json *json, const struct navlint_diff *diff, const cmp_detail *detail) {
    char chars[CMP_TEXT_BYTES];
    nl_text text = nl_text_over(chars, sizeof chars);
    const cmp_status status = detail->kind == CMP_PAIR_ADDED ? CMP_ADDED : CMP_REMOVED;
    rep_json_open(json, NULL, '{');
    rep_json_text(json, "status", statuses[status]);
    rep_json_text(json, "list", detail->list);
    cmp_put_record(&text, diff, CMP_OLD, detail->pair[0]);
    nl_put(&text, " and ");
    cmp_put_record(&text, diff, CMP_OLD, detail->pair[1]);
    rep_json_text(json, "item", text.chars);
    rep_json_close(json, '}');
}

static void put_details(rep_json *json, const struct navlint_diff *diff, const cmp_change *change,
                        bool are_fields) {
    rep_json_open(json, are_fields ? "fields" : "links", '[');
    for (uint32_t i = 0; i < change->count; i++) {
        const cmp_detail *const detail = &diff->details[change->first + i];
        if ((detail->kind == CMP_FIELD) != are_fields) continue;
        if (are_fields)
            put_field(json, diff, detail);
        else if (detail->kind == CMP_LINK_ADDED || detail->kind == CMP_LINK_REMOVED)
            put_link(json, diff, detail);
        else
            put_pair(json, diff, detail);
    }
    rep_json_close(json, ']');
}

/* ---- The document ---- */

static void put_change(rep_json *json, const struct navlint_diff *diff, const cmp_change *change) {
    const unsigned side = change->records[CMP_OLD] == CMP_NONE;
    const cmp_record *const record = &diff->sides[side].records[change->records[side]];
    rep_json_open(json, NULL, '{');
    rep_json_text(json, "status", statuses[change->status]);
    rep_json_text(json, "kind", diff->kinds->kinds[record->kind].name);
    if (change->records[CMP_OLD] != CMP_NONE)
        put_record(json, "old", diff, CMP_OLD, change->records[CMP_OLD]);
    if (change->records[CMP_NEW] != CMP_NONE)
        put_record(json, "new", diff, CMP_NEW, change->records[CMP_NEW]);
    if (change->is_moved) {
        const navlint_value moved = nl_real(change->distance);
        rep_json_value(json, "distance", &moved);
    }
    if (change->status == CMP_CHANGED) {
        put_details(json, diff, change, true);
        put_details(json, diff, change, false);
    }
    rep_json_close(json, '}');
}

static void put_side(rep_json *json, const char *key, const cmp_side *side) {
    rep_json_open(json, key, '{');
    rep_json_text(json, "name", side->name);
    rep_json_count(json, "bytes", side->bytes);
    if (side->decoded.version[0] != '\0') rep_json_text(json, "version", side->decoded.version);
    if (side->decoded.dialect[0] != '\0') rep_json_text(json, "dialect", side->decoded.dialect);
    rep_json_bool(json, "damaged", side->decoded.is_damaged);
    rep_json_close(json, '}');
}

static void put_tally(rep_json *json, const char *kind, const cmp_tally *tally) {
    rep_json_open(json, NULL, '{');
    rep_json_text(json, "kind", kind);
    rep_json_count(json, "old", tally->old_count);
    rep_json_count(json, "new", tally->new_count);
    rep_json_count(json, "added", tally->added);
    rep_json_count(json, "removed", tally->removed);
    rep_json_count(json, "changed", tally->changed);
    rep_json_count(json, "moved", tally->moved);
    rep_json_count(json, "renumbered", tally->renumbered);
    rep_json_close(json, '}');
}

static void put_summary(rep_json *json, const struct navlint_diff *diff) {
    rep_json_open(json, "summary", '[');
    for (size_t kind = 0; kind < diff->kinds->kind_count; kind++) {
        const cmp_tally *const tally = &diff->tallies[kind];
        const bool is_there = tally->old_count || tally->new_count;
        if (is_there && !diff->kinds->kinds[kind].is_item)
            put_tally(json, diff->kinds->kinds[kind].name, tally);
    }
    rep_json_close(json, ']');
}

navlint_text cmp_render_json(const struct navlint_diff *diff, enum navlint_json_style style,
                             bool is_summary) {
    rep_json json = rep_json_begin(style);
    rep_json_text(&json, "$schema", "urn:navlint:schema:diff:1");
    rep_json_text(&json, "format", diff->sides[CMP_OLD].decoded.format->info.id);
    put_side(&json, "old", &diff->sides[CMP_OLD]);
    put_side(&json, "new", &diff->sides[CMP_NEW]);
    rep_json_bool(&json, "same", cmp_is_same(diff));
    rep_json_bool(&json, "whole", cmp_is_whole(diff));
    rep_json_count(&json, "differentBytes", diff->different_bytes);
    put_summary(&json, diff);
    rep_json_count(&json, "changeCount", diff->change_total);
    if (!is_summary) {
        rep_json_open(&json, "changes", '[');
        for (size_t i = 0; i < diff->change_count; i++)
            put_change(&json, diff, &diff->changes[i]);
        rep_json_close(&json, ']');
    }
    return rep_json_end(&json);
}
