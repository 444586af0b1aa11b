#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "integration/db/db_test.hpp"
#include "outbox/outbox.hpp"
#include "outbox/store.hpp"
#include "outbox/worker.hpp"
#include "support/smtp_server.hpp"

namespace agon::test {

// Readers as the tests want them; asked from worker loops.
class Readers {
  public:
    void give(std::int64_t reader, outbox::Mailbox mailbox) {
        const std::scoped_lock lock{mutex_};
        mailboxes_[reader] = std::move(mailbox);
    }
    void forget(std::int64_t reader) {
        const std::scoped_lock lock{mutex_};
        mailboxes_.erase(reader);
    }

    outbox::Lookups lookups() {
        return {.mailboxOf = [this](outbox::Reader reader) { return mailboxOf(reader); },
                .linkOf =
                    [](const outbox::LinkWish& wish) {
                        return linkOf(wish.id);
                    }};
    }

    static constexpr std::int64_t kUsedLink = 999;

  private:
    Task<std::optional<outbox::Mailbox>> mailboxOf(outbox::Reader reader) {
        const std::scoped_lock lock{mutex_};
        const auto found = mailboxes_.find(reader.id);
        co_return found == mailboxes_.end() ? std::nullopt : std::optional{found->second};
    }
    static Task<std::optional<std::string>> linkOf(std::int64_t link) {
        if (link == kUsedLink) co_return std::nullopt;
        co_return "https://agon.example.org/admin#/reset/secret-" + std::to_string(link);
    }

    std::mutex mutex_;
    std::map<std::int64_t, outbox::Mailbox> mailboxes_;
};

// A migrated database, a mail server, and readers 1 to 9 who want mail.
class PostTest : public testing::Test {
  protected:
    PostTest() {
        setLogLevel(LogLevel::Off);
        for (std::int64_t reader = 1; reader <= 9; ++reader)
            readers_.give(reader, {"reader" + std::to_string(reader) + "@example.org", Language::English});
    }
    ~PostTest() override {
        if (worker_) worker_->stop();
        if (db_) db_->close();
        setLogLevel(LogLevel::Info);
    }

    DbOptions options() const {
        DbOptions made;
        made.conninfo = database_.url();
        made.role = "agon_app";
        made.applicationName = "agon-test";
        made.connectionsPerLoop = 6;
        return made;
    }

    Db& db() {
        if (!db_) db_ = std::make_unique<Db>(options(), std::vector{loop_.loop()});
        return *db_;
    }

    outbox::WorkerOptions working() const {
        outbox::WorkerOptions made;
        made.mode = outbox::Mode::Send;
        made.smtp.url = mail_.url();
        made.smtp.from = "Agon <agon@example.org>";
        made.smtp.requireTls = false;
        made.smtp.timeout = 2s;
        made.every = 20ms;
        made.patience = 3s;
        return made;
    }

    void start(outbox::WorkerOptions options) {
        worker_ = std::make_unique<outbox::Worker>(db(), loop_.loop(), readers_.lookups(), std::move(options));
        worker_->start();
    }
    void start() { start(working()); }
    void stop() {
        worker_->stop();
        worker_.reset();
    }

    static outbox::Message changedPassword(std::int64_t reader) {
        outbox::Message message;
        message.reader = {outbox::Reader::Kind::Staff, reader};
        message.mail = "password-changed";
        return message;
    }
    static outbox::Message resetLink(std::int64_t reader, std::int64_t link) {
        auto message = changedPassword(reader);
        message.mail = "password-reset";
        message.facts = {{"link", link}, {"until", "2015-05-20 23:59"}};
        return message;
    }

    void enqueue(const outbox::Message& message) {
        loop_.run([&]() -> Task<void> {
            const auto act = [&](Tx& tx) -> Task<Result<outbox::MessageId>> {
                const auto id = co_await outbox::enqueue(tx, message);
                co_return id;
            };
            const auto done = co_await db().transact(act);
            static_cast<void>(done);
        });
    }

    long long count(const std::string& where) {
        return database_.session().number("select count(*) from ops.outbox where " + where);
    }
    bool becomes(const std::string& where, long long rows = 1, std::chrono::milliseconds within = 15s) {
        return eventually(within, [&] { return count(where) == rows; });
    }
    std::string value(const std::string& column) {
        return database_.session().value("select " + column + "::text from ops.outbox");
    }
    // As if the time until the next try had passed.
    void hurry() { database_.session().run("update ops.outbox set next_attempt_at = now() where state = 'waiting'"); }

    TestDatabase database_;
    SmtpServer mail_;
    Readers readers_;
    LoopThread loop_;
    std::unique_ptr<Db> db_;
    std::unique_ptr<outbox::Worker> worker_;
};

}  // namespace agon::test
