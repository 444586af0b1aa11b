#include "app/doctor.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "app/probe.hpp"
#include "app/server_key.hpp"
#include "platform/cluster/layout.hpp"

namespace agon::app {
namespace {

namespace fs = std::filesystem;

Finding good(std::string what) {
    return {Finding::Grade::Good, std::move(what), {}};
}
Finding advise(std::string what, std::string advice) {
    return {Finding::Grade::Advice, std::move(what), std::move(advice)};
}
Finding bad(std::string what, std::string advice) {
    return {Finding::Grade::Bad, std::move(what), std::move(advice)};
}

Finding examineDisk(const Settings& settings) {
    auto folder = settings.dataDir;
    std::error_code error;
    while (folder.has_relative_path() && !fs::exists(folder, error)) folder = folder.parent_path();
    const auto space = fs::space(folder, error);
    if (error)
        return bad(fmt::format("{} cannot be looked at: {}", settings.dataDir.string(), error.message()),
                   "Check AGON_DATA_DIR.");
    const auto megabytes = space.available >> 20U;
    const auto what = fmt::format("{} MB of disk are free for {}", megabytes, settings.dataDir.string());
    if (megabytes < 200) return bad(what, "Free some space now: PostgreSQL stops when its disk is full.");
    if (megabytes < 2'000) return advise(what, "Free some space; 2 GB or more let you sleep.");
    return good(what);
}

Finding examinePages(const Settings& settings) {
    std::error_code error;
    const bool there = !settings.webRoot.empty() && fs::is_regular_file(settings.webRoot / "public/index.html", error);
    if (there) return good(fmt::format("the pages are in {}", settings.webRoot.string()));
    return advise(settings.webRoot.empty() ? std::string{"the built pages are nowhere to be found"}
                                           : fmt::format("{} does not hold the built pages", settings.webRoot.string()),
                  "The API works without them. Build them with make build, or set AGON_WEB_ROOT to where they are.");
}

Finding examineListening(const Settings& settings) {
    const auto& address = settings.listen;
    if (!address.isPrivate() && !settings.trustedProxy) {
        return bad(fmt::format("{} can be reached by others, and no proxy is said to stand in front", address.text()),
                   "Put nginx in front (deploy/nginx.conf) and set AGON_TRUSTED_PROXY=true, or listen on 127.0.0.1.");
    }
    if (!address.isPrivate()) {
        return advise(fmt::format("{} can be reached by others", address.text()),
                      "Make sure that only nginx can reach it: it must not face the network alone.");
    }
    if (probe(address, "/healthz", std::chrono::seconds{2}))
        return good(fmt::format("a service answers on {}", address.text()));
    if (const auto why = whyNotListen(address)) {
        return bad(fmt::format("nothing answers on {}, and one cannot listen there: {}", address.text(), *why),
                   "End the program that uses it, or set AGON_LISTEN.");
    }
    return good(fmt::format("{} is free to listen on", address.text()));
}

}  // namespace

std::vector<Finding> examineSettings(const LoadedSettings& loaded) {
    std::vector<Finding> findings;
    for (const auto& mistake : loaded.mistakes())
        findings.push_back(bad(mistake, "agon config explains every setting."));
    for (const auto& warning : loaded.reading.warnings)
        findings.push_back(advise(warning, "Remove it, unless something else uses it."));
    if (findings.empty()) findings.push_back(good("the configuration is valid"));
    return findings;
}

std::vector<Finding> examineSurroundings(const Settings& settings) {
    std::vector<Finding> findings{examineListening(settings), examinePages(settings)};
    if (settings.embedded()) findings.push_back(examineDisk(settings));
    if (!settings.embedded() && settings.serverKey.empty()) {
        findings.push_back(bad("AGON_SERVER_KEY is not set, and agon serve needs it with AGON_DATABASE_URL",
                               "Make one with: openssl rand -hex 32. Give the same to every instance."));
    }
    if (settings.publicUrl.starts_with("http://") && !settings.listen.isPrivate()) {
        findings.push_back(advise(fmt::format("links will begin with {}", settings.publicUrl),
                                  "Set AGON_PUBLIC_URL to the https address that people use."));
    }
    if (geteuid() == 0)
        findings.push_back(
            advise("agon runs as root",
                   "Fine to try it out. For good, use the systemd unit in deploy/, which has a user of its own."));
    return findings;
}

std::vector<Finding> examine(const LoadedSettings& loaded, const Environment& environment, const Say& say) {
    auto findings = examineSettings(loaded);
    if (!loaded.mistakes().empty()) return findings;
    std::ranges::copy(examineSurroundings(loaded.settings), std::back_inserter(findings));
    const Migrator migrator{builtInMigrations()};
    std::ranges::copy(examineDatabase(loaded.settings, environment, migrator, say), std::back_inserter(findings));
    return findings;
}

bool isHealthy(const std::vector<Finding>& findings) {
    return std::ranges::none_of(findings, [](const Finding& finding) { return finding.grade == Finding::Grade::Bad; });
}

}  // namespace agon::app
