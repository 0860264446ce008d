# parsers/formats.def and containers/containers.def are the only lists of formats: their rows give the rooms, the
# fuzz targets and the corpora their names. Editing one re-runs CMake.
#
# NAVLINT_FORMATS: all rooms, in the order of parsers/rooms.def. NAVLINT_FOLDER_OF_<room>: the room's folder.
set(NAVLINT_FORMATS "")
foreach(list IN ITEMS parsers/formats.def containers/containers.def)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${list})
  get_filename_component(folder ${list} DIRECTORY)
  file(STRINGS ${list} rows REGEX "^NL_FORMAT\\(")
  foreach(row IN LISTS rows)
    string(REGEX REPLACE "^NL_FORMAT\\(([a-z0-9_]+)\\).*" "\\1" room "${row}")
    list(APPEND NAVLINT_FORMATS ${room})
    set(NAVLINT_FOLDER_OF_${room} ${PROJECT_SOURCE_DIR}/${folder}/${room})
  endforeach()
endforeach()
