/* What an upload holds of the memory budget, from its admission until its answer has been sent. */
#ifndef NAVLINT_SERVER_UPLOAD_MEMORY_H
#define NAVLINT_SERVER_UPLOAD_MEMORY_H

#include "server/upload.h"

/* The most bytes that judging takes, over all formats that `options` allow, for a body whose
 * content is not known yet: the check's block and the report's text with what jansson needs to make
 * it. */
uint64_t srv_judge_bound(const navlint_options *options, uint64_t body_bytes);

/* Admits a body of known length (bytes), or a chunked one of unknown length (0).
 * Returns SRV_OK, or SRV_BUSY if the budget does not have what it needs. */
srv_answer srv_upload_admit(srv_upload *upload, uint64_t length);

/* Gives back what was promised for the check and the report of a single file. */
void srv_upload_drop_check(srv_upload *upload);

/* Makes room for `needed` bytes of body in all. Returns false if the budget does not have them. */
bool srv_upload_grow(srv_upload *upload, uint64_t needed);

/* What goes to the library in one call. */
typedef struct srv_batch {
    const navlint_input *items;
    size_t count;
} srv_batch;

/* The findings that each of member_count files of a set may keep, where one alone may keep
 * max_findings. */
uint32_t srv_findings_of_member(uint32_t max_findings, size_t member_count);

/* Takes the block for the check of these very files, and reserves what their report's text may
 * take. Returns SRV_OK; SRV_BUSY; SRV_SET_TOO_LARGE if the budget could never hold it all. */
srv_problem srv_upload_reserve_check(srv_upload *upload, const srv_batch *files);

/* Is this report sent line by line? One of a single file is not: it is a line as a whole. */
bool srv_upload_is_streamed(const srv_upload *upload, const navlint_report *report);

/* Enlarges the reservation to what the text of this very report needs, if it is a set's.
 * Returns as srv_upload_reserve_check. */
srv_problem srv_upload_reserve_text(srv_upload *upload, const navlint_report *report);

/* Gives back the body's block, and what was promised for it. */
void srv_upload_give_body(srv_upload *upload);

/* Gives back all blocks, and of the reservation what the answer does not hold until it is sent.
 * text_length: bytes of the answer's text. */
void srv_upload_settle(srv_upload *upload, size_t text_length);

/* Gives back everything, the reservation for a reply's text among it. */
void srv_upload_clear(srv_upload *upload);

/* The same for what a fix answers with. length: of the file as it is now, bytes. */
srv_problem srv_upload_reserve_fixed(srv_upload *upload, const navlint_fixed *fixed, size_t length);

#endif
