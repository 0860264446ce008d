#include "server/wire/message.h"

#include <string.h>

typedef struct pass {
    char *bytes;
    size_t length;
    size_t taken;
    size_t given;
} pass;

static size_t left_of(const pass *p) {
    return p->length - p->taken;
}

/* Hands the next bytes on as they are. */
static void give(pass *p, size_t length) {
    if (p->given != p->taken) memmove(p->bytes + p->given, p->bytes + p->taken, length);
    p->given += length;
    p->taken += length;
}

/* What stands between chunks is nothing to whoever reads the body elsewhere. */
static void give_frame(const srv_wire *wire, pass *p, size_t length) {
    if (wire->is_aside)
        p->taken += length;
    else
        give(p, length);
}

static bool refuse_head(srv_wire *wire, const char *bytes, srv_answer answer,
                        const srv_raw_head *raw) {
    srv_request_line line;
    const bool has_line = wire->scan.stage >= SRV_SCAN_FIELDS;
    if (has_line) srv_head_line(bytes, &wire->scan, &line);
    srv_refuse_head(&wire->refusal, answer, has_line ? &line : NULL, raw);
    wire->message_count++;
    wire->phase = SRV_WIRE_REFUSED;
    return false;
}

static bool refuse_body(srv_wire *wire, srv_answer answer) {
    const srv_wire_phase phase = wire->phase;
    if (wire->is_aside) /* libmicrohttpd has been handed its end */
        wire->refusal.answer = answer;
    else
        srv_refuse_body(&wire->refusal, answer, phase == SRV_WIRE_CHUNK_END,
                        phase == SRV_WIRE_TRAILER);
    wire->phase = SRV_WIRE_REFUSED;
    return false;
}

/* here: bytes that have come behind the head. */
static bool goes_aside(const srv_wire *wire, const srv_framing *framing, size_t here) {
    return framing->kind == SRV_BODY_LENGTH && framing->length_bytes > wire->aside_bytes &&
           framing->length_bytes > here;
}

/* Behind a chunk at least its CR LF and the last chunk follow: if they are not here, the body has
 * not come to its end. here: bytes that have come behind the line. */
static bool rest_goes_aside(const srv_wire *wire, const srv_chunk_line *line, size_t here) {
    static const char least_end[] = "\r\n0\r\n\r\n";
    const uint64_t most = wire->aside_chunks_bytes;
    const bool is_large = line->size > most || wire->chunk_bytes > most - line->size;
    return !wire->is_aside && line->size > 0 && is_large &&
           (line->size > here || here - line->size < sizeof least_end - 1);
}

static void begin_body(srv_wire *wire, const srv_framing *framing) {
    static const srv_wire_phase phases[] = {[SRV_BODY_NONE] = SRV_WIRE_HEAD,
                                            [SRV_BODY_LENGTH] = SRV_WIRE_LENGTH,
                                            [SRV_BODY_CHUNKED] = SRV_WIRE_CHUNK_LINE};
    wire->phase = phases[framing->kind];
    wire->left = framing->length_bytes;
    wire->chunk_bytes = 0;
    wire->scan = (srv_scan){.line = 0};
    wire->extension_bytes = 0;
    wire->trailer_bytes = 0;
    wire->trailer_count = 0;
    wire->message_count++;
}

/* The steps return whether another one may follow. */
static bool pass_head(srv_wire *wire, pass *p) {
    const char *const bytes = p->bytes + p->taken;
    srv_answer answer = srv_head_scan(&wire->scan, bytes, left_of(p));
    if (answer != SRV_OK) return refuse_head(wire, bytes, answer, NULL);
    if (wire->scan.stage != SRV_SCAN_DONE) return false;
    srv_raw_head raw;
    srv_framing framing;
    srv_head_split(bytes, &wire->scan, &raw);
    answer = srv_head_judge(&raw, &framing);
    if (answer != SRV_OK) return refuse_head(wire, bytes, answer, &raw);
    wire->expects_continue = srv_head_expects(&raw);
    wire->is_aside = goes_aside(wire, &framing, left_of(p) - wire->scan.line);
    wire->refusal.length = 0;
    p->given += srv_head_write(&raw, wire->is_aside, p->bytes + p->given);
    p->taken += wire->scan.line;
    begin_body(wire, &framing);
    return true;
}

static bool end_body(srv_wire *wire) {
    wire->phase = SRV_WIRE_HEAD;
    wire->is_aside = false;
    return true;
}

/* next: the phase after the last byte. */
static bool pass_bytes(srv_wire *wire, pass *p, srv_wire_phase next) {
    const size_t length = left_of(p) < wire->left ? left_of(p) : (size_t)wire->left;
    give(p, length);
    wire->left -= length;
    if (wire->left > 0) return false;
    wire->phase = next;
    return true;
}

static bool pass_chunk_line(srv_wire *wire, pass *p) {
    srv_chunk_line line;
    const srv_answer answer = srv_chunk_line_read(
        p->bytes + p->taken, left_of(p), SRV_EXTENSION_BYTES - wire->extension_bytes, &line);
    if (answer != SRV_OK) return refuse_body(wire, answer);
    if (line.length == 0) return false;
    if (rest_goes_aside(wire, &line, left_of(p) - line.length)) {
        srv_refuse_body(&wire->refusal, SRV_OK, false, false);
        wire->is_aside = true;
    }
    give_frame(wire, p, line.digit_count);
    p->taken += line.extension_bytes;
    give_frame(wire, p, 2);
    wire->extension_bytes += line.extension_bytes;
    wire->left = line.size;
    if (!wire->is_aside) wire->chunk_bytes += line.size; /* small, or has come: it fits */
    wire->phase = line.size > 0 ? SRV_WIRE_CHUNK : SRV_WIRE_TRAILER;
    return true;
}

static bool pass_chunk_end(srv_wire *wire, pass *p) {
    bool whole = false;
    const srv_answer answer = srv_chunk_end_read(p->bytes + p->taken, left_of(p), &whole);
    if (answer != SRV_OK) return refuse_body(wire, answer);
    if (!whole) return false;
    give_frame(wire, p, 2);
    wire->phase = SRV_WIRE_CHUNK_LINE;
    return true;
}

/* Trailers are judged and dropped: nobody reads them. */
static bool pass_trailer(srv_wire *wire, pass *p) {
    size_t length = 0;
    const srv_answer answer = srv_trailer_read(p->bytes + p->taken, left_of(p),
                                               SRV_TRAILER_BYTES - wire->trailer_bytes, &length);
    if (answer != SRV_OK) return refuse_body(wire, answer);
    if (length == 0) return false;
    if (length == 2) {
        give_frame(wire, p, length);
        return end_body(wire);
    }
    if (wire->trailer_count == SRV_HEADERS_MAX) return refuse_body(wire, SRV_TOO_MANY_HEADERS);
    wire->trailer_count++;
    wire->trailer_bytes += length;
    p->taken += length;
    return true;
}

static bool step(srv_wire *wire, pass *p) {
    switch (wire->phase) {
    case SRV_WIRE_HEAD:
        return pass_head(wire, p);
    case SRV_WIRE_LENGTH:
        return pass_bytes(wire, p, SRV_WIRE_HEAD) && end_body(wire);
    case SRV_WIRE_CHUNK_LINE:
        return pass_chunk_line(wire, p);
    case SRV_WIRE_CHUNK:
        return pass_bytes(wire, p, SRV_WIRE_CHUNK_END);
    case SRV_WIRE_CHUNK_END:
        return pass_chunk_end(wire, p);
    case SRV_WIRE_TRAILER:
        return pass_trailer(wire, p);
    case SRV_WIRE_REFUSED:
        break;
    }
    return false;
}

size_t srv_wire_pass(srv_wire *wire, char *bytes, size_t length, size_t *taken) {
    pass p = {.bytes = bytes, .length = length};
    while (!wire->is_aside && step(wire, &p)) {
    }
    *taken = p.taken;
    return p.given;
}

bool srv_wire_is_in_body(const srv_wire *wire) {
    return wire->phase != SRV_WIRE_HEAD && wire->phase != SRV_WIRE_REFUSED;
}

size_t srv_wire_pass_aside(srv_wire *wire, char *bytes, size_t length, size_t *taken) {
    pass p = {.bytes = bytes, .length = length};
    while (srv_wire_is_in_body(wire) && step(wire, &p)) {
    }
    *taken = p.taken;
    return p.given;
}
