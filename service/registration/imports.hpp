#pragma once

#include "platform/http/entity_tag.hpp"
#include "registration/context.hpp"
#include "registration/registering.hpp"

namespace agon::registration {

// What would become of a line, or became of it.
struct ImportLine {
    enum class Outcome : std::uint8_t { Ready, Refused, Entered };

    std::int32_t line = 0;  // in the file, whose first names the columns
    std::optional<std::string> heat;
    std::optional<Instant> receivedAt;
    std::optional<std::string> fullName;
    Outcome outcome = Outcome::Refused;
    std::vector<FieldError> errors;
    std::vector<Verdict> verdicts;
    std::optional<std::string> entry;
};

struct Import {
    struct HeatPart {
        std::string heat;
        bool keepsStamps = false;
        std::int32_t lines = 0;
    };

    std::string code;
    bool isEntered = false;
    Instant stagedAt;
    std::int32_t version = 1;
    std::vector<HeatPart> heats;
    std::vector<ImportLine> lines;
};

// Keeps a file, in the vault, without entering anything. The same file again is the same import. InvalidFields for what
// is no such file.
Task<Result<Import>> stageImport(ContextPtr context, std::string championship, std::string file, Actor actor);

Task<Result<Import>> showImport(ContextPtr context, std::string championship, std::string code);

// All lines or, with ImportHasFaults, none. A heat that has taken no registration keeps the file's stamps and order; in
// any other the lines queue at the moment of this act, in the file's order: nobody in the register is overtaken.
Task<Result<Import>> commitImport(ContextPtr context, std::string championship, std::string code,
                                  http::SeenVersion seen, Actor actor);

Task<Result<void>> discardImport(ContextPtr context, std::string championship, std::string code, http::SeenVersion seen,
                                 Actor actor);

}  // namespace agon::registration
