# embed_resources(TARGET name file [name file]...)
#
# Puts the files into TARGET as the table that src/cli/resource.h declares:
#     const struct resource resources[];    { name, data, size }, ended by a NULL name
# The assembler reads the files (.incbin), so size costs nothing, and a changed
# file is embedded anew. Each is followed by a zero byte, which its size does not
# count: text is a C string.
function(embed_resources target)
    set(data "")
    set(table "")
    set(files "")
    set(index 0)
    set(rest ${ARGN})
    while(rest)
        list(POP_FRONT rest name file)
        list(APPEND files ${file})
        string(APPEND data
            ".Lname${index}: .asciz \"${name}\"\n"
            "    .balign 16\n"
            ".Ldata${index}: .incbin \"${file}\"\n"
            ".Lend${index}: .byte 0\n")
        string(APPEND table
            "    .8byte .Lname${index}, .Ldata${index}, .Lend${index} - .Ldata${index}\n")
        math(EXPR index "${index} + 1")
    endwhile()

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
    set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${files}")
    target_sources(${target} PRIVATE ${source})
endfunction()
