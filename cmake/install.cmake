# What `cmake --install` puts in place, and the Debian packages that `cpack -G DEB` makes of
# it, one for each component: the program, the library, its development files, the Python
# package. Manual pages and completions: manual.cmake.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tablier)

install(TARGETS tablier_static tablier_shared EXPORT tablier
    LIBRARY COMPONENT library NAMELINK_COMPONENT dev
    ARCHIVE COMPONENT dev)
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
    FILES_MATCHING PATTERN *.h)

# The pkg-config file finds the rest from its own place, so the tree may be moved.
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/tablier.pc.in tablier.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tablier.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT dev)

write_basic_package_version_file(tablier-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tablier-config-version.cmake DESTINATION ${package_dir}
    COMPONENT dev)
install(EXPORT tablier FILE tablier-config.cmake NAMESPACE tablier:: DESTINATION ${package_dir}
    COMPONENT dev)

if(TABLIER_PROGRAM)
    install(TARGETS tablier COMPONENT program)
    # Not active: whoever wants a server enables it.
    install(FILES deploy/tablier.service deploy/tablier.socket
        DESTINATION lib/systemd/system COMPONENT program)
    install(FILES deploy/tablier.conf deploy/nginx.conf deploy/README.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/deploy COMPONENT program)
endif()

file(GLOB puzzle_files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/web/games web/games/*/puzzles.txt)
foreach(file IN LISTS puzzle_files)
    cmake_path(GET file PARENT_PATH game)
    install(FILES web/games/${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/tablier/puzzles
        RENAME ${game}.txt COMPONENT library)
endforeach()

install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program
    FILES_MATCHING PATTERN *.md PATTERN API.md EXCLUDE)
install(FILES docs/API.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT dev)

# ---- The Python package ---------------------------------------------------------------
# Debian's Python, whatever else is in the PATH: it has cffi. `cmake --build --target
# python_module` makes it; without that the package is left out.
find_program(DEBIAN_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
set(python_lib ${PROJECT_BINARY_DIR}/python/lib)
if(DEBIAN_PYTHON AND NOT CMAKE_CROSSCOMPILING AND NOT TABLIER_SANITIZE)
    add_custom_target(python_module VERBATIM
        COMMAND ${CMAKE_COMMAND} -E env TABLIER_BUILD=${PROJECT_BINARY_DIR}
            PYTHONDONTWRITEBYTECODE=1 ${DEBIAN_PYTHON} setup.py --quiet
            egg_info --egg-base ${PROJECT_BINARY_DIR}/python
            build --build-base ${PROJECT_BINARY_DIR}/python/base --build-lib ${python_lib}
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/bindings/python DEPENDS tablier_static)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/python)
    install(DIRECTORY ${python_lib}/ DESTINATION lib/python3/dist-packages COMPONENT python
        OPTIONAL EXCLUDE_FROM_ALL)
endif()

# ---- Debian packages -------------------------------------------------------------------

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tablier)
set(CPACK_PACKAGE_CONTACT "Tablier contributors")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL program library dev python)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

set(soversion ${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME tablier)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "plays, teaches, analyses and solves four abstract games")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libtablier${soversion})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "rules, search and solving of four abstract games")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libtablier-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libtablier${soversion} (= ${PROJECT_VERSION}), libjansson-dev")
set(CPACK_COMPONENT_DEV_DESCRIPTION "development files of the Tablier library")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-tablier)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3, python3-cffi-backend, python3-numpy")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "the Tablier library for Python")
include(CPack)
