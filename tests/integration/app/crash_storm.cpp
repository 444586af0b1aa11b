#include <gmock/gmock.h>

#include <atomic>
#include <random>
#include <set>
#include <thread>

#include "integration/app/data_folder.hpp"

namespace agon::test {
namespace {

// Writes numbers one by one into the embedded database and remembers which of them were acknowledged.
class Writer {
  public:
    explicit Writer(const DataFolder& folder, long long first)
        : next_{first}, session_{folder.session()}, thread_{[this] {
              write();
          }} {}

    [[nodiscard]] int acknowledged() const { return acknowledged_; }

    // What was acknowledged, once the database is gone.
    std::set<long long> finish() {
        thread_.join();
        return numbers_;
    }
    [[nodiscard]] long long next() const { return next_; }

  private:
    void write() try {
        for (;; ++next_) {
            session_.run(fmt::format("insert into core.storm values ({})", next_));
            numbers_.insert(next_);
            ++acknowledged_;
        }
    } catch (const std::runtime_error&) {  // that is the end we wait for
        ++next_;
    }

    long long next_;
    std::set<long long> numbers_;
    std::atomic<int> acknowledged_{0};
    SqlSession session_;
    std::thread thread_;
};

void killServer(const DataFolder& folder) {
    const ProcessHandle server{folder.postmaster().value()};
    server.signal(SIGKILL);
    ASSERT_TRUE(server.endsWithin(10s));
}

TEST(CrashStorm, NothingThatWasAcknowledgedIsLostHoweverOftenEverythingIsKilled) {
    constexpr int kRounds = 25;
    std::minstd_rand lots{20150523};
    const DataFolder folder;
    auto service = folder.serve();
    folder.session().run("create table core.storm (n bigint not null)");
    std::set<long long> acknowledged;
    long long next = 1;
    for (int round = 0; round < kRounds; ++round) {
        SCOPED_TRACE(round);
        Writer writer{folder, next};
        const int moment = 1 + static_cast<int>(lots() % 200);
        const bool reached = eventually(30s, [&] { return writer.acknowledged() >= moment; });
        const auto how = lots() % 3;
        if (how != 0) kill9(*service);
        killServer(folder);  // 0: only the server, which the service starts again
        acknowledged.merge(writer.finish());
        ASSERT_TRUE(reached);
        next = writer.next();
        if (how != 0) service = folder.serve();
        ASSERT_TRUE(eventually(60s, [&] { return folder.postmaster() && statusOf(*service, "/readyz") == 200; }))
            << service->stderrText();

        std::set<long long> stored;
        for (const auto& row : folder.session().rows("select n from core.storm"))
            EXPECT_TRUE(stored.insert(std::stoll(row[0].value())).second) << *row[0] << " is there twice";
        for (const auto number : acknowledged) ASSERT_TRUE(stored.contains(number)) << number << " is lost";
        ASSERT_LE(stored.size(), acknowledged.size() + static_cast<std::size_t>(round) + 1);
    }
    endGracefully(*service);
    EXPECT_FALSE(folder.postmaster());
}

}  // namespace
}  // namespace agon::test
