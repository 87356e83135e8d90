# The manual pages and the completions of shells, made by the program from its table of commands,
# and the list of functions from the header: none of them can go stale.
set(manual_dir ${PROJECT_BINARY_DIR}/manual)

# Sections and functions of tablier.h, as a list in mdoc.
file(STRINGS include/tablier.h header_lines)
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
configure_file(docs/libtablier.3.in ${manual_dir}/libtablier.3 @ONLY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS include/tablier.h)
install(FILES ${manual_dir}/libtablier.3 DESTINATION ${CMAKE_INSTALL_MANDIR}/man3 COMPONENT dev)

if(TABLIER_PROGRAM)
    set(made "")
    foreach(page tablier.1 tablier-serve.8)
        add_custom_command(OUTPUT ${manual_dir}/${page}
            COMMAND tablier manual < ${PROJECT_SOURCE_DIR}/docs/${page}.in > ${manual_dir}/${page}
            DEPENDS tablier docs/${page}.in)
        list(APPEND made ${manual_dir}/${page})
    endforeach()
    foreach(shell bash zsh fish)
        add_custom_command(OUTPUT ${manual_dir}/completion.${shell}
            COMMAND tablier --lang en completion ${shell} > ${manual_dir}/completion.${shell}
            DEPENDS tablier)
        list(APPEND made ${manual_dir}/completion.${shell})
    endforeach()
    add_custom_target(manual ALL DEPENDS ${made})

    install(FILES ${manual_dir}/tablier.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
    install(FILES ${manual_dir}/tablier-serve.8 DESTINATION ${CMAKE_INSTALL_MANDIR}/man8 COMPONENT program)
    install(FILES ${manual_dir}/completion.bash RENAME tablier
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
    install(FILES ${manual_dir}/completion.zsh RENAME _tablier
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT program)
    install(FILES ${manual_dir}/completion.fish RENAME tablier.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
endif()
