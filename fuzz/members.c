#include "fuzz/members.h"

#include <stdlib.h>

enum { LONGEST_MEMBER = 0xffff, LONGEST_NAME = 0xff };

/* So that AddressSanitizer sees a read past the end of any member. */
static uint8_t *copy_exactly(const uint8_t *bytes, size_t length) {
    uint8_t *const copy = malloc(length == 0 ? 1 : length);
    if (!copy) abort();
    memcpy(copy, bytes, length);
    return copy;
}

static void read_member(fuzz_members *members, fuzz_cut *cut) {
    const size_t index = members->count++;
    const size_t wanted = fuzz_cut_u16(cut);
    size_t length = 0;
    fuzz_cut_string(cut, members->names[index]);
    const uint8_t *const bytes = fuzz_cut_bytes(cut, wanted, &length);
    members->blocks[index] = copy_exactly(bytes, length);
    members->inputs[index] = (navlint_input){
        .name = members->names[index], .bytes = members->blocks[index], .length = length};
}

void fuzz_members_read(fuzz_members *members, fuzz_cut *cut) {
    members->count = 0;
    while (cut->left > 0 && members->count < FUZZ_MOST_MEMBERS)
        read_member(members, cut);
}

void fuzz_members_free(fuzz_members *members) {
    for (size_t i = 0; i < members->count; i++)
        free(members->blocks[i]);
    members->count = 0;
}

size_t fuzz_member_write(uint8_t *out, const navlint_input *input) {
    const size_t length = input->length < LONGEST_MEMBER ? input->length : LONGEST_MEMBER;
    const size_t whole_name = strlen(input->name);
    const size_t name = whole_name < LONGEST_NAME ? whole_name : LONGEST_NAME;
    out[0] = (uint8_t)length;
    out[1] = (uint8_t)(length >> 8);
    out[2] = (uint8_t)name;
    memcpy(out + 3, input->name, name);
    memcpy(out + 3 + name, input->bytes, length);
    return 3 + name + length;
}
