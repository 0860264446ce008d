#include "parsers/format.h"

#define NL_FORMAT(room) extern const nl_format nl_format_##room;
#include "parsers/rooms.def"
#undef NL_FORMAT

const nl_format *const nl_formats[] = {
#define NL_FORMAT(room) &nl_format_##room,
#include "parsers/rooms.def"
#undef NL_FORMAT
};

const size_t nl_format_count = sizeof nl_formats / sizeof nl_formats[0];
