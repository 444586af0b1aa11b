#include "support/agon_command.hpp"

#include <cstdlib>
#include <stdexcept>

#include "support/scratch.hpp"

namespace agon::test {
namespace {

std::filesystem::path whereItShouldBe() {
    const char* chosen = std::getenv("AGON_BINARY");
    return chosen != nullptr ? chosen : AGON_BINARY;
}

}  // namespace

bool agonIsBuilt() {
    return std::filesystem::exists(whereItShouldBe());
}

std::filesystem::path agonBinary() {
    if (!agonIsBuilt()) throw std::runtime_error("build the service first: there is no " + whereItShouldBe().string());
    return whereItShouldBe();
}

Finished runAgon(std::vector<std::string> words, Environment environment, std::chrono::milliseconds within) {
    const ScratchFolder folder{"agon"};
    words.insert(words.begin(), agonBinary().string());
    environment.try_emplace("AGON_DATA_DIR", (folder.path() / "data").string());
    environment.try_emplace("RUNTIME_DIRECTORY", folder.path().string());
    environment.try_emplace("TMPDIR", folder.path().string());
    return run({.words = std::move(words), .environment = std::move(environment)}, within);
}

}  // namespace agon::test
