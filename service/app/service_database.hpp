#pragma once

#include <memory>
#include <string>

#include "app/settings.hpp"
#include "platform/cluster/embedded_cluster.hpp"
#include "platform/db/options.hpp"
#include "platform/migrate/migrator.hpp"

namespace agon::app {

// The PostgreSQL this process works with: one of its own, which lives as long as this object, or the one it was told
// of.
class ServiceDatabase {
  public:
    // Throws OperatorError when its own cannot be started. Does not look whether another's answers.
    ServiceDatabase(const Settings& settings, const Environment& environment, const Say& say);

    [[nodiscard]] const std::string& owner() const { return owner_; }              // the conninfo that migrates
    [[nodiscard]] const DbOptions& app() const { return app_; }                    // the role agon_app
    [[nodiscard]] const DbOptions& publicReader() const { return publicReader_; }  // the role agon_public
    [[nodiscard]] const EmbeddedCluster* cluster() const { return cluster_.get(); }

    // Connects as the owner, with patience: a server beside the service may be a little later than it. Throws
    // OperatorError when it does not answer within `within`.
    [[nodiscard]] BlockingConnection connect(
        std::chrono::seconds within, const Say& say, const WhileWaiting& whileWaiting = [] {}) const;

  private:
    std::unique_ptr<EmbeddedCluster> cluster_;
    std::string owner_;
    DbOptions app_;
    DbOptions publicReader_;
};

}  // namespace agon::app
