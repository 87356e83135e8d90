# What `cmake --install` puts in place. Each component is a Debian package (debian/rules): the program,
# the server, the library, its development files, the Python package; `licence` is in all of those in
# Debian's own form. Manual pages and completions: manual.cmake.
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

if(TARGET tablier)
    install(TARGETS tablier COMPONENT program)
    install(FILES deploy/tablier.service deploy/tablier.socket
        DESTINATION lib/systemd/system COMPONENT server)
    install(FILES deploy/tablier.sysusers DESTINATION lib/sysusers.d RENAME tablier.conf
        COMPONENT server)
    install(FILES deploy/tablier.conf deploy/nginx.conf
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tablier-server/examples COMPONENT server)
endif()

file(GLOB puzzle_files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/web/games web/games/*/puzzles.txt)
foreach(file IN LISTS puzzle_files)
    cmake_path(GET file PARENT_PATH game)
    install(FILES web/games/${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/tablier/puzzles
        RENAME ${game}.txt COMPONENT program)
endforeach()

# ---- Documents ----------------------------------------------------------------------------
# A link out of docs/ becomes plain text: the other files of the source tree are not installed.

# install_document(FILE FOLDER COMPONENT [../]): with ../ for a file in a folder of docs/.
function(install_document file folder component)
    string(REPLACE . "\\." up "../${ARGN}")
    cmake_path(GET file FILENAME name)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    string(REGEX REPLACE "\\[([^]]*)\\]\\(${up}[^)]*\\)" "\\1" text "${text}")
    set(copy ${PROJECT_BINARY_DIR}/documents/${folder}/${name})
    file(WRITE ${copy} "${text}")
    install(FILES ${copy} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${folder} COMPONENT ${component})
endfunction()

file(GLOB documents CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md)
# Those about changes to Tablier stay with its source.
list(FILTER documents EXCLUDE REGEX "/(ADDING_A_GAME|API|ARCHITECTURE|TRANSLATING)\\.md$")
foreach(document IN LISTS documents)
    install_document(${document} tablier program)
endforeach()
foreach(folder algorithms results server)
    file(GLOB documents CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/${folder}/*.md)
    foreach(document IN LISTS documents)
        install_document(${document} tablier/${folder} program ../)
    endforeach()
endforeach()
install(DIRECTORY docs/lab DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tablier COMPONENT program
    FILES_MATCHING PATTERN *.md PATTERN *.csv PATTERN *.svg)
install_document(${PROJECT_SOURCE_DIR}/docs/API.md tablier dev)
if(TARGET tablier)
    install_document(${PROJECT_SOURCE_DIR}/deploy/README.md tablier-server server)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tablier COMPONENT licence)
file(GLOB examples CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.c)
install(FILES ${examples} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libtablier-dev/examples
    COMPONENT dev)

# ---- The Python package ---------------------------------------------------------------
# Debian's Python, whatever else is in the PATH: it has cffi. `cmake --build --target
# python_module` makes it, `cmake --install --component python` installs it and fails without it.
find_program(DEBIAN_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
set(python_lib ${PROJECT_BINARY_DIR}/python/lib)
if(DEBIAN_PYTHON AND NOT TABLIER_LIBRARY_ONLY AND NOT CMAKE_CROSSCOMPILING AND NOT TABLIER_SANITIZE)
    add_custom_target(python_module VERBATIM
        COMMAND ${CMAKE_COMMAND} -E env TABLIER_BUILD=${PROJECT_BINARY_DIR}
            PYTHONDONTWRITEBYTECODE=1 ${DEBIAN_PYTHON} setup.py --quiet
            egg_info --egg-base ${PROJECT_BINARY_DIR}/python
            build --build-base ${PROJECT_BINARY_DIR}/python/base --build-lib ${python_lib}
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/bindings/python DEPENDS tablier_static)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/python)
    install(CODE "file(GLOB made ${python_lib}/tablier/*.so)
        if(NOT made)
            message(FATAL_ERROR \"Python's module is not built: build the target python_module first.\")
        endif()" COMPONENT python EXCLUDE_FROM_ALL)
    install(DIRECTORY ${python_lib}/ DESTINATION lib/python3/dist-packages COMPONENT python
        EXCLUDE_FROM_ALL)
endif()
