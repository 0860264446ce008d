/* From the bytes of a file to the answer that holds the repaired ones. */
#ifndef NAVLINT_SERVER_UPLOAD_FIX_H
#define NAVLINT_SERVER_UPLOAD_FIX_H

#include "server/upload.h"
#include "server/upload_memory.h"

/* Repairs the first of the files; those behind it are its masters. The memory for it is taken.
 * Fills `reply` if there is no problem. */
srv_problem srv_upload_fix(srv_upload *upload, const srv_batch *files, srv_reply *reply);

#endif
