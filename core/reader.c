#include "core/reader.h"

#include "core/checked.h"

static nl_reader child(const nl_reader *r, size_t at, size_t n) {
    return (nl_reader){.bytes = r->bytes + at, .length = n, .base = r->base + at};
}

nl_reader nl_window(nl_reader *r, size_t n) {
    const size_t at = r->at;
    return nl_take(r, n) ? child(r, at, n) : child(r, r->at, 0);
}

nl_reader nl_records(nl_reader *r, uint64_t count, size_t record_size) {
    const size_t at = r->at;
    nl_skip_records(r, count, record_size);
    return nl_ok(r) ? child(r, at, r->at - at) : child(r, r->at, 0);
}
