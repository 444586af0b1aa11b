#include "support/test_database.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <iostream>

namespace agon::test {

TestDatabase::TestDatabase(TestCluster& cluster, const std::string& copyOf) : cluster_{cluster} {
    static std::atomic<int> made{0};
    name_ = fmt::format("test_{}_{}", getpid(), ++made);
    SqlSession{cluster.adminUrl("postgres")}.run(
        fmt::format("create database {} owner agon template {}", name_, copyOf));
}

TestDatabase::TestDatabase(TestCluster& cluster) : TestDatabase{cluster, cluster.migratedTemplate()} {}

TestDatabase TestDatabase::empty(TestCluster& cluster) {
    return TestDatabase{cluster, "template0"};
}

TestDatabase::~TestDatabase() {
    try {
        SqlSession{cluster_.adminUrl("postgres")}.run(fmt::format("drop database {} with (force)", name_));
    } catch (const std::exception& error) {
        // The server may be down on purpose, and its data go with it.
        std::cerr << "database " << name_ << " stays: " << error.what() << '\n';
    }
}

}  // namespace agon::test
