/* A condition of two files: shared.c tries one way of it, shared_other.c the other one. */
static __attribute__((noinline, unused)) int sign_of(int value) {
    if (value < 0) return -1;
    return 1;
}

int other_sign(void);
