#ifndef NAVLINT_PARSERS_MGS_NAV2_CHECK_HEADER_H
#define NAVLINT_PARSERS_MGS_NAV2_CHECK_HEADER_H

#include "parsers/mgs_nav2/findings.h"

/* The header of the file, of which nothing is cut off. */
void nav2_check_header(const nl_job *job, const nav2_document *doc);

#endif
