#include "server/counters.h"

srv_counters srv_counts;
