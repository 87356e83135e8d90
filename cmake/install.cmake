# What `cmake --install` puts in place: libraries, header, pkg-config file,
# CMake package, program, documents. Manual pages and completions: manual.cmake.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tablier)

install(TARGETS tablier_static tablier_shared EXPORT tablier)
install(FILES include/tablier.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# The pkg-config file finds the rest from its own place, so the tree may be moved.
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/tablier.pc.in tablier.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tablier.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

write_basic_package_version_file(tablier-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tablier-config-version.cmake DESTINATION ${package_dir})
install(EXPORT tablier FILE tablier-config.cmake NAMESPACE tablier:: DESTINATION ${package_dir})

if(TABLIER_PROGRAM)
    install(TARGETS tablier)
endif()

install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN *.md)
