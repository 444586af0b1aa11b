#include <fmt/format.h>
#include <libpq-fe.h>
#include <trantor/net/EventLoopThread.h>

#include <atomic>
#include <future>
#include <memory>
#include <stdexcept>

#include "bench/measure.hpp"
#include "platform/db/db.hpp"
#include "platform/log/log.hpp"
#include "support/test_database.hpp"

namespace agon::bench {
namespace {

using Until = std::chrono::steady_clock::time_point;

constexpr Sql kRead{"bench.read", "select text from mark where id = $1"};
constexpr Sql kWrite{"bench.write", "insert into mark (text) values ($1) returning id"};
constexpr int kBatch = 10;    // independent statements of one act
constexpr int kCallers = 32;  // requests that are under way at once
constexpr std::size_t kRowsKept = 1'000;

bool isOver(Until until) {
    return std::chrono::steady_clock::now() >= until;
}

// What a service without event loops does: one statement, one round trip, one wait.
class PlainConnection {
  public:
    explicit PlainConnection(const std::string& url) : connection_{PQconnectdb(url.c_str()), PQfinish} {
        prepare("read", kRead.text.data(), 1);
        prepare("write", kWrite.text.data(), 1);
    }

    void run(const char* statement) { check(PQexec(connection_.get(), statement)); }
    void execute(const char* name, const std::string& parameter) {
        const char* value = parameter.c_str();
        check(PQexecPrepared(connection_.get(), name, 1, &value, nullptr, nullptr, 0));
    }

  private:
    void prepare(const char* name, const char* text, int parameters) {
        check(PQprepare(connection_.get(), name, text, parameters, nullptr));
    }
    void check(PGresult* result) {
        const auto status = PQresultStatus(result);
        PQclear(result);
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
            throw std::runtime_error(PQerrorMessage(connection_.get()));
    }

    std::unique_ptr<PGconn, decltype(&PQfinish)> connection_;
};

// Runs `callers` coroutines of `work` on the loop until they have all ended; the sum of what they counted.
template <class Work>
std::size_t runOn(trantor::EventLoop* loop, int callers, Work work) {
    std::atomic<std::size_t> count{0};
    std::atomic<int> running{callers};
    std::promise<void> done;
    const auto caller = [&]() -> drogon::AsyncTask {
        const auto counted = co_await work();
        count += counted;
        if (--running == 0) done.set_value();
    };
    for (int i = 0; i < callers; ++i) loop->queueInLoop([&] { caller(); });
    done.get_future().wait();
    return count;
}

Task<std::size_t> readOneByOne(Db& db, Until until) {
    std::size_t count = 0;
    while (!isOver(until)) {
        const auto rows = co_await db.query(kRead, params(static_cast<std::int64_t>(1 + count % kRowsKept)));
        count += rows.size();
    }
    co_return count;
}

Task<std::size_t> readInActs(Db& db, Until until) {
    std::size_t count = 0;
    while (!isOver(until)) {
        auto act = [&](Tx& tx) -> Task<Result<std::size_t>> {
            std::vector<Statement> statements;
            for (int i = 0; i < kBatch; ++i) statements.emplace_back(kRead, params(static_cast<std::int64_t>(i + 1)));
            const auto results = co_await tx.pipeline(std::move(statements));
            co_return results.size();
        };
        const auto read = co_await db.transact(act);
        count += read.value();
    }
    co_return count;
}

Task<std::size_t> writeInActs(Db& db, Until until) {
    std::size_t count = 0;
    while (!isOver(until)) {
        auto act = [&](Tx& tx) -> Task<Result<std::size_t>> {
            const auto rows = co_await tx.query(kWrite, params("a registration of usual length"));
            co_return rows.size();
        };
        const auto written = co_await db.transact(act);
        count += written.value();
    }
    co_return count;
}

std::size_t readPlainly(PlainConnection& plain, Until until) {
    std::size_t count = 0;
    for (; !isOver(until); ++count) plain.execute("read", std::to_string(1 + count % kRowsKept));
    return count;
}

std::size_t readInPlainActs(PlainConnection& plain, Until until) {
    std::size_t count = 0;
    while (!isOver(until)) {
        plain.run("begin");
        for (int i = 0; i < kBatch; ++i, ++count) plain.execute("read", std::to_string(i + 1));
        plain.run("commit");
    }
    return count;
}

std::size_t writeInPlainActs(PlainConnection& plain, Until until) {
    std::size_t count = 0;
    for (; !isOver(until); ++count) {
        plain.run("begin");
        plain.execute("write", "a registration of usual length");
        plain.run("commit");
    }
    return count;
}

}  // namespace

std::vector<Comparison> databaseComparisons() {
    setLogLevel(LogLevel::Off);
    test::TestCluster cluster{test::TestCluster::Durability::On};
    const auto database = test::TestDatabase::empty(cluster);
    test::SqlSession{database.url()}.run(
        fmt::format("create table mark (id bigint generated always as identity primary key, text text not null);"
                    "insert into mark (text) select 'mark ' || i from generate_series(1, {}) i; analyze mark",
                    kRowsKept));
    trantor::EventLoopThread thread;
    thread.run();
    auto* const loop = thread.getLoop();
    DbOptions options;
    options.conninfo = database.url();
    options.applicationName = "agon-bench";
    options.connectionsPerLoop = 4;
    Db db{options, {loop}};
    PlainConnection plain{database.url()};

    std::vector<Comparison> rows;
    rows.push_back(compare(
        fmt::format("reads in acts of {}, pipelined, one caller", kBatch), "blocking libpq, one connection",
        [&](Until until) { return runOn(loop, 1, [&] { return readInActs(db, until); }); },
        [&](Until until) { return readInPlainActs(plain, until); }));
    rows.push_back(compare(
        fmt::format("single reads, {} callers on 4 connections", kCallers), "blocking libpq, one connection",
        [&](Until until) { return runOn(loop, kCallers, [&] { return readOneByOne(db, until); }); },
        [&](Until until) { return readPlainly(plain, until); }));
    rows.push_back(compare(
        fmt::format("durable writes, {} callers on 4 connections", kCallers), "blocking libpq, one connection",
        [&](Until until) { return runOn(loop, kCallers, [&] { return writeInActs(db, until); }); },
        [&](Until until) { return writeInPlainActs(plain, until); }));
    db.close();
    return rows;
}

}  // namespace agon::bench
