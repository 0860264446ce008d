#include <libdeflate.h>
#include <string.h>

#include "containers/source_bsp/checks.h"
#include "containers/source_bsp/lzma.h"
#include "core/checked.h"

/* An entry while it is checked. */
typedef struct subject {
    const bsp_check *c;
    uint32_t row;
    bsp_entry entry;
    bool is_named; /* the name is made when something is found */
    bsp_shown name;
} subject;

static navlint_value name_of(subject *s) {
    if (!s->is_named) s->name = bsp_show(s->entry.name);
    s->is_named = true;
    return nl_string(s->name.chars);
}

static nl_place central(subject *s) {
    (void)name_of(s);
    return bsp_entry_place(s->c, s->row, &s->entry, &s->name);
}

static nl_place local(subject *s) {
    (void)name_of(s);
    return bsp_local_place(s->c, s->row, &s->entry, &s->name);
}

/* ---- What the directory says ---- */

static void found_bounds(subject *s) {
    const bsp_entry *const e = &s->entry;
    const uint64_t lump_end = bsp_lump_end(&s->c->doc->lumps[BSP_PAKFILE]);
    const bool starts_inside = e->data_at <= lump_end;
    const nl_place place = central(s);
    const uint64_t most = starts_inside ? lump_end - e->data_at : lump_end - s->c->doc->zip.at;
    nl_found(
        &place, BSP_PZ_ENTRY_BOUNDS, starts_inside ? BSP_ENTRY_PACKED : BSP_ENTRY_LOCAL,
        &(nl_draft){.expected = nl_uint(most),
                    .relation = NAVLINT_AT_MOST,
                    .args = {name_of(s), nl_uint(e->local_at), nl_uint(e->data_at + e->packed)}});
    s->c->job->report->undecoded = true;
}

static void check_method(subject *s) {
    const uint32_t method = s->entry.method;
    if (method == BSP_METHOD_STORED || method == BSP_METHOD_LZMA) return;
    const nl_place place = central(s);
    nl_found(&place, box_name_is_navigation(s->entry.name) ? BSP_PZ_METHOD : BSP_PZ_OTHER_METHOD,
             BSP_ENTRY_METHOD,
             &(nl_draft){.expected = nl_uint(BSP_METHOD_STORED),
                         .relation = NAVLINT_ONE_OF,
                         .others = {nl_uint(BSP_METHOD_LZMA)},
                         .args = {name_of(s)}});
}

static void check_flags(subject *s) {
    const uint32_t flags = s->entry.flags;
    const uint32_t allowed = s->entry.method == BSP_METHOD_LZMA ? BSP_FLAG_END_MARK : 0;
    const bool is_encrypted = (flags & BSP_FLAG_ENCRYPTED) != 0;
    const bool is_closed = is_encrypted || (flags & BSP_FLAG_DESCRIPTOR) != 0;
    if ((flags & ~allowed) == 0) return;
    const nl_place place = central(s);
    nl_found(&place, is_closed ? BSP_PZ_FLAGS : BSP_PZ_FLAGS_OTHER, BSP_ENTRY_FLAGS,
             &(nl_draft){
                 .expected = nl_uint(flags & allowed),
                 .args = {name_of(s), nl_string(is_encrypted ? "encrypted"
                                                             : "sized behind its data (flag 3)")}});
}

static void check_stored(subject *s) {
    const bsp_entry *const e = &s->entry;
    if (e->method != BSP_METHOD_STORED || e->packed == e->unpacked) return;
    const nl_place place = central(s);
    nl_found(&place, BSP_PZ_STORED_SIZE, BSP_ENTRY_UNPACKED,
             &(nl_draft){.expected = nl_uint(e->packed),
                         .args = {name_of(s), nl_uint(e->packed), nl_uint(e->unpacked)}});
}

/* ---- The local header ---- */

static void found_no_local(subject *s) {
    const nl_place place = central(s);
    nl_found(&place, BSP_PZ_LOCAL_MARK, BSP_ENTRY_LOCAL,
             &(nl_draft){.args = {name_of(s), nl_uint(s->entry.local_at)}});
}

/* A field that both headers have. */
typedef struct twin {
    unsigned central, local;
    const char *what;
} twin;

static const twin twins[] = {
    {BSP_ENTRY_METHOD, BSP_LOCAL_METHOD, "method"},
    {BSP_ENTRY_CRC, BSP_LOCAL_CRC, "CRC-32"},
    {BSP_ENTRY_PACKED, BSP_LOCAL_PACKED, "packed length"},
    {BSP_ENTRY_UNPACKED, BSP_LOCAL_UNPACKED, "unpacked length"},
};

static uint64_t value_of(const uint8_t *record, unsigned field) {
    return nl_field_value(&bsp_fields.fields[field], record).as.uint;
}

static void check_twin(subject *s, const twin *t) {
    const uint64_t expected = value_of(s->entry.central, t->central);
    if (value_of(s->c->bytes + s->entry.local_at, t->local) == expected) return;
    const nl_place place = local(s);
    nl_found(&place, BSP_PZ_LOCAL_FIELDS, t->local,
             &(nl_draft){.expected = nl_uint(expected),
                         .args = {name_of(s), nl_string(t->what)},
                         .related = {bsp_beside(s->entry.at, t->central, "in the directory")}});
}

static uint32_t half(const uint8_t *record, unsigned field) {
    return (uint32_t)value_of(record, field);
}

/* The name, where both are equally long: other lengths are another finding. */
static void check_local_name(subject *s) {
    const bsp_entry *const e = &s->entry;
    const uint8_t *const p = s->c->bytes + e->local_at;
    const box_name name = {p + BSP_LOCAL_BYTES, half(p, BSP_LOCAL_NAME_LENGTH)};
    if (name.length == e->name.length && memcmp(name.chars, e->name.chars, name.length) == 0)
        return;
    const bsp_shown other = bsp_show(name);
    const nl_place place = local(s);
    nl_found(&place, BSP_PZ_LOCAL_NAME, BSP_LOCAL_NAME_LENGTH,
             &(nl_draft){.expected = nl_uint(e->name.length),
                         .args = {name_of(s), nl_string(other.chars)}});
}

static bool check_lengths(subject *s) {
    const bsp_entry *const e = &s->entry;
    const uint8_t *const p = s->c->bytes + e->local_at;
    const uint64_t zip_at = e->local_at + BSP_LOCAL_BYTES + half(p, BSP_LOCAL_NAME_LENGTH) +
                            half(p, BSP_LOCAL_EXTRA_LENGTH);
    if (zip_at == e->data_at) return true;
    const bool is_name = half(p, BSP_LOCAL_NAME_LENGTH) != e->name.length;
    const nl_place place = local(s);
    nl_found(&place, box_name_is_navigation(e->name) ? BSP_PZ_LOCAL_LENGTHS : BSP_PZ_OTHER_LENGTHS,
             is_name ? BSP_LOCAL_NAME_LENGTH : BSP_LOCAL_EXTRA_LENGTH,
             &(nl_draft){.expected = nl_uint(is_name ? e->name.length
                                                     : half(e->central, BSP_ENTRY_EXTRA_LENGTH)),
                         .args = {name_of(s), nl_uint(e->data_at), nl_uint(zip_at)}});
    return false;
}

/* Sizes that are said to stand behind the data are not in the local header. */
static void check_local(subject *s) {
    const bool has_sizes = (s->entry.flags & BSP_FLAG_DESCRIPTOR) == 0;
    const size_t count = has_sizes ? sizeof twins / sizeof twins[0] : 1;
    for (size_t i = 0; i < count; i++)
        check_twin(s, &twins[i]);
    if (check_lengths(s)) check_local_name(s);
}

/* ---- The bytes ---- */

static bool check_crc(subject *s) {
    const bsp_entry *const e = &s->entry;
    const bool is_open = e->method == BSP_METHOD_STORED && (e->flags & BSP_FLAG_ENCRYPTED) == 0;
    if (!is_open || e->packed != e->unpacked || !box_name_is_navigation(e->name)) return true;
    if (!nl_spend(s->c->job->budget, e->packed / 8)) return false;
    const uint32_t crc = libdeflate_crc32(0, s->c->bytes + e->data_at, e->packed);
    if (crc == e->crc) return true;
    const nl_place place = central(s);
    nl_found(
        &place, BSP_PZ_CRC, BSP_ENTRY_CRC,
        &(nl_draft){.actual = nl_uint(crc), .expected = nl_uint(e->crc), .args = {name_of(s)}});
    return true;
}

static void check_lzma(subject *s) {
    const bsp_entry *const e = &s->entry;
    if (e->method != BSP_METHOD_LZMA || !box_name_is_navigation(e->name)) return;
    const bsp_lzma_fault fault = bsp_zip_lzma_fault_of(s->c->bytes, e);
    if (!fault.what) return;
    const bool is_short = fault.field == NL_NO_FIELD;
    const nl_place place = is_short ? central(s) : bsp_data_place(local(s), "lzma", e);
    nl_found(&place, BSP_PZ_LZMA_HEADER, is_short ? BSP_ENTRY_PACKED : fault.field,
             &(nl_draft){.expected = is_short ? nl_uint(BSP_ZIP_LZMA_BYTES) : fault.expected,
                         .relation = is_short ? NAVLINT_AT_LEAST : fault.relation,
                         .args = {name_of(s), nl_string(fault.what)}});
}

/* ---- All of it ---- */

static bool check_entry(const bsp_check *c, uint32_t row) {
    subject s = {.c = c, .row = row, .entry = bsp_entry_of(c->bytes, c->doc, row)};
    check_method(&s);
    check_flags(&s);
    check_stored(&s);
    if (!s.entry.is_inside) {
        found_bounds(&s);
        return true;
    }
    if (s.entry.has_local)
        check_local(&s);
    else
        found_no_local(&s);
    check_lzma(&s);
    return check_crc(&s);
}

bool bsp_check_entries(const bsp_check *c) {
    const uint32_t count = c->doc->zip.count;
    if (!nl_spend(c->job->budget, 4 * (uint64_t)count)) return false;
    for (uint32_t row = 0; row < count; row++)
        if (!check_entry(c, row)) return false;
    return true;
}
