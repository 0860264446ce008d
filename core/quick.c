#include "core/quick.h"

#ifdef NAVLINT_TWINS
_Thread_local nl_twins nl_twins_here;
#else
typedef int nl_quick_is_empty; /* a file must hold something */
#endif
