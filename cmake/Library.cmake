# libnavlint, static and shared, from the object libraries of the rooms; fronts see the public header
# alone, tests and fuzzers may look inside (navlint_internal).
set(navlint_objects $<TARGET_OBJECTS:navlint_core> $<TARGET_OBJECTS:navlint_parsers>
    $<TARGET_OBJECTS:navlint_validator> $<TARGET_OBJECTS:navlint_report>
    $<TARGET_OBJECTS:navlint_compare> $<TARGET_OBJECTS:navlint_call>)

set(kinds STATIC SHARED)
if(NAVLINT_LIBRARY_ALONE)
  set(kinds SHARED)
elseif(NAVLINT_LIBRARIES_FROM_SOURCE) # for a program that holds all of it; nothing is installed
  set(kinds STATIC)
endif()
foreach(kind IN LISTS kinds)
  string(TOLOWER ${kind} suffix)
  add_library(navlint_${suffix} ${kind} ${navlint_objects})
  set_target_properties(navlint_${suffix} PROPERTIES OUTPUT_NAME navlint EXPORT_NAME ${suffix}
                        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
  target_include_directories(navlint_${suffix} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(navlint_${suffix} PRIVATE PkgConfig::LIBDEFLATE PkgConfig::JANSSON)
  add_library(navlint::${suffix} ALIAS navlint_${suffix})
endforeach()

# navlint.dll: the compiler has no visibility there, so that the list of Debian's package says what others may call.
if(WIN32 AND TARGET navlint_shared)
  set(symbols ${CMAKE_CURRENT_SOURCE_DIR}/debian/libnavlint0.symbols)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${symbols})
  file(STRINGS ${symbols} exported REGEX "^ navlint_")
  list(TRANSFORM exported REPLACE "^ (navlint_[a-z0-9_]+)@.*" "\\1")
  list(JOIN exported "\n" exported)
  file(CONFIGURE OUTPUT navlint.def CONTENT "EXPORTS\n@exported@\n" @ONLY)
  target_sources(navlint_shared PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/navlint.def)
  set_target_properties(navlint_shared PROPERTIES PREFIX "")
  target_link_libraries(navlint_shared PRIVATE ssp)
endif()

if(NAVLINT_LIBRARY_ALONE) # what is linked into it is nobody else's to call
  target_link_options(navlint_shared PRIVATE -Wl,--exclude-libs,ALL -s)
  return()
endif()

add_library(navlint_internal INTERFACE)
target_include_directories(navlint_internal INTERFACE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(navlint_internal INTERFACE navlint_static)

if(NAVLINT_LIBRARIES_FROM_SOURCE)
  return()
endif()

include(CMakePackageConfigHelpers)
# Relative to the .pc file itself, so that `cmake --install --prefix` and DESTDIR need no rewriting.
file(RELATIVE_PATH NAVLINT_PC_TO_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/navlint.pc.in ${CMAKE_BINARY_DIR}/navlint.pc @ONLY)
configure_package_config_file(cmake/navlintConfig.cmake.in ${CMAKE_BINARY_DIR}/navlintConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/navlint)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/navlintConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(TARGETS navlint_static navlint_shared EXPORT navlintTargets)
install(DIRECTORY include/navlint DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT navlintTargets NAMESPACE navlint::
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/navlint)
install(FILES ${CMAKE_BINARY_DIR}/navlintConfig.cmake ${CMAKE_BINARY_DIR}/navlintConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/navlint)
install(FILES ${CMAKE_BINARY_DIR}/navlint.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES schemas/report.schema.json schemas/request.schema.json schemas/response.schema.json
              schemas/diff.schema.json schemas/diff-files.schema.json
              schemas/fixed.schema.json
        DESTINATION ${CMAKE_INSTALL_DATADIR}/navlint/schemas)
