#include "support/process_handle.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

extern "C" {
#include <sys/pidfd.h>  // glibc 2.36 forgets to say that these are C functions
}

namespace agon::test {

ProcessHandle::ProcessHandle(pid_t pid) : descriptor_{pid > 0 ? pidfd_open(pid, 0) : -1} {}

ProcessHandle::~ProcessHandle() {
    if (descriptor_ >= 0) close(descriptor_);
}

ProcessHandle::ProcessHandle(ProcessHandle&& other) noexcept : descriptor_{std::exchange(other.descriptor_, -1)} {}

ProcessHandle& ProcessHandle::operator=(ProcessHandle&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

void ProcessHandle::signal(int number) const {
    if (descriptor_ >= 0) pidfd_send_signal(descriptor_, number, nullptr, 0);
}

bool ProcessHandle::endsWithin(std::chrono::milliseconds time) const {
    if (descriptor_ < 0) return true;
    const auto deadline = std::chrono::steady_clock::now() + time;
    pollfd end{.fd = descriptor_, .events = POLLIN, .revents = 0};
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        const int ready = poll(&end, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
        if (ready >= 0) return ready > 0;
        if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
    }
}

}  // namespace agon::test
