#include "platform/async/worker_pool.hpp"

#include <pthread.h>

namespace agon {

WorkerPool::WorkerPool(std::string name, std::size_t threads, std::size_t queueLimit)
    : name_{std::move(name)}, queueLimit_{queueLimit} {
    threads_.reserve(threads);
    for (std::size_t i = 0; i < threads; ++i) {
        threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
        // The kernel takes 15 letters.
        pthread_setname_np(threads_.back().native_handle(), name_.substr(0, 15).c_str());
    }
}

WorkerPool::~WorkerPool() {
    for (auto& thread : threads_) thread.request_stop();
    threads_.clear();
}

bool WorkerPool::post(std::function<void()> work) {
    {
        const std::scoped_lock lock{mutex_};
        if (queue_.size() >= queueLimit_) return false;
        queue_.push_back(std::move(work));
    }
    arrived_.notify_one();
    return true;
}

std::size_t WorkerPool::waiting() const {
    const std::scoped_lock lock{mutex_};
    return queue_.size();
}

void WorkerPool::work(const std::stop_token& stop) {
    while (true) {
        std::function<void()> next;
        {
            std::unique_lock lock{mutex_};
            if (!arrived_.wait(lock, stop, [this] { return !queue_.empty(); })) return;
            if (stop.stop_requested()) return;
            next = std::move(queue_.front());
            queue_.pop_front();
        }
        next();
    }
}

}  // namespace agon
