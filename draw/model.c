#include "draw/model.h"

#include <stdlib.h>
#include <string.h>

static void number_corners(draw_numbers *numbers, const draw_scene *scene,
                           const draw_shape *shape) {
    for (uint32_t i = 0; i < shape->count; i++) {
        const uint32_t vertex = draw_corners(scene, shape)[i];
        if (numbers->of[vertex] != DRAW_NONE) continue;
        numbers->of[vertex] = numbers->count;
        numbers->used[numbers->count++] = vertex;
    }
}

bool draw_number(draw_numbers *numbers, const draw_scene *scene) {
    const size_t bytes = (scene->vertices.count + 1) * sizeof(uint32_t);
    *numbers = (draw_numbers){.of = malloc(bytes), .used = malloc(bytes)};
    if (!numbers->of || !numbers->used) {
        draw_numbers_free(numbers);
        return false;
    }
    memset(numbers->of, 0xff, bytes);
    for (size_t i = 0; i < scene->shapes.count; i++)
        if (!draw_shapes(scene)[i].is_hidden)
            number_corners(numbers, scene, &draw_shapes(scene)[i]);
    return true;
}

void draw_numbers_free(draw_numbers *numbers) {
    free(numbers->of);
    free(numbers->used);
    numbers->of = numbers->used = NULL;
}

void draw_turn(double turned[3], const draw_scene *scene, const double at[3], int up) {
    const draw_place p = draw_ground(scene, at);
    const double y_up[3] = {p.right, p.up, -p.ahead}, z_up[3] = {p.right, p.ahead, p.up};
    memcpy(turned, up == 2 ? y_up : up == 3 ? z_up : at, sizeof y_up);
}

const char *draw_base_name(const char *name) {
    const char *const slash = strrchr(name, '/');
    return slash && slash[1] != '\0' ? slash + 1 : name;
}
