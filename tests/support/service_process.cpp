#include "support/service_process.hpp"

#include <unistd.h>

#include <sstream>
#include <stdexcept>

#include "support/agon_command.hpp"
#include "support/eventually.hpp"
#include "support/http_client.hpp"

namespace agon::test {
namespace {

Environment withDatabase(Environment environment, const TestDatabase& database) {
    if (!environment.contains("AGON_DATABASE_URL_FILE")) environment.try_emplace("AGON_DATABASE_URL", database.url());
    environment.try_emplace("AGON_SERVER_KEY", std::string(64, '7'));
    return environment;
}

}  // namespace

ServiceProcess::ServiceProcess(std::vector<std::string> words, Environment environment, Until until,
                               std::optional<User> user)
    : folder_{"serve"} {
    words.insert(words.begin(), agonBinary().string());
    environment.try_emplace("AGON_LISTEN", "127.0.0.1:0");
    environment.try_emplace("AGON_DATA_DIR", (folder_.path() / "data").string());
    // Sockets and temporary files too go where they are swept: a service that a test kills leaves them behind.
    environment.try_emplace("RUNTIME_DIRECTORY", folder_.path().string());
    environment.try_emplace("TMPDIR", folder_.path().string());
    if (user && chown(folder_.path().c_str(), user->uid, user->gid) != 0)
        throw std::runtime_error("cannot hand over " + folder_.path().string());
    process_ = std::make_unique<ChildProcess>(Command{.words = std::move(words),
                                                      .environment = std::move(environment),
                                                      .output = folder_.path() / "stdout",
                                                      .errors = folder_.path() / "stderr",
                                                      .folder = folder_.path(),
                                                      .user = user});
    waitUntil(until);
}

ServiceProcess::ServiceProcess(const TestDatabase& database, Environment environment, Until until)
    : ServiceProcess{{"serve"}, withDatabase(std::move(environment), database), until} {}

std::string ServiceProcess::stdoutText() const {
    return readFile(folder_.path() / "stdout");
}

std::string ServiceProcess::stderrText() const {
    return readFile(folder_.path() / "stderr");
}

std::vector<nlohmann::json> ServiceProcess::logLines() const {
    std::vector<nlohmann::json> lines;
    std::istringstream text{stdoutText() + stderrText()};
    for (std::string line; std::getline(text, line);) {
        auto entry = nlohmann::json::parse(line, nullptr, false);
        if (entry.is_object()) lines.push_back(std::move(entry));
    }
    return lines;
}

void ServiceProcess::waitUntil(Until until, std::chrono::milliseconds within) {
    if (until == Until::Started) return;
    bool reached = false;
    const bool decided = eventually(within, [&] {
        reached = findAddress() && (until == Until::Listening || isReady());
        return reached || !process_->running();
    });
    if (reached) return;
    throw std::runtime_error(std::string{"the service "} + (decided ? "ended" : "is not there in time") +
                             ". It wrote:\n" + stdoutText() + stderrText());
}

bool ServiceProcess::findAddress() {
    if (!baseUrl_.empty()) return true;
    for (const auto& line : logLines()) {
        if (line.value("event", "") == "listening") baseUrl_ = "http://" + line.at("address").get<std::string>();
    }
    return !baseUrl_.empty();
}

bool ServiceProcess::isReady() {
    try {
        HttpClient http{baseUrl_, std::chrono::seconds{2}};
        return http.get("/readyz").status == 200;
    } catch (const NoReply&) {
        return false;
    }
}

}  // namespace agon::test
