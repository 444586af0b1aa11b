#pragma once

#include <string>

#include "support/sql_session.hpp"
#include "support/test_cluster.hpp"

namespace agon::test {

// A database nobody else uses, owned by the role `agon`, dropped at the end together with whoever is still connected.
class TestDatabase {
  public:
    // A copy of the migrated template.
    explicit TestDatabase(TestCluster& cluster = TestCluster::shared());
    // One without any of our tables.
    static TestDatabase empty(TestCluster& cluster = TestCluster::shared());
    ~TestDatabase();
    TestDatabase(TestDatabase&&) = delete;
    TestDatabase& operator=(TestDatabase&&) = delete;

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::string url() const { return cluster_.url(name_); }
    [[nodiscard]] std::string adminUrl() const { return cluster_.adminUrl(name_); }
    [[nodiscard]] TestCluster& cluster() const { return cluster_; }

    // A new session as the superuser, for looking at what was written.
    [[nodiscard]] SqlSession session() const { return SqlSession{adminUrl()}; }

  private:
    TestDatabase(TestCluster& cluster, const std::string& copyOf);

    TestCluster& cluster_;
    std::string name_;
};

}  // namespace agon::test
