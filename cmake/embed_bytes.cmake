# embed_bytes(TARGET SYMBOL FILE)
#
# Compiles a data file into TARGET as C, for every machine and for WebAssembly:
#     const unsigned char SYMBOL[];    const size_t SYMBOL_size;
# A zero follows, so that a file that is still empty can be told by its first byte.
find_program(OD od)
find_program(SED sed)

function(embed_bytes target symbol file)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.c)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    if(NOT EXISTS ${source} OR ${file} IS_NEWER_THAN ${source}
        OR ${CMAKE_CURRENT_FUNCTION_LIST_FILE} IS_NEWER_THAN ${source})
        file(SIZE ${file} size)
        # As strings: a list of numbers takes compilers twenty times as long to read.
        if(OD AND SED)
            execute_process(COMMAND ${OD} -An -v -tx1 ${file}
                COMMAND ${SED} -e "s/ *$//" -e "s/  */\\\\x/g" -e "s/.*/\"&\"/"
                OUTPUT_VARIABLE strings COMMAND_ERROR_IS_FATAL ANY)
        else() # takes longer
            file(READ ${file} hex HEX)
            string(REGEX REPLACE "(..)" "\\\\x\\1" strings "${hex}")
            set(strings "\"${strings}\"")
        endif()
        file(WRITE ${source}
            "#include <stddef.h>\n\n"
            "extern const unsigned char ${symbol}[];\n"
            "extern const size_t ${symbol}_size;\n\n"
            "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n"
            "_Alignas(64) const unsigned char ${symbol}[] =\n${strings};\n"
            "const size_t ${symbol}_size = ${size};\n")
    endif()
    target_sources(${target} PRIVATE ${source})
endfunction()
