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

/* How wide the count before the records is. Of a list in an area only the number is known: read
 * in its own width, and in no other, it is the one that failed. */
static uint32_t count_bytes(const nl_job *job, const nav_loss *loss) {
    const nl_type type = (nl_type)nav_fields.fields[loss->part.count].type;
    if (type != NL_NO_TYPE) return (uint32_t)nl_type_bytes(type);
    return loss->at >= 4 && nl_load_u32(job->bytes + loss->at - 4) == loss->count ? 4 : 1;
}

static void report_count(const nl_job *job, const nav_loss *loss, nl_place place) {
    const uint32_t bytes = count_bytes(job, loss);
    const bool has_item = loss->part.item != NL_NO_INDEX;
    place.at = loss->at - bytes;
    nl_found(&place, NAV_COUNT, loss->part.count,
             &(nl_draft){.length = bytes,
                         .actual = has_item ? nl_uint(loss->count) : (navlint_value){0},
                         .expected = nl_uint(loss->left / (loss->need / loss->count)),
                         .args = {nl_uint(loss->need), nl_uint(loss->left)}});
}

void nav_report_loss(nl_job *job, const nav_loss *loss) {
    if (!loss->happened) return;
    job->report->undecoded = true;
    nl_place file = nl_place_of(job->report, job->bytes);
    file.at = loss->at;
    const nav_part *const part = &loss->part;
    const nl_place place =
        part->section ? nl_place_in(file, part->section, part->item, loss->at) : file;
    if (loss->count == 0)
        nl_found(&place, NAV_TRUNCATED, NL_NO_FIELD,
                 &(nl_draft){.length = loss->left,
                             .actual = nl_uint(loss->left),
                             .expected = nl_uint(loss->need)});
    else
        report_count(job, loss, part->item == NL_NO_INDEX ? file : place);
}
