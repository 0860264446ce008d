#include "validator/valid_files.h"

#include "validator/catalogue.h"

bool nl_build_variant(const char *format_id, unsigned variant, uint64_t target_bytes, uint8_t *out,
                      size_t capacity, size_t *length) {
    const nl_format *const format = nl_format_by_id(format_id);
    if (!format || variant >= format->build_variants) return false;
    nl_writer writer = nl_writer_over(out, capacity);
    format->build(variant, target_bytes, &writer);
    *length = writer.at;
    return nl_writer_ok(&writer);
}

unsigned nl_build_variants(const char *format_id) {
    const nl_format *const format = nl_format_by_id(format_id);
    return format ? format->build_variants : 0;
}

unsigned nl_sparse_variant(const char *format_id) {
    const nl_format *const format = nl_format_by_id(format_id);
    return format ? format->sparse_variant : 0;
}
