# The files inside the program: the rule pages, and the page for browsers where its
# module can be built.
#
# rule_resources(OUT ROOT...)   the rules as text, for the terminal
# page_resources(OUT WASM ROOT...)   the page
#
# learning_resources(OUT ROOT...)   the puzzles and books alone, for a program without the page
#
# All append pairs `name file` for embed_resources() to the list OUT; the pair `@ file` stands for the lines
# `name file` that the build writes into a file (cmake/bundle.cmake). A root is a tree
# with src/games/ and web/; of two files with the same name, that of the later root counts.

# The rule pages below the roots: sets `rule_names` (dorix.en) and `rule_files`.
macro(find_rule_pages)
    set(rule_names "")
    set(rule_files "")
    foreach(root ${ARGN})
        file(GLOB found CONFIGURE_DEPENDS ${root}/docs/rules/*.md ${root}/src/games/*/rules.*.md)
        foreach(file IN LISTS found)
            cmake_path(GET file FILENAME name)
            cmake_path(GET file PARENT_PATH folder)
            cmake_path(GET folder FILENAME game)
            string(REGEX REPLACE "^rules\\." "${game}." name ${name})
            string(REGEX REPLACE "\\.md$" "" name ${name})
            list(APPEND rule_names ${name})
            list(APPEND rule_files ${file})
        endforeach()
    endforeach()
endmacro()

function(rule_resources out)
    set(list ${${out}})
    find_rule_pages(${ARGN})
    foreach(name file IN ZIP_LISTS rule_names rule_files)
        list(APPEND list rules/${name}.md ${file})
    endforeach()
    set(${out} ${list} PARENT_SCOPE)
endfunction()

function(learning_resources out)
    set(list ${${out}})
    foreach(root ${ARGN})
        file(GLOB found CONFIGURE_DEPENDS RELATIVE ${root} ${root}/web/games/*/puzzles.txt
            ${root}/web/games/*/book.txt)
        foreach(name IN LISTS found)
            list(APPEND list ${name} ${root}/${name})
        endforeach()
    endforeach()
    set(${out} ${list} PARENT_SCOPE)
endfunction()

set(page_quality 11) # of brotli's compression, the best

function(page_resources out wasm)
    set(list ${${out}})
    get_filename_component(place ${wasm} DIRECTORY)

    # Names below web/, each with the variable file_NAME.
    set(names "")
    foreach(root ${ARGN})
        file(GLOB_RECURSE found CONFIGURE_DEPENDS RELATIVE ${root}/web
            ${root}/web/*.html ${root}/web/*.js ${root}/web/*.css ${root}/web/*.svg
            ${root}/web/*.webmanifest ${root}/web/*.txt ${root}/web/*.png ${root}/web/*.ico
            ${root}/web/games/*/lessons.*.json ${root}/web/api)
        list(FILTER found EXCLUDE REGEX "types\\.js$")
        foreach(name IN LISTS found)
            list(APPEND names ${name})
            set("file_${name}" ${root}/web/${name})
        endforeach()
    endforeach()
    # The package for JavaScript, which the page uses as everybody else does.
    file(GLOB package CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bindings/js/*.js)
    foreach(file IN LISTS package)
        cmake_path(GET file FILENAME name)
        list(APPEND names tablier/${name})
        set("file_tablier/${name}" ${file})
    endforeach()
    list(APPEND names tablier/tablier.wasm)
    set(file_tablier/tablier.wasm ${wasm})
    list(APPEND names tablier/solver.wasm)
    set(file_tablier/solver.wasm ${TABLIER_SOLVER_WASM})
    # The languages, the networks and the tables, which the module does not contain.
    foreach(file IN LISTS TABLIER_CATALOGS)
        cmake_path(GET file FILENAME name)
        list(APPEND names tablier/lang/${name})
        set("file_tablier/lang/${name}" ${file})
    endforeach()
    list(APPEND names tablier/lang/index.json)
    set(file_tablier/lang/index.json ${TABLIER_CATALOG_LIST})
    foreach(file IN LISTS game_nets game_tables)
        cmake_path(GET file FILENAME name)
        list(APPEND names tablier/${name})
        set("file_tablier/${name}" ${file})
    endforeach()

    find_rule_pages(${ARGN})
    foreach(name file IN ZIP_LISTS rule_names rule_files)
        set(page ${place}/rules/${name}.html)
        add_custom_command(OUTPUT ${page} COMMAND markdown_html ${file} ${page}
            DEPENDS markdown_html ${file} VERBATIM)
        list(APPEND names rules/${name}.html)
        set("file_rules/${name}.html" ${page})
    endforeach()
    file(MAKE_DIRECTORY ${place}/rules ${place}/lab)

    # The reports of the lab, from the data in docs/lab.
    set(lab ${PROJECT_SOURCE_DIR}/docs/lab)
    add_custom_command(OUTPUT ${place}/lab/report.css COMMAND lab_html ${place}/lab/report.css
        DEPENDS lab_html VERBATIM)
    list(APPEND names lab/reports.json lab/report.css)
    set(file_lab/reports.json ${lab}/reports.json)
    set(file_lab/report.css ${place}/lab/report.css)
    file(GLOB found CONFIGURE_DEPENDS ${lab}/*.csv)
    foreach(file IN LISTS found)
        cmake_path(GET file STEM name)
        set(page ${place}/lab/${name}.html)
        add_custom_command(OUTPUT ${page} COMMAND lab_html ${lab}/reports.json ${file} ${page}
            DEPENDS lab_html ${file} ${lab}/reports.json VERBATIM)
        list(APPEND names lab/${name}.html)
        set("file_lab/${name}.html" ${page})
    endforeach()

    list(REMOVE_DUPLICATES names)
    list(SORT names)
    set(lines "")
    set(files "")
    foreach(name IN LISTS names)
        string(APPEND lines "${name} ${file_${name}}\n")
        list(APPEND files ${file_${name}})
    endforeach()
    file(CONFIGURE OUTPUT ${place}/files.txt @ONLY CONTENT "@lines@")
    set(bundle ${PROJECT_SOURCE_DIR}/cmake/bundle.cmake)
    add_custom_command(OUTPUT ${place}/site.txt
        COMMAND ${CMAKE_COMMAND} -D PLACE=${place} -D ESBUILD=${ESBUILD} -D BROTLI=${BROTLI}
            -D QUALITY=${page_quality} -P ${bundle}
        DEPENDS ${files} ${place}/files.txt ${bundle} VERBATIM COMMENT "Bundling the page")
    list(APPEND list @ ${place}/site.txt)
    set(${out} ${list} PARENT_SCOPE)
endfunction()
