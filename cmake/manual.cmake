# The manual pages and the completions of shells, made by the program from its table of commands,
# and the list of functions from the header: none of them can go stale.
set(manual_dir ${PROJECT_BINARY_DIR}/manual)

# Sections and functions of the public headers, in the order of tablier.h, as a list in mdoc.
file(STRINGS include/tablier.h parts REGEX "^#include <tablier/")
set(header_lines "")
foreach(part IN LISTS parts)
    string(REGEX REPLACE ".*<(.*)>.*" "include/\\1" part ${part})
    file(STRINGS ${part} part_lines)
    list(APPEND header_lines ${part_lines})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${part})
endforeach()
set(FUNCTIONS "")
foreach(line IN LISTS header_lines)
    if(line MATCHES "^/\\* ---- (.*[^-]) ?-+ \\*/")
        set(section "${CMAKE_MATCH_1}")
        string(STRIP "${section}" section)
        set(named FALSE)
    elseif(line MATCHES "^TB_API .*[ *](tb_[a-z0-9_]+)\\(")
        set(name ${CMAKE_MATCH_1})
        if(NOT named)
            string(APPEND FUNCTIONS ".Ss ${section}\n")
            set(named TRUE)
        else()
            string(APPEND FUNCTIONS ".br\n")
        endif()
        string(APPEND FUNCTIONS ".Fn ${name}\n")
    endif()
endforeach()
string(STRIP "${FUNCTIONS}" FUNCTIONS)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS include/tablier.h)
# libtablier.3.in is in English, libtablier.3.de.in in German.
file(GLOB pages CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/docs docs/libtablier.3.in
    docs/libtablier.3.*.in)
foreach(source IN LISTS pages)
    string(REGEX MATCH "^libtablier\\.3\\.(([A-Za-z-]+)\\.)?in$" found ${source})
    set(tag ${CMAKE_MATCH_2})
    set(folder ${tag}/man3)
    if(NOT tag)
        set(tag en)
        set(folder man3)
    endif()
    set(result ${manual_dir}/${tag}/libtablier.3)
    configure_file(docs/${source} ${result} @ONLY)
    install(FILES ${result} DESTINATION ${CMAKE_INSTALL_MANDIR}/${folder} COMPONENT dev)
endforeach()

# Not with sanitizers, whose program starts slowly: the pages are made from hundreds of starts.
if(TARGET tablier AND NOT TABLIER_SANITIZE)
    set(made "")
    # tablier.1.in is in English, tablier.1.de.in in German.
    file(GLOB pages CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/docs docs/tablier*.[18].in
        docs/tablier*.[18].*.in)
    foreach(source IN LISTS pages)
        string(REGEX MATCH "^([a-z-]+\\.([18]))\\.(([A-Za-z-]+)\\.)?in$" found ${source})
        set(page ${CMAKE_MATCH_1})
        set(section ${CMAKE_MATCH_2})
        set(tag ${CMAKE_MATCH_4})
        set(folder man${section})
        if(tag)
            set(folder ${tag}/${folder})
        else()
            set(tag en)
        endif()
        set(result ${manual_dir}/${tag}/${page})
        add_custom_command(OUTPUT ${result}
            COMMAND ${PROJECT_SOURCE_DIR}/scripts/manual ${tag} ${CMAKE_CROSSCOMPILING_EMULATOR}
                $<TARGET_FILE:tablier> < ${PROJECT_SOURCE_DIR}/docs/${source} > ${result}
            DEPENDS tablier scripts/manual docs/${source})
        file(MAKE_DIRECTORY ${manual_dir}/${tag})
        list(APPEND made ${result})
        install(FILES ${result} DESTINATION ${CMAKE_INSTALL_MANDIR}/${folder} COMPONENT program)
    endforeach()
    add_custom_target(manual ALL DEPENDS ${made})

    install(FILES src/cli/completion/tablier.bash RENAME tablier
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
    install(FILES src/cli/completion/tablier.zsh RENAME _tablier
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT program)
    install(FILES src/cli/completion/tablier.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
endif()
