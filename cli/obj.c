#include "cli/obj.h"

#include <inttypes.h>

#include "cli/numbers.h"
#include "cli/output.h"

static void print_vertex(const double position[3]) {
    char text[CLI_REAL_CAPACITY];
    cli_print("v");
    for (int axis = 0; axis < 3; axis++) {
        cli_print_real(text, position[axis]);
        cli_print(" %s", text);
    }
}

/* OBJ counts vertices from 1. */
static void print_corners(const char *keyword, const navlint_shape *shape) {
    cli_print("%s", keyword);
    for (size_t i = 0; i < shape->corner_count; i++)
        cli_print(" %" PRIu64, shape->corners[i] + 1);
}

static void print_first_line(const char *name) {
    char safe[4096];
    cli_make_ascii(safe, sizeof safe, name);
    cli_print("# %s\n", safe);
}

bool cli_print_shape(void *context, const navlint_shape *shape) {
    cli_obj *const obj = context;
    if (shape->kind == NAVLINT_MARK) return true;
    if (!obj->is_open) print_first_line(obj->name);
    obj->is_open = true;
    switch (shape->kind) {
    case NAVLINT_OBJECT:
        cli_print("o %s", shape->name);
        break;
    case NAVLINT_VERTEX:
        print_vertex(shape->position);
        break;
    case NAVLINT_FACE:
        print_corners("f", shape);
        break;
    case NAVLINT_LINE:
        print_corners("l", shape);
        break;
    case NAVLINT_MARK:
        break;
    }
    return cli_write("\n", 1);
}
