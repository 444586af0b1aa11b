#pragma once

#include "platform/async/worker_pool.hpp"

namespace agon::pq {

// Threads for the two things libpq can only do by blocking. Apart, because a cancel request to a server that is silent
// blocks until the network gives up, and new connections must not wait for that.
struct Workers {
    explicit Workers(std::size_t connections)
        : connecting{"db-connect", 1, connections + 1}, cancelling{"db-cancel", 1, connections + 1} {}

    WorkerPool connecting;  // looks up host names
    WorkerPool cancelling;
};

}  // namespace agon::pq
