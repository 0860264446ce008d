#include "server/isolate/order.h"

#include <stdlib.h>
#include <string.h>

/* ---- the order ---- */

/* Where the next word goes. */
typedef struct store {
    char *at;
    size_t room;
    bool is_full;
} store;

static const char *keep(store *words, const char *text) {
    if (!text) return NULL;
    const size_t bytes = strlen(text) + 1;
    words->is_full |= bytes > words->room;
    if (words->is_full) return NULL;
    char *const kept = memcpy(words->at, text, bytes);
    words->at += bytes;
    words->room -= bytes;
    return kept;
}

static void write_codes(srv_order *order, const navlint_options *from) {
    navlint_options *const options = &order->upload.options;
    if (from->only_count > 0)
        memcpy(order->only, from->only, from->only_count * sizeof *order->only);
    if (from->ignore_count > 0)
        memcpy(order->ignore, from->ignore, from->ignore_count * sizeof *order->ignore);
    if (from->override_count > 0)
        memcpy(order->overrides, from->overrides, from->override_count * sizeof *order->overrides);
    options->only = order->only;
    options->ignore = order->ignore;
    options->overrides = order->overrides;
}

bool srv_order_write(srv_slot *slot, const srv_upload *upload) {
    srv_order *const order = &slot->order;
    const navlint_options *const options = &upload->options;
    store words = {.at = order->words, .room = sizeof order->words};
    if (options->only_count > SRV_MOST_CODES || options->ignore_count > SRV_MOST_CODES ||
        options->override_count > SRV_MOST_CODES)
        return false;
    order->upload = *upload;
    write_codes(order, options);
    order->upload.options.format = keep(&words, options->format);
    order->upload.options.game = keep(&words, options->game);
    order->upload.options.set_name = keep(&words, options->set_name);
    for (int i = 0; i < SRV_PARAM_COUNT; i++)
        order->query[i] = keep(&words, upload->words[i]);
    order->upload.words = order->query;
    order->upload.has_one_text = true;
    order->upload.name = keep(&words, upload->name);
    order->upload.wanted_masters = keep(&words, upload->wanted_masters);
    order->upload.body.bytes = slot->data;
    order->upload.check = (srv_block){.bytes = NULL};
    order->upload.promise = (srv_promise){.block = NULL};
    order->upload.text_bytes = 0;
    memcpy(slot->data, upload->body.bytes, upload->used);
    return !words.is_full;
}

/* ---- the reply ---- */

static void write_short(char out[SRV_SHORT_TEXT_BYTES], const char *text) {
    const size_t length = text ? strlen(text) : 0;
    memset(out, 0, SRV_SHORT_TEXT_BYTES);
    if (length < SRV_SHORT_TEXT_BYTES) memcpy(out, text ? text : "", length);
}

void srv_judged_write(srv_slot *slot, size_t capacity, const srv_upload *upload,
                      const srv_reply *reply) {
    slot->judged = (srv_judged){.answer = reply->answer,
                                .length = reply->length,
                                .has_fixed = reply->has_fixed,
                                .applied = reply->applied,
                                .refused = reply->refused,
                                .boundary = reply->boundary,
                                .has_skipped = reply->has_skipped,
                                .skipped = reply->skipped};
    write_short(slot->judged.content_type, reply->content_type);
    write_short(slot->judged.verdict, reply->verdict);
    write_short(slot->judged.format, upload->format);
    if (reply->length <= capacity) memcpy(slot->data, reply->text, reply->length);
}

/* The service's own copy of a word; NULL if it knows no such word. */
static const char *known(const char *word, const char *const *words) {
    while (*words && strncmp(word, *words, SRV_SHORT_TEXT_BYTES) != 0)
        words++;
    return *words;
}

static const char *known_format(const char *id) {
    for (size_t i = 0; i < navlint_format_count(); i++)
        if (strncmp(id, navlint_format_at(i)->id, SRV_SHORT_TEXT_BYTES) == 0)
            return navlint_format_at(i)->id;
    return NULL;
}

static bool copy_text(const srv_slot *slot, size_t length, srv_reply *reply) {
    reply->text = malloc(length > 0 ? length : 1);
    if (!reply->text) return false;
    memcpy(reply->text, slot->data, length);
    reply->length = length;
    reply->release = free;
    return true;
}

bool srv_judged_read(const srv_slot *slot, size_t capacity, srv_upload *upload, srv_reply *reply) {
    const char *types[SRV_RENDERING_COUNT + 2] = {"application/problem+json"};
    static const char *const verdicts[] = {"valid", "invalid", "indeterminate", NULL};
    srv_judged judged;
    for (int i = 0; i < SRV_RENDERING_COUNT; i++)
        types[1 + i] = srv_rendering_type((srv_rendering)i);
    memcpy(&judged, &slot->judged, sizeof judged); /* once: it may change while it is looked at */
    const char *const type = known(judged.content_type, types);
    if (!type || judged.answer >= SRV_ANSWER_COUNT || judged.length > capacity ||
        judged.length > upload->text_bytes)
        return false;
    *reply = (srv_reply){.answer = (srv_answer)judged.answer,
                         .content_type = type,
                         .verdict = known(judged.verdict, verdicts),
                         .varies_by_accept = judged.answer == SRV_OK,
                         .has_fixed = judged.has_fixed != 0,
                         .applied = (size_t)judged.applied,
                         .refused = (size_t)judged.refused,
                         .boundary = judged.boundary,
                         .file_name = judged.has_fixed != 0 ? upload->name : NULL,
                         .has_skipped = judged.has_skipped != 0,
                         .skipped = (size_t)judged.skipped};
    upload->format = known_format(judged.format);
    return copy_text(slot, (size_t)judged.length, reply);
}
