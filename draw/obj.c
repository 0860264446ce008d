#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

#include "draw/draw.h"
#include "draw/model.h"

/* Words of OBJ end at a space. */
static void put_word(draw_out *out, const char *text) {
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        draw_put(out, "%c", isgraph(c) && c != '#' ? c : '_');
    }
}

static void put_vertices(const draw_scene *scene, const draw_numbers *numbers, int up,
                         draw_out *out) {
    for (uint32_t i = 0; i < numbers->count; i++) {
        double at[3];
        draw_turn(at, scene, draw_vertices(scene)[numbers->used[i]].at, up);
        draw_put(out, "v");
        for (int axis = 0; axis < 3; axis++) {
            draw_put(out, " ");
            draw_put_real(out, at[axis]);
        }
        draw_put(out, "\n");
    }
}

static void put_object(const draw_scene *scene, const draw_object *object, draw_out *out) {
    draw_put(out, "o ");
    if (scene->files.count > 1) {
        put_word(out, draw_base_name(draw_file_at(scene, object->file)->name));
        draw_put(out, "_");
    }
    put_word(out, draw_text(scene, object->name));
    draw_put(out, "\n");
}

/* "area_40", "NAVM_0001A26F" */
static void put_group(const draw_scene *scene, const draw_subject *subject, draw_out *out) {
    char name[DRAW_NAME_CAPACITY];
    draw_subject_name(name, scene, subject);
    draw_put(out, "g ");
    if (subject->record == DRAW_NONE) {
        put_word(out, draw_text(scene, subject->kind));
        draw_put(out, "_");
    }
    put_word(out, name);
    draw_put(out, "\n");
}

static void put_shape(const draw_scene *scene, const draw_shape *shape, const draw_numbers *numbers,
                      draw_out *out) {
    static const char *const words[] = {"f", "l", "p", "p"};
    draw_put(out, "%s", words[shape->kind]);
    for (uint32_t i = 0; i < shape->count; i++)
        draw_put(out, " %" PRIu32, numbers->of[draw_corners(scene, shape)[i]] + 1);
    draw_put(out, "\n");
}

static void put_shapes(const draw_scene *scene, const draw_numbers *numbers, draw_out *out) {
    uint32_t subject = DRAW_NONE, object = DRAW_NONE;
    for (size_t i = 0; i < scene->shapes.count; i++) {
        const draw_shape *const shape = &draw_shapes(scene)[i];
        if (shape->is_hidden) continue;
        const draw_subject *const s = draw_subject_of(scene, shape);
        if (s->object != object) put_object(scene, draw_object_of(scene, shape), out);
        if (shape->subject != subject) put_group(scene, s, out);
        object = s->object;
        subject = shape->subject;
        put_shape(scene, shape, numbers, out);
    }
}

draw_result draw_obj(const draw_scene *scene, const draw_settings *settings, draw_out *out) {
    char title[1024];
    draw_numbers numbers;
    if (!draw_number(&numbers, scene)) return DRAW_NO_MEMORY;
    draw_make_safe(title, sizeof title, settings->title);
    draw_put(out, "# %s\n# %s up; the game's units\n", title,
             settings->up == 2   ? "y"
             : settings->up == 3 ? "z"
                                 : draw_axis_up(scene));
    put_vertices(scene, &numbers, settings->up, out);
    put_shapes(scene, &numbers, out);
    draw_numbers_free(&numbers);
    return draw_out_end(out) ? DRAW_OK : DRAW_NOT_WRITTEN;
}
