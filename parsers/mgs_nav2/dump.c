#include "parsers/mgs_nav2/layout.h"
void nav2_dump(const nl_job *job, const void *document, nl_dump *dump) { (void)job; (void)document; (void)dump; }
