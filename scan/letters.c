#include "scan/letters.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"

/* Of one task and one delivery there is one letter of a kind. */
static bool publish(scan_publisher *publisher, const char *kind, const scan_slot *slot,
                    const char *text) {
    const scan_name subject = scan_subject(publisher->broker->prefix, kind, &slot->id);
    char unique[SCAN_ID_DIGITS + SCAN_REPLY_CAPACITY + 16];
    natsMsg *message = NULL;
    snprintf(unique, sizeof unique, "%s:%s", kind, slot->reply);
    if (natsMsg_Create(&message, subject.text, NULL, text, (int)strlen(text)) != NATS_OK)
        return false;
    return scan_publish(publisher, message, unique) && scan_publish_end(publisher);
}

static bool publish_json(scan_publisher *publisher, const char *kind, const scan_slot *slot,
                         const char *cause) {
    char safe[1024];
    cli_make_ascii(safe, sizeof safe, cause);
    json_t *const root = json_pack("{s:s, s:I, s:s}", "task", slot->id.hex, "delivered",
                                   (json_int_t)slot->delivered, "cause", safe);
    char *const text = root ? json_dumps(root, JSON_COMPACT) : NULL;
    const bool published = text && publish(publisher, kind, slot, text);
    free(text);
    json_decref(root);
    return published;
}

bool scan_note(scan_publisher *publisher, const scan_slot *slot, const char *cause) {
    char text[sizeof slot->place.name + 256];
    snprintf(text, sizeof text, "%s, at %s", cause,
             slot->place.name[0] != '\0' ? slot->place.name : "its start");
    return publish_json(publisher, "note", slot, text);
}

void scan_pardon(const scan_broker *broker, const scan_id *id) {
    const scan_name subject = scan_subject(broker->prefix, "pardon", id);
    natsConnection_PublishString(broker->connection, subject.text, "");
}

uint64_t scan_deaths(const scan_broker *broker, jsCtx *js, const scan_slot *slot) {
    const scan_name subject = scan_subject(broker->prefix, "pardon", &slot->id);
    uint64_t pardons = 0;
    if (!scan_broker_count_of(js, &broker->results, subject.text, &pardons)) return 0;
    return pardons < slot->delivered ? slot->delivered - pardons : 0;
}

char *scan_cause_of(natsMsg *letter) {
    json_t *const root =
        json_loadb(natsMsg_GetData(letter), (size_t)natsMsg_GetDataLength(letter), 0, NULL);
    const char *const cause = json_string_value(json_object_get(root, "cause"));
    char *const copy = strdup(cause ? cause : "unknown");
    json_decref(root);
    return copy;
}

bool scan_give_up(scan_publisher *publisher, const scan_slot *slot, const char *cause) {
    const scan_broker *const broker = publisher->broker;
    const scan_name subject = scan_subject(broker->prefix, "note", &slot->id);
    natsMsg *note = NULL;
    char *noted = NULL;
    if (!cause &&
        scan_broker_last(publisher->js, &broker->results, subject.text, &note) == SCAN_YES)
        noted = scan_cause_of(note);
    if (!cause) cause = noted ? noted : "its workers ended without a word";
    const bool published = publish_json(publisher, "dead", slot, cause);
    if (published)
        cli_complain("task %s given up after %" PRIu64 " deliveries: %s", slot->id.hex,
                     slot->delivered, cause);
    free(noted);
    natsMsg_Destroy(note);
    return published;
}
