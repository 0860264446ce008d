/* Nothing can be loaded here: no PNG. */
#include "draw/draw.h"

draw_result draw_png(const draw_scene *scene, const draw_settings *settings, draw_out *out) {
    (void)scene, (void)settings, (void)out;
    return DRAW_NO_PNG;
}
