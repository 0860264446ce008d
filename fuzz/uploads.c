#include "fuzz/uploads.h"

#include "core/tar.h"

static void put(nl_writer *out, const char *text) {
    nl_write_bytes(out, text, strlen(text));
}

/* ---- forms ---- */

static void put_quoted(nl_writer *out, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') put(out, "\\");
        nl_write_u8(out, (uint8_t)*text);
    }
}

static void put_part(nl_writer *out, const char *boundary, const navlint_input *file) {
    put(out, "--");
    put(out, boundary);
    put(out, "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"");
    put_quoted(out, file->name);
    put(out, "\"\r\nContent-Type: application/octet-stream\r\n\r\n");
    nl_write_bytes(out, file->bytes, file->length);
    put(out, "\r\n");
}

void fuzz_put_field(nl_writer *out, const char *boundary, const char *name, const char *value) {
    put(out, "--");
    put(out, boundary);
    put(out, "\r\nContent-Disposition: form-data; name=\"");
    put_quoted(out, name);
    put(out, "\"\r\n\r\n");
    put(out, value);
    put(out, "\r\n");
}

void fuzz_put_form(nl_writer *out, const char *boundary, const navlint_input *files, size_t count) {
    for (size_t i = 0; i < count; i++)
        put_part(out, boundary, &files[i]);
    put(out, "--");
    put(out, boundary);
    put(out, "--\r\n");
}

/* ---- tar ---- */

void fuzz_put_tar(nl_writer *out, const navlint_input *files, size_t count) {
    for (size_t i = 0; i < count; i++) {
        nl_tar_header(out, files[i].name, files[i].length);
        nl_write_bytes(out, files[i].bytes, files[i].length);
        nl_tar_pad(out, files[i].length);
    }
    nl_tar_end(out);
}

/* ---- zip ---- */

/* ISO 3309, bit by bit. */
static uint32_t crc32_of(const uint8_t *bytes, size_t length) {
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < length; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

/* What the local header (4.3.7) and that of the directory (4.3.12) have in common: from the version
 * that is needed to the length of the extra field. Method 0 is "stored"; no time, no extra field.
 */
static void put_facts(nl_writer *out, const navlint_input *file) {
    nl_write_u16(out, 10);
    nl_write_u16(out, 0);
    nl_write_u16(out, 0);
    nl_write_u16(out, 0);
    nl_write_u16(out, 0x21);
    nl_write_u32(out, crc32_of(file->bytes, file->length));
    nl_write_u32(out, (uint32_t)file->length);
    nl_write_u32(out, (uint32_t)file->length);
    nl_write_u16(out, (uint32_t)strlen(file->name));
    nl_write_u16(out, 0);
}

static void put_entry(nl_writer *out, const navlint_input *file) {
    put(out, "PK\3\4");
    put_facts(out, file);
    put(out, file->name);
    nl_write_bytes(out, file->bytes, file->length);
}

static void put_directory_entry(nl_writer *out, const navlint_input *file, uint32_t at) {
    put(out, "PK\1\2");
    nl_write_u16(out, 10);
    put_facts(out, file);
    nl_write_u16(out, 0); /* comment */
    nl_write_u16(out, 0); /* disk */
    nl_write_u16(out, 0);
    nl_write_u32(out, 0);
    nl_write_u32(out, at);
    put(out, file->name);
}

static uint32_t entry_bytes(const navlint_input *file) {
    return (uint32_t)(30 + strlen(file->name) + file->length);
}

void fuzz_put_zip(nl_writer *out, const navlint_input *files, size_t count) {
    for (size_t i = 0; i < count; i++)
        put_entry(out, &files[i]);
    const uint32_t directory_at = (uint32_t)out->at;
    uint32_t at = 0;
    for (size_t i = 0; i < count; i++) {
        put_directory_entry(out, &files[i], at);
        at += entry_bytes(&files[i]);
    }
    const uint32_t directory_bytes = (uint32_t)out->at - directory_at;
    put(out, "PK\5\6");
    nl_write_u32(out, 0); /* disks */
    nl_write_u16(out, (uint32_t)count);
    nl_write_u16(out, (uint32_t)count);
    nl_write_u32(out, directory_bytes);
    nl_write_u32(out, directory_at);
    nl_write_u16(out, 0); /* comment */
}

/* ---- RAR ---- */

/* The lower half of the sum of a header that begins there, which it begins with. */
static void put_header_sum(nl_writer *out, size_t from) {
    if (!nl_writer_ok(out)) return;
    const uint32_t sum = crc32_of(out->bytes + from + 2, out->at - from - 2);
    out->bytes[from] = (uint8_t)sum;
    out->bytes[from + 1] = (uint8_t)(sum >> 8);
}

static void put_header(nl_writer *out, uint32_t type, uint32_t flags, size_t length) {
    nl_write_u16(out, 0);
    nl_write_u8(out, type);
    nl_write_u16(out, flags);
    nl_write_u16(out, (uint32_t)length);
}

/* Method 0x30 is "stored", version 29 that of RAR 3; no time. */
static void put_rar_file(nl_writer *out, const navlint_input *file) {
    const size_t from = out->at;
    put_header(out, 0x74, 0x8000, 32 + strlen(file->name));
    nl_write_u32(out, (uint32_t)file->length);
    nl_write_u32(out, (uint32_t)file->length);
    nl_write_u8(out, 3); /* Unix */
    nl_write_u32(out, crc32_of(file->bytes, file->length));
    nl_write_u32(out, 0);
    nl_write_u8(out, 29);
    nl_write_u8(out, 0x30);
    nl_write_u16(out, (uint32_t)strlen(file->name));
    nl_write_u32(out, 0100644);
    put(out, file->name);
    put_header_sum(out, from);
    nl_write_bytes(out, file->bytes, file->length);
}

void fuzz_put_rar(nl_writer *out, const navlint_input *files, size_t count) {
    nl_write_bytes(out, "Rar!\x1a\x07", 7);
    size_t from = out->at;
    put_header(out, 0x73, 0, 13);
    nl_write_u16(out, 0);
    nl_write_u32(out, 0);
    put_header_sum(out, from);
    for (size_t i = 0; i < count; i++)
        put_rar_file(out, &files[i]);
    from = out->at;
    put_header(out, 0x7B, 0x4000, 7);
    put_header_sum(out, from);
}

/* ---- gzip ---- */

/* RFC 1951 section 3.2.4: blocks of stored bytes, the last with its bit set. */
static void put_stored(nl_writer *out, const uint8_t *bytes, size_t length) {
    enum { BLOCK_MOST = 65535 };
    size_t at = 0;
    do {
        const size_t left = length - at;
        const uint32_t count = (uint32_t)(left < BLOCK_MOST ? left : BLOCK_MOST);
        nl_write_u8(out, at + count == length);
        nl_write_u16(out, count);
        nl_write_u16(out, ~count & 0xffff);
        nl_write_bytes(out, bytes + at, count);
        at += count;
    } while (at < length);
}

void fuzz_put_gzip(nl_writer *out, const uint8_t *bytes, size_t length) {
    static const uint8_t head[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255};
    nl_write_bytes(out, head, sizeof head);
    put_stored(out, bytes, length);
    nl_write_u32(out, crc32_of(bytes, length));
    nl_write_u32(out, (uint32_t)length);
}
