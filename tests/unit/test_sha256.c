/* SHA-256, by the processor's instructions where it has them and without them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/sha256.c" /* both ways in */

static void make_hex(absorb_fn absorb, const void *bytes, size_t length,
                     char hex[CLI_SHA256_HEX_BYTES]) {
    unsigned char digest[CLI_SHA256_BYTES];
    digest_by(absorb, bytes, length, digest);
    for (size_t i = 0; i < CLI_SHA256_BYTES; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}

/* FIPS 180-2, appendix B, and no bytes at all. */
static void known_messages(absorb_fn absorb) {
    static const struct {
        const char *message, *hex;
    } rows[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char hex[CLI_SHA256_HEX_BYTES];
        make_hex(absorb, rows[i].message, strlen(rows[i].message), hex);
        assert_string_equal(hex, rows[i].hex);
    }
}

/* Every length up to 300: message n is the bytes 7 j + n for j below n. The digest of all digests,
 * by Python's hashlib. */
static void every_length(absorb_fn absorb) {
    unsigned char digests[301][CLI_SHA256_BYTES];
    char hex[CLI_SHA256_HEX_BYTES];
    for (size_t n = 0; n <= 300; n++) {
        unsigned char *const message = malloc(n + 1); /* its end shows reads behind it */
        assert_non_null(message);
        for (size_t j = 0; j < n; j++)
            message[j] = (unsigned char)(7 * j + n);
        digest_by(absorb, message, n, digests[n]);
        free(message);
    }
    make_hex(absorb, digests, sizeof digests, hex);
    assert_string_equal(hex, "60d63ff40b5558727a9b786ac0be9300f7ca58fd9ddd3b2f3681b369018a87dc");
}

/* FIPS 180-2, appendix B.3. */
static void a_million_letters(absorb_fn absorb) {
    enum { LETTERS = 1000000 };
    char *const message = malloc(LETTERS);
    char hex[CLI_SHA256_HEX_BYTES];
    assert_non_null(message);
    memset(message, 'a', LETTERS);
    make_hex(absorb, message, LETTERS, hex);
    free(message);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void test_anywhere(void **state) {
    (void)state;
    known_messages(absorb_anywhere);
    every_length(absorb_anywhere);
    a_million_letters(absorb_anywhere);
}

static void test_the_best_way(void **state) {
    (void)state;
    known_messages(best_way());
    every_length(best_way());
    a_million_letters(best_way());
}

static void test_hex(void **state) {
    char hex[CLI_SHA256_HEX_BYTES];
    (void)state;
    cli_sha256_hex("abc", 3, hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_anywhere),
        cmocka_unit_test(test_the_best_way),
        cmocka_unit_test(test_hex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
