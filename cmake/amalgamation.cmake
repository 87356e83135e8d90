# The target `amalgamation`: the library as tablier.c and tablier.h in build/release/amalgamation, with
# a file that makes the folder a subproject for Meson.
find_program(AMALGAMATION_PYTHON python3)
if(AMALGAMATION_PYTHON)
    set(amalgamation ${PROJECT_BINARY_DIR}/amalgamation)
    # Not what only our own program uses of the library.
    get_target_property(amalgamation_sources tablier_objects SOURCES)
    list(FILTER amalgamation_sources EXCLUDE REGEX
        "/src/(protocol/.*|file/(text_stream|say)|json/record_file)\\.c$")
    file(GLOB_RECURSE amalgamation_headers CONFIGURE_DEPENDS src/*.h include/*.h)
    add_custom_command(OUTPUT ${amalgamation}/tablier.c ${amalgamation}/tablier.h
        COMMAND ${AMALGAMATION_PYTHON} ${PROJECT_SOURCE_DIR}/scripts/amalgamate ${amalgamation}
            ${amalgamation_sources}
        DEPENDS scripts/amalgamate LICENSE ${amalgamation_headers} ${amalgamation_sources} VERBATIM)
    configure_file(cmake/amalgamation.meson.in ${amalgamation}/meson.build @ONLY)
    add_custom_target(amalgamation DEPENDS ${amalgamation}/tablier.c ${amalgamation}/tablier.h)
endif()
