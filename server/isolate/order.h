/* Uploads on their way to a judge, and replies on their way back. */
#ifndef NAVLINT_SERVER_ISOLATE_ORDER_H
#define NAVLINT_SERVER_ISOLATE_ORDER_H

#include "server/isolate/slot.h"

/* Writes the upload, its body among it, to the slot. The body is small enough for the slot.
 * Returns false if its words are longer than any request's. */
bool srv_order_write(srv_slot *slot, const srv_upload *upload);

/* Writes what has been found out to the slot. capacity: bytes of the slot's data. */
void srv_judged_write(srv_slot *slot, size_t capacity, const srv_upload *upload,
                      const srv_reply *reply);

/* Reads a reply, of which nothing is believed: text is text, words are words that the service
 * knows, and it is no longer than what the upload has reserved. It receives a copy of the text.
 * Returns false if it is none that a judge may give, or if memory runs out. */
bool srv_judged_read(const srv_slot *slot, size_t capacity, srv_upload *upload, srv_reply *reply);

#endif
