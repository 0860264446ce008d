/* MD5: the vectors of RFC 1321, A.5, and lengths at which the padding takes a block more. */
#include "tests/support/unit.h"

#include <string.h>

#include "containers/md5.h"

enum { MOST = 130 };

static void has_digest(const void *bytes, size_t length, const char *wanted) {
    uint8_t digest[BOX_MD5_BYTES];
    char hex[2 * BOX_MD5_BYTES + 1] = "";
    box_md5(bytes, length, digest);
    for (size_t i = 0; i < sizeof digest; i++) {
        hex[2 * i] = "0123456789abcdef"[digest[i] >> 4];
        hex[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
    }
    assert_string_equal(hex, wanted);
}

static void vectors(void **state) {
    static const char *const rows[][2] = {
        {"", "d41d8cd98f00b204e9800998ecf8427e"},
        {"a", "0cc175b9c0f1b6a831c399e269772661"},
        {"abc", "900150983cd24fb0d6963f7d28e17f72"},
        {"message digest", "f96b697d7cb7938d525a2f31aaf161d0"},
        {"abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"},
        {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
         "d174ab98d277d9f5a5611c2c9f419d9f"},
        {"12345678901234567890123456789012345678901234567890123456789012345678901234567890",
         "57edf4a22be3c955ac49da2e2107b67a"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        has_digest(rows[i][0], strlen(rows[i][0]), rows[i][1]);
}

/* The bytes 0, 1, 2 and so on. */
static void lengths(void **state) {
    static const struct {
        size_t length;
        const char *digest;
    } rows[] = {
        {55, "6912ee65fff2d9f9ce2508cddf8bcda0"},  {56, "51fdd1acda72405dfdfa03fcb85896d7"},
        {57, "5320ef4c17ef34a0cf2db763338d25eb"},  {58, "9f4f41b5cde885f94cfc0e06e78f929d"},
        {59, "e39965bc00ecacd90fd875f77eff499a"},  {60, "63ed72093ae09e2c8553ee069e63d702"},
        {61, "0d08fc14ac5baa37792377355dbad0ae"},  {62, "f3cdffe2e160a061754a06dafcfd688b"},
        {63, "48a6295221902e8e0938f773a7185e72"},  {64, "b2d3f56bc197fd985d5965079b5e7148"},
        {65, "8bd7053801c768420faf816fadba971c"},  {119, "1c772251899a7ff007400b888d6b2042"},
        {120, "b7ba1efc6022e9ed272f00b8831e26e6"}, {121, "b0b2d719a838db877b6d6571a39a1cdc"},
        {122, "800aa956ec16f603ecdba66c2dc6e4cf"}, {123, "8827d2778287c58a242acd4c549beb31"},
        {124, "cfbc5aa0b61103c1a982d8927b26f575"}, {125, "a1f5b691f74f566a2be1765731084f8a"},
        {126, "80749be03f5724fa4ca0aef8909379b7"}, {127, "8402b21e7bc7906493bae0dac017f1f9"},
        {128, "37eff01866ba3f538421b30b7cbefcac"}, {129, "46f986692847558fc38b0cece591c20f"},
    };
    uint8_t bytes[MOST];
    (void)state;
    for (size_t i = 0; i < MOST; i++)
        bytes[i] = (uint8_t)i;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        has_digest(bytes, rows[i].length, rows[i].digest);
}

static void nothing(void **state) {
    (void)state;
    has_digest(NULL, 0, "d41d8cd98f00b204e9800998ecf8427e");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),
        cmocka_unit_test(lengths),
        cmocka_unit_test(nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
