#include "platform/http/signals.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <system_error>

namespace agon::http {
namespace {

std::atomic<int> target{-1};

void forward(int) {
    const int saved = errno;
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(target.load(), &one, sizeof one);
    errno = saved;
}

void setHandler(void (*handler)(int)) {
    struct sigaction action{};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGTERM, SIGINT}) sigaction(signal, &action, nullptr);
}

}  // namespace

StopSignals::StopSignals(trantor::EventLoop* loop, std::function<void()> onSignal)
    : events_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (events_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
    channel_ = std::make_unique<trantor::Channel>(loop, events_);
    channel_->setReadCallback([this, act = std::move(onSignal)] {
        std::uint64_t count = 0;
        if (::read(events_, &count, sizeof count) == sizeof count) {
            for (; count > 0; --count) act();
        }
    });
    channel_->enableReading();
    target.store(events_);
    setHandler(forward);
}

StopSignals::~StopSignals() {
    setHandler(SIG_DFL);
    target.store(-1);
    ::close(events_);
}

}  // namespace agon::http
