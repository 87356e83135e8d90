# Writes the assembler source for embed_resources():
#     cmake -D LIST=pairs.txt -D OUT=resources.S -P resources_table.cmake
# It is written whenever one of the files has changed, which makes the assembler read them again.
file(STRINGS ${LIST} lines)
set(pairs "")
foreach(line IN LISTS lines)
    if(line MATCHES "^@ (.+)$")
        file(STRINGS ${CMAKE_MATCH_1} more)
        list(APPEND pairs ${more})
    else()
        list(APPEND pairs ${line})
    endif()
endforeach()

set(data "")
set(table "")
set(index 0)
foreach(pair IN LISTS pairs)
    string(REGEX MATCH "^([^ ]+) (.+)$" pair "${pair}")
    string(APPEND data
        ".Lname${index}: .asciz \"${CMAKE_MATCH_1}\"\n"
        "    .balign 16\n"
        ".Ldata${index}: .incbin \"${CMAKE_MATCH_2}\"\n"
        ".Lend${index}: .byte 0\n")
    string(APPEND table
        "    .8byte .Lname${index}, .Ldata${index}, .Lend${index} - .Ldata${index}\n")
    math(EXPR index "${index} + 1")
endforeach()

file(WRITE ${OUT}
"/* Generated: files inside the program. */
    .section .rodata
${data}
    .section .data.rel.ro, \"aw\", %progbits
    .balign 8
    .globl resources
    .hidden resources
    .type resources, %object
resources:
${table}    .8byte 0, 0, 0
    .size resources, . - resources
    .section .note.GNU-stack, \"\", %progbits
")
