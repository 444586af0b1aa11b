#pragma once

#include <trantor/net/EventLoop.h>

#include <condition_variable>
#include <coroutine>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "platform/async/task.hpp"

namespace agon {

// A few threads for work that would hold up an event loop: password hashes, mail, cancelling a statement. The queue is
// bounded, so that a flood of such work is refused at once and not answered late.
class WorkerPool {
  public:
    WorkerPool(std::string name, std::size_t threads, std::size_t queueLimit);
    // Finishes what has begun, drops what waits. Nobody may be awaiting run() any more.
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    // False, and nothing runs, when the queue is full. `work` must not throw.
    [[nodiscard]] bool post(std::function<void()> work);

    // Runs `work` on a worker and resumes the caller on the event loop it came from. Nothing when the queue is full.
    // What `work` throws is thrown to the caller.
    template <class Work, class Answer = std::invoke_result_t<Work&>>
    Task<std::optional<Answer>> run(Work work) {
        Job<Work, Answer> job{*this, work};
        co_await job;
        if (job.error) std::rethrow_exception(job.error);
        co_return std::move(job.answer);
    }

    std::size_t waiting() const;

  private:
    template <class Work, class Answer>
    struct Job {
        WorkerPool& pool;
        Work& work;
        std::optional<Answer> answer{};
        std::exception_ptr error{};

        bool await_ready() const noexcept { return false; }
        bool await_suspend(std::coroutine_handle<> caller) {
            auto* loop = trantor::EventLoop::getEventLoopOfCurrentThread();
            return pool.post([this, caller, loop] {
                try {
                    answer.emplace(work());
                } catch (...) {
                    error = std::current_exception();
                }
                loop->queueInLoop([caller] { caller.resume(); });
            });
        }
        void await_resume() const noexcept {}
    };

    void work(const std::stop_token& stop);

    const std::string name_;
    const std::size_t queueLimit_;
    mutable std::mutex mutex_;
    std::condition_variable_any arrived_;
    std::deque<std::function<void()>> queue_;
    std::vector<std::jthread> threads_;
};

}  // namespace agon
