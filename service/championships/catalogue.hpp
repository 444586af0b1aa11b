#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "championships/prepared_bodies.hpp"
#include "championships/published.hpp"
#include "platform/async/periodic.hpp"
#include "platform/db/db.hpp"
#include "platform/db/db_clock.hpp"

namespace agon::championships {

// Every published championship as of one moment, with the answers that were made from it.
struct Snapshot {
    std::int64_t revision = -1;  // none yet
    std::map<std::string, std::shared_ptr<const Published>, std::less<>> bySlug;
    mutable PreparedBodies bodies;
};

// The published championships in memory, for what cannot ask the database each time. A publication on this instance is
// there when its act answers, one on another instance within about a second. Safe on every loop.
class Catalogue {
  public:
    // Looks for changes on `loop`, through `db`. Both outlive it.
    Catalogue(Db& db, trantor::EventLoop* loop);
    Catalogue(const Catalogue&) = delete;
    Catalogue& operator=(const Catalogue&) = delete;

    // Nothing for a championship that has no terms in force, or before the first look at the database.
    std::shared_ptr<const Published> find(std::string_view slug) const;
    // Empty, with revision -1, before the first look.
    std::shared_ptr<const Snapshot> all() const { return snapshot_.load(); }

    // The present as the championship sees it, as well as this instance can tell without asking: what the database
    // stamps is what decides. isReady() first.
    Instant now(const Published& championship) const { return championship.at(clock_.now()); }
    bool isReady() const { return clock_.isSet() && snapshot_.load()->revision >= 0; }

    // Looks now, on the caller's loop. Throws DbError; what was known stays.
    Task<void> refresh();
    // The same after an act that is done already: a failure is logged, and the next look makes up for it.
    Task<void> catchUp();

    void start() { passes_.start(); }
    // Not on a loop.
    void stop();

  private:
    Task<void> pass();

    Db& db_;
    DbClock clock_;
    std::atomic<std::shared_ptr<const Snapshot>> snapshot_;
    Periodic passes_;
};

}  // namespace agon::championships
