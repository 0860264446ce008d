/* Results in files of a folder that all machines see. */
#ifndef NAVLINT_SCAN_STORE_H
#define NAVLINT_SCAN_STORE_H

#include "scan/body.h"

/* Writes the body into the file of a task, as a whole or not at all; one that is there is replaced.
 * Returns false after a complaint. */
bool scan_store_write(const char *folder, const scan_id *id, const scan_body *body);

/* Publishes that the file is there. Returns false if the publisher was stopped. */
bool scan_store_publish(scan_publisher *publisher, const char *subject, const scan_id *attempt);

/* Tells whether a message says so. */
bool scan_store_is_meant(natsMsg *message);

/* Opens the file of a task. Returns a descriptor, or -1 with errno set. */
int scan_store_open(const char *folder, const scan_id *id);

#endif
