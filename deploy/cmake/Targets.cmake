# How a part of the service, and a test of it, is declared.

add_library(agon_options INTERFACE)
target_compile_options(agon_options INTERFACE -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wno-sign-conversion)
target_include_directories(agon_options INTERFACE ${CMAKE_SOURCE_DIR}/service)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_link_options(agon_options INTERFACE -fuse-ld=lld)
endif()
if(AGON_SANITIZE)
    target_compile_options(agon_options INTERFACE -fsanitize=${AGON_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(agon_options INTERFACE -fsanitize=${AGON_SANITIZE})
endif()
if(AGON_LTO)
    target_compile_options(agon_options INTERFACE -flto=thin)
    target_link_options(agon_options INTERFACE -flto=thin -Wl,--thinlto-cache-dir=${CMAKE_BINARY_DIR}/lto-cache)
endif()

# The headers that most files include and that cost most to read.
add_library(agon_headers OBJECT ${CMAKE_SOURCE_DIR}/deploy/cmake/headers.cpp)
target_link_libraries(agon_headers PUBLIC agon_options Drogon::Drogon nlohmann_json::nlohmann_json fmt::fmt)
target_precompile_headers(agon_headers PRIVATE
    <algorithm> <array> <chrono> <coroutine> <cstdint> <expected> <functional> <map> <memory> <optional> <span> <string>
    <string_view> <unordered_map> <utility> <variant> <vector>
    <drogon/HttpAppFramework.h> <drogon/HttpRequest.h> <drogon/HttpResponse.h> <drogon/utils/coroutine.h>
    <fmt/format.h> <nlohmann/json.hpp>)

# agon_module(<name> [DEPENDS <other modules or libraries>...])
# A static library agon_<name> of the .cpp files in the folder, and of nothing below it. What it may include is what it
# links: a module that reaches into another without saying so here does not link.
function(agon_module name)
    cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
    list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
    if(sources)
        add_library(agon_${name} STATIC ${sources})
        target_link_libraries(agon_${name} PUBLIC agon_options nlohmann_json::nlohmann_json fmt::fmt Drogon::Drogon ${ARG_DEPENDS})
        target_precompile_headers(agon_${name} REUSE_FROM agon_headers)
    else()
        add_library(agon_${name} INTERFACE)
        target_link_libraries(agon_${name} INTERFACE agon_options nlohmann_json::nlohmann_json fmt::fmt Drogon::Drogon ${ARG_DEPENDS})
    endif()
endfunction()
