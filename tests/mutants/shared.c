/* A program of two files with one condition. */
#include "shared.h"

int main(void) {
    volatile int one = 1; /* not known to the compiler */
    return sign_of(one) == 1 && other_sign() == -1 ? 0 : 1;
}
