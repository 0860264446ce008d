#include "parsers/source_nav/loss.h"

void nav_lose(nav_loss *loss, const nl_reader *r, nav_part part) {
    if (loss->happened) return;
    *loss = (nav_loss){
        .happened = true,
        .part = part,
        .at = r->fail_at,
        .need = r->fail_need,
        .left = r->fail_left,
        .count = r->fail_count,
    };
}
