/* Bytes to a bsp_document: the header, then the zip in lump 40 as Valve's reader takes it. */
#include <string.h>

#include "containers/source_bsp/header.h"
#include "containers/source_bsp/pieces.h"
#include "containers/source_bsp/zip.h"
#include "core/checked.h"

static void describe_version(const nl_job *job, const bsp_shape *shape) {
    nl_text version = nl_text_over(job->report->version, sizeof job->report->version);
    if (shape->version == BSP_DARK_MESSIAH)
        nl_put(&version, "20.4");
    else
        nl_put_uint(&version, shape->version);
}

static const char *dialect_of(const bsp_shape *shape) {
    if (shape->is_goldsrc) return "goldsrc";
    if (shape->order == BSP_LEFT4DEAD2) return "left4dead2";
    return shape->version == BSP_CONTAGION ? "contagion" : "source";
}

static void describe(const nl_job *job, const bsp_document *doc) {
    describe_version(job, &doc->shape);
    job->report->dialect = dialect_of(&doc->shape);
    job->report->endianness = "little";
}

const void *bsp_decode(nl_job *job) {
    bsp_document *const doc = NL_NEW_ZEROED(job->arena, bsp_document, 1);
    if (!doc) return NULL;
    if (!bsp_read_header(job, doc)) {
        job->report->undecoded = true;
        return NULL;
    }
    describe(job, doc);
    if (!bsp_read_zip(job, doc) || !bsp_sort_pieces(job, doc)) return NULL;
    /* Spare bytes are claimed, too: a finding says what they are, and a dump shows them. */
    nl_claim(job->report, 0, job->length);
    return doc;
}
