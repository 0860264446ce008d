#include "core/path.h"

#include "core/limits.h"

static void put_frame(nl_text *text, const nl_path *frame) {
    nl_put_char(text, '/');
    if (frame->key)
        nl_put(text, frame->key);
    else
        nl_put_uint(text, frame->index);
}

void nl_put_path(nl_text *text, const nl_path *path) {
    const nl_path *frames[NL_MAX_PATH_DEPTH];
    size_t depth = 0;
    for (; path && depth < NL_MAX_PATH_DEPTH; path = path->up)
        frames[depth++] = path;
    while (depth > 0)
        put_frame(text, frames[--depth]);
}
