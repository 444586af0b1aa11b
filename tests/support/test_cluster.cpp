#include "support/test_cluster.hpp"

#include <fmt/format.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

#include "support/agon_command.hpp"
#include "support/eventually.hpp"
#include "support/sql_session.hpp"

namespace agon::test {
namespace {

namespace fs = std::filesystem;

constexpr auto kTemplate = "agon_template";

// Where Debian, and pg_config for the rest of the world, say the server's programs are.
fs::path serverPrograms() {
    const auto answer =
        run({.words = {"/bin/sh", "-c", "ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1"}});
    std::string folder = answer.output.substr(0, answer.output.find('\n'));
    if (folder.empty()) {
        const auto configured = run({.words = {"/bin/sh", "-c", "pg_config --bindir"}});
        folder = configured.output.substr(0, configured.output.find('\n'));
    }
    if (!fs::exists(fs::path{folder} / "postgres"))
        throw std::runtime_error("PostgreSQL's server programs are not installed: deploy/setup.sh test");
    return folder;
}

// PostgreSQL refuses to run as root.
std::optional<User> serverUser() {
    if (geteuid() != 0) return std::nullopt;
    for (const char* name : {"postgres", "nobody"}) {
        if (const passwd* entry = getpwnam(name); entry != nullptr)
            return User{.uid = entry->pw_uid, .gid = entry->pw_gid};
    }
    throw std::runtime_error("neither a user postgres nor a user nobody to run PostgreSQL as");
}

std::vector<std::string> settingsFor(TestCluster::Durability durability, const fs::path& folder) {
    std::vector<std::string> settings{"listen_addresses=",          "unix_socket_directories=" + folder.string(),
                                      "max_connections=300",        "shared_buffers=64MB",
                                      "log_min_messages=warning",   "timezone=UTC",
                                      "max_wal_size=2GB",           "autovacuum_naptime=10min",
                                      "log_line_prefix=%m [%p] %a "};
    if (durability == TestCluster::Durability::Off)
        settings.insert(settings.end(), {"fsync=off", "full_page_writes=off"});
    return settings;
}

}  // namespace

TestCluster::TestCluster(Durability durability, std::vector<std::string> settings)
    : owned_{std::make_unique<ScratchFolder>("pg")},
      folder_{owned_->path()},
      settings_{settingsFor(durability, folder_)} {
    settings_.insert(settings_.end(), settings.begin(), settings.end());
    const auto user = serverUser();
    if (user && chown(folder_.c_str(), user->uid, user->gid) != 0)
        throw std::runtime_error("cannot hand over " + folder_.string());
    const auto made =
        run({.words = {serverPrograms() / "initdb", "--pgdata=" + (folder_ / "data").string(), "--username=postgres",
                       "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"},
             .user = user},
            std::chrono::seconds{60});
    if (made.status != ExitStatus{}) throw std::runtime_error("initdb failed:\n" + made.errors);
    start();
    SqlSession{adminUrl("postgres")}.run("create role agon login createrole createdb");
}

TestCluster::TestCluster(fs::path running) : folder_{std::move(running)} {}

TestCluster::~TestCluster() {
    if (server_) stop(Stop::Immediate);
}

TestCluster& TestCluster::shared() {
    static const auto cluster = [] {
        const char* running = std::getenv("AGON_TEST_CLUSTER");
        return running != nullptr ? std::unique_ptr<TestCluster>{new TestCluster{fs::canonical(running)}}
                                  : std::make_unique<TestCluster>();
    }();
    return *cluster;
}

std::string TestCluster::url(const std::string& database) const {
    return fmt::format("postgresql://agon@/{}?host={}", database, folder_.string());
}

std::string TestCluster::adminUrl(const std::string& database) const {
    return fmt::format("postgresql://postgres@/{}?host={}", database, folder_.string());
}

void TestCluster::start() {
    std::vector<std::string> words{serverPrograms() / "postgres", "-D", (folder_ / "data").string()};
    for (const auto& setting : settings_) words.insert(words.end(), {"-c", setting});
    const auto log = folder_ / "server.log";
    server_ = std::make_unique<ChildProcess>(
        Command{.words = words, .output = log, .errors = log, .user = serverUser(), .deathSignal = SIGQUIT});
    const auto address = adminUrl("postgres");
    const auto answers = [&] {
        return PQping(address.c_str()) == PQPING_OK || !server_->running();
    };
    if (!eventually(std::chrono::seconds{60}, answers) || !server_->running())
        throw std::runtime_error("PostgreSQL does not start:\n" + readFile(log));
}

void TestCluster::stop(Stop how) {
    if (!server_) throw std::logic_error("this server is not ours to stop");
    server_->signal(how == Stop::Fast ? SIGINT : SIGQUIT);
    if (!server_->waitForExit(std::chrono::seconds{30})) server_->signal(SIGKILL);
    server_.reset();
}

void TestCluster::restart(Stop how) {
    stop(how);
    start();
}

std::string TestCluster::migratedTemplate() {
    // Several test processes may ask at once: the lock is held by this session until it is there.
    SqlSession admin{adminUrl("postgres")};
    admin.run("select pg_advisory_lock(4711)");
    if (admin.number("select count(*) from pg_database where datname = $1", {kTemplate}) == 1) return kTemplate;

    const std::string unfinished = std::string{kTemplate} + "_unfinished";
    admin.run("drop database if exists " + unfinished + " with (force)");
    admin.run("create database " + unfinished + " owner agon");
    const auto migrated = runAgon({"migrate"}, {{"AGON_DATABASE_URL", url(unfinished)}});
    if (migrated.status != ExitStatus{})
        throw std::runtime_error("agon migrate failed:\n" + migrated.output + migrated.errors);
    admin.run("alter database " + unfinished + " rename to " + kTemplate);
    return kTemplate;
}

}  // namespace agon::test
