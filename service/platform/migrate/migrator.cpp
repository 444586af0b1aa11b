#include "platform/migrate/migrator.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <thread>

#include "platform/config/operator_error.hpp"

namespace agon {
namespace {

using Clock = std::chrono::steady_clock;

// Any number does, as long as it is always the same one and nobody else takes it. The lock is per database.
constexpr auto kLockKey = "7236111";

constexpr std::chrono::minutes kPatience{10};

constexpr auto kInvalidTermination = "2D000";

constexpr auto kCreateLedger = R"sql(
    create schema if not exists ops;
    create table if not exists ops.migration (
        number integer constraint migration_pk primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default clock_timestamp(),
        duration interval not null
    );
    grant select on ops.migration to public;
    comment on table ops.migration is 'Which migrations this database has. Written by the migrator only.';
)sql";

constexpr auto kReadLedger = R"sql(
    select number, name, checksum, to_char(applied_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"')
    from ops.migration order by number
)sql";

constexpr auto kInsert = R"sql(
    insert into ops.migration (number, name, checksum, duration)
    values ($1::integer, $2, $3, clock_timestamp() - transaction_timestamp())
)sql";

// Waiting inside one statement would keep a snapshot open for as long as the other migrator works, and some of its
// statements wait for every open snapshot: hence asking again and again.
class MigrationLock {
  public:
    MigrationLock(BlockingConnection& connection, const Say& say, const WhileWaiting& whileWaiting)
        : connection_{connection} {
        const auto deadline = Clock::now() + kPatience;
        for (bool told = false; !tryLock(); told = true) {
            if (Clock::now() >= deadline) {
                throw OperatorError{"another process has been migrating this database for too long",
                                    "Look for a waiting statement in pg_stat_activity, then start again."};
            }
            if (!told) say("another process is migrating this database; waiting for it");
            whileWaiting();
            std::this_thread::sleep_for(std::chrono::milliseconds{200});
        }
    }
    ~MigrationLock() {
        try {
            connection_.query("select pg_advisory_unlock($1::bigint)", {kLockKey});
        } catch (const std::exception&) {
            return;  // the connection is gone, and the lock with it
        }
    }
    MigrationLock(MigrationLock&&) = delete;
    MigrationLock& operator=(MigrationLock&&) = delete;

  private:
    bool tryLock() { return connection_.value("select pg_try_advisory_lock($1::bigint)", {kLockKey}) == "t"; }

    BlockingConnection& connection_;
};

int lineAt(const std::string& text, int position) {
    int line = 1;
    int character = 0;
    for (const char c : text) {
        if ((static_cast<unsigned char>(c) & 0xC0) != 0x80 && ++character >= position) break;  // characters, not bytes
        if (c == '\n') ++line;
    }
    return line;
}

std::string describe(const Migration& migration, const BlockingConnectionError& error) {
    const auto where = error.position() > 0 ? fmt::format(" at line {}", lineAt(migration.sql, error.position())) : "";
    const auto state = error.sqlState().empty() ? "" : fmt::format(" (SQLSTATE {})", error.sqlState());
    return fmt::format("migration {} failed{}: {}{}", titleOf(migration), where, error.what(), state);
}

std::string adviceFor(const BlockingConnectionError& error) {
    if (error.sqlState() == kInvalidTermination) {
        return "Part of it may be in the database. Take begin and commit out of the file; the migrator adds them.";
    }
    if (error.sqlState().empty()) return "The connection broke. agon migrate status says whether it was kept.";
    return "Nothing of it was kept. Correct the cause, then run agon migrate again.";
}

void rollBack(BlockingConnection& connection) noexcept {
    try {
        connection.run("rollback");
    } catch (const std::exception&) {
        return;  // the connection is gone: the server rolls back by itself
    }
}

}  // namespace

std::string titleOf(const Migration& migration) {
    return fmt::format("{:04}_{}", migration.number, migration.name);
}

std::string checksumOf(const Migration& migration) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(migration.sql.data()), migration.sql.size());
    std::string hex;
    for (const auto byte : hash) hex += fmt::format("{:02x}", byte);
    return hex;
}

Migrator::Migrator(std::vector<Migration> migrations) : migrations_{std::move(migrations)} {
    std::ranges::sort(migrations_, {}, &Migration::number);
    int expected = 1;
    for (const auto& migration : migrations_) {
        if (migration.number < expected) {
            throw OperatorError{fmt::format("two migrations have the number {:04}", migration.number),
                                "Give the newer one the next free number."};
        }
        if (migration.number > expected) {
            throw OperatorError{fmt::format("migration {:04} is missing before {}", expected, titleOf(migration)),
                                "Migrations are numbered from 0001 without gaps."};
        }
        ++expected;
    }
}

MigrationStatus Migrator::status(BlockingConnection& connection) const {
    MigrationStatus status;
    if (connection.value("select to_regclass('ops.migration') is not null") == "t") {
        for (const auto& row : connection.query(kReadLedger)) {
            status.applied.push_back(
                {std::stoi(row[0].value_or("0")), row[1].value_or(""), row[2].value_or(""), row[3].value_or("")});
        }
    }
    for (std::size_t i = 0; i < status.applied.size(); ++i) {
        const auto& applied = status.applied[i];
        if (applied.number != static_cast<int>(i) + 1) {
            throw OperatorError{fmt::format("the database has no record of migration {:04}, but of later ones", i + 1),
                                "Somebody changed ops.migration by hand. Restore it from a backup."};
        }
        if (i >= migrations_.size()) {
            throw OperatorError{
                fmt::format(
                    "the database is newer than this binary: it has migration {:04}_{}, the binary ends at {:04}",
                    applied.number, applied.name, migrations_.size()),
                "Start the version of agon that migrated it, or a later one."};
        }
        if (applied.checksum != checksumOf(migrations_[i])) {
            throw OperatorError{fmt::format("migration {} was edited after this database applied it on {}",
                                            titleOf(migrations_[i]), applied.appliedAt),
                                "Put the old text back and make the change in a new migration."};
        }
    }
    const auto next = migrations_.begin() + static_cast<std::ptrdiff_t>(status.applied.size());
    status.pending.assign(next, migrations_.end());
    return status;
}

int Migrator::migrate(BlockingConnection& connection, const Say& say, const WhileWaiting& whileWaiting) const {
    if (status(connection).pending.empty()) return 0;  // needs no right but to read, so that a restart needs no owner
    const MigrationLock lock{connection, say, whileWaiting};
    connection.run(kCreateLedger);
    const auto pending = status(connection).pending;
    for (const auto& migration : pending) apply(connection, migration, say);
    return static_cast<int>(pending.size());
}

void Migrator::apply(BlockingConnection& connection, const Migration& migration, const Say& say) const {
    const auto start = Clock::now();
    try {
        // A table lock that does not come soon is given up: whoever queues behind it would wait as long.
        connection.run("reset all; begin; set local statement_timeout = 0; set local lock_timeout = '10s'");
        const auto transaction = connection.value("select pg_current_xact_id()");
        connection.run(migration.sql);
        if (!connection.inTransaction() || connection.value("select pg_current_xact_id()") != transaction) {
            throw BlockingConnectionError{"it begins or ends a transaction of its own", kInvalidTermination};
        }
        connection.query(kInsert, {std::to_string(migration.number), migration.name, checksumOf(migration)});
        connection.run("commit");
    } catch (const BlockingConnectionError& error) {
        rollBack(connection);
        throw OperatorError{describe(migration, error), adviceFor(error)};
    }
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
    say(fmt::format("migrated to {} in {} ms", titleOf(migration), took.count()));
}

}  // namespace agon
