#include "cli/suppress/today.h"

#include <ctype.h>
#include <stdlib.h>
#include <time.h>

#include "cli/output.h"
#include "cli/suppress/text.h"

/* Decimal digits only. */
static bool read_seconds(const char *text, time_t *seconds) {
    char *end = NULL;
    if (!isdigit((unsigned char)text[0])) return false;
    *seconds = (time_t)strtoll(text, &end, 10);
    return *end == '\0';
}

int cli_today(char day[CLI_DATE_CAPACITY]) {
    const char *const epoch = getenv("SOURCE_DATE_EPOCH");
    time_t seconds = epoch ? 0 : time(NULL);
    struct tm parts;
    const bool is_read = !epoch || read_seconds(epoch, &seconds);
    if (is_read && gmtime_r(&seconds, &parts) &&
        strftime(day, CLI_DATE_CAPACITY, "%Y-%m-%d", &parts) > 0 && cli_is_date(day))
        return CLI_OK;
    cli_complain("SOURCE_DATE_EPOCH '%s' is not a number of seconds since 1970", epoch);
    return CLI_USAGE;
}
