#include "containers/source_bsp/build.h"

#include <libdeflate.h>
#include <string.h>

#include "containers/source_bsp/build_lzma.h"
#include "containers/source_bsp/build_nav.h"
#include "containers/source_bsp/entries.h"
#include "containers/source_bsp/lzma.h"
#include "core/checked.h"

enum {
    COMMENT_BYTES = 32, /* "XZP1 0" and zeros */
    NAME_BYTES = 320,
    MADE_BY = 20,
    NEEDED = 10,
    NEEDED_FOR_LZMA = 63,
    SIZE_BEFORE = 4096,     /* bytes: of a map before it was packed */
    MOST_PACKED_FILES = 64, /* all would take long to pack in large files, and show no more */
    MOST_PACKED_LUMPS = 3
};

typedef struct builder {
    nl_writer *out;
    const bsp_spec *spec;
    uint32_t total; /* bytes of the map; 0: this pass counts them */
} builder;

static bool is_packed(const builder *b) {
    return b->spec->variant == BSP_BUILD_PACKED;
}

static bool is_goldsrc(const builder *b) {
    return b->spec->variant == BSP_BUILD_GOLDSRC;
}

/* ---- Bytes ---- */

/* A writer without bytes only counts. */
static void put_content(nl_writer *out, const bsp_content *content) {
    if (out->capacity == 0) {
        out->at += content->length;
        return;
    }
    for (uint32_t i = 0; i < content->length; i++)
        nl_write_u8(out, bsp_content_at(content, i));
}

static uint32_t crc_of(const bsp_content *content) {
    uint32_t crc = 0;
    uint8_t chunk[512];
    for (uint32_t at = 0; at < content->length;) {
        const uint32_t bytes = (uint32_t)nl_min(sizeof chunk, content->length - at);
        for (uint32_t i = 0; i < bytes; i++)
            chunk[i] = bsp_content_at(content, at + i);
        crc = libdeflate_crc32(crc, chunk, bytes);
        at += bytes;
    }
    return crc;
}

static uint32_t lzma_bytes(const bsp_content *content) {
    nl_writer counter = nl_writer_over(NULL, 0);
    bsp_write_lzma(&counter, content);
    return (uint32_t)counter.at;
}

static void pad_to(nl_writer *out, uint32_t alignment) {
    while (out->at % alignment != 0)
        nl_write_u8(out, 0);
}

/* ---- Files in the pakfile: the meshes are the last ones ---- */

/* A file while it is written. */
typedef struct file {
    char name[NAME_BYTES];
    uint32_t name_length;
    uint8_t nav[BSP_BUILT_NAV_BYTES];
    bsp_content content;
    bool is_packed;
    uint32_t packed; /* bytes in the zip */
} file;

static uint32_t nav_count(const builder *b) {
    uint32_t count = 0;
    while (count < BSP_SPEC_NAVS && b->spec->navs[count])
        count++;
    return count;
}

static uint32_t file_count(const builder *b) {
    return b->spec->files + nav_count(b);
}

static void name_made(const bsp_spec *spec, nl_text *text, uint32_t number) {
    nl_put(text, "materials/box_");
    nl_put_uint(text, number);
    while (text->length + 4 < spec->name_bytes)
        nl_put_char(text, 'x');
    nl_put(text, ".vmt");
}

static void name_file(const bsp_spec *spec, uint32_t number, file *f) {
    nl_text text = nl_text_over(f->name, sizeof f->name);
    if (number < spec->files)
        name_made(spec, &text, number);
    else
        nl_put(&text, spec->navs[number - spec->files]);
    f->name_length = (uint32_t)text.length;
}

static uint32_t nav_length(const bsp_spec *spec) {
    return spec->nav_bytes ? spec->nav_length : BSP_BUILT_NAV_BYTES;
}

/* A mesh says the size of the map without its own entry. Of a map that was packed since then, it
 * says what was true before. */
static void make_nav(const builder *b, file *f) {
    const uint32_t own =
        BSP_LOCAL_BYTES + BSP_ENTRY_BYTES + 2 * f->name_length + BSP_BUILT_NAV_BYTES;
    const bool is_known = b->total != 0 && !is_packed(b);
    nl_writer nav = nl_writer_over(f->nav, sizeof f->nav);
    bsp_write_nav(&nav, is_known ? b->total - own + b->spec->nav_growth : SIZE_BEFORE,
                  b->spec->is_nav_plain ? 0 : 2);
    f->content.bytes = f->nav;
}

static void make_file(const builder *b, uint32_t number, file *f) {
    const bool is_nav = number >= b->spec->files;
    name_file(b->spec, number, f);
    f->content = (bsp_content){.bytes = is_nav ? b->spec->nav_bytes : NULL,
                               .length = is_nav ? nav_length(b->spec) : b->spec->file_bytes,
                               .seed = number};
    f->is_packed = is_packed(b) && (is_nav || number < MOST_PACKED_FILES);
    if (is_nav && !b->spec->nav_bytes) make_nav(b, f);
    f->packed = f->is_packed ? BSP_ZIP_LZMA_BYTES + lzma_bytes(&f->content) : f->content.length;
}

static void put_properties(nl_writer *out) {
    nl_write_u8(out, BSP_BUILT_PROPERTIES);
    nl_write_u32(out, BSP_BUILT_DICTIONARY_BYTES);
}

static void put_data(const builder *b, const file *f) {
    if (!f->is_packed) {
        put_content(b->out, &f->content);
        return;
    }
    nl_write_u8(b->out, 9); /* the version of the packer */
    nl_write_u8(b->out, 20);
    nl_write_u16(b->out, BSP_PROPERTIES_BYTES);
    put_properties(b->out);
    bsp_write_lzma(b->out, &f->content);
}

static const char decoration[] = "\xFE\xCA\0"; /* a field without content */

static uint32_t extra_bytes(const builder *b) {
    return b->spec->is_decorated ? sizeof decoration : 0;
}

/* What both headers have in common. */
static void put_common(const builder *b, const file *f) {
    nl_write_u16(b->out, f->is_packed ? NEEDED_FOR_LZMA : NEEDED);
    nl_write_u16(b->out, 0);
    nl_write_u16(b->out, f->is_packed ? BSP_METHOD_LZMA : BSP_METHOD_STORED);
    nl_write_u32(b->out, 0); /* time and date */
    nl_write_u32(b->out, crc_of(&f->content));
    nl_write_u32(b->out, f->packed);
    nl_write_u32(b->out, f->content.length);
    nl_write_u16(b->out, f->name_length);
    nl_write_u16(b->out, extra_bytes(b));
}

static void put_name(const builder *b, const file *f) {
    nl_write_bytes(b->out, f->name, f->name_length);
    nl_write_bytes(b->out, decoration, extra_bytes(b));
}

static void put_file(const builder *b, const file *f) {
    nl_write_u32(b->out, BSP_LOCAL_MARK_WORD);
    put_common(b, f);
    put_name(b, f);
    put_data(b, f);
}

static void put_entry(const builder *b, const file *f, uint32_t local_at) {
    nl_write_u32(b->out, BSP_ENTRY_MARK_WORD);
    nl_write_u16(b->out, MADE_BY);
    put_common(b, f);
    nl_write_u16(b->out, extra_bytes(b)); /* of the comment */
    nl_write_u32(b->out, 0);              /* disk, internal attributes */
    nl_write_u32(b->out, 0);
    nl_write_u32(b->out, local_at);
    put_name(b, f);
    nl_write_bytes(b->out, decoration, extra_bytes(b));
}

static void put_end(const builder *b, uint32_t directory_at, uint32_t directory_bytes) {
    char comment[COMMENT_BYTES] = "XZP1 0";
    if (b->spec->is_console) comment[3] = '2';
    nl_write_u32(b->out, BSP_END_MARK_WORD);
    nl_write_u32(b->out, 0);
    nl_write_u16(b->out, file_count(b));
    nl_write_u16(b->out, file_count(b));
    nl_write_u32(b->out, directory_bytes);
    nl_write_u32(b->out, directory_at);
    nl_write_u16(b->out, COMMENT_BYTES);
    nl_write_bytes(b->out, comment, COMMENT_BYTES);
}

static void put_directory(const builder *b) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < file_count(b); i++) {
        file f;
        make_file(b, i, &f);
        put_entry(b, &f, at);
        at += BSP_LOCAL_BYTES + f.name_length + extra_bytes(b) + f.packed;
    }
}

static void put_zip(const builder *b) {
    const size_t start = b->out->at;
    for (uint32_t i = 0; i < file_count(b); i++) {
        file f;
        make_file(b, i, &f);
        put_file(b, &f);
    }
    const size_t directory = b->out->at;
    put_directory(b);
    put_end(b, (uint32_t)(directory - start), (uint32_t)(b->out->at - directory));
}

/* ---- Lumps ---- */

static const char entities[] = "{\n\"classname\" \"worldspawn\"\n}";

static bsp_content content_of(const builder *b, uint32_t lump) {
    if (lump == 0)
        return (bsp_content){.bytes = (const uint8_t *)entities, .length = sizeof entities - 1};
    return (bsp_content){.length = b->spec->lump_bytes, .seed = lump};
}

static void put_packed(nl_writer *out, const bsp_content *content) {
    nl_write_bytes(out, "LZMA", 4);
    nl_write_u32(out, content->length);
    nl_write_u32(out, lzma_bytes(content));
    put_properties(out);
    bsp_write_lzma(out, content);
}

static bool is_lump_packed(const builder *b, uint32_t lump) {
    return lump == BSP_PAKFILE ? b->spec->is_pakfile_packed
                               : is_packed(b) && lump < MOST_PACKED_LUMPS;
}

/* The end record of an empty zip, packed. */
static void put_packed_zip(const builder *b) {
    uint8_t bytes[BSP_END_BYTES + COMMENT_BYTES];
    nl_writer zip = nl_writer_over(bytes, sizeof bytes);
    const bsp_spec empty = {.variant = b->spec->variant};
    put_zip(&(builder){.out = &zip, .spec = &empty, .total = b->total});
    put_packed(b->out, &(bsp_content){.bytes = bytes, .length = sizeof bytes});
}

static void put_lump(const builder *b, uint32_t lump) {
    const bsp_content content = content_of(b, lump);
    if (lump == BSP_PAKFILE && b->spec->is_pakfile_packed)
        put_packed_zip(b);
    else if (lump == BSP_PAKFILE)
        put_zip(b);
    else if (is_lump_packed(b, lump))
        put_packed(b->out, &content);
    else
        put_content(b->out, &content);
}

static bool has_lump(const builder *b, uint32_t lump) {
    if (lump == BSP_PAKFILE) return !is_goldsrc(b);
    return lump < b->spec->lumps;
}

/* ---- The header ---- */

static uint32_t lump_bytes(const builder *b, uint32_t lump) {
    nl_writer counter = nl_writer_over(NULL, 0);
    const builder same = {.out = &counter, .spec = b->spec, .total = b->total};
    if (has_lump(b, lump)) put_lump(&same, lump);
    return (uint32_t)counter.at;
}

static uint32_t alignment_of(const builder *b, uint32_t lump) {
    return lump == BSP_PAKFILE && is_packed(b) ? BSP_SECTOR : BSP_ALIGNMENT;
}

static uint32_t unpacked_bytes(const builder *b, uint32_t lump) {
    if (!is_lump_packed(b, lump)) return 0;
    return lump == BSP_PAKFILE ? BSP_END_BYTES + COMMENT_BYTES : content_of(b, lump).length;
}

/* A row of the table, and what the next lump is put behind. */
static uint32_t put_row(const builder *b, uint32_t lump, uint32_t at) {
    const uint32_t length = lump_bytes(b, lump);
    const uint32_t alignment = alignment_of(b, lump);
    const uint32_t start = (at + alignment - 1) / alignment * alignment;
    const bool is_used = length != 0;
    if (b->spec->variant == BSP_BUILD_LEFT4DEAD2) nl_write_u32(b->out, 0);
    nl_write_u32(b->out, is_used ? start : 0);
    nl_write_u32(b->out, length);
    if (is_goldsrc(b)) return is_used ? start + length : at;
    if (b->spec->variant != BSP_BUILD_LEFT4DEAD2) nl_write_u32(b->out, 0);
    nl_write_u32(b->out, is_used ? unpacked_bytes(b, lump) : 0);
    return is_used ? start + length : at;
}

static void put_head(const builder *b) {
    static const uint32_t versions[] = {20, 21, BSP_CONTAGION, BSP_OLD_VERSION, 20};
    if (!is_goldsrc(b)) nl_write_bytes(b->out, "VBSP", 4);
    nl_write_u32(b->out, versions[b->spec->variant]);
    if (b->spec->variant == BSP_BUILD_CONTAGION) nl_write_u32(b->out, 0);
}

static uint32_t lump_count(const builder *b) {
    return is_goldsrc(b) ? BSP_OLD_LUMPS : BSP_LUMPS;
}

/* Bytes from the start of the header to the first lump. */
static uint32_t header_bytes(const builder *b) {
    const uint32_t head = b->spec->variant == BSP_BUILD_CONTAGION ? 12 : 8;
    return is_goldsrc(b) ? BSP_OLD_HEAD_BYTES + BSP_OLD_LUMPS * BSP_OLD_LUMP_BYTES
                         : head + BSP_LUMPS * BSP_LUMP_BYTES + BSP_REVISION_BYTES;
}

/* The pakfile is the last lump of the file, though not of the table: no spec has lumps behind it.
 */
static void put_header(const builder *b) {
    uint32_t at = header_bytes(b);
    put_head(b);
    for (uint32_t i = 0; i < lump_count(b); i++)
        at = put_row(b, i, at);
    if (!is_goldsrc(b)) nl_write_u32(b->out, 1);
}

/* ---- All of it ---- */

static void write_all(const builder *b) {
    put_header(b);
    for (uint32_t i = 0; i < lump_count(b); i++) {
        if (!has_lump(b, i)) continue;
        pad_to(b->out, alignment_of(b, i));
        put_lump(b, i);
    }
    if (b->spec->is_decorated) nl_write_u16(b->out, 0);
}

void bsp_write(nl_writer *out, const bsp_spec *spec) {
    nl_writer counter = nl_writer_over(NULL, 0);
    write_all(&(builder){.out = &counter, .spec = spec});
    write_all(&(builder){.out = out, .spec = spec, .total = (uint32_t)counter.at});
}

/* ---- Files of any size ---- */

enum {
    SMALL_BYTES = 4000,
    MOST_SPEC_LUMPS = 14, /* those that GoldSrc has, too */
    MOST_SPEC_FILES = 20000,
    FILE_SHARE = 512 /* bytes of a map for each file in its pakfile */
};

/* Half of the map is lumps, half files. */
static void size_parts(bsp_spec *spec, uint64_t target_bytes) {
    const bool is_goldsrc_map = spec->variant == BSP_BUILD_GOLDSRC;
    const uint64_t half = is_goldsrc_map ? target_bytes : target_bytes / 2;
    spec->lumps = MOST_SPEC_LUMPS;
    spec->lump_bytes = (uint32_t)(half / MOST_SPEC_LUMPS) | 1;
    if (is_goldsrc_map) return;
    spec->files = (uint32_t)nl_min(1 + target_bytes / FILE_SHARE, MOST_SPEC_FILES);
    spec->file_bytes = (uint32_t)(half / spec->files / 2) + 1;
}

void bsp_build(unsigned variant, uint64_t target_bytes, nl_writer *out) {
    bsp_spec spec = {.variant = (bsp_variant)variant,
                     .lumps = 3,
                     .lump_bytes = 9,
                     .files = 1,
                     .file_bytes = 5,
                     .navs = {"maps/embed.nav"}};
    if (target_bytes >= SMALL_BYTES) size_parts(&spec, target_bytes);
    bsp_write(out, &spec);
}
