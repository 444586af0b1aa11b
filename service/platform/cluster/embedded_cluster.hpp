#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "platform/cluster/file_lock.hpp"
#include "platform/cluster/layout.hpp"
#include "platform/cluster/postmaster.hpp"

namespace agon {

// A PostgreSQL cluster of the service's own, for as long as this object lives.
//
// The first on a data directory creates and starts it, others join, and the last one out stops it. It survives any of
// them being killed: the next to come adopts a server that still runs, or starts it again and PostgreSQL recovers.
// While the object lives a server that dies is started again.
class EmbeddedCluster {
  public:
    // Returns when the server answers and has its roles and its database. Throws OperatorError.
    EmbeddedCluster(const std::filesystem::path& dataDir, const Environment& environment, Say say);
    ~EmbeddedCluster();
    EmbeddedCluster(EmbeddedCluster&&) = delete;
    EmbeddedCluster& operator=(EmbeddedCluster&&) = delete;

    // How one of the roles of configuration.hpp connects to the service's database.
    [[nodiscard]] std::string conninfo(std::string_view role) const;

    [[nodiscard]] const ClusterLayout& layout() const { return layout_; }

  private:
    FileLock decide() const;
    Postmaster ensureRunning() const;
    void ensureDatabase() const;
    void watch();
    void leave() noexcept;

    Say say_;
    ClusterLayout layout_;
    std::string searchPath_;
    std::unique_ptr<Membership> membership_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool leaving_ = false;
    std::thread watcher_;
};

}  // namespace agon
