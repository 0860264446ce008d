/* The files in a form, an archive or a container: what the library judges together. */
#ifndef NAVLINT_SERVER_MEMBERS_H
#define NAVLINT_SERVER_MEMBERS_H

#include "server/package.h"

/* Every part of a form that is a file is a member; of an archive the files that are recognised; of
 * a body that is a container, itself; and what is in these, at whatever level. Nothing is unpacked
 * before all limits have been held against what the archive says, and nothing is kept if one is
 * reached. members: receives them; give the block back to package->memory. Returns the problem,
 * with the answer SRV_OK if there is none. */
srv_problem srv_members_make(const srv_package *package, srv_members *members);

#endif
