#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>

#include "support/child_process.hpp"
#include "support/eventually.hpp"
#include "support/http_client.hpp"
#include "support/scratch.hpp"
#include "support/test_database.hpp"

namespace agon::test {

using namespace std::chrono_literals;

// agon_probe, running on a port of its own.
class Probe {
  public:
    explicit Probe(Environment settings = {}) : folder_{"probe"} {
        const auto log = folder_.path() / "log";
        process_ = std::make_unique<ChildProcess>(
            Command{.words = {AGON_PROBE}, .environment = std::move(settings), .output = log, .errors = log});
        const bool listens = eventually(30s, [&] {
            for (const auto& line : linesOf(log)) {
                if (line.value("event", "") == "http.listening") address_ = line["address"];
            }
            return !address_.empty() && answers();
        });
        if (!listens) throw std::runtime_error("the probe does not listen:\n" + readFile(log));
    }

    [[nodiscard]] const std::string& url() const { return address_; }
    [[nodiscard]] int port() const { return std::stoi(address_.substr(address_.rfind(':') + 1)); }
    [[nodiscard]] ChildProcess& process() { return *process_; }
    [[nodiscard]] std::vector<nlohmann::json> logLines() const { return linesOf(folder_.path() / "log"); }
    [[nodiscard]] std::string log() const { return readFile(folder_.path() / "log"); }

    [[nodiscard]] HttpClient client(std::chrono::milliseconds timeout = 20s) const {
        return isUnix() ? HttpClient::overSocket(address_.substr(5), timeout) : HttpClient{address_, timeout};
    }

  private:
    [[nodiscard]] bool isUnix() const { return address_.starts_with("unix:"); }

    bool answers() {
        try {
            return client().get("/healthz").status == 200;
        } catch (const NoReply&) {
            return false;
        }
    }

    static std::vector<nlohmann::json> linesOf(const std::filesystem::path& file) {
        std::vector<nlohmann::json> lines;
        std::istringstream text{std::filesystem::exists(file) ? readFile(file) : ""};
        for (std::string line; std::getline(text, line);) {
            auto parsed = nlohmann::json::parse(line, nullptr, false);
            if (parsed.is_object()) lines.push_back(std::move(parsed));
        }
        return lines;
    }

    ScratchFolder folder_;
    std::unique_ptr<ChildProcess> process_;
    std::string address_;
};

// A migrated database with the probe's own table.
class ProbeDatabase {
  public:
    explicit ProbeDatabase(TestCluster& cluster = TestCluster::shared()) : database_{cluster} {
        auto session = database_.session();
        session.run(
            "create schema probe; grant usage on schema probe to agon_app;"
            "create table probe.note (id bigint generated always as identity primary key, text text not null,"
            " count bigint not null, created_at timestamptz not null default clock_timestamp(),"
            " constraint note_text_once unique (text));"
            "grant select, insert on probe.note to agon_app");
    }

    [[nodiscard]] Environment settings() const { return {{"PROBE_DATABASE_URL", database_.url()}}; }
    [[nodiscard]] SqlSession session() const { return database_.session(); }
    [[nodiscard]] long long notes() const { return session().number("select count(*) from probe.note"); }

  private:
    TestDatabase database_;
};

// The tests of one suite share a probe and its database.
class ProbeTest : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        database_ = std::make_unique<ProbeDatabase>();
        probe_ = std::make_unique<Probe>(database_->settings());
    }
    static void TearDownTestSuite() {
        probe_.reset();
        database_.reset();
    }

    HttpClient http = probe_->client();

    static inline std::unique_ptr<ProbeDatabase> database_;
    static inline std::unique_ptr<Probe> probe_;
};

// A well-formed problem of this status and code.
inline void expectProblem(const HttpReply& reply, int status, const std::string& code) {
    EXPECT_EQ(reply.status, status) << reply.body;
    EXPECT_EQ(reply.header("content-type"), "application/problem+json");
    const auto body = reply.json();
    EXPECT_EQ(body["status"], status);
    EXPECT_EQ(body["code"], code);
    EXPECT_EQ(body["type"], "urn:problem-type:agon:" + code);
    EXPECT_FALSE(body["title"].get<std::string>().empty());
    EXPECT_FALSE(body["detail"].get<std::string>().empty());
    EXPECT_EQ(body["request_id"], reply.header("x-request-id"));
    EXPECT_EQ(reply.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(reply.header("cache-control"), "no-store");
    EXPECT_THAT(reply.header("content-security-policy"), testing::HasSubstr("default-src 'none'"));
    // Ours says nothing of what it runs on; nginx says no more than its name.
    EXPECT_THAT(reply.header("server"), testing::AnyOf("", "nginx"));
}

}  // namespace agon::test
