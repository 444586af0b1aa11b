#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "audit/audit.hpp"
#include "audit/store.hpp"
#include "audit/store_verification.hpp"
#include "integration/db/db_test.hpp"

namespace agon::test {

inline audit::Entry entryAbout(const std::string& subject) {
    audit::Entry entry;
    entry.act = "entry-cancelled";
    entry.subjectKind = "entry";
    entry.subject = subject;
    return entry;
}

// A migrated database with its record of acts, a loop and a pool in the service's role.
class RecordTest : public testing::Test {
  protected:
    RecordTest() { setLogLevel(LogLevel::Off); }
    ~RecordTest() override {
        if (db_) db_->close();
        setLogLevel(LogLevel::Info);
    }

    DbOptions options() const {
        DbOptions made;
        made.conninfo = database_.url();
        made.role = "agon_app";
        made.applicationName = "agon-test";
        made.connectionsPerLoop = 4;
        return made;
    }

    Db& db() {
        if (!db_) db_ = std::make_unique<Db>(options(), std::vector{loop_.loop()});
        return *db_;
    }

    void record(const std::string& subject, Actor actor = {}) {
        loop_.run([&]() -> Task<void> {
            const auto act = [&](Tx& tx) -> Task<Result<bool>> {
                co_await audit::record(tx, actor, entryAbout(subject));
                co_return true;
            };
            const auto done = co_await db().transact(act);
            static_cast<void>(done);
        });
    }

    std::int32_t seal(audit::Reach reach = audit::Reach::Recent) {
        return loop_.run([&]() -> Task<std::int32_t> {
            const auto act = [&](Tx& tx) -> Task<Result<std::int32_t>> {
                const auto sealed = co_await audit::seal(tx, reach);
                co_return sealed;
            };
            const auto sealed = co_await db().transact(act);
            co_return sealed.value();
        });
    }

    audit::ChainVerifier verify(std::optional<audit::Hash> head = {}) const {
        BlockingConnection connection{database_.url()};
        return audit::verifyRecord(connection, head);
    }

    void expectWhole(std::int64_t acts) const {
        const auto verifier = verify();
        EXPECT_FALSE(verifier.finding()) << verifier.finding()->what;
        EXPECT_EQ(verifier.acts(), acts);
        EXPECT_EQ(verifier.unsealed(), 0);
    }

    // Plain inserts, quicker than one act at a time.
    void insertActs(int count) {
        database_.session().rows(
            "insert into audit.act (actor_kind, account_id, role, act, subject_kind, subject, detail, request_id)"
            " select 'staff', 7, 'director', 'entry-cancelled', 'entry', 'K7QM-' || n, '{\"n\":' || n || '}', 'r' || n"
            " from generate_series(1, $1::int) n",
            {std::to_string(count)});
    }

    TestDatabase database_;
    LoopThread loop_;
    std::unique_ptr<Db> db_;
};

}  // namespace agon::test
