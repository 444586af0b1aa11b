#pragma once

#include <trantor/net/EventLoop.h>

#include <chrono>
#include <functional>
#include <memory>

#include "platform/async/task.hpp"

namespace agon {

// Work that is done again and again on one event loop, one pass at a time: a pass that takes longer than the interval
// is not overtaken, and the next one begins with the interval after it.
class Periodic {
  public:
    // What `pass` throws is dropped, so it reports its failures itself. What it captures has to live until stop() has
    // returned.
    Periodic(trantor::EventLoop* loop, std::chrono::milliseconds every, std::function<Task<>()> pass);
    // Does not wait: a loop that has ended would never finish the pass.
    ~Periodic();
    Periodic(const Periodic&) = delete;
    Periodic& operator=(const Periodic&) = delete;

    // The first pass begins at once.
    void start();

    // No pass begins after this; a long one may look whether it should end early. From any thread.
    void forbid();
    [[nodiscard]] bool isForbidden() const;
    // The same, and waits until the running pass has ended or the time is up; false for the latter. Not on the loop.
    bool stop(std::chrono::milliseconds within);

  private:
    struct State;

    trantor::EventLoop* loop_;
    std::chrono::milliseconds every_;
    std::shared_ptr<State> state_;
};

}  // namespace agon
