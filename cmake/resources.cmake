# embed_resources(TARGET name file [name file]...)
#
# Puts the files into TARGET as the table that src/cli/resource.h declares:
#     const struct resource resources[];    { name, data, size }, ended by a NULL name
# The assembler reads the files (.incbin), so size costs nothing. A pair `@ file` stands for the pairs in the
# lines of that file. Each resource is followed by a zero byte, which its size does not count: text is
# a C string.
function(embed_resources target)
    set(lines "")
    set(files "")
    set(rest ${ARGN})
    while(rest)
        list(POP_FRONT rest name file)
        string(APPEND lines "${name} ${file}\n")
        list(APPEND files ${file})
    endwhile()
    set(list ${CMAKE_CURRENT_BINARY_DIR}/${target}_resources.txt)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_resources.S)
    set(script ${PROJECT_SOURCE_DIR}/cmake/resources_table.cmake)
    file(CONFIGURE OUTPUT ${list} @ONLY CONTENT "@lines@")
    add_custom_command(OUTPUT ${source}
        COMMAND ${CMAKE_COMMAND} -D LIST=${list} -D OUT=${source} -P ${script}
        DEPENDS ${files} ${list} ${script} VERBATIM)
    target_sources(${target} PRIVATE ${source})
endfunction()
