/* What the routes without a body answer. */
#ifndef SRV_HANDLERS_H
#define SRV_HANDLERS_H

#include "routes.h"

srv_handler srv_get_formats;
srv_handler srv_get_rules;
srv_handler srv_get_rule;
srv_handler srv_get_report_schema;
srv_handler srv_get_problem_schema;
srv_handler srv_get_health;

#endif
