#include "server/docs/page.h"

#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/digest.h"
#include "server/docs/negotiate.h"

/* Of 400 KB of rules: 65.5 KB in 8 ms, where 6 takes 5 and 9 takes 20 for 1 % less each. */
enum { COMPRESSION_LEVEL = 7 };

/* Digits of the hash that are shown. */
enum { ETAG_HASH_BYTES = 16 };

/* Fails quietly: the page is then sent as it is. */
static void pack(srv_page *page) {
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(COMPRESSION_LEVEL);
    char *packed = compressor ? malloc(page->length) : NULL;
    /* 0 where it does not fit, so that what does not shrink is not kept. */
    const size_t length = packed ? libdeflate_gzip_compress(compressor, page->text, page->length,
                                                            packed, page->length)
                                 : 0;
    libdeflate_free_compressor(compressor);
    char *shrunk = length > 0 ? realloc(packed, length) : NULL;
    if (!shrunk) {
        free(packed);
        return;
    }
    page->packed = shrunk;
    page->packed_length = length;
}

/* Another representation has another tag, RFC 9110 section 8.8.3.3: `coding` tells them apart. */
static void write_etag(const srv_digest *digest, const char *coding, char out[SRV_ETAG_BYTES]) {
    char hex[2 * ETAG_HASH_BYTES + 1];
    for (size_t i = 0; i < ETAG_HASH_BYTES; i++)
        (void)snprintf(hex + 2 * i, 3, "%02x", digest->bytes[i]);
    (void)snprintf(out, SRV_ETAG_BYTES, "\"%s%s\"", hex, coding);
}

static bool copy(srv_page *page, srv_text text) {
    const bool has_end = text.length > 0 && text.bytes[text.length - 1] == '\n';
    page->text = malloc(text.length + 1);
    if (!page->text) return false;
    memcpy(page->text, text.bytes, text.length);
    page->text[text.length] = '\n';
    page->length = text.length + (has_end ? 0 : 1);
    return true;
}

bool srv_page_make(srv_page *page, srv_text text) {
    srv_digest digest;
    *page = (srv_page){.text = NULL};
    if (!copy(page, text) || !srv_digest_make(page->text, page->length, &digest)) {
        srv_page_clear(page);
        return false;
    }
    write_etag(&digest, "", page->etag);
    write_etag(&digest, "z", page->packed_etag);
    pack(page);
    return true;
}

void srv_page_clear(srv_page *page) {
    free(page->text);
    free(page->packed);
    *page = (srv_page){.text = NULL};
}

void srv_page_lend(const srv_page *page, const srv_head *head, srv_reply *reply) {
    const bool packed = page->packed && srv_wants_gzip(head);
    reply->text = packed ? page->packed : page->text;
    reply->length = packed ? page->packed_length : page->length;
    reply->encoding = packed ? "gzip" : NULL;
    reply->etag = packed ? page->packed_etag : page->etag;
    reply->varies_by_encoding = true;
    if (!srv_has_etag(head, reply->etag)) return;
    reply->http_status = 304; /* libmicrohttpd leaves the body out, and says its length */
    reply->encoding = NULL;
    reply->content_type = NULL;
}
