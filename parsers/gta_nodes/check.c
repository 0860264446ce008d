/* Document to findings: the order of the checks, the facts. */
#include "parsers/gta_nodes/checks.h"
#include "parsers/gta_nodes/notes.h"

static void state_facts(const gta_check *c) {
    const gta_document *const doc = c->file->doc;
    navlint_report *const report = c->file->job->report;
    nl_fact(report, "variant", nl_string(doc->layout->dialect));
    nl_fact(report, "nodes", nl_uint(doc->counts.nodes));
    nl_fact(report, "vehicleNodes", nl_uint(doc->counts.vehicles));
    nl_fact(report, "pedNodes", nl_uint(doc->counts.peds));
    nl_fact(report, "naviNodes", nl_uint(doc->counts.navis));
    nl_fact(report, "links", nl_uint(doc->counts.links));
    nl_fact(report, "outwardLinks", nl_uint(c->outward_links));
    nl_fact(report, "linksWithNaviNodeElsewhere", nl_uint(c->navis_elsewhere));
    if (doc->area != GTA_NONE) nl_fact(report, "area", nl_uint(doc->area));
    if (doc->dim_known) nl_fact(report, "mapAreas", nl_uint((uint64_t)doc->dim * doc->dim));
}

static uint64_t records_of(const gta_document *doc) {
    return (uint64_t)doc->node_count + doc->link_count + doc->navi_count;
}

void gta_check_document(nl_job *job, const void *document) {
    const gta_document *const doc = document;
    const gta_file file = {job, job->bytes, doc, 0};
    gta_check c = {.file = &file, .budget = job->budget};
    c.areas = c.shown_areas = gta_areas_of(doc);
    c.suspects = NL_NEW_ZEROED(job->arena, uint8_t, doc->link_count);
    c.notes = doc->notes;
    c.uses = c.notes ? c.notes->uses : NL_NEW_ZEROED(job->arena, uint8_t, doc->navi_count);
    if (job->arena->exhausted || !nl_spend(job->budget, records_of(doc))) return;
    nl_follow(job->report, doc->is_lost);
    gta_check_sections(&file);
    const bool is_tiled = gta_check_nodes(&c);
    gta_check_places(&file);
    gta_check_links(&c, is_tiled);
    gta_check_navis(&c, is_tiled);
    nl_follow(job->report, false);
    if (c.notes) gta_complete_notes(&c);
    state_facts(&c);
}
