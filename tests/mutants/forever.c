/* A loop that a mutant does not leave. */
int main(void) {
    volatile int end = 3;
    int count = 0;
    do {
        count++;
    } while (count < end);
    return count - end;
}
