# Makes the site out of the page's files, when the page is built:
#     cmake -D PLACE=FOLDER -D ESBUILD=PROGRAM [-D BROTLI=PROGRAM -D QUALITY=N] -P bundle.cmake
# FOLDER/files.txt has a line `name file` for every file. The script writes
#     FOLDER/unbundled/   the page as it is in web/, by links: a static host shows every edit on the next reload
#     FOLDER/site/        the page for visitors: few scripts and one style sheet, all below v/VERSION/, where nothing
#                         ever changes, so that browsers keep it; NAME.br is NAME compressed
#     FOLDER/site.txt     a line `web/name file` for every file of the site, for embed_resources()
cmake_minimum_required(VERSION 3.25)
set(source ${PLACE}/unbundled)
set(site ${PLACE}/site)
file(REMOVE_RECURSE ${source} ${site})

# ---- The files as they are -------------------------------------------------------------------

file(SHA256 ${CMAKE_CURRENT_LIST_FILE} sums)
file(STRINGS ${PLACE}/files.txt lines)
set(names "")
foreach(line IN LISTS lines)
    string(REGEX MATCH "^([^ ]+) (.+)$" line "${line}")
    set(name ${CMAKE_MATCH_1})
    set(file ${CMAKE_MATCH_2})
    cmake_path(GET name PARENT_PATH folder)
    file(MAKE_DIRECTORY ${source}/${folder})
    file(CREATE_LINK ${file} ${source}/${name} SYMBOLIC)
    file(SHA256 ${file} sum)
    string(APPEND sums "${name} ${sum}\n")
    list(APPEND names ${name})
endforeach()
string(SHA256 version "${sums}")
string(SUBSTRING ${version} 0 12 version)
set(kept v/${version})

# ---- Scripts and styles ------------------------------------------------------------------------

function(esbuild)
    execute_process(COMMAND ${ESBUILD} ${ARGN} --minify --target=es2022 --charset=utf8 --log-level=warning
        WORKING_DIRECTORY ${source} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Chunks lie in tablier/, since bindings/js/platform.js looks for its files beside itself; a game's files are at the
# same distance from there as from js/.
set(entries tablier/app=js/app.js)
set(data "")
foreach(name IN LISTS names)
    if(name MATCHES "^(games/[^/]+/(board|style))\\.(js|css)$")
        list(APPEND entries ${CMAKE_MATCH_1}=${name})
    elseif(name MATCHES "^(games/[^/]+/(diagrams|lessons))\\.js$")
        list(APPEND data ${CMAKE_MATCH_1}=${name})
    endif()
endforeach()
esbuild(${entries} --bundle --splitting --format=esm --preserve-symlinks --outdir=${site}/${kept}
    --chunk-names=tablier/[name]-[hash] --metafile=${PLACE}/bundle.json)
# These import nothing: with the others they would only add a chunk that all need.
esbuild(${data} --bundle --format=esm --preserve-symlinks --outdir=${site}/${kept})
# A worker shares nothing with the page.
esbuild(tablier/worker.js --bundle --format=esm --preserve-symlinks --external:node:*
    --outfile=${site}/${kept}/tablier/worker.js)
# Nor does a board in a frame of another site.
esbuild(js/embed.js --bundle --format=esm --preserve-symlinks --outfile=${site}/${kept}/tablier/embed.js)
esbuild(js/early.js --outfile=${site}/${kept}/tablier/early.js)
esbuild(sw.js --outfile=${site}/sw.js)

file(READ ${source}/index.html index)
string(REGEX MATCHALL "css/[a-z]+\\.css" sheets "${index}")
set(style "")
foreach(sheet IN LISTS sheets)
    file(READ ${source}/${sheet} text)
    string(APPEND style "${text}")
endforeach()
file(WRITE ${PLACE}/page.css "${style}")
esbuild(${PLACE}/page.css --outfile=${site}/${kept}/page.css)

# ---- What a script imports ---------------------------------------------------------------------

file(READ ${PLACE}/bundle.json meta)
cmake_path(RELATIVE_PATH site BASE_DIRECTORY ${source} OUTPUT_VARIABLE prefix)

# Sets OUT to the names below v/VERSION/ of a script and of all that it imports, and REST to what it loads later.
function(imports_of out rest script)
    set(waiting ${script})
    set(found "")
    set(later "")
    while(waiting)
        list(POP_FRONT waiting one)
        list(APPEND found ${one})
        string(JSON count LENGTH "${meta}" outputs ${prefix}/${kept}/${one} imports)
        foreach(index RANGE ${count})
            if(index LESS count)
                string(JSON path GET "${meta}" outputs ${prefix}/${kept}/${one} imports ${index} path)
                string(JSON kind GET "${meta}" outputs ${prefix}/${kept}/${one} imports ${index} kind)
                string(REPLACE "${prefix}/${kept}/" "" path ${path})
                if(kind STREQUAL "dynamic-import")
                    list(APPEND later ${path})
                elseif(NOT path IN_LIST found AND NOT path IN_LIST waiting)
                    list(APPEND waiting ${path})
                endif()
            endif()
        endforeach()
    endwhile()
    list(REMOVE_DUPLICATES later)
    set(${out} ${found} PARENT_SCOPE)
    set(${rest} ${later} PARENT_SCOPE)
endfunction()

# Every board imports the same ones.
list(FILTER entries INCLUDE REGEX "/board=")
list(GET entries 0 board)
string(REGEX REPLACE "=.*" ".js" board ${board})
imports_of(shared later ${board})
imports_of(first later tablier/app.js)
set(hints "")
foreach(part tables learning remote rest)
    set(script ${later})
    list(FILTER script INCLUDE REGEX "/${part}-")
    imports_of(${part} ignored ${script})
    list(APPEND ${part} ${shared})
    list(REMOVE_DUPLICATES ${part})
    list(REMOVE_ITEM ${part} ${first} ${board})
    list(JOIN ${part} " " ${part})
    string(APPEND hints " data-${part}=\"${${part}}\"")
endforeach()
list(POP_FRONT first)
set(taught ${names})
list(FILTER taught INCLUDE REGEX "^games/[^/]+/puzzles\\.txt$")
list(TRANSFORM taught REPLACE "^games/([^/]+)/.*" "\\1")
# In the order of home, by which the puzzle of the day goes around.
set(placed "")
foreach(name IN LISTS taught)
    file(STRINGS ${source}/games/${name}/strings.js card REGEX "card: { place: " LIMIT_COUNT 1)
    string(REGEX REPLACE ".*place: ([0-9]+).*" "\\1 ${name}" card "${card}")
    list(APPEND placed ${card})
endforeach()
list(SORT placed COMPARE NATURAL)
list(TRANSFORM placed REPLACE "^[0-9]+ " "")
list(JOIN placed " " taught)
string(APPEND hints " data-games=\"${taught}\"")

# ---- The page itself ---------------------------------------------------------------------------

file(READ ${source}/tablier/lang/index.json languages)
string(REGEX REPLACE "[^A-Za-z-]+" " " languages "${languages}")
string(STRIP "${languages}" languages)
set(scripts "<script type=\"module\" src=\"${kept}/tablier/app.js\"></script>")
foreach(name IN LISTS first)
    string(APPEND scripts "\n    <link rel=\"modulepreload\" href=\"${kept}/${name}\">")
endforeach()
string(APPEND scripts "\n    <script async src=\"${kept}/tablier/early.js\"${hints}></script>")

foreach(name index.html 404.html embed.html)
    file(READ ${source}/${name} text)
    string(REGEX REPLACE "(\n *<link rel=\"stylesheet\"[^\n]*)+"
        "\n    <link rel=\"stylesheet\" href=\"${kept}/page.css\">" text "${text}")
    string(REPLACE "<script type=\"module\" src=\"js/app.js\"></script>" "${scripts}" text "${text}")
    string(REPLACE "src=\"js/embed.js\"" "src=\"${kept}/tablier/embed.js\"" text "${text}")
    string(REPLACE "<html lang=\"en\">" "<html lang=\"en\" data-languages=\"${languages}\">" text "${text}")
    if(name STREQUAL "404.html")
        string(REPLACE "\"${kept}" "\"/${kept}" text "${text}")
    endif()
    file(WRITE ${site}/${name} "${text}")
endforeach()

# Everything else is as it was.
foreach(name IN LISTS names)
    if(name MATCHES "^((img|lab)/.*|[^/]*)$")
        set(place ${site}/${name})
    else()
        set(place ${site}/${kept}/${name})
    endif()
    if(name MATCHES "^lab/" OR NOT name MATCHES "\\.(js|css)$|^(index|404|embed)\\.html$")
        cmake_path(GET place PARENT_PATH folder)
        file(MAKE_DIRECTORY ${folder})
        configure_file(${source}/${name} ${place} COPYONLY)
    endif()
endforeach()

# ---- The service worker's list -------------------------------------------------------------------

# A board in a frame of another site is seen only with a connection: neither its page nor its script is kept.
file(GLOB_RECURSE all RELATIVE ${site} ${site}/*)
set(offline ${all})
list(FILTER offline EXCLUDE REGEX "^(sw\\.js|api|404\\.html|embed\\.html|index\\.html|robots\\.txt|favicon\\.ico|img/card\\.png|lab/.*|.*/tablier/embed\\.js)$")
list(JOIN offline "',\n    '" offline)
file(WRITE ${site}/files.js "/* Generated: the files of version ${version}, for sw.js. */
self.FILES = [
    './',
    '${offline}',
];
")

# ---- Compression -----------------------------------------------------------------------------------

list(APPEND all files.js)
# compress(QUALITY NAME...): adds NAME.br of each.
function(compress quality)
    execute_process(COMMAND ${BROTLI} --keep --quality=${quality} ${ARGN} WORKING_DIRECTORY ${site} COMMAND_ERROR_IS_FATAL ANY)
    list(TRANSFORM ARGN APPEND .br)
    set(all ${all} ${ARGN} PARENT_SCOPE)
endfunction()

set(worth "")
set(networks "")
foreach(name IN LISTS all)
    file(SIZE ${site}/${name} size)
    if(name MATCHES "\\.net$")
        list(APPEND networks ${name})
    elseif(size GREATER 511 AND NOT name MATCHES "\\.(png|ico|table)$")
        list(APPEND worth ${name})
    endif()
endforeach()
if(BROTLI)
    compress(${QUALITY} ${worth})
    math(EXPR less "${QUALITY} - 1") # the best takes networks three times as long, and makes them larger
    compress(${less} ${networks})
endif()
list(SORT all)
set(lines "")
foreach(name IN LISTS all)
    string(APPEND lines "web/${name} ${site}/${name}\n")
endforeach()
file(WRITE ${PLACE}/site.txt "${lines}")
