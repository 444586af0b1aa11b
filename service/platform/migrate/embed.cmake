# cmake -DFOLDER=<migrations> -DINTO=<file.cpp> -P embed.cmake
# Writes every NNNN_name.sql of the folder into a C++ file, byte by byte: no escape, no length limit, no tool but CMake.

file(GLOB names RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT names)
set(arrays "")
set(entries "")
foreach(name IN LISTS names)
    if(NOT name MATCHES "^([0-9][0-9][0-9][0-9])_([a-z0-9_]+)\\.sql$")
        message(FATAL_ERROR "migrations/${name}: a migration is named NNNN_name.sql, in lower case")
    endif()
    set(number ${CMAKE_MATCH_1})
    set(title ${CMAKE_MATCH_2})
    file(READ ${FOLDER}/${name} bytes HEX)
    string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
    string(APPEND arrays "constexpr char k${number}_${title}[] = {${bytes}'\\0'};\n")
    string(REGEX REPLACE "^0+" "" plain ${number})
    if(plain STREQUAL "")
        set(plain 0)
    endif()
    string(APPEND entries "        {${plain}, \"${title}\", {k${number}_${title}, sizeof(k${number}_${title}) - 1}},\n")
endforeach()

file(WRITE ${INTO} "// Written by embed.cmake from migrations/; not edited by hand.
#include \"platform/migrate/migration.hpp\"

namespace agon {
namespace {

${arrays}
}  // namespace

const std::vector<Migration>& builtInMigrations() {
    static const std::vector<Migration> migrations{
${entries}    };
    return migrations;
}

}  // namespace agon
")
