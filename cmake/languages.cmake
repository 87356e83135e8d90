# The catalogues of po/, one per language. TABLIER_LANGUAGES lists further .po files, from outside the tree.
#
# compile_languages() puts them into the library, as the table that src/core/catalog.h declares, without the words of
# the web app: these are in the catalogues that the web app fetches, which page_languages() makes.
set(TABLIER_LANGUAGES "" CACHE STRING "Further catalogues (.po), separated by semicolons")
find_program(MSGFMT msgfmt)
find_program(MSGGREP msggrep)
find_program(MSGATTRIB msgattrib)
find_program(MSGCAT msgcat)
if(NOT MSGFMT OR NOT MSGGREP OR NOT MSGATTRIB OR NOT MSGCAT)
    message(FATAL_ERROR "msgfmt, msggrep, msgattrib and msgcat are missing: install gettext.")
endif()

set(online_words web/js/lang/online.js)

# page_catalogue(PO MO WORDS MESSAGES...): compiles the web app's words of one place and the messages of others. The web
# app looks its own words up by their context alone, and has their English already.
function(page_catalogue source compiled words)
    execute_process(COMMAND ${MSGGREP} --force-po --no-wrap ${words} ${source} OUTPUT_VARIABLE own COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX REPLACE "(\nmsgctxt \"[^\n]*\"\n)msgid (\"[^\n]*\"\n)+" "\\1msgid \"\"\n" own "${own}")
    file(WRITE ${compiled}.page.po "${own}")
    execute_process(
        COMMAND ${MSGGREP} --force-po ${ARGN} ${source}
        COMMAND ${MSGCAT} --force-po --use-first ${compiled}.page.po -
        COMMAND ${MSGFMT} --no-hash --endianness=little -o ${compiled} -
        COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Sets RESULT to whether FILE has to be made of SOURCE.
macro(catalogue_is_old result file source)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    if(NOT EXISTS ${file} OR ${source} IS_NEWER_THAN ${file}
        OR ${CMAKE_CURRENT_FUNCTION_LIST_FILE} IS_NEWER_THAN ${file})
        set(${result} ON)
    else()
        set(${result} OFF)
    endif()
endmacro()

# compile_languages(TARGET FOLDER CATALOGUE...): puts these languages into the target. Compiled files go to FOLDER.
function(compile_languages target folder)
    set(declarations "")
    set(rows "")
    foreach(source IN LISTS ARGN)
        cmake_path(GET source STEM tag)
        string(MAKE_C_IDENTIFIER catalog_${tag} symbol)
        set(compiled ${folder}/po/${tag}.mo)
        catalogue_is_old(old ${compiled} ${source})
        if(old)
            file(MAKE_DIRECTORY ${folder}/po)
            execute_process(
                COMMAND ${MSGGREP} --invert-match --location=web/*/*/* ${source}
                COMMAND ${MSGFMT} --no-hash --endianness=little -o ${compiled} -
                COMMAND_ERROR_IS_FATAL ANY)
        endif()
        embed_bytes(${target} ${symbol} ${compiled})
        file(SIZE ${compiled} size)
        string(APPEND declarations "extern const unsigned char ${symbol}[];\n")
        string(APPEND rows "        {\"${tag}\", ${symbol}, ${size}},\n")
    endforeach()
    string(CONCAT table "#include \"core/catalog.h\"\n\n${declarations}\n"
        "const struct catalog *catalogs(void)\n{\n"
        "    static const struct catalog table[] = {\n${rows}        {0},\n    };\n\n"
        "    return table;\n}\n")
    file(CONFIGURE OUTPUT ${folder}/catalogs.c CONTENT "${table}" @ONLY)
    target_sources(${target} PRIVATE ${folder}/catalogs.c)
endfunction()

# page_languages(FOLDER CATALOGUE...): makes the web app's catalogues below FOLDER/web/lang, which have no messages
# that only a terminal or an operator of the server reads. TAG.online.mo has the words of views with a server and the
# server's messages, TAG.mo all others. Sets TABLIER_CATALOGS to those, and TABLIER_CATALOG_LIST to a list in JSON of
# the languages that the web app offers: those whose catalogue has its words.
function(page_languages folder)
    set(place ${folder}/web/lang)
    set(tags "")
    set(TABLIER_CATALOGS "")
    file(MAKE_DIRECTORY ${place})
    foreach(source IN LISTS ARGN)
        cmake_path(GET source STEM tag)
        set(smaller ${place}/${tag}.mo)
        set(online ${place}/${tag}.online.mo)
        catalogue_is_old(old ${online} ${source})
        if(old)
            execute_process(COMMAND ${MSGGREP} --invert-match --location=${online_words} ${source}
                OUTPUT_FILE ${smaller}.po COMMAND_ERROR_IS_FATAL ANY)
            page_catalogue(${smaller}.po ${smaller} --location=web/*/*/* --location=src/core/*
                --location=src/games/*/* --location=src/learn/* --location=src/net/* --location=src/search/*
                --location=src/solve/* --location=src/api/* --location=src/wasm/*)
            page_catalogue(${source} ${online} --location=${online_words} --location=src/server/*
                --location=src/server/common/* --location=src/server/game/* --location=src/server/members/*
                --location=src/server/ratings/* --location=src/server/pairing/*
                --location=src/server/connection/connection.c)
        endif()
        list(APPEND TABLIER_CATALOGS ${smaller} ${online})
        execute_process(COMMAND ${MSGGREP} --location=web/*/*/* ${source}
            COMMAND ${MSGATTRIB} --translated OUTPUT_VARIABLE words)
        if(words MATCHES "msgctxt")
            list(APPEND tags "\"${tag}\"")
        endif()
    endforeach()
    list(JOIN tags ", " tags)
    set(TABLIER_CATALOG_LIST ${place}/index.json)
    file(CONFIGURE OUTPUT ${TABLIER_CATALOG_LIST} CONTENT "[${tags}]\n" @ONLY)
    set(TABLIER_CATALOGS ${TABLIER_CATALOGS} PARENT_SCOPE)
    set(TABLIER_CATALOG_LIST ${TABLIER_CATALOG_LIST} PARENT_SCOPE)
endfunction()

file(GLOB language_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/po/*.po)
list(APPEND language_files ${TABLIER_LANGUAGES})
compile_languages(tablier_objects ${PROJECT_BINARY_DIR} ${language_files})
