# parsers/formats.def is the only list of formats: its rows give the rooms, the fuzz targets and the
# corpora their names. Editing it re-runs CMake.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             ${CMAKE_CURRENT_SOURCE_DIR}/parsers/formats.def)
file(STRINGS parsers/formats.def navlint_format_rows REGEX "^NL_FORMAT\\(")
set(NAVLINT_FORMATS "")
foreach(row IN LISTS navlint_format_rows)
  string(REGEX REPLACE "^NL_FORMAT\\(([a-z0-9_]+)\\).*" "\\1" room "${row}")
  list(APPEND NAVLINT_FORMATS ${room})
endforeach()
