#include "parsers/source_nav/document.h"

void nav_area_at(const nl_job *job, const nav_document *doc, uint32_t index, nav_area *area) {
    const nav_area_row *const row = &doc->areas[index];
    nl_reader r = nl_reader_over(job->bytes, job->length);
    nl_skip(&r, row->at);
    nav_read_area(&r, &doc->layout, row->paths_end, area);
    area->index = index;
}
