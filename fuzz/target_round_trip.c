/* What is built, decoded and dumped is the same file: every dumped value, written back to its
 * offset, gives the bytes that stand there, and the dump leaves out none that the report accounts
 * for.
 *
 * Input: format (u8, modulo their count), what (u8: 0 a built file, else a witness, by its lowest
 * bit), number of the variant or rule (u8, modulo their count), target size (u16), then damages:
 * offset (u16, modulo the size) and value (u8) of a byte each. */
#include "fuzz/block.h"
#include "fuzz/samples.h"
#include "fuzz/target.h"
#include "tests/support/tar.h"
#include "validator/catalogue.h"
#include "validator/valid_files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    FILE_BYTES = 1 << 20, /* "1 MiB holds every witness" */
    MOST_TARGET_BYTES = 8192,
    MOST_DAMAGES = 16,
    MOST_FINDINGS = 50, /* keeps blocks small */
    SHOWN_BYTES = 64    /* NL_SHOWN_NAME_BYTES: of longer texts a dump shows no more */
};

static fuzz_block blocks[2];

/* ---- One field ---- */

/* The words of a type's name: "u16le". */
typedef struct field_type {
    char kind; /* u, i or f */
    size_t bytes;
    bool is_big_endian;
} field_type;

static field_type type_of(const char *name) {
    const char kind = name[0];
    char *end = NULL;
    const unsigned long bits = strtoul(name + 1, &end, 10);
    REQUIRE(24, kind == 'u' || kind == 'i' || kind == 'f');
    REQUIRE(24, bits % 8 == 0 && bits / 8 >= 1 && bits / 8 <= 8);
    REQUIRE(24, bits == 8 || strcmp(end, "le") == 0 || strcmp(end, "be") == 0);
    return (field_type){kind, bits / 8, strcmp(end, "be") == 0};
}

static uint64_t bits_of_real(double real, size_t bytes) {
    uint64_t bits = 0;
    uint32_t narrow_bits = 0;
    const float narrow = (float)real;
    memcpy(&bits, &real, sizeof bits);
    memcpy(&narrow_bits, &narrow, sizeof narrow_bits);
    return bytes == sizeof narrow_bits ? narrow_bits : bits;
}

static uint64_t bits_of(const navlint_field *field, const field_type *type) {
    const navlint_value *const value = &field->value;
    if (type->kind == 'f') {
        REQUIRE(24, value->kind == NAVLINT_REAL);
        return bits_of_real(value->as.real, type->bytes);
    }
    REQUIRE(24, value->kind == (type->kind == 'u' ? NAVLINT_UINT : NAVLINT_INT));
    return value->as.uint;
}

/* A value that does not fit its type would lose bits here, and the comparison would show it; one
 * that has too many is caught at once. */
static void put_number(uint8_t *out, const navlint_field *field) {
    const field_type type = type_of(field->type);
    const uint64_t bits = bits_of(field, &type);
    REQUIRE(24, field->length == type.bytes);
    REQUIRE(24, type.kind != 'u' || type.bytes == 8 || bits >> (8 * type.bytes) == 0);
    for (size_t i = 0; i < type.bytes; i++)
        out[type.is_big_endian ? type.bytes - 1 - i : i] = (uint8_t)(bits >> (8 * i));
}

static bool is_nan(const navlint_field *field) {
    return field->value.kind == NAVLINT_REAL && isnan(field->value.as.real);
}

static unsigned hex_digit(char digit) {
    const char *const digits = "0123456789abcdef";
    const char *const at = digit != '\0' ? strchr(digits, digit) : NULL;
    REQUIRE(24, at);
    return (unsigned)(at - digits);
}

/* Undoes the escapes of a text; `shown` bytes of it are there. */
static void put_text(uint8_t *out, const char *text, size_t shown) {
    for (size_t i = 0; i < shown; i++) {
        REQUIRE(24, *text != '\0');
        if (text[0] == '\\' && text[1] == 'x') {
            out[i] = (uint8_t)(hex_digit(text[2]) * 16 + hex_digit(text[3]));
            text += 4;
        } else {
            out[i] = (uint8_t)*text++;
        }
    }
}

/* ---- A dump ---- */

typedef struct rebuilt {
    const uint8_t *bytes; /* the input */
    uint8_t *is_dumped;   /* a flag for each of its bytes */
    size_t length;
} rebuilt;

static void compare(const rebuilt *r, const navlint_field *field) {
    uint8_t out[SHOWN_BYTES];
    size_t shown = (size_t)field->length;
    if (strcmp(field->type, "bytes") == 0) {
        REQUIRE(24, field->value.kind == NAVLINT_TEXT);
        if (shown > SHOWN_BYTES) shown = SHOWN_BYTES;
        put_text(out, field->value.as.text, shown);
    } else {
        put_number(out, field);
        if (is_nan(field)) return; /* which of the many NaNs it was is lost in a double */
    }
    REQUIRE(24, memcmp(out, r->bytes + field->offset, shown) == 0);
}

static bool visit(void *context, const navlint_field *field) {
    const rebuilt *const r = context;
    REQUIRE(15, field->offset <= r->length && field->length <= r->length - field->offset);
    if (!field->encoding) compare(r, field); /* what unpacks cannot be written back */
    memset(r->is_dumped + field->offset, 1, (size_t)field->length);
    return true;
}

static bool dump(rebuilt *r, const navlint_options *options, const navlint_input *input) {
    const size_t bytes = navlint_memory_bound(options, input, 1);
    memset(r->is_dumped, 0, r->length);
    const navlint_status status =
        navlint_dump(options, input, fuzz_block_take(&blocks[1], bytes), bytes, visit, r);
    REQUIRE(15, status == NAVLINT_OK || status == NAVLINT_UNSUPPORTED);
    return status == NAVLINT_OK;
}

/* ---- A file ---- */

static bool is_claimed(const navlint_report *report, size_t at) {
    for (size_t i = 0; i < navlint_report_unclaimed_count(report); i++) {
        const navlint_range *const gap = navlint_report_unclaimed(report, i);
        if (at >= gap->offset && at - gap->offset < gap->length) return false;
    }
    return true;
}

/* Zeros that align what follows are no field; nor are records that have nothing to do with
 * navigation, which a room passes over that measures its memory by what it does not; nor are the
 * members of a container. */
static bool may_be_no_field(const navlint_report *report, uint8_t byte) {
    const nl_format *const format = nl_format_of(navlint_report_format(report));
    return byte == 0 || format->arena_need || format->info.is_container;
}

/* What a field accounts for is claimed, and what a report accounts for is a field of the dump. */
static void check_coverage(const navlint_report *report, const rebuilt *r) {
    for (size_t i = 0; i < r->length; i++) {
        if (r->is_dumped[i] != 0)
            REQUIRE(24, is_claimed(report, i));
        else
            REQUIRE(24, !is_claimed(report, i) || may_be_no_field(report, r->bytes[i]));
    }
}

static const navlint_report *check(const navlint_options *options, const navlint_input *input) {
    const size_t bytes = navlint_memory_bound(options, input, 1);
    const navlint_report *report = NULL;
    void *const memory = fuzz_block_take(&blocks[0], bytes);
    REQUIRE(3, navlint_check(options, input, 1, memory, bytes, &report) == NAVLINT_OK);
    return report;
}

static void judge(const char *format_id, const navlint_input *input, bool is_built) {
    static uint8_t is_dumped[FILE_BYTES];
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.format = format_id;
    options.max_findings = MOST_FINDINGS;
    const navlint_report *const report = check(&options, input);
    const bool is_valid = navlint_report_verdict(report) == NAVLINT_VALID;
    rebuilt r = {.bytes = input->bytes, .is_dumped = is_dumped, .length = input->length};
    const bool is_whole = dump(&r, &options, input);
    REQUIRE(20, !is_built || (is_valid && is_whole));
    if (is_valid) check_coverage(report, &r);
}

static void damage(uint8_t *bytes, size_t length, fuzz_cut *cut) {
    for (int i = 0; i < MOST_DAMAGES && cut->left > 0 && length > 0; i++) {
        const size_t at = fuzz_cut_u16(cut) % length;
        bytes[at] = (uint8_t)fuzz_cut_u8(cut);
    }
}

/* In a block of its own size, for AddressSanitizer. */
static void judge_copy(const char *format_id, const navlint_input *input, fuzz_cut cut) {
    uint8_t *const copy = malloc(input->length + 1);
    if (!copy) abort();
    uint8_t *const start = copy + 1;
    memcpy(start, input->bytes, input->length);
    const bool is_built = cut.left == 0 && !input->name;
    damage(start, input->length, &cut);
    const navlint_input file = {.name = "file", .bytes = start, .length = input->length};
    judge(format_id, &file, is_built);
    free(copy);
}

/* A witness of several files is an archive of them. */
static void judge_witness(const navlint_format *format, unsigned rule, fuzz_cut cut) {
    static uint8_t bytes[FILE_BYTES];
    navlint_input files[FUZZ_MOST_MEMBERS] = {{.name = "witness", .bytes = bytes}};
    size_t count = 1;
    const char *const code = format->rules[rule % format->rule_count].code;
    const navlint_status status = navlint_witness(code, bytes, sizeof bytes, &files[0].length);
    REQUIRE(20, status == NAVLINT_OK || status == NAVLINT_UNSUPPORTED);
    if (status != NAVLINT_OK) return;
    if (tar_is(bytes, files[0].length))
        count = tar_inputs(bytes, files[0].length, files, FUZZ_MOST_MEMBERS);
    for (size_t i = 0; i < count; i++)
        judge_copy(format->id, &files[i], cut);
}

static void judge_built(const navlint_format *format, unsigned number, uint64_t target_bytes,
                        fuzz_cut cut) {
    static uint8_t bytes[FILE_BYTES];
    navlint_input file = {.bytes = bytes};
    const unsigned variant = number % nl_build_variants(format->id);
    REQUIRE(20,
            nl_build_variant(format->id, variant, target_bytes, bytes, sizeof bytes, &file.length));
    judge_copy(format->id, &file, cut);
}

void fuzz_target_run(const uint8_t *bytes, size_t length) {
    fuzz_cut cut = {bytes, length};
    const navlint_format *const format =
        navlint_format_at(fuzz_cut_u8(&cut) % navlint_format_count());
    const bool is_witness = fuzz_cut_u8(&cut) & 1;
    const unsigned number = fuzz_cut_u8(&cut);
    const unsigned target_bytes = fuzz_cut_u16(&cut) % MOST_TARGET_BYTES;
    if (is_witness)
        judge_witness(format, number, cut);
    else
        judge_built(format, number, target_bytes, cut);
}

/* ---- Seeds ---- */

static void give(const fuzz_seeds *seeds, size_t format, bool is_witness, size_t number) {
    char name[64];
    const uint8_t bytes[] = {(uint8_t)format, is_witness, (uint8_t)number, (uint8_t)(37 * number),
                             (uint8_t)(number % 32)};
    snprintf(name, sizeof name, "%s-%zu-%zu", is_witness ? "witness" : "built", format, number);
    seeds->give(seeds->context, name, bytes, sizeof bytes);
}

void fuzz_target_seeds(const fuzz_seeds *seeds) {
    for (size_t i = 0; i < navlint_format_count(); i++) {
        const navlint_format *const format = navlint_format_at(i);
        for (size_t rule = 0; rule < format->rule_count; rule++)
            give(seeds, i, true, rule);
        for (size_t variant = 0; variant < nl_build_variants(format->id); variant++)
            give(seeds, i, false, variant);
    }
}
