#include "server/reload.h"

#include <stddef.h>
#include <stdlib.h>

#include "server/log/log.h"

enum { MOST = 8 };

static struct {
    const char *name;
    srv_reload_function *function;
    void *context;
} rows[MOST];
static size_t row_count;

void srv_reload_add(const char *name, srv_reload_function *function, void *context) {
    if (row_count == MOST) abort();
    rows[row_count].name = name;
    rows[row_count].function = function;
    rows[row_count].context = context;
    row_count++;
}

void srv_reload_all(void) {
    for (size_t i = 0; i < row_count; i++) {
        char why[SRV_RELOAD_WHY_BYTES] = "";
        const bool is_read = rows[i].function(rows[i].context, why);
        const srv_field fields[] = {srv_field_text("what", rows[i].name),
                                    srv_field_text("result", is_read ? "ok" : "failed"),
                                    srv_field_text("why", is_read ? NULL : why),
                                    {0}};
        srv_event("reload", fields);
    }
}
