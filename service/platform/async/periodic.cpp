#include "platform/async/periodic.hpp"

#include <condition_variable>
#include <mutex>

namespace agon {

// Shared with the timer and the running pass, which may outlast the object.
struct Periodic::State : std::enable_shared_from_this<State> {
    std::function<Task<>()> pass;
    std::mutex mutex;
    std::condition_variable ended;
    bool running = false;
    bool forbidden = false;

    void begin() {
        {
            const std::scoped_lock lock{mutex};
            if (running || forbidden) return;
            running = true;
        }
        run(shared_from_this());
    }

    static drogon::AsyncTask run(std::shared_ptr<State> self) {
        try {
            co_await self->pass();
        } catch (...) {  // NOLINT(bugprone-empty-catch): the next pass comes whatever happened to this one
        }
        const std::scoped_lock lock{self->mutex};
        self->running = false;
        self->ended.notify_all();
    }
};

Periodic::Periodic(trantor::EventLoop* loop, std::chrono::milliseconds every, std::function<Task<>()> pass)
    : loop_{loop}, every_{every}, state_{std::make_shared<State>()} {
    state_->pass = std::move(pass);
}

Periodic::~Periodic() {
    forbid();
}

void Periodic::start() {
    loop_->queueInLoop([state = state_] { state->begin(); });
    // The timer goes with the loop; once forbidden it does nothing.
    loop_->runEvery(std::chrono::duration<double>{every_}.count(), [state = state_] { state->begin(); });
}

void Periodic::forbid() {
    const std::scoped_lock lock{state_->mutex};
    state_->forbidden = true;
}

bool Periodic::isForbidden() const {
    const std::scoped_lock lock{state_->mutex};
    return state_->forbidden;
}

bool Periodic::stop(std::chrono::milliseconds within) {
    std::unique_lock lock{state_->mutex};
    state_->forbidden = true;
    return state_->ended.wait_for(lock, within, [this] { return !state_->running; });
}

}  // namespace agon
