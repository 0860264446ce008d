#include "intake/zip_end.h"

#include <errno.h>
#include <unistd.h>

enum { MARK_BYTES = 4, BLOCK_BYTES = 4096 };

/* "PK" and two numbers: of an entry, a local header, the descriptor behind an entry's data. */
enum {
    END_MARK = 0x504B0506,
    ENTRY_MARK = 0x504B0102,
    LOCAL_MARK = 0x504B0304,
    DESCRIPTOR_MARK = 0x504B0708
};

static bool is_header(uint32_t mark) {
    return mark == ENTRY_MARK || mark == LOCAL_MARK || mark == DESCRIPTOR_MARK;
}

static void enter(intake_zip_end *end, intake_zip_end_stage stage, uint32_t left) {
    end->stage = stage;
    end->left = left;
}

/* The length of the comment is the record's last field. */
static uint32_t comment_bytes(const intake_zip_end *end) {
    return (end->last_four & 0xff) << 8 | (end->last_four >> 8 & 0xff);
}

static void leave_stage(intake_zip_end *end) {
    const bool is_in_end = end->stage == INTAKE_ZIP_IN_END;
    end->is_found = is_in_end || !is_header(end->last_four);
    if (is_in_end)
        enter(end, INTAKE_ZIP_BEHIND_END, comment_bytes(end) + MARK_BYTES);
    else
        enter(end, end->is_found ? INTAKE_ZIP_PAST_END : INTAKE_ZIP_BEFORE_END, 0);
}

static void look_at_byte(intake_zip_end *end, unsigned char byte) {
    end->last_four = (end->last_four & 0xffffff) << 8 | byte;
    if (end->stage != INTAKE_ZIP_BEFORE_END) {
        if (--end->left == 0) leave_stage(end);
    } else if (end->last_four == END_MARK) {
        enter(end, INTAKE_ZIP_IN_END, INTAKE_ZIP_END_BYTES - MARK_BYTES);
    }
}

void intake_zip_end_look(intake_zip_end *end, const void *bytes, size_t length) {
    const unsigned char *const from = bytes;
    for (size_t i = 0; i < length && end->stage != INTAKE_ZIP_PAST_END; i++)
        look_at_byte(end, from[i]);
}

void intake_zip_end_read(intake_zip_end *end, int descriptor, uint64_t most_bytes) {
    unsigned char block[BLOCK_BYTES];
    ssize_t count = 1;
    for (uint64_t done = 0;
         count != 0 && done <= most_bytes && end->stage != INTAKE_ZIP_PAST_END;) {
        count = read(descriptor, block, sizeof block);
        if (count < 0 && errno != EINTR) return;
        if (count < 0) continue;
        intake_zip_end_look(end, block, (size_t)count);
        done += (uint64_t)count;
    }
}
