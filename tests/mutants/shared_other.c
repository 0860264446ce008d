#include "shared.h"

int other_sign(void) {
    volatile int one = 1;
    return sign_of(-one);
}
