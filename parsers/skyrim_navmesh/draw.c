/* One object for each live navmesh: "NAVM 0100ABCD". */
#include "parsers/skyrim_navmesh/container/container.h"

static void draw_one(const nl_job *job, const sky_opened *opened, const sky_record *record,
                     nl_mesh *mesh) {
    char chars[32];
    nl_text name = nl_text_over(chars, sizeof chars);
    nl_put(&name, "NAVM ");
    nl_put(&name, sky_form(NULL, record->form_id).chars);
    nl_mesh_object(mesh, name.chars);
    sky_draw_navm(&opened->body, mesh, job->budget);
}

static void draw_navmeshes(const nl_job *job, const sky_plugin *plugin, nl_mesh *mesh) {
    sky_inflater inflater = sky_inflater_of(job);
    for (uint32_t i = 0; i < plugin->navm_count && !mesh->stopped; i++) {
        const sky_record *const record = &plugin->navms[i].record;
        const size_t mark = nl_arena_mark(job->arena);
        sky_opened opened;
        if (!sky_is_deleted(record) && sky_open(&inflater, record, SKY_MOST_NAVM_BYTES, &opened))
            draw_one(job, &opened, record, mesh);
        nl_arena_release(job->arena, mark);
    }
    sky_inflater_end(&inflater);
}

void sky_draw(const nl_job *job, const void *document, nl_mesh *mesh) {
    const sky_document *const doc = document;
    if (doc->is_bare_nvmi)
        sky_draw_bare_nvmi(job, mesh);
    else
        draw_navmeshes(job, &doc->plugin, mesh);
}
