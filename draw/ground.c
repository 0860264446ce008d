#include "draw/ground.h"

draw_place draw_ground_of(int up, const double at[3]) {
    switch (up) {
    case 1:
        return (draw_place){at[1], at[2], at[0]};
    case 2:
        return (draw_place){at[0], -at[2], at[1]};
    default:
        return (draw_place){at[0], at[1], at[2]};
    }
}

draw_place draw_ground(const draw_scene *scene, const double at[3]) {
    return draw_ground_of(scene->axes.up, at);
}

const char *draw_axis_right(const draw_scene *scene) {
    return scene->axes.up == 1 ? "y" : "x";
}

const char *draw_axis_ahead(const draw_scene *scene) {
    return scene->axes.up == 1 ? "z" : scene->axes.up == 2 ? "-z" : "y";
}

const char *draw_axis_up(const draw_scene *scene) {
    return scene->axes.up == 1 ? "x" : scene->axes.up == 2 ? "y" : "z";
}

bool draw_north(const draw_scene *scene, draw_place *north) {
    const int axis = scene->axes.north;
    double at[3] = {0, 0, 0};
    if (axis == 0) return false;
    at[(axis < 0 ? -axis : axis) - 1] = axis < 0 ? -1 : 1;
    *north = draw_ground(scene, at);
    return true;
}
