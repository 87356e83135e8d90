# The catalogues of po/, one per language, compiled and put into the library as the table that
# src/core/catalog.h declares. TABLIER_LANGUAGES lists further .po files, from outside the tree.
# The words of the web app are not in it: they are in the catalogues that the web app fetches, which have
# no messages of the program. Sets TABLIER_CATALOGS to those, and TABLIER_CATALOG_LIST to a list in JSON of
# the languages that the web app offers: those whose catalogue has its words.
set(TABLIER_LANGUAGES "" CACHE STRING "Further catalogues (.po), separated by semicolons")
find_program(MSGFMT msgfmt)
find_program(MSGGREP msggrep)
find_program(MSGATTRIB msgattrib)
if(NOT MSGFMT OR NOT MSGGREP OR NOT MSGATTRIB)
    message(FATAL_ERROR "msgfmt, msggrep and msgattrib are missing: install gettext.")
endif()

file(GLOB language_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/po/*.po)
set(declarations "")
set(rows "")
set(tags "")
set(TABLIER_CATALOGS "")
foreach(source IN LISTS language_files TABLIER_LANGUAGES)
    cmake_path(GET source STEM tag)
    string(MAKE_C_IDENTIFIER catalog_${tag} symbol)
    set(compiled ${PROJECT_BINARY_DIR}/po/${tag}.mo)
    set(smaller ${PROJECT_BINARY_DIR}/web/lang/${tag}.mo)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    if(NOT EXISTS ${compiled} OR ${source} IS_NEWER_THAN ${compiled})
        file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/po ${PROJECT_BINARY_DIR}/web/lang)
        execute_process(
            COMMAND ${MSGGREP} --invert-match --location=web/*/*/* ${source}
            COMMAND ${MSGFMT} --no-hash --endianness=little -o ${compiled} -
            COMMAND_ERROR_IS_FATAL ANY)
        execute_process(
            COMMAND ${MSGGREP} --location=src/core/* --location=src/games/*/* --location=src/json/*
                --location=src/learn/* --location=src/net/* --location=src/search/*
                --location=src/solve/* --location=src/api/* --location=src/wasm/*
                --location=src/server/* --location=src/server/*/* --location=src/server/*/*/* --location=web/*/*/* ${source}
            COMMAND ${MSGFMT} --no-hash --endianness=little -o ${smaller} -
            COMMAND_ERROR_IS_FATAL ANY)
    endif()
    embed_bytes(tablier_objects ${symbol} ${compiled})
    list(APPEND TABLIER_CATALOGS ${smaller})
    execute_process(COMMAND ${MSGGREP} --location=web/*/*/* ${source}
        COMMAND ${MSGATTRIB} --translated OUTPUT_VARIABLE words)
    if(words MATCHES "msgctxt")
        list(APPEND tags "\"${tag}\"")
    endif()
    file(SIZE ${compiled} size)
    string(APPEND declarations "extern const unsigned char ${symbol}[];\n")
    string(APPEND rows "        {\"${tag}\", ${symbol}, ${size}},\n")
endforeach()
list(JOIN tags ", " tags)
set(TABLIER_CATALOG_LIST ${PROJECT_BINARY_DIR}/web/lang/index.json)
file(CONFIGURE OUTPUT ${TABLIER_CATALOG_LIST} CONTENT "[${tags}]\n" @ONLY)
string(CONCAT table "#include \"core/catalog.h\"\n\n${declarations}\n"
    "const struct catalog *catalogs(void)\n{\n"
    "    static const struct catalog table[] = {\n${rows}        {0},\n    };\n\n"
    "    return table;\n}\n")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/catalogs.c CONTENT "${table}" @ONLY)
target_sources(tablier_objects PRIVATE ${PROJECT_BINARY_DIR}/catalogs.c)
