/* Two conditions, and a program that tries all of the first and half of the second. */
__attribute__((noinline)) static int digit_of(int value) {
    if (value < 0) return 0;
    if (value > 9) return 9;
    return value;
}

int main(void) {
    volatile int one = 1; /* not known to the compiler */
    return digit_of(-one) == 0 && digit_of(4 + one) == 5 ? 0 : 1;
}
