#include <navlint/navlint.h>

// Including it twice is harmless.
#include <navlint/navlint.h>

int main() {
    navlint_options options{};
    navlint_options_init(&options, sizeof options);
    return navlint_options_check(&options, nullptr) == NAVLINT_OK ? 0 : 1;
}
