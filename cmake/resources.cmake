# embed_resources(TARGET BASE dir FILES file...)
#
# Puts the files into TARGET as the table that src/cli/resource.h declares:
#     const struct resource resources[];    { name, data, size }, ended by a NULL name
# The name of a resource is its path below BASE. The assembler reads the files
# (.incbin), so size costs nothing, and a changed file is embedded anew. Each is
# followed by a zero byte, which its size does not count: text is a C string.
function(embed_resources target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "BASE" "FILES")
    set(data "")
    set(table "")
    set(index 0)
    foreach(file IN LISTS arg_FILES)
        file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR}/${arg_BASE} ${file})
        string(APPEND data
            ".Lname${index}: .asciz \"${name}\"\n"
            "    .balign 16\n"
            ".Ldata${index}: .incbin \"${file}\"\n"
            ".Lend${index}: .byte 0\n")
        string(APPEND table
            "    .8byte .Lname${index}, .Ldata${index}, .Lend${index} - .Ldata${index}\n")
        math(EXPR index "${index} + 1")
    endforeach()

    set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_resources.S)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"/* Generated: the resources of @target@. */
    .section .rodata
@data@
    .section .data.rel.ro, \"aw\", %progbits
    .balign 8
    .globl resources
    .hidden resources
    .type resources, %object
resources:
@table@    .8byte 0, 0, 0
    .size resources, . - resources
    .section .note.GNU-stack, \"\", %progbits
")
    set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${arg_FILES}")
    target_sources(${target} PRIVATE ${source})
endfunction()
