#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "platform/migrate/connection.hpp"
#include "platform/migrate/migration.hpp"

namespace agon {

struct AppliedMigration {
    int number = 0;
    std::string name;
    std::string checksum;
    std::string appliedAt;
};

struct MigrationStatus {
    std::vector<AppliedMigration> applied;
    std::vector<Migration> pending;
};

using Say = std::function<void(const std::string&)>;

// Called again and again while somebody is waited for; throws to give up.
using WhileWaiting = std::function<void()>;

// Takes a database forward, never back. Every migration runs in its own transaction together with its row in
// ops.migration, so that one that fails leaves nothing behind. A session advisory lock lets one migrator at a time work
// on a database; the others wait and then find nothing to do.
class Migrator {
  public:
    // Throws OperatorError when numbers are missing or given twice.
    explicit Migrator(std::vector<Migration> migrations);

    // What is applied and what is not. Reads only. Throws OperatorError when the database does not fit these
    // migrations: it is newer, or one that it has was edited since.
    [[nodiscard]] MigrationStatus status(BlockingConnection& connection) const;

    // Applies what is pending; the number of migrations applied. Throws OperatorError when the database does not fit,
    // when a migration fails, or when somebody else has been migrating for ten minutes.
    int migrate(BlockingConnection& connection, const Say& say, const WhileWaiting& whileWaiting = [] {}) const;

  private:
    void apply(BlockingConnection& connection, const Migration& migration, const Say& say) const;

    std::vector<Migration> migrations_;
};

}  // namespace agon
