/* What the routes without a body answer. */
#ifndef NAVLINT_SERVER_HANDLERS_H
#define NAVLINT_SERVER_HANDLERS_H

#include "server/routes.h"

srv_handler srv_say_options;
srv_handler srv_get_page;
srv_handler srv_get_formats;
srv_handler srv_get_rules;
srv_handler srv_get_rule;
srv_handler srv_get_report_schema;
srv_handler srv_get_problem_schema;
srv_handler srv_get_formats_schema;
srv_handler srv_get_rules_schema;
srv_handler srv_get_fixed_schema;
srv_handler srv_get_openapi;
srv_handler srv_get_version;
srv_handler srv_get_health;
srv_handler srv_get_readiness;

#endif
