/* What libbz2 wants of whoever builds it without stdio. */
void bz_internal_error(int code);

void bz_internal_error(int code) {
    (void)code;
    __builtin_trap();
}
